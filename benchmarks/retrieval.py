"""Ranking measures beside pytrec_eval, ir_measures and ranx: CPU seconds and memory, each tool in its own process.

    python benchmarks/retrieval.py                    10,000 queries x 100 and 1,000 x 1,000 documents
    python benchmarks/retrieval.py --large            also 100,000 x 100
    python benchmarks/retrieval.py --tools raggauge

Ten measures, means and every query's values, from TREC files. `import` is the tool alone, `read` from the files to
what it computes on, `compute` the measures, `process` the whole process with the interpreter, `first` the first of its
processes (a tool that compiles code at run time may do so there). Needs the dependency group `oracles`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

TEN: Final = "precision@10 recall@100 f1@10 hit@10 mrr map ndcg@10 ndcg@100 r_precision bpref"
TREC: Final = {"P_10", "recall_100", "set_F", "success_10", "recip_rank", "map", "ndcg_cut_10", "ndcg_cut_100"}
TREC_TEN: Final = TREC | {"Rprec", "bpref"}
IR_TEN: Final = "P@10 R@100 SetF Success@10 RR AP nDCG@10 nDCG@100 Rprec Bpref"
RANX_TEN: Final = "precision@10 recall@100 f1@10 hit_rate@10 mrr map ndcg@10 ndcg@100 r-precision bpref"


def make(folder: Path, n_queries: int, depth: int, *, digits: int | None, seed: int = 7) -> tuple[Path, Path]:
    """A run file and judgements: ten judged documents a query, half of them retrieved, grades 0 to 3."""
    import numpy as np

    rng = np.random.default_rng(seed)
    qrels, run = folder / f"qrels-{n_queries}.trec", folder / f"run-{n_queries}-{digits}.trec"
    with qrels.open("w") as judged, run.open("w") as ranked:
        for query in range(n_queries):
            docs = rng.integers(0, 8_000_000, depth + 5)
            docs = np.unique(docs)
            rng.shuffle(docs)
            listed = docs[:depth].tolist()
            scores = np.sort(rng.gamma(3, 4, len(listed)))[::-1].tolist()
            for rank, (doc, score) in enumerate(zip(listed, scores, strict=True), 1):
                shown = repr(score) if digits is None else f"{score:.{digits}f}"
                ranked.write(f"q{query} Q0 doc{doc} {rank} {shown} tag\n")
            wanted = {*listed[: depth : max(1, depth // 5)], *docs[depth:].tolist()}
            judged.writelines(f"q{query} 0 doc{doc} {rng.integers(0, 4)}\n" for doc in sorted(wanted))
    return qrels, run


def raggauge_steps(qrels: str, run: str) -> Iterator[Any]:
    """Our own."""
    from raggauge.formats.trec import read_qrels, read_run
    from raggauge.formats.trec_columns import LARGE
    from raggauge.ir import evaluate, judge, parse_measures, score_lists  # noqa: F401

    if Path(run).stat().st_size >= LARGE and find_spec("pyarrow"):
        import pyarrow.csv  # noqa: F401  what large files are read with, where it is installed
    yield None
    judged, ranked = read_qrels(qrels), read_run(run)
    lists = judge(judged, ranked)
    yield None
    values = score_lists(lists, parse_measures(TEN))
    yield {str(measure): one.mean for measure, one in values.items()}


def pytrec_eval_steps(qrels: str, run: str) -> Iterator[Any]:
    """trec_eval's code behind a Python interface; its own readers."""
    import pytrec_eval

    yield None
    with open(qrels) as judged, open(run) as ranked:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(judged), TREC_TEN)
        lists = pytrec_eval.parse_run(ranked)
    yield None
    values = evaluator.evaluate(lists)
    yield {name: sum(row[name] for row in values.values()) / len(values) for name in sorted(TREC_TEN)}


def ir_measures_steps(qrels: str, run: str) -> Iterator[Any]:
    """A common interface to several tools; its own readers."""
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in IR_TEN.split()]
    yield None
    judged, ranked = list(ir_measures.read_trec_qrels(qrels)), list(ir_measures.read_trec_run(run))
    yield None
    means, _ = ir_measures.calc(measures, judged, ranked)
    yield {str(measure): value for measure, value in means.items()}


def ranx_steps(qrels: str, run: str) -> Iterator[Any]:
    """Compiled at run time by numba; its own readers."""
    import warnings

    warnings.simplefilter("ignore")
    from ranx import Qrels, Run, evaluate

    yield None
    judged, ranked = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
    yield None
    yield evaluate(judged, ranked, RANX_TEN.split())


STEPS: Final[dict[str, Callable[[str, str], Iterator[Any]]]] = {
    "raggauge": raggauge_steps,
    "pytrec_eval": pytrec_eval_steps,
    "ir_measures": ir_measures_steps,
    "ranx": ranx_steps,
}
PACKAGES: Final = {"pytrec_eval": "pytrec-eval-terrier", "ir_measures": "ir-measures"}


def measure(tool: str, qrels: str, run: str) -> None:
    """In a process of its own: the CPU seconds of each step, and the memory, as JSON."""
    import resource
    import time

    start = time.process_time()
    steps, seconds, result = STEPS[tool](qrels, run), [], None
    for result in steps:  # noqa: B007
        seconds.append(time.process_time() - start)
        start = time.process_time()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    row = {
        "import": seconds[0],
        "read": seconds[1],
        "compute": seconds[2],
        "process": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss / 1024,
        "means": result,
    }
    print(json.dumps(row))


def measured(tool: str, qrels: Path, run: Path, n_times: int) -> tuple[dict[str, Any], float]:
    """The quickest of several processes, and what the first one took."""
    rows = []
    for _ in range(n_times):
        done = subprocess.run(
            [sys.executable, "-P", __file__, "--measure", tool, str(qrels), str(run)],
            capture_output=True,
            text=True,
            check=True,
        )
        rows.append(json.loads(done.stdout.splitlines()[-1]))
    return min(rows, key=lambda row: row["process"]), rows[0]["process"]


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs=3, metavar=("TOOL", "QRELS", "RUN"), help=argparse.SUPPRESS)
    parser.add_argument("--large", action="store_true", help="also 100,000 queries x 100, raggauge alone")
    parser.add_argument("--tools", nargs="*", default=list(STEPS), choices=list(STEPS))
    parser.add_argument("--times", type=int, default=3, help="processes of each tool; the quickest is shown")
    asked = parser.parse_args()
    if asked.measure:
        measure(*asked.measure)
        return
    print(", ".join(f"{tool} {version(PACKAGES.get(tool, tool))}" for tool in asked.tools), "| Python", sys.version[:7])
    sizes = [(10_000, 100, 6), (10_000, 100, None), (1_000, 1_000, 6), (43, 1_000, 6)]
    with tempfile.TemporaryDirectory() as folder:
        for n_queries, depth, digits in [*sizes, *([(100_000, 100, 6)] if asked.large else [])]:
            qrels, run = make(Path(folder), n_queries, depth, digits=digits)
            scores = "all digits" if digits is None else f"{digits} decimals"
            print(f"\n{n_queries:,} queries x {depth:,} documents, scores with {scores}")
            names = " ".join(f"{name:>8}" for name in ("import", "read", "compute", "process", "first"))
            print(f"{'CPU seconds':<12} {names} {'MB':>6}  map")
            for tool in asked.tools if n_queries < 100_000 else ["raggauge"]:
                row, first = measured(tool, qrels, run, asked.times)
                cells = " ".join(f"{row[name]:8.3f}" for name in ("import", "read", "compute", "process"))
                mean = next(value for name, value in row["means"].items() if name.lower() in ("map", "ap"))
                print(f"{tool:<12} {cells} {first:8.3f} {row['memory']:6.0f}  {mean:.6f}", flush=True)


if __name__ == "__main__":
    main()

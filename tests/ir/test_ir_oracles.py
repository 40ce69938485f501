"""The same values as the reference tools."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from raggauge.formats.trec import read_qrels
from raggauge.ir import Triples, evaluate, parse_measures

pytestmark = pytest.mark.oracle

Grades = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

CUTS = (1, 3, 5, 10, 100)
TREC = {"map": "map", "mrr": "recip_rank", "ndcg": "ndcg", "r_precision": "Rprec", "bpref": "bpref"} | {
    f"{ours}@{k}": f"{theirs}_{k}"
    for k in CUTS
    for ours, theirs in (
        ("precision", "P"),
        ("recall", "recall"),
        ("ndcg", "ndcg_cut"),
        ("map", "map_cut"),
        ("hit", "success"),
    )
}
IDS = [f"d{i}" for i in range(30)] + ["é", "文档", "😀", "D", "a-very-long-identifier/with/a/path-1", "d1\u00a0"]


def example(rng: np.random.Generator, *, negative: bool) -> tuple[Grades, Run]:
    """Random judgements and lists with ties, unicode ids, missing and unknown queries."""
    lowest = -2 if negative else 0

    def some(n: int) -> list[str]:
        return [str(doc) for doc in rng.choice(IDS, rng.integers(1, n), replace=False)]

    grades = {f"q{i}": {doc: int(rng.integers(lowest, 4)) for doc in some(20)} for i in range(5)}
    # 32-bit scores: trec_eval itself keeps no more
    run = {
        f"q{i}": {doc: float(np.float32(rng.choice([rng.integers(0, 4), rng.normal()]))) for doc in some(30)}
        for i in range(1, 7)
    }
    return grades, run


@pytest.fixture(scope="module")
def examples() -> list[tuple[Grades, Run]]:
    """Two hundred random cases."""
    rng = np.random.default_rng(20)
    return [example(rng, negative=i % 2 == 1) for i in range(200)]


def compare(ours: str, grades: Grades, run: Run, theirs: Callable[[str, str], float | None]) -> int:
    """Compare measures with `theirs(query, measure)`; returns how many values were compared."""
    found = evaluate(
        Triples.from_dict(grades, grades=True),
        Triples.from_dict(run, grades=False),
        parse_measures(ours),
        no_relevant="zero",
    )
    n = 0
    for measure, values in found.values.items():
        for query, value in zip(found.queries, values.value, strict=True):
            other = theirs(query, str(measure))
            if other is not None:
                assert value == pytest.approx(other, abs=1e-9), (str(measure), query, grades[query], run.get(query))
                n += 1
    return n


def test_pytrec_eval(examples: list[tuple[Grades, Run]]) -> None:
    """trec_eval's own code gives the same values.

    Negative grades are left out of what it is given: its table of grades is indexed by them, which damages memory.
    Leaving them out is what its sources mean by them (not judged, not relevant).
    """
    import pytrec_eval

    names = {"map", "recip_rank", "ndcg", "Rprec", "bpref"} | {
        f"{name}.{','.join(map(str, CUTS))}" for name in ("P", "recall", "ndcg_cut", "map_cut", "success")
    }
    n = 0
    for grades, run in examples:
        given = {q: {d: g for d, g in row.items() if g >= 0} for q, row in grades.items()}
        other = pytrec_eval.RelevanceEvaluator({q: row for q, row in given.items() if row}, names).evaluate(run)

        def value(query: str, measure: str, other: dict[str, dict[str, float]] = other) -> float | None:
            return other[query][TREC[measure]] if query in other else None

        n += compare(" ".join(TREC), grades, run, value)
    assert n > 10_000


def test_ir_measures(examples: list[tuple[Grades, Run]]) -> None:
    """ir_measures gives the same judged@k and mrr@k (without ties, which it breaks differently)."""
    import ir_measures

    names = {"judged@5": "Judged@5", "judged@20": "Judged@20", "mrr@3": "RR@3", "ndcg@5": "nDCG@5", "map": "AP"}
    n = 0
    for grades, run in examples:
        given = {q: {d: max(g, 0) for d, g in row.items()} for q, row in grades.items()}
        distinct = {q: {d: s + 1e-3 * i for i, (d, s) in enumerate(sorted(row.items()))} for q, row in run.items()}
        distinct = {q: {d: float(np.float32(s)) for d, s in row.items()} for q, row in distinct.items()}
        found = {
            (item.query_id, str(item.measure)): item.value
            for item in ir_measures.iter_calc([ir_measures.parse_measure(m) for m in names.values()], given, distinct)
        }

        def value(query: str, measure: str, found: dict[tuple[str, str], float] = found) -> float | None:
            return found.get((query, names[measure]))

        usable = {q: row for q, row in distinct.items() if len(set(row.values())) == len(row)}
        n += compare(" ".join(names), given, usable, lambda q, m, u=usable, v=value: v(q, m) if q in u else None)
    assert n > 2_000


@pytest.mark.filterwarnings("ignore")
def test_ranx(examples: list[tuple[Grades, Run]]) -> None:
    """ranx gives the same precision, recall, F1, hit rate and both nDCG variants (without ties)."""
    from ranx import Qrels
    from ranx import Run as RanxRun
    from ranx import evaluate as ranx_evaluate

    names = {
        "precision@5": "precision@5",
        "recall@5": "recall@5",
        "f1@5": "f1@5",
        "hit@5": "hit_rate@5",
        "ndcg@5": "ndcg@5",
        "ndcg(gain=exponential)@5": "ndcg_burges@5",
        "r_precision": "r-precision",
        "mrr@10": "mrr@10",
    }
    n = 0
    for grades, run in examples[:20]:
        given = {q: {d: max(g, 0) for d, g in row.items()} for q, row in grades.items()}
        queries = [q for q in given if q in run and max(given[q].values()) > 0]
        distinct = {q: {d: i + 1.0 for i, d in enumerate(sorted(run[q], key=run[q].get))} for q in queries}
        judged = {q: {d: g for d, g in given[q].items() if g > 0} for q in queries}
        found = ranx_evaluate(Qrels(judged), RanxRun(distinct), list(names.values()), return_mean=False)
        order = sorted(judged)

        def value(query: str, measure: str, found: dict[str, list[float]] = found, order: list[str] = order) -> float:
            return float(found[names[measure]][order.index(query)])

        n += compare(" ".join(names), judged, distinct, value)
    assert n > 300


def test_the_published_example_of_trec_eval_breaks_ties_by_id() -> None:
    """trec_eval ignores the rank column and sorts equal scores by document id, descending."""
    import pytrec_eval

    run = {"q": {"b": 1.0, "a": 1.0, "c": 0.5}}
    other = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate(run)
    assert other["q"]["recip_rank"] == 0.5
    assert compare("mrr", {"q": {"a": 1}}, run, lambda q, _: other[q]["recip_rank"]) == 1
    assert math.isclose(other["q"]["recip_rank"], 0.5)


def test_the_questions_of_a_chinese_collection(data_dir: Path) -> None:
    """3,219 real questions with one right paragraph each, in made-up lists: the same values as pytrec_eval."""
    import pytrec_eval

    path = data_dir / "retrieval" / "cmrc2018-dev" / "qrels.trec"
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    grades = {query: {doc: int(grade)} for query, _, doc, grade in rows}
    docs = sorted({row[2] for row in rows})
    rng = np.random.default_rng(9)
    run = {
        query: {docs[i]: float(rng.integers(0, 9)) for i in rng.choice(len(docs), 20, replace=False).tolist()}
        | ({next(iter(row)): float(rng.integers(0, 9))} if rng.random() < 0.7 else {})
        for query, row in grades.items()
    }
    other = pytrec_eval.RelevanceEvaluator(grades, {"map", "recip_rank", "ndcg_cut.10", "success.5"}).evaluate(run)
    found = evaluate(read_qrels(path), Triples.from_dict(run, grades=False), parse_measures("map mrr ndcg@10 hit@5"))
    assert len(found.queries) == len(other) == 3219
    for measure, name in zip(found.values, ("map", "recip_rank", "ndcg_cut_10", "success_5"), strict=True):
        right = [other[query][name] for query in found.queries]
        assert found.values[measure].value == pytest.approx(right, abs=1e-9)

"""How quick the main job is, and what it takes: `python benchmarks/main_job.py [--sizes 1000,10000,100000]`.

Needs RAGGAUGE_DATA (its folder `rag`). Every sample is made from a real row with other names and numbers and passages
of 1,200 characters, so that no cache helps. Each line is a process of its own; CPU seconds include its children.

Targets on one core: 800 claims/s with the embedded judge and all its questions, 2,000 samples/s without a judge, flat
memory, linear time, and two processes at least 1.7 times as quick as one (on a machine with two free cores; "by CPU" is
what the busiest process allows, whatever else the machine does).
"""

import argparse
import json
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raggauge.score import Score, scored

PASSAGE = 1_200
JUDGED = (
    "core,contradiction,hallucination,self_knowledge,noise_sensitivity,noise_sensitivity(mode=irrelevant),"
    "context_utilization,factual_correctness,abstention,useful_context_ratio,context_relevance,context_density,"
    "context_entity_recall,answer_similarity,nugget_recall,citation_precision,citation_recall"
)
"""Metrics that together ask everything the embedded judge can answer."""
NUMBER = re.compile(r"\d+")
NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")
SYLLABLES = ("ka", "lo", "mi", "ren", "ta", "vor", "sel", "du", "pha", "quin", "es", "tor", "bel", "gan", "ri", "moth")


@dataclass(frozen=True)
class Overlap:
    """The share of the answer's words that stand in the contexts: a metric that asks no judge."""

    fields = ("answer", "contexts")
    facets = frozenset()  # type: ignore[var-annotated]

    def score(self, sample: Any, evidence: Any, /) -> Score:
        """Count words."""
        words = set(sample.answer.split())
        there = {word for context in sample.contexts for word in context.text.split()}
        return scored(len(words & there) / max(1, len(words)))


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows that the samples are made from: English with several passages, Chinese with references."""
    found = []
    for name in ("ragtruth_120.jsonl", "cmrc_zh_150.jsonl"):
        with (folder / "rag" / name).open(encoding="utf-8") as lines:
            found += [json.loads(line) for line in lines]
    return found


def varied(source: list[dict[str, Any]], n: int) -> Iterator[dict[str, Any]]:
    """`n` samples, each a row with its own numbers and names, its passages cut or filled to 1,200 characters."""
    chance = random.Random(7)
    for i in range(n):
        row = source[i % len(source)]
        numbers: dict[str, str] = {}
        names: dict[str, str] = {}

        def number(found: re.Match[str], known: dict[str, str] = numbers) -> str:
            digits = "123456789"
            return known.setdefault(found[0], "".join(chance.choice(digits) for _ in found[0]))

        def name(found: re.Match[str], known: dict[str, str] = names) -> str:
            return known.setdefault(found[0], "".join(chance.choice(SYLLABLES) for _ in range(3)).capitalize())

        def vary(text: str, number: Any = number, name: Any = name) -> str:
            return NAME.sub(name, NUMBER.sub(number, text))

        whole = " ".join(row["contexts"])
        passages = [(context + " " + whole * 20)[:PASSAGE] for context in row["contexts"]]
        sample = {"id": f"s{i}", "question": vary(row["question"]), "answer": vary(row["answer"])}
        sample["contexts"] = [vary(text) for text in passages]
        if row.get("ground_truth"):
            sample["ground_truth"] = vary(str(row["ground_truth"]))
        yield sample


JOB = """
import resource, sys
from raggauge import evaluate
file, out, metrics, jobs = sys.argv[1:]
evaluate(file, metrics=metrics, out=out, jobs=int(jobs), concurrency=64, skip_missing=True)
own = resource.getrusage(resource.RUSAGE_SELF)
print(own.ru_utime + own.ru_stime)
"""


@dataclass(frozen=True)
class Measured:
    """One process: wall and CPU seconds, CPU seconds without its children, peak memory in MB."""

    wall: float
    cpu: float
    own: float
    peak: float

    def busiest(self, jobs: int) -> float:
        """CPU seconds of its busiest process, which bound the wall time on free cores; it works itself too."""
        return max(self.own, (self.cpu - self.own) / (jobs - 1))


def measure(file: Path, out: Path, *, metrics: str, jobs: int = 1) -> Measured:
    """Run the job in a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, "-c", JOB, str(file), str(out), metrics, str(jobs)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    said = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"the job ended with {process.returncode}")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(time.perf_counter() - start, cpu, float(said), usage.ru_maxrss / scale)


def n_claims(out: Path) -> int:
    """How many claims the judge found in a run, of answers and references."""
    total = 0
    with (out / "samples.jsonl").open("rb") as lines:
        for line in lines:
            total += sum(len(one.get("claims", ())) for one in json.loads(line).get("evidence", ()))
    return total


def main() -> None:
    """Make the files, run the jobs, print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000", help="samples without a judge")
    parser.add_argument("--judge-sizes", default="1000", help="samples with the embedded judge")
    parser.add_argument("--jobs", type=int, default=2, help="processes to compare with one; 0 leaves this out")
    arguments = parser.parse_args()
    if not os.environ.get("RAGGAUGE_DATA"):
        sys.exit("set RAGGAUGE_DATA")
    source = rows(Path(os.environ["RAGGAUGE_DATA"]))
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"Python {platform.python_version()}, {machine}")
    print(f"{'job':34} {'samples':>8} {'CPU s':>8} {'wall s':>8} {'peak MB':>8} {'per CPU s':>18}")
    with tempfile.TemporaryDirectory() as folder:
        bench(Path(folder), source, arguments)


def bench(folder: Path, source: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    """All jobs, smallest first."""
    idle = measure(_file(folder, source, 1), folder / "idle", metrics=f"{__file__}:Overlap")
    print(_line("start and one sample", 1, idle, ""))
    for n in map(int, filter(None, arguments.sizes.split(","))):
        found = measure(_file(folder, source, n), folder / f"plain-{n}", metrics=f"{__file__}:Overlap")
        print(_line("without a judge", n, found, f"{n / (found.cpu - idle.cpu):,.0f} samples"), flush=True)
    for n in map(int, filter(None, arguments.judge_sizes.split(","))):
        file = _file(folder, source, n)
        found = measure(file, folder / f"judged-{n}", metrics=JUDGED)
        claims = n_claims(folder / f"judged-{n}")
        rate = f"{claims / (found.cpu - idle.cpu):,.0f} claims"
        print(_line("embedded judge, all its questions", n, found, rate), flush=True)
        if arguments.jobs:
            other = measure(file, folder / f"jobs-{n}", metrics=JUDGED, jobs=arguments.jobs)
            times = f"{found.wall / other.wall:.2f} times, by CPU {found.cpu / other.busiest(arguments.jobs):.2f}"
            print(_line(f"the same with --jobs {arguments.jobs}", n, other, times), flush=True)


def _file(folder: Path, source: list[dict[str, Any]], n: int) -> Path:
    path = folder / f"samples-{n}.jsonl"
    if not path.exists():
        with path.open("w", encoding="utf-8") as file:
            for sample in varied(source, n):
                file.write(json.dumps(sample, ensure_ascii=False) + "\n")
    return path


def _line(job: str, n: int, found: Measured, rate: str) -> str:
    return f"{job:34} {n:8,} {found.cpu:8.2f} {found.wall:8.2f} {found.peak:8.0f} {rate:>18}"


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()

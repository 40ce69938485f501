"""What a gate does to a system that did not change, to one that did, and how long a decision takes.

    python benchmarks/gate.py                  # some minutes
    python benchmarks/gate.py --pairs 100

1. A/A: pairs of runs of one system, four metrics each from a judge that errs and wavers as real ones do (each verdict
   is wrong for good with 8%, and flips with 10% each time), 1 and 3 repeats, with and without `--confirm 2`, against a
   baseline with a tolerance of 2% and thresholds at 98% of the baseline's means: share of pairs that FAIL.
2. A system that lost every fourth supported claim: share that FAIL.
3. A golden set of 100, a target that takes 20 ms, embedded judge: `raggauge run` and `raggauge gate` as processes.

Exits 1 when a promise is broken: more than 5% of A/A pairs fail (beyond chance), less than 90% of losses are found,
or a decision takes more than 15 s.
"""

import argparse
import hashlib
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from raggauge.evidence import Claim, Evidence, Finding, Verdict
from raggauge.gate.baseline import thresholds_from
from raggauge.gate.confirming import confirm
from raggauge.gate.decision import decide
from raggauge.gate.rules import read
from raggauge.gate.ruling import Outcome
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.run import Run
from raggauge.run.start import evaluate

METRICS = ["faithfulness", "contradiction", "context_recall", "hallucination"]
N_CLAIMS = 5
NOMINAL = 0.05


def dice(*parts: object) -> float:
    """A number in [0, 1) that depends on nothing but its parts."""
    digest = hashlib.blake2b("|".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


def wavering(pair: int, side: str, *, lost: float = 0.0) -> ScriptedJudge:
    """A judge of a side of a pair; `lost` is the share of supported claims that its system lost."""

    def verdict(sample: str, claim: str, premise: str, repeat: int) -> Verdict:
        thing = (pair, sample, claim, premise)
        supported = dice("truth", *thing) < 0.85 and dice("lost", *thing) >= lost
        supported ^= dice("wrong", *thing) < 0.08
        supported ^= dice("wavers", *thing, side, repeat) < 0.10
        if supported:
            return "supported"
        return "contradicted" if dice("against", *thing) < 0.3 else "not_found"

    def script(ask: Ask) -> Evidence:
        sample = ask.sample.id
        claims = [Claim(f"a{i}", "answer", f"claim {i}") for i in range(N_CLAIMS)]
        claims += [Claim(f"r{i}", "reference:0", f"fact {i}") for i in range(N_CLAIMS)]
        premises = [(claim.id, premise) for claim in claims for premise in _premises(claim)]
        findings = [Finding(id, premise, verdict(sample, id, premise, ask.repeat), (0,)) for id, premise in premises]
        return Evidence(sample=sample, claims=tuple(claims), findings=tuple(findings))

    return ScriptedJudge(script, name="wavering")


def _premises(claim: Claim) -> tuple[str, ...]:
    return ("contexts", "reference:0") if claim.source == "answer" else ("contexts",)


def judged(judge: ScriptedJudge, *, n: int, repeats: int) -> Run:
    """A run of n samples in memory."""
    rows = [
        {"id": f"q{i}", "question": f"question {i}", "answer": "x", "contexts": ["y"], "references": ["z"]}
        for i in range(n)
    ]
    return evaluate(rows, metrics=METRICS, judge=judge, repeats=repeats, out=False)


def outcomes(pair: int, *, n: int, repeats: int, lost: float = 0.0) -> tuple[Outcome, Outcome]:
    """What a gate says of a pair: without and with confirmation."""
    before = judged(wavering(pair, "before"), n=n, repeats=repeats)
    judge = wavering(pair, "after", lost=lost)
    after = judged(judge, n=n, repeats=repeats)
    rules = read({"baseline": {"tolerance": "2%"}, "thresholds": thresholds_from(before, share=0.98)})
    first = decide(after, rules, baseline=before)
    return first.outcome, confirm(after, rules, first, baseline=before, judge=judge).second.outcome


def share_failed(pairs: int, *, n: int, repeats: int, lost: float = 0.0) -> tuple[float, float]:
    """The share of pairs that fail: without and with confirmation."""
    found = [outcomes(pair, n=n, repeats=repeats, lost=lost) for pair in range(pairs)]
    return tuple(sum(outcome[i] == "fail" for outcome in found) / pairs for i in (0, 1))  # type: ignore[return-value]


def too_many(share: float, pairs: int) -> bool:
    """Whether a share of failures is above the nominal rate beyond chance (three standard errors)."""
    return share > NOMINAL + 3 * math.sqrt(NOMINAL * (1 - NOMINAL) / pairs)


APP = """
import asyncio

async def answer(question):
    await asyncio.sleep(0.02)
    year = 1900 + int(question.split()[-1].rstrip("?"))
    opened = f"Line {year - 1900} opened in {year}."
    return {"answer": opened, "contexts": [f"{opened} It closed in {year + 40}.", "Tickets are sold on board."]}
"""


def timed() -> dict[str, float]:
    """Seconds (wall and CPU) from an empty process to the decision on a golden set of 100."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "app.py").write_text(APP)
        rows = [
            {"id": f"q{i}", "question": f"In which year was the opening of line {i}?"}
            | {"reference": f"Line {i} opened in {1900 + i}."}
            for i in range(100)
        ]
        (home / "goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        (home / "raggauge.yaml").write_text(
            "dataset: goldens.jsonl\ntarget: app.py:answer\nmetrics: [core, hallucination, abstention]\n"
            "thresholds: {faithfulness: 0.85, context_recall: 0.8}\n"
        )
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        begun, used = time.perf_counter(), _cpu()
        for command in (["raggauge", "run", "--quiet"], ["raggauge", "gate", "last"]):
            done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
            if done.returncode:
                raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return {"wall_s": time.perf_counter() - begun, "cpu_s": _cpu() - used}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the numbers; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--samples", type=int, default=100)
    given = parser.parse_args()
    broken = False
    show: Callable[[str], None] = print
    for repeats in (1, 3):
        share, confirmed = share_failed(given.pairs, n=given.samples, repeats=repeats)
        broken |= too_many(share, given.pairs) or too_many(confirmed, given.pairs)
        show(f"A/A, {given.samples} samples, {repeats} repeat(s): {share:.3f} fail, {confirmed:.3f} with --confirm 2")
    pairs = max(20, given.pairs // 4)
    share, confirmed = share_failed(pairs, n=given.samples, repeats=3, lost=0.25)
    broken |= confirmed < 0.9
    show(f"every fourth supported claim lost, 3 repeats: {share:.3f} fail, {confirmed:.3f} with --confirm 2")
    took = timed()
    broken |= took["wall_s"] > 15
    show(
        f"golden set of 100, target 20 ms, embedded judge: decided in {took['wall_s']:.1f} s, {took['cpu_s']:.1f} CPU s"
    )
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())

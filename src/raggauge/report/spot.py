"""Items to check by hand, as CSV with two empty columns: what the judge doubts, what scored lowest, what looks good.

About twenty rows of a run, one a sample: eight whose decisive claim the judge was least sure of, eight of the lowest
scores, and four drawn from the rest, since a judge that overlooks faults can only be caught among good scores.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from raggauge.messages import reason, say
from raggauge.report.table import line, safe
from raggauge.run.run import Run, Sampled

Why = Literal["unsure", "low", "good"]
SHARES: Final[dict[Why, int]] = {"unsure": 8, "low": 8, "good": 4}
COLUMNS: Final = ("id", "why", "question", "answer", "claim", "verdict", "passages", "right", "note")
LONGEST: Final = 4_000


class Doubt(msgspec.Struct, frozen=True):
    """The claim of an answer that the judge was least sure of: how far from a coin's confidence, and its verdict."""

    distance: float
    claim: str
    verdict: str


def chunks(run: Run, /) -> Iterator[bytes]:
    """The rows in UTF-8 with a byte order mark, the doubtful first."""
    yield "\ufeff".encode()
    yield line([say(f"spot.{name}") for name in COLUMNS])
    for why, id in chosen(run):
        yield line(safe(_cells(run[id], why)))


def chosen(run: Run, /, *, seed: int = 0) -> list[tuple[Why, str]]:
    """Which samples are to be read, and why each. Fewer where the run is small; no sample twice."""
    doubts: dict[str, float] = {}
    lows: dict[str, float] = {}
    up = {entry.text: entry.direction != "down" for entry in run.manifest.metrics}
    for sampled in run:
        if (doubt := _doubt(sampled)) is not None:
            doubts[sampled.id] = doubt.distance
        known = {metric: score.value for metric, score in sampled.scores.items() if score.value is not None}
        if known:
            lows[sampled.id] = min(value if up[metric] else 1 - value for metric, value in known.items())
    taken: list[tuple[Why, str]] = []
    taken += [("unsure", id) for id in _least(doubts, (), SHARES["unsure"])]
    taken += [("low", id) for id in _least(lows, [id for _, id in taken], SHARES["low"])]
    rest = sorted(set(lows) - {id for _, id in taken})
    drawn = random.Random(seed).sample(rest, min(SHARES["good"], len(rest)))
    return taken + [("good", id) for id in sorted(drawn)]


def _least(values: dict[str, float], without: Sequence[str], n: int) -> list[str]:
    left = sorted((value, number, id) for number, (id, value) in enumerate(values.items()) if id not in set(without))
    return [id for _, _, id in left[:n]]


def _doubt(sampled: Sampled) -> Doubt | None:
    """None where no claim has a confidence, as with judges that give none."""
    if not sampled.evidence:
        return None
    evidence = sampled.evidence[0]
    found = []
    for claim in evidence.checkable("answer"):
        finding = evidence.finding(claim.id, "contexts")
        if finding is not None and (finding.confidence is not None or finding.verdict == "unsure"):
            distance = 0.0 if finding.confidence is None else abs(finding.confidence - 0.5)
            found.append(Doubt(distance, claim.text, say(f"report.{finding.verdict}")))
    return min(found, key=lambda doubt: doubt.distance) if found else None


def _cells(sampled: Sampled, why: Why) -> list[str]:
    sample, doubt = sampled.sample, _doubt(sampled)
    passages = "\n".join(f"[{k}] {context.text}" for k, context in enumerate(sample.contexts or (), 1))
    scores = ", ".join(
        f"{metric} {score.value:.2f}" if score.value is not None else f"{metric}: {reason(score.reason or '')}"
        for metric, score in sampled.scores.items()
    )
    claim, verdict = (doubt.claim, doubt.verdict) if doubt else ("", "")
    said = f"{say(f'spot.{why}')}: {scores}"
    texts = (sampled.id, said, sample.question, sample.answer, claim, verdict, passages, "", "")
    return [(text or "")[:LONGEST] for text in texts]

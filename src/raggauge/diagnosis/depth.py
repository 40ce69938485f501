"""How precision and recall grow with the number of passages, from the evidence of one retrieval: no further calls."""

from collections.abc import Iterable, Sequence

import msgspec

from raggauge.evidence import Claim, Evidence
from raggauge.messages import Language, say
from raggauge.metrics.sources import reference_claims, usefulness
from raggauge.metrics.states import answerable
from raggauge.run.run import Sampled
from raggauge.sample import Sample

NO_MORE = 0.005


class Depth(msgspec.Struct, frozen=True):
    """Mean precision and recall of the first `k` passages; `n` samples have a value."""

    k: int
    precision: float | None
    recall: float | None
    n: int


def depths(samples: Iterable[Sampled], /) -> list[Depth]:
    """Precision and recall for k = 1..K, as the judged passages and claims have them.

    Precision at k is the share of useful passages among the first k (a shorter list divides by k all the same); recall
    at k is the share of a reference's claims that the first k passages support, the best reference counting. Samples
    that cannot be answered, or whose judge left something open, are left out.
    """
    rows = [row for sampled in samples if (row := _row(sampled)) is not None]
    found = []
    for k in range(1, max((len(row[0]) for row in rows), default=0) + 1):
        precision = [sum(useful[:k]) / k for useful, _ in rows]
        recall = [steps[min(k, len(steps)) - 1] for _, steps in rows if steps]
        found.append(Depth(k, _mean(precision), _mean(recall), len(rows)))
    return found


def enough(found: Sequence[Depth], /) -> int | None:
    """The k from which on recall grows no more: by less than half a point in all."""
    last = found[-1].recall if found else None
    if last is None:
        return None
    return next((depth.k for depth in found if depth.recall is not None and last - depth.recall < NO_MORE), None)


def depth_lines(found: Sequence[Depth], enough_k: int | None, lang: Language | None = None, /) -> list[str]:
    """Precision and recall by depth as lines of text; none where there is nothing to choose."""
    if len(found) < 2:
        return []
    rows = [f"  {depth.k:>3}  {_shown(depth.precision)}  {_shown(depth.recall)}" for depth in found]
    lead = say("diagnosis.depths", lang=lang)
    last = [say("diagnosis.enough", lang=lang, k=enough_k)] if enough_k is not None else []
    return ["", lead, *rows, *last]


def _shown(value: float | None) -> str:
    return "   -" if value is None else f"{value:.2f}"


def _row(sampled: Sampled) -> tuple[list[bool], list[float]] | None:
    """Usefulness by rank, and recall of the first k for each k."""
    sample = sampled.sample
    if not sampled.evidence or not sample.contexts or not sample.references:
        return None
    evidence = sampled.evidence[0]
    if answerable(sample, evidence) is False:
        return None
    useful = usefulness(sample, evidence)
    if None in useful:
        return None
    return [bool(flag) for flag in useful], _recalls(sample, evidence)


def _recalls(sample: Sample, evidence: Evidence) -> list[float]:
    groups = reference_claims(sample, evidence)
    ranks = [[_needed(evidence, claim) for claim in claims] for claims in groups]
    if not ranks:
        return []
    n = len(sample.contexts or ())
    return [max(sum(rank <= k for rank in claims) / len(claims) for claims in ranks) for k in range(1, n + 1)]


def _needed(evidence: Evidence, claim: Claim) -> float:
    """How many passages must be read until the claim is supported; infinity where none do it."""
    found = evidence.finding(claim.id, "contexts")
    if found is None or found.verdict != "supported" or not found.support:
        return float("inf")
    return (max(found.support) if found.joint else min(found.support)) + 1


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None

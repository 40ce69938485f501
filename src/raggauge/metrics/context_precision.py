"""Do the useful passages stand first?

context_precision = sum_k u_k P@k / sum_k u_k, the average precision over the usefulness u of each rank, in [0, 1],
higher is better; 0 if no passage is useful or none was retrieved. No value for an unanswerable question. Manning,
Raghavan, Schuetze 2008, "Introduction to Information Retrieval", section 8.4 (average precision), with usefulness
judged as in RAGAS.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Refusals, Usefulness
from raggauge.metrics import sources, states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import Truth, bounds, why_open
from raggauge.sample import Sample
from raggauge.score import Score, scored, unscored


@dataclass(frozen=True)
class ContextPrecision:
    """Average precision of the contexts in rank order.

    `reference` says what a context must be useful for: reaching any reference (`"given"`), or, without references, the
    answer that was given (`"answer"`).
    """

    reference: Literal["given", "answer"] = field(default="given", metadata={"choices": ("given", "answer")})

    name: ClassVar[str] = "context_precision"
    card: ClassVar[Card] = Card(
        formula="sum_k u_k P@k / sum_k u_k",
        laws=("range", "perfect_is_one", "claim_order_free", "replay", "bounds_hold"),
        citation="Manning, Raghavan, Schuetze 2008, Introduction to Information Retrieval, 8.4",
    )

    @property
    def fields(self) -> tuple[Field, ...]:
        """Question and contexts, and what they must be useful for."""
        return ("question", "references" if self.reference == "given" else "answer", "contexts")

    @property
    def facets(self) -> frozenset[Facet]:
        """The usefulness of each context."""
        if self.reference == "answer":
            return frozenset({Usefulness("answer"), Refusals("answer"), Refusals("references")})
        return frozenset({Usefulness("reference"), Refusals("references")})

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The average precision for one sample; open ranks make it unscored with bounds."""
        if state := states.retrieval(self, sample, evidence):
            return state
        if self.reference == "answer" and (state := states.answer_claims(self, sample, evidence)):
            return state
        if sample.contexts == ():
            return states.nothing_retrieved()
        criterion: Literal["reference", "answer"] = "reference" if self.reference == "given" else "answer"
        useful = sources.usefulness(sample, evidence, criterion=criterion)
        low, high = average_precision(useful)
        return of_ranks(useful, (low, high), criterion, states.gap_of(evidence, Usefulness(criterion)))


@dataclass(frozen=True)
class UsefulContextRatio:
    """Share of the contexts that are useful for reaching any reference, whatever their rank."""

    name: ClassVar[str] = "useful_context_ratio"
    fields: ClassVar[tuple[Field, ...]] = ("question", "references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset({Usefulness("reference"), Refusals("references")})
    card: ClassVar[Card] = Card(
        formula="#{k: u_k} / K",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Manning, Raghavan, Schuetze 2008, Introduction to Information Retrieval, 8.3",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open contexts make it unscored with bounds."""
        if state := states.retrieval(self, sample, evidence):
            return state
        if sample.contexts == ():
            return states.nothing_retrieved()
        useful = sources.usefulness(sample, evidence)
        return of_ranks(useful, bounds(useful), "reference", states.gap_of(evidence, Usefulness("reference")))


def average_precision(useful: Sequence[Truth], /) -> tuple[float, float]:
    """The least and the greatest average precision over all ways of filling the open ranks; equal when none is open.

    A useful passage more can lower it (`[1, 0, 1]` is less than `[1, 0, 0]`), so the ways are searched, by the number
    of useful passages so far: for a fixed total, the terms of the sum add up rank by rank.
    """
    least: dict[int, float] = {0: 0.0}
    greatest: dict[int, float] = {0: 0.0}
    for rank, value in enumerate(useful, 1):
        least = _step(least, value, rank, min)
        greatest = _step(greatest, value, rank, max)
    return (
        min(total / n if n else 0.0 for n, total in least.items()),
        max(total / n if n else 0.0 for n, total in greatest.items()),
    )


def of_ranks(useful: Sequence[Truth], limits: tuple[float, float], criterion: str, gap: str | None) -> Score:
    """A score over ranks from its bounds, which are its value when no rank is open."""
    ids = tuple(f"useful:{k}~{criterion}" for k in range(len(useful)))
    details = {"useful_ranks": [rank for rank, value in enumerate(useful, 1) if value]}
    if None in useful:
        reason = why_open(gap, (name for name, value in zip(ids, useful, strict=True) if value is None))
        return unscored(reason, lowest=limits[0], highest=limits[1], n_asked=len(useful), evidence=ids, details=details)
    return scored(limits[0], n_asked=len(useful), evidence=ids, details=details)


def _step(sums: dict[int, float], value: Truth, rank: int, better: Callable[[float, float], float]) -> dict[int, float]:
    """The best sum of P@k per number of useful passages, one rank further."""
    found = {} if value else dict(sums)
    if value is not False:
        for n, total in sums.items():
            further = total + (n + 1) / rank
            found[n + 1] = better(found[n + 1], further) if n + 1 in found else further
    return found

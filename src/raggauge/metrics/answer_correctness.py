"""Is the answer right, in its facts and in its sense?

answer_correctness = w F1 + (1 - w) answer_similarity per reference, the best counts; in [0, 1], higher is better. F1 is
that of factual_correctness (`facts=claims`, w = 0.75) or token F1 (`facts=tokens`). An empty answer and a refusal of an
answerable question score 0; no value where no reference has a checkable claim (with `facts=claims`). The mixture is
that of RAGAS (answer correctness).
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals
from raggauge.metrics import answer_similarity, sources, states
from raggauge.metrics.factual_correctness import FACETS, f_beta, precision_of, recall_of
from raggauge.metrics.lexical_match import token_f1
from raggauge.metrics.metric import ALL_LAWS, Card
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

Bounds = tuple[float, float]
"""The least and the greatest value; equal where nothing is open."""


@dataclass(frozen=True)
class AnswerCorrectness:
    """Weighted mean of factual agreement and similarity with the best reference.

    `facts` says what facts are: claims, which a judge compares, or words; `w` is the weight of the facts.
    """

    facts: Literal["claims", "tokens"] = field(default="claims", metadata={"choices": ("claims", "tokens")})
    w: float = 0.75

    name: ClassVar[str] = "answer_correctness"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references")
    card: ClassVar[Card] = Card(
        formula="max over g of w F1(a, g) + (1 - w) sim(a, g)",
        laws=ALL_LAWS,
        citation="RAGAS documentation 2024, answer correctness",
    )

    def __post_init__(self) -> None:
        if not 0.0 <= self.w <= 1.0:
            raise UsageError("metric.bad_weight", value=self.w)

    @property
    def facets(self) -> frozenset[Facet]:
        """Similarity and refusals, and for claims those of both sides with their verdicts."""
        if self.facts == "claims":
            return FACETS | {answer_similarity.FACET}
        return frozenset({answer_similarity.FACET, Refusals("answer"), Refusals("references")})

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The weighted mean for one sample; open verdicts or similarities make it unscored with bounds."""
        if state := states.answer_quality(self, sample, evidence):
            return state
        alike = answer_similarity.similarities(sample, evidence)
        facts: dict[int, Bounds] = {}
        waiting = answer_similarity.open_reason(evidence, alike) if None in alike else None
        if self.facts == "tokens":
            facts = _token_f1(sample)
        else:
            facts, reason = _claim_f1(sample, evidence)
            waiting = reason or waiting
        if not facts:
            return not_applicable("no checkable claim in the references")
        mixed = {i: self._mixed(limits, alike[i]) for i, limits in facts.items()}
        lowest, highest = (max(limits[side] for limits in mixed.values()) for side in (0, 1))
        if waiting is not None:
            return unscored(waiting, lowest=lowest, highest=highest, n_asked=len(facts))
        best = max(mixed, key=lambda i: mixed[i])
        details = {"f1": facts[best][1], "similarity": alike[best], "reference": best}
        return scored(highest, n_asked=len(facts), details=details)

    def _mixed(self, facts: Bounds, similarity: float | None) -> Bounds:
        low, high = (0.0, 1.0) if similarity is None else (similarity, similarity)
        w = self.w
        return min(1.0, w * facts[0] + (1 - w) * low), min(1.0, w * facts[1] + (1 - w) * high)


def _claim_f1(sample: Sample, evidence: Evidence) -> tuple[dict[int, Bounds], str | None]:
    """F1 against each reference that has checkable claims, and why some of it is open."""
    precision = precision_of(sample, evidence)
    if states.gap_of(evidence, Claims("references")):
        sides = dict.fromkeys(range(len(sample.references or ())), recall_of(sample, evidence, []))
    else:
        claims = sources.claims_by_reference(sample, evidence)
        sides = {i: recall_of(sample, evidence, [found]) for i, found in claims.items()}
    waiting = next((side.reason for side in (precision, *sides.values()) if side.state == "unscored"), None)
    limits = {
        i: (
            f_beta(precision.lowest or 0.0, recall.lowest or 0.0),
            f_beta(precision.highest or 0.0, recall.highest or 0.0),
        )
        for i, recall in sides.items()
    }
    return limits, waiting


def _token_f1(sample: Sample) -> dict[int, Bounds]:
    values = {i: token_f1(sample.answer or "", reference) for i, reference in enumerate(sample.references or ())}
    return {i: (value, value) for i, value in values.items()}

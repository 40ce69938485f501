"""Does the answer read like the right answer?

answer_similarity = min(1, max(0, cos(e(a), e(g)))), the best of the references; in [0, 1], higher is better. Identical
text is exactly 1, a zero vector gives 0, an empty answer 0. A refusal is compared like any other text. Risch et al.
2021, "Semantic Answer Similarity for Evaluating Question Answering Models".
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Similarity
from raggauge.metrics import states
from raggauge.metrics.answer_relevance import clamp
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import why_open
from raggauge.sample import Sample
from raggauge.score import Score, scored, unscored

FACET = Similarity("answer", "references")


@dataclass(frozen=True)
class AnswerSimilarity:
    """Cosine of the embeddings of answer and reference, never below 0; the best reference counts."""

    name: ClassVar[str] = "answer_similarity"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references")
    facets: ClassVar[frozenset[Facet]] = frozenset({FACET})
    card: ClassVar[Card] = Card(
        formula="max over g of min(1, max(0, cos(e(a), e(g))))",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Risch et al. 2021, Semantic Answer Similarity for Evaluating Question Answering Models",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The best cosine for one sample; missing ones make it unscored with bounds."""
        if state := states.likeness(self, sample):
            return state
        values = similarities(sample, evidence)
        lowest = max(value or 0.0 for value in values)
        details = {"per_reference": values}
        if None in values:
            return unscored(open_reason(evidence, values), lowest=lowest, n_asked=len(values), details=details)
        return scored(lowest, n_asked=len(values), details=details)


def similarities(sample: Sample, evidence: Evidence, /) -> list[float | None]:
    """The similarity to each reference: exactly 1.0 to an identical text, None where the judge left it open."""
    cosines = evidence.similarities.get("answer~references", ())
    return [
        1.0 if reference == sample.answer else clamp(cosines[i]) if i < len(cosines) else None
        for i, reference in enumerate(sample.references or ())
    ]


def open_reason(evidence: Evidence, values: list[float | None], /) -> str:
    """Why similarities are open."""
    left_out = (f"similarity:{i}" for i, value in enumerate(values) if value is None)
    return why_open(states.gap_of(evidence, FACET), left_out)

"""Does the answer speak to the question?

answer_relevance = mean over n questions q_i, made from the answer alone, of min(1, max(0, cos(e(q), e(q_i)))); in
[0, 1], higher is better. An empty answer and a refusal of an answerable question score 0; the refusal of an
unanswerable one has no value. A judge that makes no questions leaves the cosine of question and answer instead; the
label then says `direct estimate`. Es et al. 2023, "RAGAS", section 3 (answer relevance).
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Refusals, ReverseQuestions
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.sample import Sample
from raggauge.score import Score, scored, unscored


@dataclass(frozen=True)
class AnswerRelevance:
    """How near the questions that the answer would fit come to the question asked.

    `n` is how many such questions the judge makes. The details hold each cosine and the method.
    """

    n: int = 3

    name: ClassVar[str] = "answer_relevance"
    fields: ClassVar[tuple[Field, ...]] = ("question", "answer")
    card: ClassVar[Card] = Card(
        formula="mean over i of min(1, max(0, cos(e(q), e(q_i))))",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Es et al. 2023, RAGAS: Automated Evaluation of Retrieval Augmented Generation",
    )

    @property
    def facets(self) -> frozenset[Facet]:
        """The reverse questions, and who refuses."""
        return frozenset({ReverseQuestions(self.n), Refusals("answer"), Refusals("references")})

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The mean cosine for one sample; questions that did not come make it unscored with bounds."""
        if state := states.answer_quality(self, sample, evidence):
            return state
        cosines = evidence.similarities.get("question~reverse_questions", ())[: self.n]
        direct = evidence.similarities.get("question~answer", ())
        if not cosines and direct:
            method = "direct estimate"
            return scored(clamp(direct[0]), n_asked=1, label=method, details={"method": method})
        total, n_open = sum(map(clamp, cosines)), self.n - len(cosines)
        details = {"method": "reverse questions", "cosines": list(cosines)}
        if n_open:
            gap = states.gap_of(evidence, ReverseQuestions(self.n))
            return unscored(
                states.reason_of(gap or f"{n_open} of {self.n} questions did not come"),
                lowest=total / self.n,
                highest=min(1.0, (total + n_open) / self.n),
                n_asked=self.n,
                details=details,
            )
        return scored(min(1.0, total / self.n), n_asked=self.n, details=details)


def clamp(cosine: float, /) -> float:
    """A cosine as a score: below 0 is 0, and rounding over 1 is 1."""
    return min(1.0, max(0.0, cosine))

"""Does the answer say what the right answer says, no less and no more?

precision = #{x in A: sup(x, g)} / #A over any reference, recall = #{y in R: sup(y, a)} / #R per reference, the best
counts; factual_correctness = (1 + beta^2) P R / (beta^2 P + R), 0 when both are 0; in [0, 1], higher is better. Each
side counts its own claims. An empty answer and a refusal of an answerable question score 0; an answer without checkable
claims has precision 0. No value where no reference has a checkable claim. The F measure: van Rijsbergen 1979,
"Information Retrieval", chapter 7; over claims as in RAGAS.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import ALL_LAWS, Card
from raggauge.metrics.shares import best_share, share
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

FACETS: frozenset[Facet] = frozenset(
    {
        Claims("answer"),
        Claims("references"),
        Support("answer", "references"),
        Support("references", "answer"),
        Refusals("answer"),
        Refusals("references"),
    }
)


@dataclass(frozen=True)
class FactualCorrectness:
    """F-beta of claim precision and claim recall between the answer and the references.

    `beta` over 1 weighs recall more; `part` gives `precision` or `recall` alone. Both stand in the details.
    """

    beta: float = 1.0
    part: Literal["f", "precision", "recall"] = field(default="f", metadata={"choices": ("f", "precision", "recall")})

    name: ClassVar[str] = "factual_correctness"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references")
    facets: ClassVar[frozenset[Facet]] = FACETS
    card: ClassVar[Card] = Card(
        formula="F_beta of P = #{x in A: sup(x, g)} / #A and R = max over g of #{y in R: sup(y, a)} / #R",
        laws=ALL_LAWS,
        citation="van Rijsbergen 1979, Information Retrieval, chapter 7",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The F for one sample; open verdicts make it unscored with bounds."""
        if state := states.answer_quality(self, sample, evidence):
            return state
        references = sources.reference_claims(sample, evidence)
        if not references and states.gap_of(evidence, Claims("references")) is None:
            return not_applicable("no checkable claim in the references")
        precision, recall = precision_of(sample, evidence), recall_of(sample, evidence, references)
        sides = {"f": (precision, recall), "precision": (precision,), "recall": (recall,)}[self.part]
        lowest = self._value(precision.lowest or 0.0, recall.lowest or 0.0)
        highest = self._value(precision.highest or 0.0, recall.highest or 0.0)
        ids = precision.evidence + recall.evidence
        waiting = next((side for side in sides if side.state == "unscored"), None)
        details = {"precision": precision.value, "recall": recall.value}
        if waiting is not None:
            return unscored(
                waiting.reason or "", lowest=lowest, highest=highest, n_asked=len(ids), details=details, evidence=ids
            )
        return scored(highest, n_asked=len(ids), details=details, evidence=ids)

    def _value(self, precision: float, recall: float) -> float:
        if self.part == "f":
            return f_beta(precision, recall, self.beta)
        return precision if self.part == "precision" else recall


def precision_of(sample: Sample, evidence: Evidence, /) -> Score:
    """#{x in A: sup(x, g)} / #A; 0 for an answer without checkable claims."""
    if gap := states.gap_of(evidence, Claims("answer")):
        return states.failed(gap)
    claims = evidence.checkable("answer")
    if not claims:
        return scored(0.0, n_asked=0)
    gap = states.gap_of(evidence, Support("answer", "references"))
    return share(claims, lambda claim: sources.in_references(sample, evidence, claim), gap=gap)


def recall_of(sample: Sample, evidence: Evidence, references: list[tuple[Claim, ...]], /) -> Score:
    """#{y in R: sup(y, a)} / #R, the best of the references."""
    if gap := states.gap_of(evidence, Claims("references")):
        return states.failed(gap)
    gap = states.gap_of(evidence, Support("references", "answer"))
    return best_share(references, lambda claim: sources.in_answer(sample, evidence, claim), gap=gap)


def f_beta(precision: float, recall: float, beta: float = 1.0, /) -> float:
    """(1 + beta^2) P R / (beta^2 P + R): 0 when both are 0, exactly 1.0 when both are 1, nothing over 1."""
    below = beta * beta * precision + recall
    return min(1.0, (1 + beta * beta) * precision * recall / below) if below else 0.0

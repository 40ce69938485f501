"""Does the system answer what can be answered, and refuse what cannot?

abstention = 1 for an answer to an answerable question and for the refusal of an unanswerable one, else 0; the label
says which of the four: `answered`, `wrong_answer`, `right_refusal`, `wrong_refusal`. An empty answer is a refusal. No
value where nothing says whether the question can be answered. For a set, also the precision and recall of refusals.
Rajpurkar et al. 2018, "Know What You Don't Know: Unanswerable Questions for SQuAD".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Refusals
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored

LABELS: Final[dict[tuple[bool, bool], str]] = {
    (True, False): "answered",
    (False, False): "wrong_answer",
    (False, True): "right_refusal",
    (True, True): "wrong_refusal",
}
"""(answerable, refuses) -> label."""


@dataclass(frozen=True)
class Abstention:
    """Whether the answer rightly answers or rightly refuses.

    Answerability is `metadata.answerable`; without it, a question is answerable if a reference is no refusal, and
    unanswerable if all references refuse.
    """

    name: ClassVar[str] = "abstention"
    fields: ClassVar[tuple[Field, ...]] = ("answer",)
    facets: ClassVar[frozenset[Facet]] = frozenset({Refusals("answer"), Refusals("references")})
    card: ClassVar[Card] = Card(
        formula="1 if answerable and answered, or unanswerable and refused; else 0",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Rajpurkar et al. 2018, Know What You Don't Know: Unanswerable Questions for SQuAD",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """1 or 0 for one sample, with the label."""
        if state := states.missing(sample, self.fields) or states.open_refusals(self, sample, evidence):
            return state
        can = states.answerable(sample, evidence)
        if can is None:
            return not_applicable("answerability unknown")
        label = LABELS[can, states.is_blank(sample.answer) or states.abstains(sample, evidence)]
        return scored(float(label in ("answered", "right_refusal")), n_asked=1, label=label, parts={label: 1.0})

    def combine(self, scores: Sequence[Score], /) -> Score:
        """The two by two table of a set: the share that is right, and the precision and recall of its refusals.

        Refusal precision is right refusals over all refusals, refusal recall right refusals over all unanswerable
        questions; each is None where nothing stands below the line.
        """
        counts = {label: sum(score.parts.get(label, 0.0) for score in scores) for label in LABELS.values()}
        total = sum(counts.values())
        if not total:
            return not_applicable("answerability unknown")
        right = counts["right_refusal"]
        details = {
            **counts,
            "refusal_precision": _ratio(right, counts["wrong_refusal"]),
            "refusal_recall": _ratio(right, counts["wrong_answer"]),
        }
        return scored((counts["answered"] + right) / total, n_asked=round(total), details=details, parts=counts)


def _ratio(right: float, wrong: float) -> float | None:
    return right / (right + wrong) if right + wrong else None

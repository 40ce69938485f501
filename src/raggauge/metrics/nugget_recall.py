"""How many of the facts that a right answer must hold does this answer hold?

nugget_recall = sum w v / sum w over the nuggets, w = 1 for vital ones and 0.5 for the rest, v = 1 where the answer
holds it, 0.5 where it does partly; in [0, 1], higher is better. Nuggets are `metadata.nuggets`, or made from each
reference (then all vital, and the best reference counts). An empty answer and a refusal of an answerable question score
0. Pradeep et al. 2024, "Initial Nugget Evaluation Results for the TREC 2024 RAG Track" (AutoNuggetizer).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from raggauge.evidence import Evidence, Nugget
from raggauge.facets import Facet, Field, Nuggets, Refusals
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import why_open
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

VITAL, OKAY, PARTLY = 1.0, 0.5, 0.5


@dataclass(frozen=True)
class NuggetRecall:
    """Weighted share of the nuggets that the answer holds.

    `vital_only` leaves the others out; `strict` counts a nugget that is partly there as not there.
    """

    vital_only: bool = field(default=False, metadata={"choices": (False, True)})
    strict: bool = field(default=False, metadata={"choices": (False, True)})

    name: ClassVar[str] = "nugget_recall"
    fields: ClassVar[tuple[Field, ...]] = ("answer",)
    facets: ClassVar[frozenset[Facet]] = frozenset({Nuggets(), Refusals("answer"), Refusals("references")})
    card: ClassVar[Card] = Card(
        formula="sum w v / sum w; w = 1 vital, 0.5 okay; v = 1 supported, 0.5 partly, 0 not",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Pradeep et al. 2024, Initial Nugget Evaluation Results for the TREC 2024 RAG Track",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The weighted share for one sample; ungraded nuggets make it unscored with bounds."""
        if state := states.answer_quality(self, sample, evidence):
            return state
        if not sample.metadata.get("nuggets") and (state := states.missing(sample, ("references",))):
            return state
        groups: dict[int | None, list[Nugget]] = {}
        for nugget in evidence.nuggets:
            if nugget.vital or not self.vital_only:
                groups.setdefault(nugget.reference, []).append(nugget)
        gap = states.gap_of(evidence, Nuggets())
        if gap is not None and all(nugget.grade for nugget in evidence.nuggets):
            return states.failed(gap)
        left_out = [nugget.id for group in groups.values() for nugget in group if nugget.grade is None]
        if not groups:
            return not_applicable("no nugget")
        limits = [self._bounds(group) for group in groups.values()]
        lowest, highest = (max(pair[side] for pair in limits) for side in (0, 1))
        ids = tuple(nugget.id for group in groups.values() for nugget in group)
        n_asked = max(len(group) for group in groups.values())
        if left_out:
            reason = why_open(gap, left_out)
            return unscored(reason, lowest=lowest, highest=highest, n_asked=n_asked, evidence=ids)
        return scored(highest, n_asked=n_asked, evidence=ids)

    def _bounds(self, nuggets: Sequence[Nugget]) -> tuple[float, float]:
        """The least and the greatest weighted share, for nuggets without a grade at either end."""
        values = {"supported": 1.0, "partly": 0.0 if self.strict else PARTLY, "not_supported": 0.0}
        total = sum(VITAL if nugget.vital else OKAY for nugget in nuggets)
        lowest = highest = 0.0
        for nugget in nuggets:
            weight = VITAL if nugget.vital else OKAY
            lowest += weight * (values[nugget.grade] if nugget.grade else 0.0)
            highest += weight * (values[nugget.grade] if nugget.grade else 1.0)
        return lowest / total, highest / total

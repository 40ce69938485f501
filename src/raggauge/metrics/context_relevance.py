"""Do the passages speak to the question, whatever the right answer is?

context_relevance = mean over contexts of grade / 3, each graded 0 (not at all) to 3 (answers the question); in [0, 1],
higher is better; 0 when nothing was retrieved. The details hold the first, best and worst grade. The scale follows
Thakur et al. 2024 (TREC RAG track) and the UMBRELA grades of Upadhyay et al. 2024.
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Grades
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import why_open
from raggauge.sample import Sample
from raggauge.score import Score, scored, unscored

TOP = 3


@dataclass(frozen=True)
class ContextRelevance:
    """Mean graded relevance of the contexts to the question."""

    name: ClassVar[str] = "context_relevance"
    fields: ClassVar[tuple[Field, ...]] = ("question", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset({Grades()})
    card: ClassVar[Card] = Card(
        formula="mean over k of grade_k / 3",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Upadhyay et al. 2024, UMBRELA: Open-Source Reproduction of the Bing RELevance Assessor",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The mean grade for one sample; contexts without a grade make it unscored with bounds."""
        if state := states.passages(self, sample):
            return state
        n = len(sample.contexts or ())
        found = {entry.context: entry.grade for entry in evidence.grades if entry.context < n}
        ids = tuple(f"grade:{k}" for k in range(n))
        total, n_open = sum(found.values()), n - len(found)
        details = {
            "first": found.get(0),
            "best": max(found.values(), default=None),
            "worst": min(found.values(), default=None),
        }
        if n_open:
            reason = why_open(states.gap_of(evidence, Grades()), (ids[k] for k in range(n) if k not in found))
            lowest, highest = total / (TOP * n), (total + TOP * n_open) / (TOP * n)
            return unscored(reason, lowest=lowest, highest=highest, n_asked=n, details=details, evidence=ids)
        return scored(total / (TOP * n), n_asked=n, details=details, evidence=ids)

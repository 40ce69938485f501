"""Was everything retrieved that a right answer needs?

context_recall = #{y in R: sup(y, C)} / #R per reference, the best counts; in [0, 1], higher is better. References
without checkable claims are skipped. No value for an unanswerable question or where no reference has a checkable
claim; 0 when nothing was retrieved. Es et al. 2023, "RAGAS" (context recall), over claims instead of sentences.
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import ALL_LAWS, Card
from raggauge.metrics.shares import best_share
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable


@dataclass(frozen=True)
class ContextRecall:
    """Share of a reference's checkable claims that the contexts support; the best reference counts."""

    name: ClassVar[str] = "context_recall"
    fields: ClassVar[tuple[Field, ...]] = ("references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("references"), Support("references", "contexts"), Refusals("references")}
    )
    card: ClassVar[Card] = Card(
        formula="max over g of #{y in R: sup(y, C)} / #R",
        laws=ALL_LAWS,
        citation="Es et al. 2023, RAGAS: Automated Evaluation of Retrieval Augmented Generation",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        if state := states.retrieval(self, sample, evidence):
            return state
        gap = states.gap_of(evidence, Claims("references"))
        references = sources.reference_claims(sample, evidence)
        if not references and gap is None:
            return not_applicable("no checkable claim in the references")
        if sample.contexts == ():
            return states.nothing_retrieved()
        if gap is not None:
            return states.failed(gap)
        return best_share(
            references,
            lambda claim: sources.in_contexts(sample, evidence, claim),
            gap=states.gap_of(evidence, Support("references", "contexts")),
        )

"""How much of the answer is right but comes from the model itself, not from what was retrieved?

self_knowledge = #{x in A: sup(x, g), not sup(x, C)} / #A, in [0, 1]. Neither good nor bad by itself: right today, but
nothing holds it to the documents. No value for an abstention, an empty answer or an answer without checkable claims.
Where nothing was retrieved the formula stands: nothing is supported by C. Ru et al. 2024, "RAGChecker", section 3.3.
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import both, opposite, share
from raggauge.sample import Sample
from raggauge.score import Score


@dataclass(frozen=True)
class SelfKnowledge:
    """Share of the answer's checkable claims that a reference supports and the contexts do not."""

    name: ClassVar[str] = "self_knowledge"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("answer"), Support("answer", "contexts"), Support("answer", "references"), Refusals("answer")}
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: sup(x, g), not sup(x, C)} / #A",
        laws=("range", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Ru et al. 2024, RAGChecker: A Fine-grained Framework for Diagnosing RAG",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; a claim whose verdicts leave it open makes it unscored with bounds."""
        claims = states.claims_or_state(self, sample, evidence)
        if isinstance(claims, Score):
            return claims
        return share(
            claims,
            lambda claim: both(
                sources.in_references(sample, evidence, claim),
                opposite(sources.in_contexts(sample, evidence, claim)),
            ),
            gap=states.gap_of(evidence, Support("answer", "contexts"), Support("answer", "references")),
        )

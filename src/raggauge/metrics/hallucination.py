"""Does the answer claim things that neither the passages nor the right answer know?

hallucination = #{x in A: not sup(x, g), not sup(x, C)} / #A, in [0, 1], lower is better. No value for an abstention,
an empty answer or an answer without checkable claims. Where nothing was retrieved the formula stands: nothing is
supported by C. Together with faithfulness and self_knowledge it makes 1: Ru et al. 2024, "RAGChecker", section 3.3.
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import ALL_LAWS, Card, Direction
from raggauge.metrics.shares import both, opposite, share
from raggauge.sample import Sample
from raggauge.score import Score


@dataclass(frozen=True)
class Hallucination:
    """Share of the answer's checkable claims that neither contexts nor references support; lower is better."""

    name: ClassVar[str] = "hallucination"
    direction: ClassVar[Direction] = "down"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("answer"), Support("answer", "contexts"), Support("answer", "references"), Refusals("answer")}
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: not sup(x, g), not sup(x, C)} / #A",
        laws=ALL_LAWS,
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
                opposite(sources.in_references(sample, evidence, claim)),
                opposite(sources.in_contexts(sample, evidence, claim)),
            ),
            gap=states.gap_of(evidence, Support("answer", "contexts"), Support("answer", "references")),
        )

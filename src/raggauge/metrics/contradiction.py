"""Does what was retrieved speak against what the answer claims?

contradiction = #{x in A: contradicted by C} / #A, in [0, 1], lower is better. A claim that one context supports and
another contradicts counts as supported and is listed as conflicting. No value for an abstention, an empty answer, an
answer without checkable claims, or where nothing was retrieved (0 would be praise). The natural-language-inference
reading of support: Honovich et al. 2022, "TRUE: Re-evaluating Factual Consistency Evaluation".
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import ALL_LAWS, Card, Direction
from raggauge.metrics.shares import Truth, share
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable


@dataclass(frozen=True)
class Contradiction:
    """Share of the answer's checkable claims that the contexts contradict; lower is better."""

    name: ClassVar[str] = "contradiction"
    direction: ClassVar[Direction] = "down"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("answer"), Support("answer", "contexts"), Refusals("answer")}
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: contradicted by C} / #A",
        laws=ALL_LAWS,
        citation="Honovich et al. 2022, TRUE: Re-evaluating Factual Consistency Evaluation",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        claims = states.claims_or_state(self, sample, evidence, without_contexts=not_applicable("no contexts"))
        if isinstance(claims, Score):
            return claims

        def contradicted(claim: Claim) -> Truth:
            verdict = evidence.verdict(claim.id, "contexts")
            return None if verdict is None else verdict == "contradicted"

        counts = sources.verdict_counts(evidence, claims)
        gap = states.gap_of(evidence, Support("answer", "contexts"))
        return share(claims, contradicted, gap=gap, conflicting=counts["conflicting"])

"""Is what the answer claims supported by what was retrieved?

faithfulness = #{x in A: sup(x, C)} / #A, in [0, 1], higher is better. No value for an abstention, an empty answer or
an answer without checkable claims; 0 when nothing was retrieved. Es et al. 2023, "RAGAS", section 3 (faithfulness).
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import share
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable


@dataclass(frozen=True)
class Faithfulness:
    """Share of the answer's checkable claims that the contexts support, alone or together."""

    name: ClassVar[str] = "faithfulness"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("answer"), Support("answer", "contexts"), Refusals("answer")}
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: sup(x, C)} / #A",
        laws=(
            "range",
            "perfect_is_one",
            "monotone_in_support",
            "context_order_free",
            "claim_order_free",
            "replay",
            "bounds_hold",
        ),
        citation="Es et al. 2023, RAGAS: Automated Evaluation of Retrieval Augmented Generation",
        also_called=("TruLens: groundedness",),
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        if state := states.answer_claims(sample, evidence, self.fields):
            return state
        if gap := evidence.gaps.get(Claims("answer").key):
            return states.failed(gap)
        claims = evidence.checkable("answer")
        if not claims:
            return not_applicable("no checkable claim")
        if sample.contexts == ():
            return states.nothing_retrieved(n_asked=len(claims))
        return share(
            claims,
            lambda claim: supported(evidence, claim.id),
            gap=evidence.gaps.get(Support("answer", "contexts").key),
        )


def supported(evidence: Evidence, claim: str) -> bool | None:
    """sup(x, C): whether the contexts support the claim; None when the judge left it open."""
    verdict = evidence.verdict(claim, "contexts")
    return None if verdict is None else verdict == "supported"

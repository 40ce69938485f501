"""Is what the answer claims supported by what was retrieved?

faithfulness = #{x in A: sup(x, C)} / #A, in [0, 1], higher is better. No value for an abstention, an empty answer or
an answer without checkable claims; 0 when nothing was retrieved. Es et al. 2023, "RAGAS", section 3 (faithfulness).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import ALL_LAWS, Card
from raggauge.metrics.shares import share
from raggauge.sample import Sample
from raggauge.score import Score


@dataclass(frozen=True)
class Faithfulness:
    """Share of the answer's checkable claims that the contexts support, alone or together.

    The details divide the rest into contradicted, unsure and not found, and name claims on which contexts disagree.
    """

    name: ClassVar[str] = "faithfulness"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {Claims("answer"), Support("answer", "contexts"), Refusals("answer")}
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: sup(x, C)} / #A",
        laws=ALL_LAWS,
        citation="Es et al. 2023, RAGAS: Automated Evaluation of Retrieval Augmented Generation",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        claims = states.claims_or_state(self, sample, evidence, without_contexts=states.nothing_retrieved())
        if isinstance(claims, Score):
            return claims
        return share(
            claims,
            lambda claim: sources.in_contexts(sample, evidence, claim),
            gap=states.gap_of(evidence, Support("answer", "contexts")),
            n_not_checkable=sources.n_not_checkable(evidence, "answer"),
            **sources.verdict_counts(evidence, claims),
            **_support(evidence, claims),
        )


def _support(evidence: Evidence, claims: Sequence[Claim]) -> dict[str, float]:
    """The mean and the least probability of support over the claims, and what lies halfway between them.

    Only where the judge gave one for each claim. Agreement with people is measured on these, since the score itself
    counts verdicts: the mean forgives one invented claim among many, the least one forgives none, people do something
    in between.
    """
    found = [evidence.finding(claim.id, "contexts") for claim in claims]
    known = [one.confidence for one in found if one is not None and one.confidence is not None]
    if not known or len(known) < len(claims):
        return {}
    mean, least = sum(known) / len(known), min(known)
    return {"support": round((mean + least) / 2, 6), "support_mean": round(mean, 6), "support_min": least}

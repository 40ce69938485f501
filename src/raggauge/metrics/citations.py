"""Do the passages that the answer cites support what it claims, and is every claim covered by what it cites?

citation_precision = #{citations whose passage alone supports the citing claim, or belongs to the smallest set of those
cited that does it together} / #citations; citation_recall = #{x in A: the passages cited by x support it together} /
#A. Both in [0, 1], higher is better. `[n]` cites the context of rank n, counted from 1; a number out of range supports
nothing. No value for an abstention, an empty answer or an answer without checkable claims; precision has none without
citations, recall is 0 then; both are 0 when nothing was retrieved. Gao et al. 2023, "Enabling Large Language Models to
Generate Text with Citations" (ALCE).
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import Truth, share, share_of
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable

FACETS: frozenset[Facet] = frozenset({Claims("answer"), Support("answer", "cited"), Refusals("answer")})


@dataclass(frozen=True)
class CitationPrecision:
    """Share of the citations that support the claim they stand at, alone or as a needed part of a set."""

    name: ClassVar[str] = "citation_precision"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "contexts")
    facets: ClassVar[frozenset[Facet]] = FACETS
    card: ClassVar[Card] = Card(
        formula="#{(x, n): c_n alone supports x, or is in the smallest set cited by x that does} / #citations",
        laws=("range", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Gao et al. 2023, Enabling Large Language Models to Generate Text with Citations",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        claims = _claims(self, sample, evidence)
        if isinstance(claims, Score):
            return claims
        cited = [(claim, n) for claim in claims for n in dict.fromkeys(claim.citations)]
        if not cited:
            return not_applicable("no citation")
        if sample.contexts == ():
            return states.nothing_retrieved()
        entries = [(f"{claim.id}[{n}]", _supports(sample, evidence, claim, n)) for claim, n in cited]
        return share_of(entries, gap=states.gap_of(evidence, Support("answer", "cited")))


@dataclass(frozen=True)
class CitationRecall:
    """Share of the answer's checkable claims that the passages they cite support together."""

    name: ClassVar[str] = "citation_recall"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "contexts")
    facets: ClassVar[frozenset[Facet]] = FACETS
    card: ClassVar[Card] = Card(
        formula="#{x in A: the passages cited by x support it} / #A",
        laws=("range", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Gao et al. 2023, Enabling Large Language Models to Generate Text with Citations",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        claims = _claims(self, sample, evidence)
        if isinstance(claims, Score):
            return claims
        if sample.contexts == ():
            return states.nothing_retrieved()
        n_contexts = len(sample.contexts or ())

        def covered(claim: Claim) -> Truth:
            return sources.in_cited(evidence, claim) if any(0 < n <= n_contexts for n in claim.citations) else False

        n_without = sum(not claim.citations for claim in claims)
        return share(claims, covered, gap=states.gap_of(evidence, Support("answer", "cited")), n_uncited=n_without)


def _claims(
    metric: CitationPrecision | CitationRecall, sample: Sample, evidence: Evidence
) -> tuple[Claim, ...] | Score:
    """The claims; where even these are missing and nothing was retrieved, the score is 0 all the same."""
    unknown = states.gap_of(evidence, Claims("answer")) is not None
    return states.claims_or_state(
        metric, sample, evidence, without_contexts=states.nothing_retrieved() if unknown else None
    )


def _supports(sample: Sample, evidence: Evidence, claim: Claim, n: int) -> Truth:
    """Whether citation `[n]` of the claim is one that supports it."""
    if not 0 < n <= len(sample.contexts or ()):
        return False
    found = evidence.finding(claim.id, "cited")
    return None if found is None else found.verdict == "supported" and n - 1 in found.support

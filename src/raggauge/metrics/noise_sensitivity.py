"""Do the passages lead the answer to wrong claims, though they hold (or do not hold) the right answer?

noise_sensitivity(mode=relevant) = #{x in A: not sup(x, g), sup(x, C), J(x) has a useful context} / #A;
noise_sensitivity(mode=irrelevant): the same with no useful context in J(x). In [0, 1], lower is better. J(x) are the
contexts that support x alone or, where none does, the smallest set that does it together. No value for an abstention,
an empty answer, an answer without checkable claims, or where nothing was retrieved (0 would be praise). Ru et al.
2024, "RAGChecker", section 3.3; the mode names follow RAGAS.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support, Usefulness
from raggauge.metrics import sources, states
from raggauge.metrics.metric import Card, Direction
from raggauge.metrics.shares import Truth, any_of, both, opposite, share
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable


@dataclass(frozen=True)
class NoiseSensitivity:
    """Share of the answer's claims that are wrong and come from useful (or useless) contexts; lower is better.

    `mode` says whose: `relevant` (a useful context supports the wrong claim) or `irrelevant` (only useless ones do).
    """

    mode: Literal["relevant", "irrelevant"] = field(
        default="relevant", metadata={"choices": ("relevant", "irrelevant"), "always": True}
    )

    name: ClassVar[str] = "noise_sensitivity"
    direction: ClassVar[Direction] = "down"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {
            Claims("answer"),
            Support("answer", "contexts"),
            Support("answer", "references"),
            Usefulness("reference"),
            Refusals("answer"),
            Refusals("references"),
        }
    )
    card: ClassVar[Card] = Card(
        formula="#{x in A: not sup(x, g), sup(x, C), J(x) has a (no) useful context} / #A",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Ru et al. 2024, RAGChecker: A Fine-grained Framework for Diagnosing RAG",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; a claim whose verdicts leave it open makes it unscored with bounds."""
        claims = states.claims_or_state(self, sample, evidence, without_contexts=not_applicable("no contexts"))
        if isinstance(claims, Score):
            return claims
        useful = sources.usefulness(sample, evidence)

        def misled(claim: Claim) -> Truth:
            supported = sources.in_contexts(sample, evidence, claim)
            wrong = both(opposite(sources.in_references(sample, evidence, claim)), supported)
            return both(wrong, self._by_these(useful, evidence.support_set(claim.id) if supported else None))

        gap = states.gap_of(
            evidence, Support("answer", "contexts"), Support("answer", "references"), Usefulness("reference")
        )
        return share(claims, misled, gap=gap)

    def _by_these(self, useful: list[Truth], support: tuple[int, ...] | None) -> Truth:
        """Whether the contexts in J(x) are those of the mode; an open J(x) may be any set of contexts."""
        if self.mode == "relevant":
            if support is None:
                return False if True not in useful and None not in useful else None
            return any_of(useful[k] for k in support if k < len(useful))
        if support is None:
            return False if False not in useful and None not in useful else None
        return opposite(any_of(useful[k] for k in support if k < len(useful)))

"""Does the answer use what was found?

context_utilization = #{y in R: sup(y, C) and sup(y, a)} / #{y in R: sup(y, C)} per reference, the best counts; in
[0, 1], higher is better. A refusal of an answerable question has used nothing: 0. No value for an unanswerable
question, where nothing was retrieved, or where the contexts support no claim of any reference. Ru et al. 2024,
"RAGChecker", section 3.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field, Refusals, Support
from raggauge.metrics import sources, states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import Truth, why_open
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

Pair = tuple[Truth, Truth]
"""Whether a reference claim is supported by the contexts, and by the answer."""


@dataclass(frozen=True)
class ContextUtilization:
    """Share of what the contexts hold of a reference that the answer says; the best reference counts."""

    name: ClassVar[str] = "context_utilization"
    fields: ClassVar[tuple[Field, ...]] = ("answer", "references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset(
        {
            Claims("references"),
            Support("references", "contexts"),
            Support("references", "answer"),
            Refusals("answer"),
            Refusals("references"),
        }
    )
    card: ClassVar[Card] = Card(
        formula="max over g of #{y in R: sup(y, C), sup(y, a)} / #{y in R: sup(y, C)}",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Ru et al. 2024, RAGChecker: A Fine-grained Framework for Diagnosing RAG",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; open verdicts make it unscored with bounds."""
        if state := states.utilization(self, sample, evidence):
            return state
        gap = states.gap_of(evidence, Claims("references"))
        references = sources.reference_claims(sample, evidence)
        if not references and gap is None:
            return not_applicable("no checkable claim in the references")
        if sample.contexts == ():
            return not_applicable("no contexts")
        if gap is not None:
            return states.failed(gap)
        pairs = [
            [
                (sources.in_contexts(sample, evidence, claim), sources.in_answer(sample, evidence, claim))
                for claim in claims
            ]
            for claims in references
        ]
        ids = [claim.id for claims in references for claim in claims]
        gap = states.gap_of(evidence, Support("references", "contexts"), Support("references", "answer"))
        open_ids = [name for name, pair in zip(ids, (p for row in pairs for p in row), strict=True) if _is_open(pair)]
        return _best(pairs, why_open(gap, open_ids) if open_ids else None, tuple(ids))


def _best(references: Sequence[Sequence[Pair]], waiting: str | None, ids: tuple[str, ...]) -> Score:
    """The score from the bounds of each reference; one that has no denominator in any case is skipped."""
    limits = [found for found in map(_bounds, references) if found is not None]
    if not limits:
        return not_applicable("no reference claim is supported by the contexts")
    certain = [low for low, _, is_certain in limits if is_certain]
    lowest = max(certain) if certain else min(low for low, _, _ in limits)
    highest = max(high for _, high, _ in limits)
    n_asked = max(sum(found is not False for found, _ in pairs) for pairs in references)
    if waiting is not None:
        return unscored(waiting, lowest=lowest, highest=highest, n_asked=n_asked, evidence=ids)
    return scored(highest, n_asked=n_asked, evidence=ids)


def _bounds(pairs: Sequence[Pair], /) -> tuple[float, float, bool] | None:
    """Least and greatest ratio over the fillings that have a denominator, and whether every filling has one.

    None where no filling has one. A claim that may lie outside the denominator is left out of it where that serves the
    bound; if all are, one must come in.
    """
    inside = [pair for pair in pairs if pair[0] is not False]
    if not inside:
        return None
    fixed = [used for found, used in inside if found is True]
    optional = [used for found, used in inside if found is None]
    n_used_least, n_used_most = fixed.count(True), len(fixed) - fixed.count(False)
    n_unused = len(optional) - optional.count(True)
    n_usable = len(optional) - optional.count(False)
    least = n_used_least / (len(fixed) + n_unused) if fixed or n_unused else 1.0
    most = (n_used_most + n_usable) / (len(fixed) + n_usable) if fixed or n_usable else 0.0
    return least, most, bool(fixed)


def _is_open(pair: Pair) -> bool:
    return pair[0] is None or (pair[0] is True and pair[1] is None)

"""How much of what was handed to the generator is needed for the question?

context_density = sentences of the contexts needed for the question / all their sentences, in [0, 1], higher is better;
0 where no sentence is needed (the contexts are insufficient) or nothing was retrieved. Es et al. 2023, "RAGAS", section
3 (there called context relevance).
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, NeededSentences
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.metrics.shares import why_open
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored


@dataclass(frozen=True)
class ContextDensity:
    """Share of the contexts' sentences that are needed to answer the question."""

    name: ClassVar[str] = "context_density"
    fields: ClassVar[tuple[Field, ...]] = ("question", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset({NeededSentences()})
    card: ClassVar[Card] = Card(
        formula="#{sentences of C needed for q} / #{sentences of C}",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Es et al. 2023, RAGAS: Automated Evaluation of Retrieval Augmented Generation",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample; a context that was not read leaves it unscored, since its length is unknown."""
        if state := states.passages(self, sample):
            return state
        n = len(sample.contexts or ())
        found = {entry.context: entry for entry in evidence.needed if entry.context < n}
        if len(found) < n:
            left_out = (f"needed:{k}" for k in range(n) if k not in found)
            return unscored(why_open(states.gap_of(evidence, NeededSentences()), left_out), n_asked=n)
        n_sentences = sum(entry.n_sentences for entry in found.values())
        if n_sentences == 0:
            return not_applicable("no sentence in the contexts")
        n_needed = sum(min(len(entry.needed), entry.n_sentences) for entry in found.values())
        label = None if n_needed else "insufficient"
        return scored(n_needed / n_sentences, n_asked=n_sentences, label=label, details={"n_needed": n_needed})

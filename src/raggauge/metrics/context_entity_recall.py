"""Do the passages name what the right answer names?

context_entity_recall = #{entities of g found in C} / #{entities of g} per reference, the best counts; in [0, 1], higher
is better. An entity is found by its exact form, an alias, or as part of a longer name; fuzzy matches count and are
listed. No value for an unanswerable question or where no reference names an entity; 0 when nothing was retrieved.
After the context entity recall of RAGAS (2024 documentation).
"""

from dataclasses import dataclass
from typing import ClassVar

from raggauge.evidence import Entity, Evidence
from raggauge.facets import Entities, Facet, Field, Refusals
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored


@dataclass(frozen=True)
class ContextEntityRecall:
    """Share of a reference's entities that the contexts hold; the best reference counts."""

    name: ClassVar[str] = "context_entity_recall"
    fields: ClassVar[tuple[Field, ...]] = ("references", "contexts")
    facets: ClassVar[frozenset[Facet]] = frozenset({Entities(), Refusals("references")})
    card: ClassVar[Card] = Card(
        formula="max over g of #{entities of g found in C} / #{entities of g}",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="RAGAS documentation 2024, context entities recall",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The share for one sample, with the entities that are missing."""
        if state := states.retrieval(self, sample, evidence):
            return state
        gap = states.gap_of(evidence, Entities())
        if not evidence.entities and gap is None:
            return not_applicable("no entity in the references")
        if sample.contexts == ():
            return states.nothing_retrieved()
        if gap is not None:
            return states.failed(gap)
        by_reference: dict[int, list[Entity]] = {}
        for entity in evidence.entities:
            by_reference.setdefault(entity.reference, []).append(entity)
        best = max(by_reference.values(), key=lambda entities: (_share(entities), len(entities)))
        details = {
            "missing": [entity.text for entity in best if not entity.found],
            "fuzzy": [entity.text for entity in best if entity.found and entity.match == "fuzzy"],
        }
        return scored(
            _share(best), n_asked=len(best), details={name: texts for name, texts in details.items() if texts}
        )


def _share(entities: list[Entity]) -> float:
    return sum(entity.found for entity in entities) / len(entities)

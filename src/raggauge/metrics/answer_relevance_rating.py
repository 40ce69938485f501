"""Does the answer speak to the question, as a judge grades it: directly, completely, without padding?

answer_relevance_rating = mean over the three grades r of (r - 1) / 4, each of 1..5 and each reported; in [0, 1], higher
is better. An empty answer and a refusal of an answerable question score 0; the refusal of an unanswerable one has no
value. Needs no embeddings. Graded by a model as in Liu et al. 2023, "G-Eval".
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Rating, Refusals
from raggauge.metrics import states
from raggauge.metrics.metric import Card
from raggauge.metrics.ratings import mean_rating
from raggauge.sample import Sample
from raggauge.score import Score

RATINGS: Final = (
    Rating("relevance:direct", "How directly does the answer speak to the question that was asked, and no other?"),
    Rating("relevance:complete", "How completely does the answer deal with every part of the question?"),
    Rating("relevance:unpadded", "How free is the answer of padding, repetition and matters nobody asked for?"),
)


@dataclass(frozen=True)
class AnswerRelevanceRating:
    """Mean grade of the answer for being direct, complete and free of padding."""

    name: ClassVar[str] = "answer_relevance_rating"
    fields: ClassVar[tuple[Field, ...]] = ("question", "answer")
    facets: ClassVar[frozenset[Facet]] = frozenset({*RATINGS, Refusals("answer"), Refusals("references")})
    card: ClassVar[Card] = Card(
        formula="mean over direct, complete, unpadded of (r - 1) / 4",
        laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
        citation="Liu et al. 2023, G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment",
    )

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The mean mapped grade of one sample, with the three grades."""
        if state := states.answer_quality(self, sample, evidence):
            return state
        return mean_rating(self, evidence)

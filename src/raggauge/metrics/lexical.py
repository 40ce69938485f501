"""How near is the answer's wording to that of a right answer? Rules over words and characters, without a judge.

Every metric here is in [0, 1], higher is better, and takes the reference with the best value (bleu matches all at once,
as it is defined). An empty answer scores 0; a refusal is text like any other. Identical text is exactly 1.0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field
from raggauge.metrics import lexical_bleu, lexical_match, states
from raggauge.metrics.lexical_chrf import chrf
from raggauge.metrics.lexical_meteor import meteor
from raggauge.metrics.lexical_rouge import Rouge, RougeKind, rouge
from raggauge.metrics.metric import Card, Law, Metric
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored
from raggauge.text.wordnet import synonyms as wordnet_synonyms

FIELDS: Final[tuple[Field, ...]] = ("answer", "references")
LAWS: Final[tuple[Law, ...]] = (
    "range",
    "perfect_is_one",
    "context_order_free",
    "claim_order_free",
    "replay",
    "bounds_hold",
)
Part = Literal["f1", "precision", "recall"]
PART: Final = {"choices": ("f1", "precision", "recall")}


@dataclass(frozen=True)
class ExactMatch:
    """1 if the answer is a reference, but for case, punctuation, width and English articles; else 0."""

    name: ClassVar[str] = "exact_match"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of [norm(a) = norm(g)]", LAWS, "Rajpurkar et al. 2016, SQuAD")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """1 or 0 for one sample."""
        return best(self, sample, lexical_match.exact_match)


@dataclass(frozen=True)
class TokenF1:
    """F1 of the words of answer and reference as bags; ideographs are words of their own."""

    name: ClassVar[str] = "token_f1"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of 2 P R / (P + R) over words", LAWS, "Rajpurkar et al. 2016, SQuAD")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best F1 for one sample."""
        return best(self, sample, lexical_match.token_f1)


@dataclass(frozen=True)
class Contains:
    """1 if the whole words of a reference stand in the answer, side by side; else 0."""

    name: ClassVar[str] = "contains"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of [norm(g) occurs in norm(a)]", LAWS, "Rajpurkar et al. 2016, SQuAD")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """1 or 0 for one sample."""
        return best(self, sample, lexical_match.contains)


@dataclass(frozen=True)
class EditSimilarity:
    """1 less the share of characters that must be edited to make one text of the other."""

    name: ClassVar[str] = "edit_similarity"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of 1 - levenshtein(a, g) / max(|a|, |g|)", LAWS, "Levenshtein 1966")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best similarity for one sample."""
        return best(self, sample, lexical_match.edit_similarity)


@dataclass(frozen=True)
class Rouge1:
    """Words shared with the reference: their F1, or the `part` asked for."""

    part: Part = field(default="f1", metadata=PART)

    name: ClassVar[str] = "rouge1"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of F1 of common words", LAWS, "Lin 2004, ROUGE")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best value for one sample; precision, recall and F1 in the details."""
        return best_rouge(self, sample, "rouge1", self.part)


@dataclass(frozen=True)
class Rouge2:
    """Pairs of neighbouring words shared with the reference: their F1, or the `part` asked for."""

    part: Part = field(default="f1", metadata=PART)

    name: ClassVar[str] = "rouge2"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of F1 of common pairs of words", LAWS, "Lin 2004, ROUGE")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best value for one sample; precision, recall and F1 in the details."""
        return best_rouge(self, sample, "rouge2", self.part)


@dataclass(frozen=True)
class RougeL:
    """The longest common subsequence of words with the reference: its F1, or the `part` asked for."""

    part: Part = field(default="f1", metadata=PART)

    name: ClassVar[str] = "rougeL"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of F1 of the longest common subsequence", LAWS, "Lin 2004, ROUGE")

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best value for one sample; precision, recall and F1 in the details."""
        return best_rouge(self, sample, "rougeL", self.part)


@dataclass(frozen=True)
class Bleu:
    """BLEU-4 with exponential smoothing; for a set, that of the corpus from the added counts.

    `effective_order` leaves out n-grams longer than the answer; without it the value is sacrebleu's.
    """

    effective_order: bool = field(default=True, metadata={"choices": (True, False)})

    name: ClassVar[str] = "bleu"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card(
        "min(1, exp(1 - |g| / |a|)) (prod over n of precision_n)^(1/N), N = min(4, |a|)", LAWS,
        "Papineni et al. 2002, BLEU; Post 2018, sacrebleu",
    )  # fmt: skip

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """BLEU of one answer; the counts are its parts."""
        if state := states.missing(sample, self.fields):
            return state
        answer, references = sample.answer or "", sample.references or ()
        found = lexical_bleu.counts(answer, references)
        if states.is_blank(answer):
            return scored(0.0, label="empty answer", parts=_parts(found))
        value = 1.0 if answer in references else lexical_bleu.bleu(found, effective_order=self.effective_order)
        return scored(value, n_asked=len(references), parts=_parts(found))

    def combine(self, scores: Sequence[Score], /) -> Score:
        """BLEU of the corpus, without effective order, as it is defined for one."""
        parts = [_counts(score) for score in scores if score.parts]
        if not parts:
            return not_applicable("no sample has a value")
        value = lexical_bleu.bleu(lexical_bleu.added(parts), effective_order=False)
        return scored(value, n_asked=len(parts))


@dataclass(frozen=True)
class Chrf:
    """F2 over character n-grams of 1 to 6, without white space: fair to every script and to inflected words."""

    name: ClassVar[str] = "chrf"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card("max over g of 5 P R / (4 P + R), P and R means over n = 1..6", LAWS,
                                "Popović 2015, chrF; Post 2018, sacrebleu")  # fmt: skip

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best chrF for one sample."""
        return best(self, sample, chrf)


@dataclass(frozen=True)
class Meteor:
    """Words aligned by form and stem; recall weighs nine times precision, scattered matches cost.

    `penalty=nltk` takes the penalty also where all matches stand in one piece, as nltk does. `synonyms=wordnet` lets
    English words stand for each other that share a meaning in WordNet, which must be installed (see `text.wordnet`).
    """

    penalty: Literal["default", "nltk"] = field(default="default", metadata={"choices": ("default", "nltk")})
    synonyms: Literal["none", "wordnet"] = field(default="none", metadata={"choices": ("none", "wordnet")})

    name: ClassVar[str] = "meteor"
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    card: ClassVar[Card] = Card(
        "max over g of P R / (0.9 P + 0.1 R) (1 - 0.5 (pieces / matches)^3)", LAWS[:1] + LAWS[2:],
        "Banerjee, Lavie 2005, METEOR; Lavie, Agarwal 2007",
    )  # fmt: skip

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The best value for one sample."""
        known = wordnet_synonyms if self.synonyms == "wordnet" else None
        return best(self, sample, lambda a, g: meteor(a, g, penalty=self.penalty, synonyms=known))


def best(metric: Metric, sample: Sample, value: Callable[[str, str], float], /) -> Score:
    """The state of a lexical metric, or the best of its values over the references, each in the details."""
    if state := states.likeness(metric, sample):
        return state
    values = [value(sample.answer or "", reference) for reference in sample.references or ()]
    return scored(max(values), n_asked=len(values), details={"per_reference": values})


def best_rouge(metric: Metric, sample: Sample, kind: RougeKind, part: Part, /) -> Score:
    """The same for ROUGE, with precision, recall and F1 of the reference that counts."""
    if state := states.likeness(metric, sample):
        return state
    found: list[Rouge] = [rouge(sample.answer or "", reference)[kind] for reference in sample.references or ()]
    chosen = max(found, key=lambda one: (getattr(one, part), one.f1))
    details = {**chosen._asdict(), "per_reference": [getattr(one, part) for one in found]}
    return scored(getattr(chosen, part), n_asked=len(found), details=details)


def _parts(found: lexical_bleu.Counts) -> dict[str, float]:
    numbers = {"length": found.length, "reference_length": found.reference_length}
    numbers |= {f"correct_{n}": count for n, count in enumerate(found.correct, 1)}
    return {**numbers, **{f"total_{n}": count for n, count in enumerate(found.total, 1)}}


def _counts(score: Score) -> lexical_bleu.Counts:
    orders = range(1, lexical_bleu.ORDERS + 1)
    return lexical_bleu.Counts(
        int(score.parts["length"]),
        int(score.parts["reference_length"]),
        tuple(int(score.parts[f"correct_{n}"]) for n in orders),
        tuple(int(score.parts[f"total_{n}"]) for n in orders),
    )

"""Did the retriever find the right passages, and early? Ranking measures of one sample, without a judge.

The list is `contexts` in the given order, what is right are `reference_contexts` with their grades (1 where none is
given); passages are matched by id, else by text (`raggauge.metrics.passages`). All in [0, 1], higher is better. No
value where no reference context is relevant; 0 where nothing was retrieved. Semantics are trec_eval's (`raggauge.ir`).
"""

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field
from raggauge.ir import MEASURES, Measure, score_lists
from raggauge.metrics import states
from raggauge.metrics.metric import Card, Law
from raggauge.metrics.passages import OVERLAP, judged_list
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored

FIELDS: Final[tuple[Field, ...]] = ("contexts", "reference_contexts")
LAWS: Final[tuple[Law, ...]] = ("range", "claim_order_free", "replay", "bounds_hold")
PERFECT: Final[tuple[Law, ...]] = (*LAWS, "perfect_is_one")
CUTOFF: Final = {"cutoff": True}
DEDUPE: Final = {"choices": ("keep", "collapse")}
Dedupe = Literal["keep", "collapse"]


def _card(name: str, laws: tuple[Law, ...]) -> Card:
    return Card(MEASURES[name].formula, laws, MEASURES[name].citation)


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """What the ranking measures have in common: two fields, no question to a judge, and how a sample is scored.

    `rel` is the least grade that counts as relevant, `dedupe=collapse` takes later copies of a document out of the
    list, `overlap` is the share of character 5-grams from which passages without ids are the same.
    """

    rel: int = 1
    dedupe: Dedupe = field(default="keep", metadata=DEDUPE)
    overlap: float = OVERLAP

    fields: ClassVar[tuple[Field, ...]] = FIELDS
    facets: ClassVar[frozenset[Facet]] = frozenset()
    name: ClassVar[str]

    def __post_init__(self) -> None:
        if not 0.0 < self.overlap <= 1.0:
            raise UsageError("ir.bad_overlap", value=self.overlap)
        self.measure  # noqa: B018  refuses parameters that do not fit

    @property
    def measure(self) -> Measure:
        """The same as a measure of `raggauge.ir`."""
        given: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "overlap"}
        return Measure(name=self.name, **given)

    def score(self, sample: Sample, _: Evidence, /) -> Score:
        """The value of one sample; how many passages were relevant and found in the details."""
        if state := states.missing(sample, self.fields):
            return state
        lists, matched = judged_list(sample, overlap=self.overlap, collapse=self.dedupe == "collapse")
        n_relevant = int((lists.target_grade >= self.rel).sum())
        if not n_relevant and self.name != "judged":
            return not_applicable("no relevant document")
        if self.name == "judged" and not len(lists.target_grade):
            return not_applicable("no relevant document")
        values = score_lists(lists, [self.measure])[self.measure]
        if not values.defined[0]:
            return not_applicable("one passage meets several needs")
        details = {"n_relevant": n_relevant, "n_retrieved": len(matched.found), "matched_by": list(matched.by)}
        reason = {"label": "no context was retrieved"} if not sample.contexts else {}
        return scored(float(values.value[0]), n_asked=n_relevant, details=details, **reason)


@dataclass(frozen=True, kw_only=True)
class Precision(Ranked):
    """Share of relevant passages among the first k; k counts even where fewer came back."""

    denominator: Literal["k", "returned"] = field(default="k", metadata={"choices": ("k", "returned")})
    k: int = field(default=10, metadata=CUTOFF)
    name: ClassVar[str] = "precision"
    card: ClassVar[Card] = _card("precision", LAWS)


@dataclass(frozen=True, kw_only=True)
class Recall(Ranked):
    """Share of all relevant passages that stand among the first k."""

    k: int = field(default=10, metadata=CUTOFF)
    name: ClassVar[str] = "recall"
    card: ClassVar[Card] = _card("recall", PERFECT)


@dataclass(frozen=True, kw_only=True)
class F1(Ranked):
    """Harmonic mean of precision@k and recall@k."""

    k: int = field(default=10, metadata=CUTOFF)
    name: ClassVar[str] = "f1"
    card: ClassVar[Card] = _card("f1", LAWS)


@dataclass(frozen=True, kw_only=True)
class Hit(Ranked):
    """1 if one relevant passage (`need=all`: every one) stands among the first k, else 0."""

    need: Literal["any", "all"] = field(default="any", metadata={"choices": ("any", "all")})
    k: int = field(default=10, metadata=CUTOFF)
    name: ClassVar[str] = "hit"
    card: ClassVar[Card] = _card("hit", PERFECT)


@dataclass(frozen=True, kw_only=True)
class Mrr(Ranked):
    """1 / rank of the first relevant passage."""

    k: int | None = field(default=None, metadata=CUTOFF)
    name: ClassVar[str] = "mrr"
    card: ClassVar[Card] = _card("mrr", PERFECT)


@dataclass(frozen=True, kw_only=True)
class Map(Ranked):
    """Average precision over all relevant passages, found or not."""

    k: int | None = field(default=None, metadata=CUTOFF)
    name: ClassVar[str] = "map"
    card: ClassVar[Card] = _card("map", PERFECT)


@dataclass(frozen=True, kw_only=True)
class Ndcg(Ranked):
    """Gain of the passages, less the later they come, relative to the best order; graded."""

    gain: Literal["linear", "exponential"] = field(default="linear", metadata={"choices": ("linear", "exponential")})
    k: int | None = field(default=None, metadata=CUTOFF)
    name: ClassVar[str] = "ndcg"
    card: ClassVar[Card] = _card("ndcg", PERFECT)


@dataclass(frozen=True, kw_only=True)
class RPrecision(Ranked):
    """Precision at the rank that equals the number of relevant passages."""

    name: ClassVar[str] = "r_precision"
    card: ClassVar[Card] = _card("r_precision", PERFECT)


@dataclass(frozen=True, kw_only=True)
class Bpref(Ranked):
    """How seldom passages judged not relevant stand above relevant ones; unjudged passages do not count."""

    name: ClassVar[str] = "bpref"
    card: ClassVar[Card] = _card("bpref", PERFECT)


@dataclass(frozen=True, kw_only=True)
class Judged(Ranked):
    """Share of the first k that anybody judged: how far the other measures may be trusted."""

    k: int = field(default=10, metadata=CUTOFF)
    name: ClassVar[str] = "judged"
    card: ClassVar[Card] = _card("judged", PERFECT)

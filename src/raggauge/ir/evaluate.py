"""The values of the measures, for all queries of a run at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from raggauge.ir.lists import Hits, JudgedLists, judge
from raggauge.ir.measures import Measure
from raggauge.ir.triples import Triples

Floats = NDArray[np.float64]
Index = NDArray[np.int64]
Mask = NDArray[np.bool_]
NoRelevant = Literal["not_applicable", "zero"]
Missing = Literal["zero", "skip"]


@dataclass(frozen=True)
class Values:
    """One measure for all judged queries: `value[q]` in [0, 1], and `defined[q]` whether query q has a value at all."""

    value: Floats
    defined: Mask

    @property
    def mean(self) -> float | None:
        """The mean over the queries that have a value; None where none has."""
        return float(self.value[self.defined].mean()) if self.defined.any() else None


@dataclass(frozen=True)
class Evaluation:
    """Values of several measures for one run: `values[measure]`, indexed like `queries`.

    `missing` says which judged queries the run does not contain; `n_unjudged` counts queries of the run that no
    judgement names (they are left out); `no_relevant` says which queries have no relevant document.
    """

    queries: tuple[str, ...]
    values: dict[Measure, Values]
    missing: Mask
    no_relevant: Mask
    n_unjudged: int


def evaluate(
    judgements: Triples,
    run: Triples,
    measures: Sequence[Measure],
    /,
    *,
    no_relevant: NoRelevant = "not_applicable",
    missing: Missing = "zero",
) -> Evaluation:
    """The measures of a run against judgements, per query.

    A judged query that the run lacks counts 0, or has no value with `missing="skip"`. A query without a relevant
    document has no value, or 0 with `no_relevant="zero"`; the two options together are trec_eval's convention.
    """
    plain = judge(judgements, run)
    collapsed = judge(judgements, run, collapse=True) if any(m.dedupe == "collapse" for m in measures) else plain
    values: dict[Measure, Values] = {}
    for lists, dedupe in ((plain, "keep"), (collapsed, "collapse")):
        chosen = [measure for measure in measures if measure.dedupe == dedupe]
        values |= score_lists(lists, chosen, no_relevant=no_relevant, missing=missing)
    return Evaluation(
        plain.queries,
        {measure: values[measure] for measure in measures},
        plain.missing,
        _counts(plain.target_query[plain.target_grade > 0], len(plain.queries)) == 0,
        plain.n_unjudged,
    )


def score_lists(
    lists: JudgedLists,
    measures: Sequence[Measure],
    /,
    *,
    no_relevant: NoRelevant = "not_applicable",
    missing: Missing = "zero",
) -> dict[Measure, Values]:
    """The measures of judged lists; see `evaluate` for the options.

    In a query where one document meets several needs, map, ndcg, r_precision, bpref and f1 have no value: which order
    would be the best is then not a matter of sorting.
    """
    shared = _Shared(lists)
    found: dict[Measure, Values] = {}
    for measure in measures:
        value = np.minimum(_FORMULAS[measure.name](shared, measure), 1.0)
        defined = np.ones(len(lists.queries), np.bool_)
        if measure.name in _NEEDS_ORDER:
            defined &= ~lists.entangled
        if measure.name != "judged" and no_relevant == "not_applicable":
            defined &= shared.n_relevant(measure.rel) > 0
        if missing == "skip":
            defined &= ~lists.missing
        found[measure] = Values(np.where(defined, value, 0.0), defined)
    return found


@dataclass
class _Shared:
    """What several measures of the same lists need, computed once."""

    lists: JudgedLists
    _relevant: dict[tuple[str, int], Hits] = field(default_factory=dict)
    _n_relevant: dict[int, Index] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.lists.queries)

    def documents(self, rel: int) -> Hits:
        """Relevant documents in the lists, each at its first rank."""
        return self._hits("documents", rel)

    def needs(self, rel: int) -> Hits:
        """Needs met in the lists, each at the rank that met it."""
        return self._hits("needs", rel)

    def n_relevant(self, rel: int) -> Index:
        """How many relevant documents (or needs) there are to find, by query."""
        if rel not in self._n_relevant:
            self._n_relevant[rel] = _counts(self.lists.target_query[self.lists.target_grade >= rel], self.n)
        return self._n_relevant[rel]

    def _hits(self, kind: Literal["documents", "needs"], rel: int) -> Hits:
        if self.lists.documents is self.lists.needs:
            kind = "documents"
        if (kind, rel) not in self._relevant:
            hits = self.lists.documents if kind == "documents" else self.lists.needs
            self._relevant[kind, rel] = hits.relevant(rel)
        return self._relevant[kind, rel]


def _precision(shared: _Shared, measure: Measure) -> Floats:
    k = _k(measure)
    found = _counts_to(shared.documents(measure.rel), k, shared.n)
    if measure.denominator == "returned":
        return _ratio(found, np.minimum(shared.lists.retrieved, k))
    return found / k


def _recall(shared: _Shared, measure: Measure) -> Floats:
    return _ratio(_counts_to(shared.needs(measure.rel), _k(measure), shared.n), shared.n_relevant(measure.rel))


def _f1(shared: _Shared, measure: Measure) -> Floats:
    precision, recall = _precision(shared, measure), _recall(shared, measure)
    return _ratio(2 * precision * recall, precision + recall)


def _hit(shared: _Shared, measure: Measure) -> Floats:
    if measure.need == "all":
        return (_recall(shared, measure) >= 1.0).astype(np.float64)
    return (_counts_to(shared.documents(measure.rel), _k(measure), shared.n) > 0).astype(np.float64)


def _mrr(shared: _Shared, measure: Measure) -> Floats:
    hits = shared.documents(measure.rel)
    rank = np.full(shared.n, np.inf)
    np.minimum.at(rank, hits.query, hits.rank)
    return np.where(rank <= _k(measure), 1.0 / rank, 0.0)


def _map(shared: _Shared, measure: Measure) -> Floats:
    hits = shared.needs(measure.rel)
    share = np.where(hits.rank <= _k(measure), _ordinal(hits.query) / hits.rank, 0.0)
    return _ratio(_sums(hits.query, share, shared.n), shared.n_relevant(measure.rel))


def _ndcg(shared: _Shared, measure: Measure) -> Floats:
    lists, k = shared.lists, _k(measure)
    hits = shared.needs(1)
    keep = lists.target_grade > 0
    query, grade = lists.target_query[keep], lists.target_grade[keep]
    best = np.zeros(shared.n, np.int64)
    np.maximum.at(best, query, grade)
    ideal = _discounted(query, grade, _ordinal(query), best, measure)
    gained = _discounted(hits.query, hits.grade, hits.rank, best, measure)
    return _ratio(
        _sums(hits.query, np.where(hits.rank <= k, gained, 0.0), shared.n),
        _sums(query, np.where(_ordinal(query) <= k, ideal, 0.0), shared.n),
    )


def _discounted(query: Index, grade: Index, rank: Index, best: Index, measure: Measure) -> Floats:
    """Gain over log2(1 + rank); exponential gains are divided by 2^(best grade of the query) lest one overflow."""
    if measure.gain == "linear":
        return grade / np.log2(rank + 1)
    top = best[query]
    return (np.exp2((grade - top).astype(np.float64)) - np.exp2(-top.astype(np.float64))) / np.log2(rank + 1)


def _r_precision(shared: _Shared, measure: Measure) -> Floats:
    hits, n_relevant = shared.documents(measure.rel), shared.n_relevant(measure.rel)
    found = _counts(hits.query[hits.rank <= n_relevant[hits.query]], shared.n)
    return _ratio(found, n_relevant)


def _bpref(shared: _Shared, measure: Measure) -> Floats:
    """Only grade 0 is judged not relevant here; a negative grade says that the document was not judged (trec_eval)."""
    lists, rel = shared.lists, measure.rel
    seen = lists.documents.relevant(0)
    relevant = seen.grade >= rel
    n_relevant = shared.n_relevant(rel)
    not_relevant = (lists.target_grade >= 0) & (lists.target_grade < rel)
    least = np.minimum(_counts(lists.target_query[not_relevant], shared.n), n_relevant)[seen.query]
    above = _running(seen.query, ~relevant)
    share = 1.0 - np.minimum(above, n_relevant[seen.query]) / np.maximum(least, 1)
    return _ratio(_sums(seen.query[relevant], share[relevant], shared.n), n_relevant)


def _judged(shared: _Shared, measure: Measure) -> Floats:
    hits, k = shared.lists.documents, _k(measure)
    place = np.ones(len(hits.query), np.bool_)  # a document that meets two needs stands in one place
    place[1:] = (hits.query[1:] != hits.query[:-1]) | (hits.rank[1:] != hits.rank[:-1])
    found = _counts(hits.query[place & (hits.rank <= k)], shared.n)
    return _ratio(found, np.minimum(shared.lists.retrieved, k))


_FORMULAS: Final[dict[str, Callable[[_Shared, Measure], Floats]]] = {
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "hit": _hit,
    "mrr": _mrr,
    "map": _map,
    "ndcg": _ndcg,
    "r_precision": _r_precision,
    "bpref": _bpref,
    "judged": _judged,
}
_NEEDS_ORDER: Final = ("map", "ndcg", "r_precision", "bpref", "f1")
_WHOLE: Final = 2**62


def _k(measure: Measure) -> int:
    return _WHOLE if measure.k is None else measure.k


def _counts(query: Index, n: int) -> Index:
    return np.bincount(query, minlength=n).astype(np.int64)


def _counts_to(hits: Hits, k: int, n: int) -> Index:
    return _counts(hits.query[hits.rank <= k], n)


def _sums(query: Index, weight: Floats, n: int) -> Floats:
    return np.bincount(query, weights=weight, minlength=n).astype(np.float64)


def _ratio(above: NDArray[Any], below: NDArray[Any]) -> Floats:
    """above / below, 0 where below is 0."""
    out = np.zeros(len(below))
    np.divide(above, below, out=out, where=below > 0)
    return out


def _ordinal(query: Index) -> Index:
    """1, 2, .. within each query; rows are ordered by query."""
    return _running(query, np.ones(len(query), np.bool_))


def _running(query: Index, mark: Mask) -> Index:
    """How many rows of the query up to and including this one are marked; rows are ordered by query."""
    total = np.cumsum(mark)
    first = np.searchsorted(query, query, side="left")
    return total - np.where(first > 0, total[first - 1], 0)

"""Ranked lists reduced to what the measures need: where in each list the judged documents stand."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from raggauge.errors import DataError
from raggauge.ir.ids import keyed
from raggauge.ir.order import Positions, distinct, positions
from raggauge.ir.triples import Triples

Index = NDArray[np.int64]
_BLOCK: Final = 1 << 15  # rows that are looked up at once: what they need stays in the processor's cache


@dataclass(frozen=True)
class Hits:
    """Judged things that stand in the lists, ordered by query, then rank.

    `item` numbers the distinct thing (a document of a query, or a need that a document meets); a later row of the same
    item adds nothing. `repeats` says whether there is such a row at all.
    """

    query: Index
    rank: Index
    grade: NDArray[Any]
    item: Index
    repeats: bool

    def relevant(self, rel: int, /) -> "Hits":
        """The first row of each item among those of grade `rel` or more."""
        keep = self.grade >= rel
        rows = np.flatnonzero(keep)
        if self.repeats:
            _, first = np.unique(self.item[rows], return_index=True)
            rows = rows[np.sort(first)]
        elif len(rows) == len(keep):
            return self
        return Hits(self.query[rows], self.rank[rows], self.grade[rows], self.item[rows], repeats=False)


@dataclass(frozen=True)
class JudgedLists:
    """The lists of one run beside the judgements of the same queries.

    `queries` are the judged queries; the arrays are indexed by them. `missing` says which of them the run does not
    contain, `retrieved` how long each list is. `documents` are the judged documents in the lists, `needs` the needs
    that they meet (the same, where no need was named). `target_query` and `target_grade` are what there was to find:
    one row for each judged document or need, by query, then falling grade. `entangled` marks queries in which one
    document meets several needs. `n_unjudged` counts queries of the run that no judgement names.
    """

    queries: tuple[str, ...]
    missing: NDArray[np.bool_]
    retrieved: Index
    documents: Hits
    needs: Hits
    target_query: Index
    target_grade: NDArray[Any]
    entangled: NDArray[np.bool_]
    n_unjudged: int = 0


def judge(judgements: Triples, run: Triples, /, *, collapse: bool = False) -> JudgedLists:
    """Find the judged documents in the lists of a run.

    A list is ordered by score, then id, descending. A document that stands several times in a list keeps its later
    ranks, without gain; with `collapse` later copies are taken out first. Judgement rows with an equal `need` are
    alternatives: any one of them meets the need. Raises DataError where one document of a query is judged twice,
    differently.
    """
    n_queries = len(judgements.queries)
    known = {query: i for i, query in enumerate(judgements.queries)}
    to_judged = np.fromiter((known.get(query, -1) for query in run.queries), np.int64, len(run.queries))
    group = np.where(to_judged < 0, n_queries + np.arange(len(run.queries)), to_judged)
    table = _Judged.of(judgements)
    rows, judged = table.find(run, group)
    right = group[run.query[rows]] == judgements.query[judged]
    rows, judged = rows[right], judged[right]
    key = keyed(run.docs.hash, group[run.query]) if collapse else np.empty(0, np.uint64)
    copies = _repeated(key)
    wanted = distinct(np.concatenate((rows, copies)))
    place = positions(run, wanted)
    rank, size = _ranks(place, run, wanted, copies, key)
    retrieved = np.zeros(n_queries, np.int64)
    retrieved[to_judged[to_judged >= 0]] = size[to_judged >= 0]
    missing = np.ones(n_queries, np.bool_)
    missing[to_judged[to_judged >= 0]] = False
    at = rank[np.searchsorted(wanted, rows)]
    order = np.lexsort((at, judgements.query[judged]))
    order = order[at[order] > 0]
    documents, needs = table.hits(judged[order], at[order])
    return JudgedLists(
        judgements.queries,
        missing,
        retrieved,
        documents,
        needs,
        *table.targets(),
        table.entangled(n_queries),
        n_unjudged=int((to_judged < 0).sum()),
    )


@dataclass(frozen=True)
class _Judged:
    """Judgements by the hash of (query, document). `key` is sorted; `row[i]` is the judgement row of `key[i]`."""

    judgements: Triples
    key: NDArray[np.uint64]
    row: Index

    @classmethod
    def of(cls, judgements: Triples) -> "_Judged":
        key = keyed(judgements.docs.hash, judgements.query)
        row = np.argsort(key, kind="stable")
        key = key[row]
        twice = np.flatnonzero(key[1:] == key[:-1])
        if len(twice):
            _refuse_conflicts(judgements, row[twice], row[twice + 1])
        return cls(judgements, key, row)

    def find(self, run: Triples, group: Index) -> tuple[Index, Index]:
        """Pairs (run row, judgement row) of one query and document; `group[q]` is the judged query of run query q."""
        if not len(self.key):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        bits = np.uint64(64 - max(8, int(16 * len(self.key)).bit_length()))
        maybe = np.zeros(1 << (64 - int(bits)), np.bool_)
        maybe[self.key >> bits] = True
        parts: list[tuple[Index, NDArray[np.uint64]]] = []
        for lo in range(0, len(run), _BLOCK):
            block = slice(lo, lo + _BLOCK)
            keys = keyed(run.docs.hash[block], group[run.query[block]])
            likely = np.flatnonzero(maybe[keys >> bits])
            parts.append((likely + lo, keys[likely]))
        rows, key = _joined([part[0] for part in parts]), np.concatenate([*(part[1] for part in parts), self.key[:0]])
        first = np.searchsorted(self.key, key)
        hit = self.key[np.minimum(first, len(self.key) - 1)] == key
        rows, first, key = rows[hit], first[hit], key[hit]
        found_rows, found = [], []
        while len(rows):
            judged = self.row[first]
            same = run.docs.take(rows).same(self.judgements.docs.take(judged))
            found_rows.append(rows[same])
            found.append(judged[same])
            more = first + 1 < len(self.key)
            more[more] = self.key[first[more] + 1] == key[more]
            rows, first, key = rows[more], first[more] + 1, key[more]
        return _joined(found_rows), _joined(found)

    def targets(self) -> tuple[Index, Index]:
        query, grade, item = self._rows(self.row)
        order = np.lexsort((-grade, query))
        query, grade, item = query[order], grade[order], item[order]
        if len(item) and self._has_repeats():
            _, first = np.unique(item, return_index=True)
            keep = np.sort(first)
            query, grade = query[keep], grade[keep]
        return query, grade

    def hits(self, judged: Index, rank: Index) -> tuple[Hits, Hits]:
        query, grade, _ = self._rows(judged)
        document = self._document()[judged]
        documents = Hits(query, rank, grade, document, repeats=bool(np.bincount(document).max(initial=0) > 1))
        if self.judgements.need is None:
            return documents, documents
        item = self._rows(judged)[2]
        return documents, Hits(query, rank, grade, item, repeats=True)

    def entangled(self, n_queries: int) -> NDArray[np.bool_]:
        """Queries in which a relevant document stands under several needs."""
        marked = np.zeros(n_queries, np.bool_)
        if self.judgements.need is not None:
            relevant = self.row[self.judgements.value[self.row] > 0]
            document, need = self._document()[relevant], self.judgements.need[relevant]
            order = np.lexsort((need, document))
            document, need, query = document[order], need[order], self.judgements.query[relevant][order]
            marked[query[1:][(document[1:] == document[:-1]) & (need[1:] != need[:-1])]] = True
        return marked

    def _has_repeats(self) -> bool:
        return self.judgements.need is not None or bool((self.key[1:] == self.key[:-1]).any())

    def _document(self) -> Index:
        """For each judgement row the number of its document (of its query)."""
        number = np.empty(len(self.row), np.int64)
        new = np.ones(len(self.key), np.bool_)
        new[1:] = self.key[1:] != self.key[:-1]
        number[self.row] = np.cumsum(new) - 1
        return number

    def _rows(self, judged: Index) -> tuple[Index, Index, Index]:
        """Query, grade and item of judgement rows: the need where one is named and the grade is positive."""
        query = self.judgements.query[judged].astype(np.int64)
        grade = self.judgements.value[judged].astype(np.int64)
        item = self._document()[judged]
        need = self.judgements.need
        if need is not None:
            named = (need[judged] >= 0) & (grade > 0)
            n_needs = int(need.max(initial=0)) + 1
            item = np.where(named, len(self.row) + query * n_needs + need[judged], item)
        return query, grade, item


def _refuse_conflicts(judgements: Triples, left: Index, right: Index) -> None:
    """DataError where two rows judge one document for one need differently, or where two documents share a hash."""
    same = judgements.docs.take(left).same(judgements.docs.take(right))
    differ = judgements.value[left] != judgements.value[right]
    if judgements.need is not None:
        differ &= judgements.need[left] == judgements.need[right]
    wrong = np.flatnonzero(differ | ~same)
    if len(wrong):
        first, second = int(left[wrong[0]]), int(right[wrong[0]])
        raise DataError(
            "ir.judged_twice" if same[wrong[0]] else "ir.same_hash",
            place=judgements.place(second),
            query=judgements.queries[judgements.query[second]],
            doc=judgements.docs.text(second),
            other=judgements.docs.text(first),
            first=int(judgements.value[first]),
            second=int(judgements.value[second]),
        )


def _repeated(key: NDArray[np.uint64]) -> Index:
    """Rows of documents that stand several times in a list."""
    ordered = np.sort(key)
    values = ordered[1:][ordered[1:] == ordered[:-1]]
    return np.flatnonzero(np.isin(key, values)) if len(values) else np.empty(0, np.int64)


def _ranks(
    place: Positions, run: Triples, wanted: Index, copies: Index, key: NDArray[np.uint64]
) -> tuple[Index, Index]:
    """Rank (from 1) of each wanted row, 0 for a copy that is taken out, and the length of each list."""
    query = run.query[wanted]
    rank = place.position - place.start[query] + 1
    if not len(copies):
        return rank, place.size
    at = np.searchsorted(wanted, copies)
    order = np.lexsort((place.position[at], key[copies]))
    at, ordered = at[order], copies[order]
    later = np.zeros(len(at), np.bool_)
    later[1:] = (key[ordered[1:]] == key[ordered[:-1]]) & run.docs.take(ordered[1:]).same(run.docs.take(ordered[:-1]))
    gone = np.sort(place.position[at[later]])
    rank -= np.searchsorted(gone, place.position) - np.searchsorted(gone, place.start[query])
    rank[at[later]] = 0
    n_gone = np.bincount(query[at[later]], minlength=len(place.size))
    return rank, place.size - n_gone


def _joined(parts: list[NDArray[Any]]) -> Index:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)

"""The rank of rows of a run: by score, then document id, both descending, as trec_eval orders a list."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from raggauge.ir.triples import Triples

Index = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Positions:
    """Where some rows of a run stand: `position` in all lists laid end to end (from 0), and where each list starts.

    `start[q]` and `size[q]` are for query q of the run.
    """

    position: Index
    start: Index
    size: Index


def positions(run: Triples, rows: Index, /) -> Positions:
    """The positions of `rows` (distinct) of a run. Other rows are ordered only as far as these need it."""
    n_queries = len(run.queries)
    size = np.bincount(run.query, minlength=n_queries).astype(np.int64)
    start = np.cumsum(size) - size
    order = None if _grouped(run.query) else np.argsort(run.query, kind="stable")
    value = run.value if order is None else run.value[order]
    within = _falling(value, start, size)
    if within is not None:
        order = within if order is None else order[within]
        value = value[within]
    position = rows if order is None else _inverse(order)[rows]
    return Positions(_untied(run, order, value, position, start), start, size)


def distinct(numbers: Index, /) -> Index:
    """The distinct numbers, ascending (np.unique does the same, after importing masked arrays)."""
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


def _grouped(query: NDArray[np.int32]) -> bool:
    return bool((query[1:] >= query[:-1]).all())


def _starts_inside(start: Index, n: int) -> Index:
    """The boundaries between lists: places i where value[i] and value[i + 1] belong to different queries."""
    inner = distinct(start)
    return inner[(inner > 0) & (inner < n)] - 1


def _falling(value: NDArray[Any], start: Index, size: Index) -> Index | None:
    """The order that makes every list fall; None where all do already."""
    rising = value[1:] > value[:-1]
    rising[_starts_inside(start, len(value))] = False
    if not rising.any():
        return None
    order = np.arange(len(value))
    lists = distinct(np.searchsorted(start, np.flatnonzero(rising), side="right") - 1)
    lists = lists[size[lists] > 0]
    sizes, width = size[lists], int(size[lists].max())
    rows = np.repeat(start[lists], sizes) + _counted(sizes)
    if len(lists) * width > 2 * len(rows):
        order[rows] = rows[np.lexsort((-value[rows], np.repeat(np.arange(len(lists)), sizes)))]
        return order
    table = np.full((len(lists), width), np.inf)
    inside = np.arange(width) < sizes[:, None]
    table[inside] = -value[rows]
    column = np.argsort(table, axis=1)
    order[rows] = (column + start[lists][:, None])[column < sizes[:, None]]
    return order


def _untied(run: Triples, order: Index | None, value: NDArray[Any], position: Index, start: Index) -> Index:
    """The positions, with rows of equal score put in the order of their ids."""
    if not len(position):
        return position
    tied = np.zeros(len(value) + 1, np.bool_)  # tied[i]: row i has the score of row i - 1
    np.equal(value[1:], value[:-1], out=tied[1:-1])
    tied[_starts_inside(start, len(value)) + 1] = False
    concerned = tied[position] | tied[position + 1]
    if not concerned.any():
        return position
    stretch = np.cumsum(~tied[:-1])
    wanted = np.zeros(int(stretch[-1]) + 1, np.bool_)
    wanted[stretch[position[concerned]]] = True
    members = np.flatnonzero(wanted[stretch])
    docs = run.docs.take(members if order is None else order[members])
    moved = np.arange(len(value))
    moved[members[docs.descending(stretch[members])]] = members
    return moved[position]


def _inverse(order: Index) -> Index:
    inverse = np.empty(len(order), np.int64)
    inverse[order] = np.arange(len(order))
    return inverse


def _counted(sizes: Index) -> Index:
    """0, 1, .. size - 1 for each size, end to end."""
    ends = np.cumsum(sizes)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - sizes, sizes)

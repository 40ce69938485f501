"""Judgement and run files as lines of fields between white space: TREC's four and six columns, or three with a header.

Regular stretches (one blank or tab between fields) are read with array operations and never become Python strings;
lines with other white space, carriage returns or blank lines around them are read one by one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from raggauge.errors import DataError
from raggauge.formats.decimals import decimals
from raggauge.formats.source import CHUNK, open_text
from raggauge.ir.ids import PAD, Ids, hashed, windows
from raggauge.ir.triples import Triples
from raggauge.messages import say, shown

Index = NDArray[np.int64]
Kind = Literal["qrels", "run"]
_STRETCH: Final = 1 << 18  # what is worked on at once stays in the processor's cache
_FIELD: Final = re.compile(rb"[^ \t\n\r\f\v]+")
_NUMBER: Final = rb"[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?)"
_KEEP: Final = np.array([(1 << (8 * n)) - 1 for n in range(9)], np.uint64)


@dataclass(frozen=True)
class Layout:
    """Which of the fields of a line are query, document and number (and, for judgements, need)."""

    n_fields: int
    query: int
    doc: int
    number: int
    need: int | None = None


QRELS: Final = Layout(4, 0, 2, 3, need=1)
RUN: Final = Layout(6, 0, 2, 4)
_QUERY: Final = (b"query-id", b"query_id", b"qid", b"topic", b"query")
_DOC: Final = (b"corpus-id", b"corpus_id", b"doc_id", b"doc-id", b"docid", b"docno", b"passage_id", b"pid", b"doc")
_NUMBERS: Final = (b"score", b"grade", b"relevance", b"rel", b"label", b"sim")


@dataclass(frozen=True)
class _Text:
    """A file in memory: `data[PAD : end]`, which ends with a line end."""

    data: bytearray
    end: int
    name: str

    @property
    def bytes(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.data, np.uint8)

    def line(self, at: int, /) -> int:
        """The number of the line in which a byte stands."""
        return self.data.count(b"\n", PAD, at) + 1


def read_lines(path: Path, /, *, kind: Kind, needs: bool = False, encoding: str | None = None) -> Triples:
    """The rows of a judgement or run file in lines.

    The rank and tag of a run are ignored, as trec_eval does. `needs` reads the second column of judgements as the need
    that the row meets (the subtopic of TREC's diversity tasks). Raises DataError with file and line for a line with too
    many or too few fields, a number that is none, or a file without rows.
    """
    text = _loaded(path, encoding)
    layout, first = _layout(text, kind)
    if needs and layout.need is None:
        raise DataError("ir.no_needs", place=text.name)
    queries = _Queries()
    rows = _Rows.room_for(text.data.count(b"\n", first))
    n = 0
    need: list[str] = []
    for lo, hi in _stretches(text, first):
        field = _regular(text, lo, hi, layout) or _irregular(text, lo, hi, layout)
        start, end = field[layout.doc]
        block = slice(n, n := n + len(start))
        rows.query[block] = queries.codes(text, *field[layout.query])
        rows.start[block], rows.length[block] = start, end - start
        rows.hash[block] = hashed(text.bytes, start, rows.length[block])
        rows.number[block] = _numbers(text, *field[layout.number], kind)
        if needs and layout.need is not None:
            marks = zip(*(part.tolist() for part in field[layout.need]), strict=True)
            need.extend(text.data[a:b].decode("utf-8", "surrogateescape") for a, b in marks)
    if not n:
        raise DataError("ir.no_rows", place=text.name)
    docs = Ids(text.bytes, rows.start[:n], rows.length[:n], rows.hash[:n])
    table = Triples(queries.names(), rows.query[:n], docs, rows.number[:n], source=text.name, in_lines=True)
    table = table.checked(grades=kind == "qrels")
    return table.with_needs(need) if needs else table


@dataclass(frozen=True)
class _Rows:
    """Columns to be filled."""

    query: NDArray[np.int32]
    start: Index
    length: NDArray[np.int32]
    hash: NDArray[np.uint64]
    number: NDArray[np.float64]

    @classmethod
    def room_for(cls, n: int) -> "_Rows":
        return cls(
            np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n, np.int32), np.empty(n, np.uint64), np.empty(n)
        )


def _loaded(path: Path, encoding: str | None) -> _Text:
    """The whole file, unpacked, without a byte order mark, between `PAD` bytes on both sides."""
    data = bytearray((path.stat().st_size if path.is_file() else CHUNK) + 4 * PAD)
    at = PAD
    with open_text(path, encoding=encoding) as stream:
        while True:
            if len(data) - at <= 2 * PAD:
                data.extend(bytes(max(CHUNK, len(data))))
            view = memoryview(data)[at : len(data) - PAD]
            n = stream.readinto(view)  # type: ignore[attr-defined]
            view.release()
            if not n:
                break
            at += n
    data[:PAD] = b"\n" * PAD
    if data[at - 1] != 10:
        data[at] = 10
        at += 1
    del data[at + PAD :]
    data[at:] = bytes(PAD)
    return _Text(data, at, str(path))


def _layout(text: _Text, kind: Kind) -> tuple[Layout, int]:
    """The layout of a file by its first line that is not blank, and where its rows begin."""
    match = _FIELD.search(text.data, PAD, text.end)
    if match is None:
        raise DataError("ir.no_rows", place=text.name)
    lo, hi = match.start(), text.data.index(b"\n", match.start())
    fields = _FIELD.findall(text.data, lo, hi)
    columns = [bytes(part).lower() for part in fields]
    named = [next((i for i, name in enumerate(columns) if name in names), None) for names in (_QUERY, _DOC, _NUMBERS)]
    if named[0] is not None and named[1] is not None and named[2] is not None:
        return Layout(len(fields), named[0], named[1], named[2]), hi + 1
    if len(fields) == (4 if kind == "qrels" else 6):
        return (QRELS if kind == "qrels" else RUN), PAD
    if len(fields) == 3 and kind == "qrels":
        return Layout(3, 0, 1, 2), PAD
    message = "ir.not_qrels" if kind == "qrels" else "ir.not_run"
    raise DataError(message, place=f"{text.name}:{text.line(lo)}", n=len(fields), line=_shown(text, lo, hi))


def _stretches(text: _Text, first: int) -> Iterator[tuple[int, int]]:
    lo = first
    while lo < text.end:
        hi = text.data.find(b"\n", min(lo + _STRETCH, text.end - 1)) + 1
        yield lo, hi
        lo = hi


def _regular(text: _Text, lo: int, hi: int, layout: Layout) -> list[tuple[Index, Index]] | None:
    """Start and end of each field of whole lines; None where a line is not `n_fields` with one blank or tab between."""
    block = text.bytes[lo:hi]
    ends = np.flatnonzero(block <= 32)
    n, rest = divmod(len(ends), layout.n_fields)
    if rest or not n or ends[0] == 0 or (ends[1:] - ends[:-1]).min(initial=2) < 2:
        return None
    grid = ends.reshape(n, layout.n_fields)
    n_tabs, n_line_ends = np.count_nonzero(block == 9), np.count_nonzero(block == 10)
    if n_line_ends != n or np.count_nonzero(block < 32) != n_tabs + n or not (block[grid[:, -1]] == 10).all():
        return None
    grid += lo
    first = np.empty(n, np.int64)
    first[0], first[1:] = lo, grid[:-1, -1] + 1
    return [(grid[:, i - 1] + 1 if i else first, grid[:, i]) for i in range(layout.n_fields)]


def _irregular(text: _Text, lo: int, hi: int, layout: Layout) -> list[tuple[Index, Index]]:
    """The same, line by line; blank lines are passed over."""
    spans: list[tuple[int, int]] = []
    at = lo
    while at < hi:
        end = text.data.index(b"\n", at)
        fields = [match.span() for match in _FIELD.finditer(text.data, at, end)]
        if len(fields) not in (0, layout.n_fields):
            raise DataError(
                "ir.wrong_fields",
                place=f"{text.name}:{text.line(at)}",
                n=len(fields),
                expected=layout.n_fields,
                line=_shown(text, at, end),
            )
        if b"\0" in text.data[at:end]:
            raise DataError("ir.bad_id", place=f"{text.name}:{text.line(at)}", value=_shown(text, at, end))
        spans.extend(fields)
        at = end + 1
    table = np.array(spans, np.int64).reshape(-1, layout.n_fields, 2)
    return [(table[:, i, 0], table[:, i, 1]) for i in range(layout.n_fields)]


class _Queries:
    """Numbers for query ids, in the order in which they appear."""

    def __init__(self) -> None:
        self._code: dict[bytes, int] = {}

    def names(self) -> tuple[str, ...]:
        """All ids so far."""
        return tuple(name.decode("utf-8", "surrogateescape") for name in self._code)

    def codes(self, text: _Text, start: Index, end: Index) -> NDArray[np.int32]:
        """The number of the id in each row; only where it changes is a string made."""
        if not len(start):
            return np.empty(0, np.int32)
        length = end - start
        new = np.ones(len(start), np.bool_)
        new[1:] = length[1:] != length[:-1]
        view = windows(text.bytes)
        for j in range(0, int(length.max()), 8):
            word = view[np.minimum(start + j, len(view) - 1)] & _KEEP[np.clip(length - j, 0, 8)]
            new[1:] |= word[1:] != word[:-1]
        rows = np.flatnonzero(new)
        code, data = self._code, text.data
        places = zip(start[rows].tolist(), end[rows].tolist(), strict=True)
        numbers = [code.setdefault(bytes(data[a:b]), len(code)) for a, b in places]
        return np.repeat(np.array(numbers, np.int32), np.diff(np.append(rows, len(start))))


def _numbers(text: _Text, start: Index, end: Index, kind: Kind) -> NDArray[np.float64]:
    value, left = decimals(text.bytes, start, end)
    for row in left.tolist():
        lo, hi = int(start[row]), int(end[row])
        if not re.fullmatch(_NUMBER, text.data[lo:hi], re.I):
            key = "ir.bad_score" if kind == "run" else "ir.bad_grade"
            raise DataError(key, place=f"{text.name}:{text.line(lo)}", value=_shown(text, lo, hi))
        value[row] = float(text.data[lo:hi])
    return value


def _shown(text: _Text, lo: int, hi: int) -> str:
    return shown(text.data[lo:hi].decode("utf-8", "replace")) if hi > lo else say("ir.nothing")

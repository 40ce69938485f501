"""CSV and its relatives: comma, semicolon, tab or bar between cells."""

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.columns import field_of
from raggauge.formats.encodings import guess
from raggauge.formats.rows import Row
from raggauge.formats.source import LONGEST_LINE
from raggauge.formats.tools.promptfoo import apart
from raggauge.messages import shown

N_ABOVE: Final = 10
# Excel is told the delimiter in a first line of its own.
_TOLD = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
_RULE = re.compile(r"\s*:?-+:?\s*")
_DELIMITERS: Final = (",", ";", "\t", "|", "\uff0c", "\uff1b")


def delimiter_of(header: str, /) -> str:
    """What separates the cells of a header line: what makes the most known columns, then the most columns."""
    best, most = ",", (0, 1)
    for delimiter in _DELIMITERS:
        cells = _split(header, delimiter)
        found = (sum(field_of(cell) is not None for cell in cells), len(cells))
        if found > most:
            best, most = delimiter, found
    return best


def _split(header: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([header.partition("\r")[0]], delimiter=delimiter), [])
    except csv.Error:
        return [header]


def is_table(start: bytes, /, *, at_least: int = 1) -> bool:
    """Whether a text begins like a table with a known column, or with several."""
    header = start.decode("utf-8", "ignore").partition("\n")[0].rstrip("\r")
    return n_known(_split(header, delimiter_of(header))) >= at_least


def n_known(cells: Iterable[str], /) -> int:
    """How many fields are named by cells."""
    return len({field for cell in cells if (field := field_of(cell))})


def read_delimited(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of a table with a header line; the place of a row is the line on which it begins.

    A row with more cells than the header is faulty; one with fewer leaves the last columns empty. Cells that span
    lines are quoted; a quote that never closes ends the reading with the line where it opened.
    """
    if csv.field_size_limit() < LONGEST_LINE:
        csv.field_size_limit(min(LONGEST_LINE, sys.maxsize))
    lines = _Lines(stream, name)
    header_line = next(lines, "")
    told = _TOLD.fullmatch(header_line)
    if told:
        header_line = next(lines, "")
    place = f"{name}:{max(lines.number, 1)}"
    if not header_line.strip():
        raise DataError("formats.no_header", place=place)
    delimiter = told[1] if told else delimiter_of(header_line)
    reader = csv.reader(chain([header_line], lines), delimiter=delimiter, strict=True)
    cells = _trimmed(_cells(reader, lines, name, lines.number) or [], delimiter)
    header = names_of(apart(cells))
    if len(header) == 1 and len([part for part in re.split(r"\W+|_", header[0]) if field_of(part)]) > 1:
        raise DataError("formats.one_column", place=place, header=shown(header[0]))
    rows = _rows(reader, lines, name, delimiter)
    ahead = list(islice(rows, N_ABOVE))
    check_above(header, ahead)
    n_rows = 0
    for found, where in chain(ahead, rows):
        n_rows += 1
        yield DataError("formats.header_again", place=where) if found == cells else _row(header, found, where)
    if not n_rows:
        raise DataError("formats.only_header", place=place, columns=shown(", ".join(header)))


def check_above(header: Sequence[str], rows: Iterable[tuple[Sequence[str], str]], /) -> None:
    """Raise DataError where the header names no field, and a row below it (with its place) several."""
    for cells, place in rows if not n_known(header) else ():
        if n_known(cells) > 1:
            raise DataError("formats.header_below", place=place, columns=shown(", ".join(filter(None, cells))))


def _rows(reader: Any, lines: "_Lines", name: str, delimiter: str) -> Iterator[tuple[list[str], str]]:
    """The cells of each row that has some, and the line on which it begins."""
    while True:
        first = lines.number + 1
        cells = _cells(reader, lines, name, first)
        if cells is None:
            return
        cells = _trimmed(cells, delimiter)
        if any(cell.strip() for cell in cells) and not (delimiter == "|" and all(map(_RULE.fullmatch, cells))):
            yield cells, f"{name}:{first}"


def _trimmed(cells: list[str], delimiter: str) -> list[str]:
    """The cells of a row; in a table of Markdown without the edges and the blanks around them."""
    if delimiter != "|" or len(cells) < 3 or cells[0].strip() or cells[-1].strip():
        return cells
    return [cell.strip() for cell in cells[1:-1]]


def _row(header: list[str], cells: list[str], place: str) -> Row | DataError:
    if len(cells) > len(header):
        extra = shown(next((cell for cell in cells[len(header) :] if cell), ""))
        if any(cells[len(header) :]):
            return DataError("formats.too_many_cells", place=place, n=len(cells), expected=len(header), value=extra)
        cells = cells[: len(header)]
    values: dict[str, Any] = dict(zip(header, cells, strict=False))
    if len(values) < len(cells):
        # an index that is a column too is written twice; what differs cannot be one value
        for column, cell in zip(header, cells, strict=False):
            if values[column] != cell:
                return DataError("formats.repeated_column", place=place, column=shown(column))
    for column in header[len(cells) :]:
        values[column] = ""
    return Row(values, place, False)


def header_of(cells: Sequence[str], place: str, /) -> list[str]:
    """The names of columns. Raises DataError for a name that comes twice."""
    header = names_of(cells)
    for position, name in enumerate(header):
        if name in header[:position]:
            raise DataError("formats.repeated_column", place=place, column=shown(name))
    return header


def names_of(cells: Sequence[str], /) -> list[str]:
    """The names of columns; pandas writes its row numbers under an empty one, which is numbered."""
    header = [cell.strip() for cell in cells]
    while header and not header[-1]:
        header.pop()
    return [name or f"column_{position + 1}" for position, name in enumerate(header)]


def _cells(reader: Any, lines: "_Lines", name: str, first: int) -> list[str] | None:
    try:
        cells: list[str] | None = next(reader, None)
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise DataError("formats.open_quote", place=f"{name}:{first}") from None
        if "field larger" in str(error):
            raise DataError("formats.long_line", place=f"{name}:{first}", limit=LONGEST_LINE >> 20) from None
        if "new-line character" in str(error):
            raise DataError("formats.bare_return", place=f"{name}:{lines.number}", near=shown(lines.last)) from None
        raise DataError("formats.bad_quote", place=f"{name}:{lines.number}", near=shown(lines.last)) from None
    return cells


class _Lines:
    """Decoded lines, counted; says where a byte or character cannot be."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream, self._name = stream, name
        self.number, self.last = 0, ""

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._stream.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        self.number += 1
        place = f"{self._name}:{self.number}"
        if len(line) >= LONGEST_LINE:
            raise DataError("formats.long_line", place=place, limit=LONGEST_LINE >> 20)
        if b"\0" in line:
            raise DataError("formats.nul", place=place)
        try:
            self.last = line.decode("utf-8")
        except UnicodeDecodeError:
            raise DataError("formats.not_utf8_here", place=place, guess=guess(line)) from None
        return self.last

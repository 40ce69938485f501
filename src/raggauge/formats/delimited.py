"""CSV and its relatives: comma, semicolon, tab or bar between cells."""

import csv
import re
import sys
from collections.abc import Iterator
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.columns import field_of
from raggauge.formats.encodings import guess
from raggauge.formats.rows import Row
from raggauge.formats.source import LONGEST_LINE
from raggauge.messages import shown

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


def is_table(start: bytes, /) -> bool:
    """Whether a text begins like a table with a known column."""
    header = start.decode("utf-8", "ignore").partition("\n")[0].rstrip("\r")
    return any(field_of(cell) for cell in _split(header, delimiter_of(header)))


def read_delimited(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of a table with a header line; the place of a row is the line on which it begins.

    A row with more cells than the header is faulty; one with fewer leaves the last columns empty. Cells that span
    lines are quoted; a quote that never closes ends the reading with the line where it opened.
    """
    if csv.field_size_limit() < LONGEST_LINE:
        csv.field_size_limit(min(LONGEST_LINE, sys.maxsize))
    lines = _Lines(stream, name)
    header_line = next(lines, "")
    if not header_line.strip():
        raise DataError("formats.no_header", place=f"{name}:1")
    delimiter = delimiter_of(header_line)
    reader = csv.reader(_again(header_line, lines), delimiter=delimiter, strict=True)
    header = _header(_cells(reader, lines, name, 1) or [], f"{name}:1")
    if len(header) == 1 and len([part for part in re.split(r"\W+|_", header[0]) if field_of(part)]) > 1:
        raise DataError("formats.one_column", place=f"{name}:1", header=shown(header[0]))
    n_rows = 0
    while True:
        first = reader.line_num + 1
        cells = _cells(reader, lines, name, first)
        if cells is None:
            break
        if not cells or not any(cell.strip() for cell in cells):
            continue
        n_rows += 1
        yield _row(header, cells, f"{name}:{first}")
    if not n_rows:
        raise DataError("formats.only_header", place=f"{name}:1", columns=shown(", ".join(header)))


def _row(header: list[str], cells: list[str], place: str) -> Row | DataError:
    if len(cells) > len(header):
        extra = shown(next((cell for cell in cells[len(header) :] if cell), ""))
        if any(cells[len(header) :]):
            return DataError("formats.too_many_cells", place=place, n=len(cells), expected=len(header), value=extra)
        cells = cells[: len(header)]
    values: dict[str, Any] = dict(zip(header, cells, strict=False))
    for column in header[len(cells) :]:
        values[column] = ""
    return Row(values, place, False)


def _header(cells: list[str], place: str) -> list[str]:
    header = [cell.strip() for cell in cells]
    while header and not header[-1]:
        header.pop()
    for position, name in enumerate(header):
        if name and name in header[:position]:
            raise DataError("formats.repeated_column", place=place, column=shown(name))
    # pandas writes its row numbers under an empty name.
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


def _again(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


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

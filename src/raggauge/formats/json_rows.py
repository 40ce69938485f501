"""JSON Lines and JSON documents: a list of rows, rows under a key, or columns."""

import codecs
import re
from collections.abc import Iterator
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.documents import RECORDS, rows_of
from raggauge.formats.rows import Row
from raggauge.formats.source import CHUNK, LONGEST_LINE
from raggauge.formats.strict_json import DEEPEST, decode
from raggauge.messages import shown

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*("?)|[\[{\]}]|,', re.DOTALL)
_ROWS = re.compile(rb"\s*:\s*\[\s*\{")
_BEGINNING = re.compile(rb'\s*(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|\[\s*(?:\{\s*["}]|\]))')
_LINES: Final = (".jsonl", ".ndjson")
_SPACE: Final = b" \t\r\n"
_BETWEEN: Final = b", \t\r\n"


def begins_json(start: bytes, /) -> bool:
    """Whether a text begins like a JSON object or a list of objects, whatever its file is called."""
    return _BEGINNING.match(start) is not None


def layout(start: bytes, /, *, suffix: str = "") -> str:
    """What a file that begins like this is: `list`, `lines`, `stream` or `document`."""
    text = start.lstrip()
    if text[:1] == b"[" and not (suffix in _LINES and text.partition(b"\n")[0].rstrip().endswith(b"]")):
        return "list"
    first, _, rest = text.partition(b"\n")
    if _is_stream(text):
        return "stream"
    if suffix in _LINES:
        return "lines"
    try:
        decode(first, place="")
    except DataError:
        return "document"
    return "lines" if rest.strip() else "document"


def _is_stream(text: bytes) -> bool:
    """Whether objects that span lines, share them or have commas behind them follow one another, as `jq` writes them.

    One object per line is no stream, be its first line faulty or not.
    """
    end = _end_of_first(text)
    rest = text[end:]
    if not end or rest.lstrip(_BETWEEN)[:1] != b"{":
        return False
    return b"\n" in text[:end].strip() or rest.lstrip(b" \t\r")[:1] != b"\n"


def _end_of_first(text: bytes) -> int:
    """Where the first object ends; 0 where it does not, or where something else comes first."""
    depth = 0
    for token in _TOKEN.finditer(text) if text[:1] == b"{" else ():
        first = token[0][:1]
        depth += (first in b"[{") - (first in b"]}")
        if not depth:
            return token.end()
    return 0


def read_lines(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of JSON Lines; a faulty line comes as its error, empty lines are passed over."""
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        place = f"{name}:{number}"
        if len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
            raise DataError("formats.long_line", place=place, limit=LONGEST_LINE >> 20)
        # files that were put one behind the other keep their marks in the middle
        line = line.rstrip().removeprefix(codecs.BOM_UTF8)
        if line:
            yield _row(line, place)


def read_list(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of a JSON list, one at a time; a row that cannot be told from the next ends the reading."""
    buffer = stream.read(CHUNK)
    while buffer and not buffer.strip():
        buffer = stream.read(CHUNK)
    scan = _Scan(buffer, buffer.index(b"[") + 1)
    for text, line in _elements(scan, stream, name):
        yield _row(text, f"{name}:{line}")
    rest = (scan.buffer[scan.start :] + stream.read(CHUNK)).strip()
    if rest:
        value = shown(rest[:40].decode("utf-8", "replace"))
        raise DataError("formats.after_list", place=f"{name}:{scan.here}", value=value)


def read_stream(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of JSON objects that follow one another, over any lines, with or without commas between them."""
    for text, line in _elements(_Scan(stream.read(CHUNK), 0, is_stream=True), stream, name):
        yield _row(text, f"{name}:{line}")


def read_document(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of one JSON object: those under a known key, the columns in it, or the object itself as a row.

    Rows under a known key of a large document are read one at a time, and what stands around them is passed over;
    other documents are held in memory as a whole.
    """
    start = stream.read(CHUNK)
    offset = _rows_begin(start) if len(start) == CHUNK else 0
    if offset:
        for text, line in _elements(_Scan(start, offset), stream, name):
            yield _row(text, f"{name}:{line}")
        return
    start += stream.read()
    line = 1 + start[: len(start) - len(start.lstrip())].count(b"\n")
    value = decode(start.strip(), place=f"{name}:{line}")
    if not isinstance(value, dict):
        raise DataError("formats.not_rows", place=f"{name}:{line}", value=shown(value))
    for position, row in enumerate(rows_of(value, f"{name}:{line}")):
        place = f"{name}[{position}]"
        yield Row(row, place) if isinstance(row, dict) else _not_a_row(row, place)


def _row(text: bytes, place: str) -> Row | DataError:
    try:
        value = decode(text, place=place)
    except DataError as error:
        return error
    if isinstance(value, str) and value[:1] == "{":
        # an object that was made JSON twice
        return _row(value.encode("utf-8", "surrogatepass"), place)
    return Row(value, place) if isinstance(value, dict) else _not_a_row(value, place)


def _not_a_row(value: Any, place: str) -> DataError:
    return DataError("formats.not_a_row", place=place, value=shown(value))


def _rows_begin(start: bytes) -> int:
    """Where the rows of a document begin, behind the bracket; 0 where no known key of its own holds objects."""
    depth = 0
    for token in _TOKEN.finditer(start):
        first = token[0][:1]
        if first in b"[{":
            depth += 1
        elif first in b"]}":
            depth -= 1
        elif depth == 1 and first == b'"' and token[0][1:-1].decode("utf-8", "replace") in RECORDS:
            bracket = _ROWS.match(start, token.end())
            if bracket:
                return bracket.end() - 1
    return 0


def _elements(scan: "_Scan", stream: IO[bytes], name: str) -> Iterator[tuple[bytes, int]]:
    """Each element of a JSON list as its text and first line, by the brackets outside of strings."""
    while True:
        found = scan.element(name)
        if found is not None:
            text, line = found
            if text:
                yield text, line
            if scan.closed:
                break
            continue
        if len(scan.buffer) >= LONGEST_LINE:
            raise DataError("formats.long_line", place=f"{name}:{scan.here}", limit=LONGEST_LINE >> 20)
        more = stream.read(max(CHUNK, min(len(scan.buffer), LONGEST_LINE - len(scan.buffer))))
        if not more and scan.is_stream:
            rest = scan.buffer[scan.start :].strip(_BETWEEN)
            if rest:
                yield rest, scan.here
            return
        if not more:
            raise DataError("formats.cut_list", place=f"{name}:{scan.here}")
        scan.buffer += more


class _Scan:
    """Where the search for the end of an element stands; goes on where it stopped when more text has come."""

    def __init__(self, buffer: bytes, start: int, *, is_stream: bool = False) -> None:
        self.buffer, self.start, self.is_stream = buffer, start, is_stream
        self.line = 1 + buffer[:start].count(b"\n")
        self.closed = False
        self._at, self._depth = start, 0

    @property
    def here(self) -> int:
        """The line on which the element that is sought begins."""
        rest = self.buffer[self.start :]
        return self.line + rest[: len(rest) - len(rest.lstrip())].count(b"\n")

    def element(self, name: str) -> tuple[bytes, int] | None:
        """The next element and its line, or None where more text is needed."""
        for token in _TOKEN.finditer(self.buffer, self._at):
            first = self.buffer[token.start()]
            if first == 0x22:
                if not token[1]:
                    break
            elif first in b"[{":
                self._depth += 1
                if self._depth > DEEPEST:
                    raise DataError("formats.too_deep", place=f"{name}:{self.here}", deepest=DEEPEST)
            elif self._depth and first in b"]}":
                self._depth -= 1
                if self.is_stream and not self._depth:
                    return self._taken(token.end(), token.end())
            elif not self._depth and not self.is_stream:
                self.closed = first != 0x2C
                return self._taken(token.start(), token.end())
            self._at = token.end()
        return None

    def _taken(self, end: int, after: int) -> tuple[bytes, int]:
        text = self.buffer[self.start : end]
        line = self.line + text[: len(text) - len(text.lstrip(_BETWEEN))].count(b"\n")
        self.line += text.count(b"\n")
        self.start = self._at = after
        if self.start > CHUNK:
            self.buffer = self.buffer[self.start :]
            self.start = self._at = 0
        return text.strip(_BETWEEN if self.is_stream else _SPACE), line

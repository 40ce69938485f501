"""From a path to rows: what kind of file it is, by its content first and its name second."""

import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.delimited import is_table, read_delimited
from raggauge.formats.folders import is_beir, read_folder
from raggauge.formats.json_rows import begins_json, layout, read_document, read_lines, read_list, read_stream
from raggauge.formats.plain_text import is_dialogue, read_dialogue
from raggauge.formats.rows import Row
from raggauge.formats.source import CHUNK, HEAD, head, open_text
from raggauge.formats.tables import TABLES, open_folder, open_table
from raggauge.formats.yaml_rows import read_yaml
from raggauge.messages import shown

Rows = Callable[[], Iterator[Row | DataError]]
_PACKED_SUFFIXES: Final = (".gz", ".bz2", ".xz", ".zst")
_JSON_SUFFIXES: Final = (".json", ".jsonl", ".ndjson")
_TABLE_SUFFIXES: Final = (".csv", ".tsv")
_READERS: Final[dict[str, tuple[str, Callable[[IO[bytes], str], Iterator[Row | DataError]]]]] = {
    "lines": ("jsonl", read_lines),
    "list": ("json", read_list),
    "stream": ("json", read_stream),
    "document": ("json", read_document),
    "table": ("csv", read_delimited),
    "yaml": ("yaml", read_yaml),
    "dialogue": ("text", read_dialogue),
}


def open_path(path: Path, encoding: str | None, /) -> tuple[str, dict[str, Any], Rows]:
    """The name of the data set at a path, its lineage, and a function that gives its rows from the beginning.

    Raises DataError where there is nothing to read: at once, before the first row is asked for.
    """
    if str(path) == "-":
        return _standard_input(encoding)
    if _is_pipe(path):
        with path.open("rb") as stream:
            kind, rows = _spooled(stream, str(path), encoding)
        return _stem(path), {"path": str(path), "format": kind}, rows
    if _is_folder(path):
        if is_beir(path):
            kind, rows = "beir", lambda: read_folder(path)
        else:
            kind, rows = open_folder(path)
    else:
        kind, rows = _file(path, str(path), encoding)
    return _stem(path), {"path": str(path), "format": kind}, rows


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_pipe(path: Path) -> bool:
    """Whether a path can be read only once: a named pipe, the `<(command)` of a shell, `/dev/stdin`."""
    try:
        return path.is_fifo() or path.is_char_device()
    except OSError:
        return False


def suffix_of(path: Path, /) -> str:
    """The ending that names the format, `.jsonl` in `eval.jsonl.gz`."""
    return next((end.lower() for end in reversed(path.suffixes) if end.lower() not in _PACKED_SUFFIXES), "")


def _stem(path: Path) -> str:
    name = path.name
    for end in (*(suffix for suffix in path.suffixes if suffix in _PACKED_SUFFIXES), suffix_of(path)):
        name = name.removesuffix(end)
    return name or path.name or "data"


def _file(path: Path, shown_as: str, encoding: str | None) -> tuple[str, Rows]:
    start = head(path)
    table = next((kind for kind, sign in TABLES.items() if sign(start, suffix_of(path))), None)
    if table is not None:
        return table, open_table(path, table)
    with open_text(path, encoding=encoding) as stream:
        start = stream.read(HEAD)
    if not start.strip():
        raise DataError("formats.empty_file", file=shown(shown_as, limit=200))
    seen = _layout(start, suffix_of(path))
    if not seen:
        raise DataError("formats.not_recognised", file=shown(shown_as, limit=200))
    kind, parse = _READERS[seen]

    def rows() -> Iterator[Row | DataError]:
        n_rows = 0
        with open_text(path, encoding=encoding) as stream:
            for row in parse(stream, shown_as):
                n_rows += 1
                yield row
        if not n_rows:
            raise DataError("formats.no_rows", file=shown(shown_as, limit=200))

    return kind, rows


def _layout(start: bytes, suffix: str) -> str:
    is_bracket = start.lstrip()[:1] in (b"[", b"{")
    if suffix in _JSON_SUFFIXES and not is_bracket and is_table(start, at_least=2):
        return "table"
    if suffix in _JSON_SUFFIXES or (is_bracket and (suffix not in _TABLE_SUFFIXES or begins_json(start))):
        return layout(start, suffix=suffix)
    if suffix in _TABLE_SUFFIXES:
        return "table"
    if suffix in (".yaml", ".yml"):
        return "yaml"
    return "dialogue" if is_dialogue(start) else "table" if is_table(start) else ""


def _standard_input(encoding: str | None) -> tuple[str, dict[str, Any], Rows]:
    if sys.stdin.isatty():
        raise DataError("formats.no_stdin")
    kind, rows = _spooled(sys.stdin.buffer, "stdin", encoding)
    return "stdin", {"path": "-", "format": kind}, rows


def _spooled(stream: IO[bytes], shown_as: str, encoding: str | None) -> tuple[str, Rows]:
    """What can be read only once is kept in a temporary file for as long as the process needs it."""
    spool = tempfile.NamedTemporaryFile(prefix="raggauge-")  # noqa: SIM115
    while chunk := stream.read(CHUNK):
        spool.write(chunk)
    spool.flush()
    if not spool.tell():
        raise DataError("formats.empty_file", file=shown(shown_as, limit=200))
    kind, rows = _file(Path(spool.name), shown_as, encoding)

    def kept_rows() -> Iterator[Row | DataError]:
        return rows()

    weakref.finalize(kept_rows, spool.close)
    return kind, kept_rows

"""The one door: `read` looks at what it is given, chooses the reader and gives a lazy Dataset."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from raggauge.dataset import Dataset, Skipped
from raggauge.errors import DataError, UsageError
from raggauge.formats.delimited import read_delimited
from raggauge.formats.json_rows import layout, read_document, read_lines, read_list, rows_of
from raggauge.formats.rows import Row
from raggauge.formats.samples import Reading, Understanding
from raggauge.formats.source import HEAD, open_text
from raggauge.messages import shown
from raggauge.sample import Sample

OnBadRow = Literal["stop", "skip", "report"]
Rows = Iterator[Row | DataError]

_log = logging.getLogger(__name__)
_PACKED_SUFFIXES = (".gz", ".bz2", ".xz", ".zst")


def read(
    source: Any,
    /,
    *,
    encoding: str | None = None,
    mapping: Mapping[str, str] | None = None,
    id_column: str | None = None,
    metadata_columns: Sequence[str] | None = None,
    on_bad_row: OnBadRow = "stop",
) -> Dataset:
    """A Dataset from a file that a team already has, or from Python data, read lazily.

    `source` is a path, a list of dicts or Samples, or a Dataset (returned as it is). Columns are recognised by their
    names; `mapping` (field -> column, dots go into nested values) decides where they are not. `id_column` names the
    column of ids; without it `id`, `name` or `query_id`, else `row-N`. `metadata_columns` are kept as metadata even
    where their names could mean a field; unknown columns are metadata anyway.

    A faulty row stops the reading (`"stop"`), is left out and counted (`"skip"`), or is said as well (`"report"`, as
    warnings of the logger `raggauge.formats`); `dataset.skipped` holds what the latest pass left out.

    Raises DataError where the file is missing, empty, packed badly or in an unknown encoding: at once; for a faulty
    row: when the Dataset is iterated.
    """
    if on_bad_row not in ("stop", "skip", "report"):
        raise UsageError("formats.bad_on_bad_row", value=shown(on_bad_row))
    if isinstance(source, Dataset):
        return source
    reading = Reading(dict(mapping or {}), id_column, tuple(metadata_columns or ()))
    opened = _file(source, encoding) if isinstance(source, str | os.PathLike) else _python(source)
    skipped = None if on_bad_row == "stop" else Skipped()
    samples = _Samples(opened, reading, skipped, on_bad_row == "report")
    return Dataset(samples, name=opened.name, lineage=opened.lineage, skipped=skipped)


class _Opened:
    """A source that can be read from its beginning any number of times."""

    def __init__(
        self, name: str, lineage: dict[str, Any], rows: Callable[[], Iterable[Row | DataError | Sample]]
    ) -> None:
        self.name, self.lineage, self.rows = name, lineage, rows


class _Samples:
    """Opens the source anew and yields its Samples, each time that it is called."""

    def __init__(self, opened: _Opened, reading: Reading, skipped: Skipped | None, say: bool) -> None:
        self._opened, self._reading, self._skipped, self._say = opened, reading, skipped, say

    def __call__(self) -> Iterator[Sample]:
        understanding = Understanding(self._reading)
        if self._skipped is not None:
            self._skipped.clear()
        position = 0
        for row in self._opened.rows():
            position += 1
            try:
                if isinstance(row, Sample):
                    yield row
                    continue
                if isinstance(row, DataError):
                    raise row
                sample = understanding.sample(row, position)
            except DataError as error:
                if self._skipped is None:
                    raise
                self._skipped.add(error)
                if self._say:
                    _log.warning("%s", error)
                continue
            yield sample


def _file(given: str | os.PathLike[str], encoding: str | None) -> _Opened:
    path = Path(given)
    shape, rows = _reader(path, encoding)
    name = path.name
    while Path(name).suffix and (Path(name).suffix in _PACKED_SUFFIXES or name == path.name):
        name = Path(name).stem
    return _Opened(name or path.name, {"path": str(path), "format": shape}, rows)


def _reader(path: Path, encoding: str | None) -> tuple[str, Callable[[], Rows]]:
    with open_text(path, encoding=encoding) as stream:
        start = stream.read(HEAD)
    suffix = next((end.lower() for end in reversed(path.suffixes) if end.lower() not in _PACKED_SUFFIXES), "")
    if not start.strip():
        raise DataError("formats.empty_file", file=shown(str(path), limit=200))
    if suffix in (".csv", ".tsv") or (suffix not in (".json", ".jsonl", ".ndjson") and start.lstrip()[:1] not in b"[{"):
        shape, parse = "csv", read_delimited
    else:
        kind = layout(start, suffix=suffix)
        shape, parse = {
            "lines": ("jsonl", read_lines),
            "list": ("json", read_list),
            "document": ("json", read_document),
        }[kind]

    def rows() -> Rows:
        with open_text(path, encoding=encoding) as stream:
            yield from parse(stream, str(path))

    return shape, rows


def _python(given: Any) -> _Opened:
    if isinstance(given, Mapping):
        given = rows_of(dict(given))
    if not isinstance(given, Sequence):
        raise UsageError("formats.cannot_read", kind=type(given).__name__)

    def rows() -> Iterator[Row | DataError | Sample]:
        for position, row in enumerate(given):
            place = f"data[{position}]"
            if isinstance(row, Sample):
                yield row
            elif isinstance(row, Mapping):
                yield Row(dict(row), place)
            else:
                yield DataError("formats.not_a_row", place=place, value=shown(row))

    return _Opened("data", {"format": "python"}, rows)

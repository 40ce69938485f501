"""Python data: lists, columns, frames of pandas, polars, Arrow and datasets, and iterators that run only once."""

import json
import math
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from raggauge.errors import DataError, UsageError
from raggauge.formats.documents import rows_of
from raggauge.formats.rows import Row
from raggauge.messages import shown
from raggauge.sample import Sample

Given = Row | DataError | Sample


def open_python(given: Any, /) -> tuple[str, Callable[[], Iterator[Given]]]:
    """The kind of some Python data, and a function that gives its rows from the beginning, each time.

    An iterator that runs only once is kept in a temporary file while it is read for the first time. Raises UsageError
    for what holds no rows.
    """
    if isinstance(given, Mapping):
        rows = rows_of(given)
        return "python", lambda: _rows(rows)
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return "python", lambda: _rows(given)
    opened = _frame(given)
    if opened is not None:
        return opened
    if callable(given) and not isinstance(given, type):
        return "function", lambda: _rows(given())
    if isinstance(given, Iterator):
        spool = _Spool(given)
        return "iterator", lambda: _rows(spool.replay())
    if isinstance(given, Iterable):
        return "iterable", lambda: _rows(given)
    raise UsageError("formats.cannot_read", kind=type(given).__name__)


def _rows(given: Iterable[Any]) -> Iterator[Given]:
    for position, row in enumerate(given):
        place = f"data[{position}]"
        if isinstance(row, Sample):
            yield row
        elif isinstance(row, Mapping):
            yield Row(dict(row), place)
        else:
            mapping = _as_mapping(row)
            yield (
                Row(mapping, place)
                if mapping is not None
                else DataError("formats.not_a_row", place=place, value=shown(row))
            )


def _as_mapping(row: Any) -> dict[str, Any] | None:
    """The fields of an object of another tool: a pydantic model or a dataclass."""
    if callable(getattr(row, "model_dump", None)):
        return dict(row.model_dump())
    fields = getattr(type(row), "__dataclass_fields__", None)
    if fields is not None:
        return {name: getattr(row, name) for name in fields if not name.startswith("_")}
    return None


def _frame(given: Any) -> tuple[str, Callable[[], Iterator[Given]]] | None:
    package = type(given).__module__.partition(".")[0]
    if package == "pandas" and hasattr(given, "itertuples"):
        return "pandas", lambda: _rows(_of_pandas(given))
    if package == "polars" and hasattr(given, "iter_rows"):
        return "polars", lambda: _rows(_cleaned(given.iter_rows(named=True)))
    if package == "polars" and hasattr(given, "collect"):
        return "polars", lambda: _rows(_cleaned(given.collect().iter_rows(named=True)))
    if package == "pyarrow" and hasattr(given, "to_batches"):
        return "arrow", lambda: _rows(_cleaned(row for batch in given.to_batches() for row in batch.to_pylist()))
    return None


def _of_pandas(frame: Any) -> Iterator[dict[str, Any]]:
    """The rows of a frame; its own index is kept where it has a name."""
    columns = [str(column) for column in frame.columns]
    named = [str(name) for name in frame.index.names if name is not None]
    table = frame.reset_index() if named and not set(named) & set(columns) else frame
    columns = [*named, *columns] if table is not frame else columns
    for values in table.itertuples(index=False, name=None):
        yield next(_cleaned([dict(zip(columns, values, strict=True))]))


def _cleaned(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows in plain Python values: numpy's become Python's, NaN and NaT, which frames use for nothing, become None."""
    for row in rows:
        yield {str(column): plain_value(value) for column, value in row.items()}


def plain_value(value: Any, /) -> Any:
    """A value of a frame as plain Python: missing values as None, arrays as lists, times and decimals as text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return None if math.isnan(value) else float(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(part) for part in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if hasattr(value, "tolist"):
        return plain_value(value.tolist())
    return None if str(value) in ("NaT", "<NA>", "nan") else str(value)


class _Spool:
    """What an iterator gave, written down while it is read, so that it can be read again."""

    def __init__(self, source: Iterator[Any]) -> None:
        self._source = source
        self._file: IO[bytes] | None = None
        self._offset = 0

    def replay(self) -> Iterator[Any]:
        """All items from the first: those already met from the file, the rest from the iterator."""
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        at = 0
        while True:
            if at < self._offset:
                self._file.seek(at)
                line = self._file.readline()
                at += len(line)
                yield _revived(json.loads(line))
                continue
            item = next(self._source, _END)
            if item is _END:
                return
            line = json.dumps(_storable(item)).encode() + b"\n"
            self._file.seek(self._offset)
            self._file.write(line)
            self._offset = at = at + len(line)
            yield item


_END: Any = object()


def _storable(item: Any) -> Any:
    if isinstance(item, Sample):
        import msgspec

        return {"sample": msgspec.to_builtins(item)}
    mapping = dict(item) if isinstance(item, Mapping) else _as_mapping(item)
    return (
        {"row": {str(key): plain_value(value) for key, value in mapping.items()}}
        if mapping is not None
        else {"other": str(item)}
    )


def _revived(kept: dict[str, Any]) -> Any:
    if "sample" in kept:
        import msgspec

        return msgspec.convert(kept["sample"], Sample)
    return kept["row"] if "row" in kept else kept["other"]

"""Python data: lists, columns, frames of pandas, polars, Arrow and datasets, and iterators that run only once."""

import json
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from raggauge.errors import DataError, UsageError
from raggauge.formats.documents import rows_of
from raggauge.formats.objects import as_mapping, plain_value
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
        if given and all(_frame(part) is not None for part in given.values()):
            return _split(given)
        rows = rows_of(given)
        return "python", lambda: _rows(rows)
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return "python", lambda: _rows(given)
    opened = _frame(given)
    if opened is not None:
        return opened
    if callable(given) and not isinstance(given, type):
        return "function", lambda: _rows(_of_function(given))
    if isinstance(given, Iterator):
        spool = _Spool(given)
        return "iterator", lambda: _rows(spool.replay())
    if isinstance(given, Iterable):
        return "iterable", lambda: _rows(given)
    raise UsageError("formats.cannot_read", kind=type(given).__name__)


def _split(given: Mapping[str, Any]) -> tuple[str, Callable[[], Iterator[Given]]]:
    """The only split of a data set that is kept as a mapping of frames."""
    if len(given) > 1:
        raise DataError("formats.choose_part", splits=", ".join(map(str, given)))
    return open_python(next(iter(given.values())))


def _of_function(function: Callable[[], Any]) -> Iterable[Any]:
    found = function()
    if isinstance(found, Iterable) and not isinstance(found, str | bytes):
        return found
    raise UsageError("formats.cannot_read", kind=type(found).__name__)


def _rows(given: Iterable[Any]) -> Iterator[Given]:
    for position, row in enumerate(given):
        place = f"data[{position}]"
        if isinstance(row, Sample):
            yield row
        elif isinstance(row, Mapping):
            yield Row({str(column): value for column, value in row.items()}, place)
        else:
            mapping = as_mapping(row)
            yield (
                Row(mapping, place)
                if mapping is not None
                else DataError("formats.not_a_row", place=place, value=shown(row))
            )


def _frame(given: Any) -> tuple[str, Callable[[], Iterator[Given]]] | None:
    package = type(given).__module__.partition(".")[0]
    if package == "pandas" and hasattr(given, "itertuples"):
        _check_names(_names(given.columns))
        return "pandas", lambda: _rows(_of_pandas(given))
    if package == "polars" and hasattr(given, "iter_rows"):
        return "polars", lambda: _rows(_cleaned(given.iter_rows(named=True)))
    if package == "polars" and hasattr(given, "collect"):
        return "polars", lambda: _rows(_cleaned(given.collect().iter_rows(named=True)))
    if package == "pyarrow" and hasattr(given, "to_batches"):
        _check_names(given.schema.names)
        return "arrow", lambda: _rows(_cleaned(row for batch in given.to_batches() for row in batch.to_pylist()))
    if package == "pyarrow" and hasattr(given, "to_pylist"):
        return "arrow", lambda: _rows(_cleaned(given.to_pylist()))
    if package == "pyarrow" and hasattr(given, "read_next_batch"):
        spool = _Spool(_cleaned(row for batch in given for row in batch.to_pylist()))
        return "arrow", lambda: _rows(spool.replay())
    if package == "datasets" and hasattr(given, "features"):
        return "datasets", lambda: _rows(given)
    return None


def _check_names(names: Sequence[str]) -> None:
    for position, name in enumerate(names):
        if name in names[:position]:
            raise DataError("formats.repeated_column", column=shown(name))


def _of_pandas(frame: Any) -> Iterator[dict[str, Any]]:
    """The rows of a frame; its own index is kept where it has a name."""
    columns = _names(frame.columns)
    named = [str(name) for name in frame.index.names if name is not None]
    table = frame.reset_index() if named and not set(named) & set(columns) else frame
    columns = [*named, *columns] if table is not frame else columns
    for values in table.itertuples(index=False, name=None):
        yield next(_cleaned([dict(zip(columns, values, strict=True))]))


def _names(columns: Iterable[Any]) -> list[str]:
    """Names as text; those of several levels are joined by dots."""
    return [".".join(map(str, name)) if isinstance(name, tuple) else str(name) for name in columns]


def _cleaned(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows in plain Python values: numpy's become Python's, NaN and NaT, which frames use for nothing, become None."""
    for row in rows:
        yield {str(column): plain_value(value) for column, value in row.items()}


class _Spool:
    """What an iterator gave, written down while it is read, so that it can be read again."""

    def __init__(self, source: Iterator[Any]) -> None:
        self._source = source
        self._file: IO[bytes] | None = None
        self._offset = 0
        self._failure: Exception | None = None

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
            item = self._next()
            if item is _END:
                return
            line = json.dumps(_storable(item)).encode() + b"\n"
            self._file.seek(self._offset)
            self._file.write(line)
            self._offset = at = at + len(line)
            yield item

    def _next(self) -> Any:
        """The next item; an iterator that failed once has not ended, and fails again."""
        if self._failure is not None:
            raise self._failure
        try:
            return next(self._source, _END)
        except Exception as failure:
            self._failure = failure
            raise


_END: Any = object()


def _storable(item: Any) -> Any:
    if isinstance(item, Sample):
        import msgspec

        return {"sample": msgspec.to_builtins(item)}
    mapping = dict(item) if isinstance(item, Mapping) else as_mapping(item)
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

"""The one door: `read` looks at what it is given, chooses the reader and gives a lazy Dataset."""

import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, Literal

from raggauge.dataset import Dataset, Skipped
from raggauge.errors import DataError, UsageError
from raggauge.formats.opening import open_path
from raggauge.formats.plans import Reading
from raggauge.formats.python_data import Given, open_python
from raggauge.formats.rows import Row
from raggauge.formats.samples import Understanding
from raggauge.messages import shown
from raggauge.sample import Sample

OnBadRow = Literal["stop", "skip", "report"]
N_LOOKED_AHEAD: Final = 100
_log = logging.getLogger(__name__)


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

    `source` is a path (`"-"` is standard input, kept in a temporary file), a list of dicts or Samples, a frame of
    pandas, polars, Arrow or datasets, an iterator of rows, a function that gives one, or a Dataset (returned as it
    is). Columns are recognised by their names and by the shapes of known tools; `mapping` (field -> column, dots go
    into nested values) decides where they are not. `id_column` names the column of ids; without it `id`, `name` or
    `query_id`, else `row-N`. `metadata_columns` are kept as metadata even where their names could mean a field;
    unknown columns are metadata anyway.

    A faulty row stops the reading (`"stop"`), is left out and counted (`"skip"`), or is said as well (`"report"`, as
    warnings of the logger `raggauge.formats`); `dataset.skipped` holds what the latest reading left out.

    Raises DataError where the file is missing, empty, packed badly or in an unknown encoding: at once; for a faulty
    row: when the Dataset is iterated.
    """
    if isinstance(source, Dataset):
        return source
    reading = Reading(dict(mapping or {}), id_column, tuple(metadata_columns or ()))
    reader = Reader(source, reading, encoding=encoding, on_bad_row=on_bad_row)
    return Dataset(reader, name=reader.name, lineage=reader.lineage, skipped=reader.skipped)


class Reader:
    """A source that can be read from its beginning any number of times: each call opens it and yields its Samples.

    `understanding` tells after a reading what the columns were taken for, `skipped` what was left out.
    """

    def __init__(
        self, source: Any, reading: Reading, /, *, encoding: str | None = None, on_bad_row: OnBadRow = "stop"
    ) -> None:
        if on_bad_row not in ("stop", "skip", "report"):
            raise UsageError("formats.bad_on_bad_row", value=shown(on_bad_row))
        self._reading, self._says = reading, on_bad_row == "report"
        self.skipped = None if on_bad_row == "stop" else Skipped()
        self.understanding = Understanding(reading)
        self._rows: Callable[[], Iterator[Given]]
        if isinstance(source, str | os.PathLike):
            self.name, self.lineage, self._rows = open_path(Path(source), encoding)
        else:
            kind, self._rows = open_python(source)
            self.name, self.lineage = "data", {"format": kind}

    def __call__(self) -> Iterator[Sample]:
        self.understanding = understanding = Understanding(self._reading)
        if self.skipped is not None:
            self.skipped.clear()
        position = 1
        for row in self._checked():
            try:
                if isinstance(row, DataError):
                    raise row
                samples = [row] if isinstance(row, Sample) else understanding.samples(row, position)
            except DataError as error:
                self._leave_out(error)
                position += 1
                continue
            position += len(samples)
            yield from samples

    def _checked(self) -> Iterator[Given]:
        """The rows, after a look at the first ones where columns were named that must exist."""
        rows = self._rows()
        if not (self._reading.wanted or self._reading.metadata_columns):
            return rows
        ahead = list(islice(rows, N_LOOKED_AHEAD))
        self._reading.check([row for row in ahead if isinstance(row, Row)])
        return chain(ahead, rows)

    def _leave_out(self, error: DataError) -> None:
        if self.skipped is None:
            raise error
        self.skipped.add(error)
        if self._says:
            _log.warning("%s", error)

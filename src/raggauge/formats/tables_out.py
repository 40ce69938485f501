"""Writing Parquet and Arrow, some hundred rows at a time."""

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from raggauge.errors import MissingExtra

_BATCH: Final = 512


def write_table(rows: Iterable[Mapping[str, Any]], path: Path, suffix: str, /) -> None:
    """Rows as a columnar file: texts as text, lists of texts as lists, anything nested as JSON in a text.

    Raises MissingExtra without pyarrow.
    """
    if find_spec("pyarrow") is None:
        raise MissingExtra("formats.needs_extra", what=suffix, extra="tables")
    import pyarrow
    import pyarrow.parquet

    batches = _batches(rows)
    first = next(batches, [])
    schema = _schema(first)
    if suffix == ".parquet":
        with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
            for batch in chain([first], batches):
                writer.write_batch(_table(batch, schema))
    else:
        with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, schema) as writer:
            for batch in chain([first], batches):
                writer.write_batch(_table(batch, schema))


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, _BATCH)):
        yield batch


def _schema(rows: list[Mapping[str, Any]]) -> Any:
    import pyarrow

    from raggauge.formats.own import COLUMNS

    names = list(dict.fromkeys([*(name for row in rows for name in row), *COLUMNS]))
    kinds = {"weight": pyarrow.float64(), "references": pyarrow.list_(pyarrow.string())}
    return pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in names])


def _table(rows: list[Mapping[str, Any]], schema: Any) -> Any:
    import pyarrow

    columns = []
    for field in schema:
        values = [row.get(field.name) for row in rows]
        if field.type == pyarrow.string():
            values = [
                value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                for value in values
            ]
        columns.append(pyarrow.array(values, field.type))
    return pyarrow.record_batch(columns, schema=schema)

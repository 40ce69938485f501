"""Judgements and runs as tables: JSON (`{query: {document: number}}`), JSON Lines and Parquet with named columns."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from raggauge.errors import DataError, MissingExtra
from raggauge.formats.source import open_text
from raggauge.formats.strict_json import decode
from raggauge.ir.ids import PAD, Ids
from raggauge.ir.triples import Triples
from raggauge.messages import shown

Kind = Literal["qrels", "run"]
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "query": ("query_id", "query-id", "qid", "q_id", "topic", "query"),
    "doc": ("doc_id", "doc-id", "docid", "docno", "corpus_id", "corpus-id", "pid", "passage_id"),
    "grade": ("relevance", "rel", "grade", "label", "score"),
    "score": ("score", "sim", "similarity"),
    "need": ("need", "subtopic", "iteration"),
}


def read_json(path: Path, /, *, kind: Kind, needs: bool = False, encoding: str | None = None) -> Triples:
    """A JSON object `{query: {document: grade or score}}`, or JSON Lines of objects with named columns.

    Raises DataError, with file and line, for what is neither.
    """
    with open_text(path, encoding=encoding) as stream:
        data = stream.read()
    first, _, rest = data.lstrip().partition(b"\n")
    try:
        row = decode(first, place="")
    except DataError:
        row = None
    if isinstance(row, dict) and _is_row(row) and (rest.strip() or row):
        return _json_lines(data, path, kind=kind, needs=needs)
    whole = decode(data, place=str(path))
    if isinstance(whole, dict) and all(isinstance(value, dict) for value in whole.values()):
        _require_rows(sum(map(len, whole.values())), path)
        return Triples.from_dict(whole, grades=kind == "qrels", source=str(path))
    if isinstance(whole, list) and all(isinstance(value, dict) for value in whole):
        _require_rows(len(whole), path)
        return _from_rows(whole, [str(path)] * len(whole), kind=kind, needs=needs)
    raise DataError("ir.bad_json", place=str(path), problem="{query: {document: number}}")


def _is_row(row: Mapping[str, Any]) -> bool:
    """Whether an object names the columns of one row, and is not `{query: {document: number}}`."""
    named = all(any(name.lower() in COLUMNS[part] for name in row) for part in ("query", "doc"))
    return named or not any(isinstance(value, dict | list) for value in row.values())


def _json_lines(data: bytes, path: Path, *, kind: Kind, needs: bool) -> Triples:
    rows, places = [], []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        row = decode(line, place=f"{path}:{number}")
        if not isinstance(row, dict):
            raise DataError("ir.bad_json", place=f"{path}:{number}", problem=shown(row))
        rows.append(row)
        places.append(f"{path}:{number}")
    return _from_rows(rows, places, kind=kind, needs=needs)


def _from_rows(rows: Sequence[Mapping[str, Any]], places: Sequence[str], *, kind: Kind, needs: bool) -> Triples:
    _require_rows(len(rows), Path(_file(places[0] if places else "")))
    number = "grade" if kind == "qrels" else "score"
    names = {part: _column(rows[0], part, places[0]) for part in ("query", "doc", number)}
    code: dict[str, int] = {}
    query, docs, numbers = [], [], []
    for row, place in zip(rows, places, strict=True):
        missing = next((name for name in names.values() if name not in row), None)
        if missing:
            raise DataError("ir.no_column", place=place, column=missing, columns=", ".join(row))
        query.append(code.setdefault(str(row[names["query"]]), len(code)))
        docs.append(str(row[names["doc"]]))
        value = row[names[number]]
        if type(value) not in (int, float):
            raise DataError("ir.bad_score" if kind == "run" else "ir.bad_grade", place=place, value=shown(value))
        numbers.append(value)
    codes = np.array(query, np.int32)
    table = Triples.from_columns(tuple(code), codes, docs, numbers, grades=kind == "qrels", source=_file(places[0]))
    if not needs:
        return table
    need = _column(rows[0], "need", places[0])
    return table.with_needs([row.get(need) for row in rows])


def read_parquet(path: Path, /, *, kind: Kind, needs: bool = False) -> Triples:
    """A Parquet file with named columns; needs the extra `tables` (MissingExtra)."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtra("formats.needs_extra", what="Parquet", extra="tables") from None
    number = "grade" if kind == "qrels" else "score"
    with pq.ParquetFile(path) as file:
        present = dict.fromkeys(file.schema_arrow.names)
        names = {part: _column(present, part, str(path)) for part in ("query", "doc", number)}
        if needs:
            names["need"] = _column(present, "need", str(path))
    table = pq.read_table(path, columns=list(names.values()), use_threads=False)
    _require_rows(table.num_rows, path)
    for part, name in names.items():
        if table[name].null_count and part != "need":
            raise DataError("ir.empty_cell", place=str(path), column=name)
        if part in ("query", "doc") and not pa.types.is_large_string(table[name].type):
            table = table.set_column(table.column_names.index(name), name, table[name].cast(pa.large_string()))
    queries, query = encoded(table[names["query"]])
    docs = arrow_ids(table[names["doc"]].combine_chunks(), str(path))
    value = table[names[number]]
    if not any(holds(value.type) for holds in (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)):
        raise DataError("ir.no_numbers", place=str(path), column=names[number], type=str(value.type))
    numbers = float_column(value)
    rows = Triples(queries, query, docs, numbers, source=str(path)).checked(grades=kind == "qrels")
    return rows.with_needs(table[names["need"]].to_pylist()) if needs else rows


def encoded(column: Any, /) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
    """The distinct values of a column of strings or bytes, in order of appearance, and the number of each row's."""
    coded = column.combine_chunks()
    if not hasattr(coded, "dictionary"):
        coded = coded.dictionary_encode()
    return tuple(coded.dictionary.to_pylist()), _plain(coded.indices, np.int32)


def float_column(column: Any, /) -> NDArray[np.float64]:
    """A column of numbers without empty cells as 64-bit numbers."""
    if str(column.type) != "double":
        column = column.cast("float64", safe=False)
    return _plain(column.combine_chunks(), np.float64)


def _plain(column: Any, kind: type[Any]) -> NDArray[Any]:
    """The values as they lie in memory; the library's own `to_numpy` imports pandas first where there is one."""
    values = column.buffers()[1]
    if values is None:
        return np.empty(0, kind)
    return np.frombuffer(values, kind)[column.offset : column.offset + len(column)]


def arrow_ids(column: Any, source: str, /) -> Ids:
    """The ids of a column of large strings or bytes; DataError for a zero character."""
    _, offsets, data = column.buffers()
    offset = np.frombuffer(offsets, np.int64)[column.offset : column.offset + len(column) + 1]
    first, end = int(offset[0]), int(offset[-1])
    buffer = np.empty(end - first + 2 * PAD, np.uint8)
    buffer[:PAD], buffer[len(buffer) - PAD :] = 10, 0
    buffer[PAD:-PAD] = np.frombuffer(data, np.uint8)[first:end]
    if not buffer[PAD:-PAD].all():
        raise DataError("ir.bad_id", place=source, value="'\\x00'")
    return Ids.at(buffer, offset[:-1] + (PAD - first), np.diff(offset).astype(np.int32))


def _column(present: Mapping[str, Any], part: str, place: str) -> str:
    found: list[str] = [name for name in present if name.lower() in COLUMNS[part]]
    if not found:
        raise DataError("ir.no_column", place=place, column=COLUMNS[part][0], columns=", ".join(present))
    position: Callable[[str], int] = lambda name: COLUMNS[part].index(name.lower())  # noqa: E731
    return min(found, key=position)


def _require_rows(n: int, path: Path) -> None:
    if not n:
        raise DataError("ir.no_rows", place=str(path))


def _file(place: str) -> str:
    return place.rpartition(":")[0] or place

"""Where the rows are in a JSON document that is no list."""

from collections.abc import Mapping
from typing import Any, Final

from raggauge.errors import DataError
from raggauge.formats.columns import field_of
from raggauge.formats.tools.haystack import rows_of_run
from raggauge.messages import shown

_DEEP: Final = 2
# Keys under which tools keep the rows of a document.
RECORDS: Final = (
    "data", "rows", "samples", "records", "examples", "predictions", "items", "results", "test_cases", "testCases",
    "testcases", "test_results", "testResults", "goldens", "questions", "queries", "dataset", "runs", "traces",
    "evaluations", "tests", "spans",
)  # fmt: skip


def rows_of(document: Mapping[str, Any], /, place: str = "data") -> list[Any]:
    """The rows in a JSON object: under a known key, in its columns, or the object itself as the only row.

    Raises DataError, with the place of the object, for columns of different lengths.
    """
    if all(isinstance(document.get(part), Mapping) for part in ("queries", "corpus", "relevant_docs")):
        return _of_retrieval(document)
    names, cells = document.get("columns"), document.get("data")
    if isinstance(names, list) and isinstance(cells, list) and all(isinstance(row, list) for row in cells):
        # a frame that pandas wrote in two parts, its columns and its cells
        return [dict(zip(map(str, names), row, strict=False)) for row in cells]
    run = rows_of_run(document)
    if run is not None:
        return run
    for key in RECORDS:
        rows = document.get(key)
        if isinstance(rows, Mapping) and isinstance(rows.get("results"), list):
            rows = rows["results"]
        if isinstance(rows, list) and rows and all(isinstance(row, Mapping) for row in rows):
            return rows
        if rows == [] and not any(map(field_of, map(str, document))):
            return []
    return _by_id(document) or _only_rows(document) or _of_columns(document, place)


def _only_rows(document: Mapping[str, Any]) -> list[Any] | None:
    """The only list of rows with a question in a document, under any key, not deep; None where there is none."""
    if any(map(field_of, map(str, document))):
        return None
    found = []
    waiting = [(document, 0)]
    while waiting:
        part, depth = waiting.pop()
        for value in part.values():
            if isinstance(value, Mapping) and depth < _DEEP:
                waiting.append((value, depth + 1))
            elif isinstance(value, list) and value and all(_asks(row) for row in value):
                found.append(value)
    return found[0] if len(found) == 1 else None


def _asks(row: Any) -> bool:
    return isinstance(row, Mapping) and any(field_of(str(key)) == "question" for key in row)


def _by_id(document: Mapping[str, Any]) -> list[Any] | None:
    """Rows that are kept as a mapping of their ids; None for any other document."""
    rows = document.values()
    if not document or any(map(field_of, map(str, document))):
        return None
    if all(map(_asks, rows)):
        return [{"id": str(key), **row} for key, row in document.items()]
    return None


def _of_columns(document: Mapping[str, Any], place: str) -> list[Any]:
    columns = list(document.values())
    if len(columns) > 1 and all(isinstance(column, list) for column in columns):
        if len({len(column) for column in columns}) == 1:
            return [dict(zip(document, row, strict=True)) for row in zip(*columns, strict=True)]
        asked = next((column for name, column in document.items() if field_of(str(name)) == "question"), None)
        if asked and all(isinstance(part, str) for part in asked):
            lengths = ", ".join(f"{name}: {len(column)}" for name, column in document.items())
            raise DataError("formats.columns_uneven", place=place, lengths=shown(lengths, limit=200)[1:-1])
    elif columns and _are_numbered(columns):
        return [{name: column[key] for name, column in document.items()} for key in columns[0]]
    return [document]


def _are_numbered(columns: list[Any]) -> bool:
    """Whether each column maps the same row numbers to values, as pandas writes a frame."""
    first = columns[0]
    return (
        isinstance(first, Mapping)
        and bool(first)
        and all(key.isdigit() for key in first)
        and all(isinstance(column, Mapping) and column.keys() == first.keys() for column in columns)
    )


def _of_retrieval(document: Mapping[str, Any]) -> list[Any]:
    """Queries, a corpus and the relevant documents of each query, as LlamaIndex keeps pairs for tuning embeddings."""
    corpus, relevant = document["corpus"], document["relevant_docs"]
    rows = []
    for name, question in document["queries"].items():
        ids = relevant.get(name)
        names = [str(doc_id) for doc_id in (ids if isinstance(ids, Mapping | list) else ())]
        right = [{"doc_id": doc_id, "text": corpus.get(doc_id, "")} for doc_id in names]
        rows.append({"id": name, "question": question, "reference_contexts": right})
    return rows

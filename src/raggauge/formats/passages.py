"""Passages in all the forms that tools write them: text, mappings, lists in cells, texts and ids in two columns."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from raggauge.errors import DataError
from raggauge.formats.columns import passage_field_of
from raggauge.formats.literals import Unreadable, read_literal
from raggauge.formats.objects import as_mapping
from raggauge.formats.rows import Row
from raggauge.formats.values import as_list, storable, wrong
from raggauge.messages import shown
from raggauge.sample import Context

# What is said about a passage, so that it is no id of one.
_ABOUT: Final = frozenset(
    {
        "source",
        "title",
        "url",
        "link",
        "page",
        "file",
        "file_name",
        "filename",
        "path",
        "author",
        "date",
        "lang",
        "name",
    }
)


def passages(value: Any, sample: str, target: str, row: Row, /) -> tuple[Context, ...] | None:
    """The passages in a value, in their order.

    A text alone is one passage, unless it is a list written as text. An empty cell is no passage: nothing was
    retrieved; as reference contexts it is a missing field.
    """
    if isinstance(value, str):
        if not value.strip() and not row.typed:
            return () if target == "contexts" else None
        value = _written(value) or as_list(value, sample, target, row)
        if isinstance(value, str):
            return (Context(value),)
    if isinstance(value, Mapping):
        value = value["documents"] if isinstance(value.get("documents"), list) else _by_id(value) or [value]
    elif hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, Sequence) or isinstance(value, bytes):
        raise wrong(value, sample, target, row, "core.list_of_passages")
    if len(value) == 1 and type(value[0]) is list:
        value = value[0]
    return tuple(Context(part) if type(part) is str else _passage(part, sample, target, row) for part in value)


def _written(text: str) -> Any:
    """The mapping of a passage, or of passages by their ids, that a text holds; None for any other text."""
    if text[:1] != "{" or text.rstrip()[-1:] != "}":
        return None
    try:
        found = read_literal(text)
    except Unreadable:
        return None
    return found if isinstance(found, Mapping) and (_has_text(found) or _by_id(found)) else None


def _by_id(value: Mapping[str, Any]) -> list[Any] | None:
    """Passages that are kept as a mapping of their ids to their texts; None where the mapping is something else."""
    if any(passage_field_of(key) or key.lower() in _ABOUT for key in map(str, value)):
        return None
    if value and all(isinstance(part, str) for part in value.values()):
        return [{"doc_id": str(key), "text": part} for key, part in value.items()]
    if value and all(isinstance(part, Mapping) and _has_text(part) for part in value.values()):
        return [{"doc_id": str(key), **part} for key, part in value.items()]
    return None


def _has_text(part: Mapping[str, Any]) -> bool:
    return any(passage_field_of(str(key)) == "text" for key in part)


def _passage(part: Any, sample: str, target: str, row: Row) -> Context:
    if isinstance(part, Context):
        return part
    if isinstance(part, str):
        return Context(str(part))
    if isinstance(part, list | tuple) and len(part) == 2 and isinstance(part[1], float):
        # a document and its score, as vector stores return them
        return msgspec.structs.replace(_passage(part[0], sample, target, row), score=_finite(part[1], {}, "score"))
    if not isinstance(part, Mapping):
        part = as_mapping(part) or part
    if not isinstance(part, Mapping):
        raise wrong(part, sample, target, row, "core.list_of_passages")
    fields, metadata = _sorted(part)
    metadata = storable(metadata, sample, target, row)
    text = fields.get("text")
    if text is None and isinstance(fields.get("doc_id"), str | int):
        text = ""
    if not isinstance(text, str):
        raise wrong(part, sample, target, row, "core.list_of_passages")
    doc_id = fields.get("doc_id")
    return Context(
        text,
        doc_id=None if doc_id is None else str(doc_id),
        score=_finite(fields.get("score"), metadata, "score"),
        grade=_finite(fields.get("grade"), metadata, "grade"),
        metadata=metadata,
    )


def _sorted(part: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known parts of a passage, and the rest as its metadata."""
    inner = part.get("node") or part.get("document")
    if isinstance(inner, Mapping):
        part = {**inner, **{key: value for key, value in part.items() if key not in ("node", "document")}}
    fields: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    for key, value in part.items():
        field = passage_field_of(key)
        if field == "metadata" and isinstance(value, Mapping):
            metadata |= value
        elif value is None:
            continue
        elif field in (None, "metadata") or field in fields:
            metadata[key] = value
        else:
            fields[field] = value
    return fields, metadata


def _finite(value: Any, metadata: dict[str, Any], key: str) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return value
    if value is not None and not isinstance(value, float):
        metadata[key] = value
    return None


def with_ids(
    found: tuple[Context, ...] | None, columns: tuple[Any, Any], sample: str, row: Row, /
) -> tuple[Context, ...] | None:
    """Passages joined with the ids and scores that stood in columns of their own; ids alone are passages without text.

    Raises DataError where the columns are of different lengths.
    """
    ids, scores = (_listed(value, sample, row) for value in columns)
    n = len(found) if found is not None else len(ids if ids is not None else scores or ())
    for other in (ids, scores):
        if other is not None and len(other) != n:
            raise DataError("formats.lengths_differ", place=row.place, sample=shown(sample), n=n, other=len(other))
    if found is None and ids is None:
        return None
    texts = found if found is not None else (Context(""),) * n
    return tuple(
        Context(
            passage.text,
            doc_id=passage.doc_id if ids is None or ids[k] is None else str(ids[k]),
            score=passage.score if scores is None else _finite(scores[k], {}, "score"),
            grade=passage.grade,
            metadata=passage.metadata,
        )
        for k, passage in enumerate(texts)
    )


def _listed(value: Any, sample: str, row: Row) -> list[Any] | None:
    if isinstance(value, str):
        value = as_list(value, sample, "context_ids", row) if value else []
    if value is None:
        return None
    return list(value) if isinstance(value, list | tuple) else [value]

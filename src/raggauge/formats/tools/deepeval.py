"""DeepEval: test cases and goldens (both spellings), saved data sets, test runs with their scores."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.columns import plain
from raggauge.formats.literals import Unreadable, read_literal
from raggauge.formats.tools.shape import Shape, Values, filled, keys, plain_metadata, score
from raggauge.sample import Sample

_SIGNS: Final = ("actual_output", "expected_output", "retrieval_context")
_FIELDS: Final = {
    "input": "question",
    "actual_output": "answer",
    "expected_output": "references",
    "retrieval_context": "contexts",
    "context": "reference_contexts",
    "name": "id",
    "id": "id",
}
_METRICS: Final = ("metrics_data", "metrics_metadata", "metricsData")
_MACHINERY: Final = ("trace", "images_mapping", "expectations_data", "custom_column_key_values", "expectations")


def _fits(values: Values) -> bool:
    found = keys(values)
    return "input" in found and any(sign in found for sign in _SIGNS)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    row: dict[str, Any] = {}
    for column, value in values.items():
        name = plain(column)
        field = _FIELDS.get(name)
        if field in ("contexts", "reference_contexts"):
            row[field] = _list(value)
        elif field and not (field == "id" and not value):
            row[field] = value
    given = next(
        (values[key] for key in ("additional_metadata", "additionalMetadata", "metadata") if key in values), None
    )
    used = {column for column in values if plain(column) in _FIELDS or plain(column) in (*_METRICS, *_MACHINERY)}
    rest = plain_metadata(values, {*used, "additional_metadata", "additionalMetadata", "metadata"})
    metrics = next((values[column] for column in values if plain(column) in _METRICS), None)
    yield {
        **{key: value for key, value in row.items() if value is not None},
        **rest,
        **({"metadata": given} if given else {}),
        **_imported(metrics),
    }


def _list(value: Any) -> Any:
    """Saved tables join passages with a bar."""
    if not isinstance(value, str):
        return value
    try:
        read = read_literal(value) if value[:1] == "[" else None
    except Unreadable:
        read = None
    return read if isinstance(read, list) else value.split("|") if value else value


def _imported(metrics: Any) -> dict[str, Any]:
    scores = {}
    for entry in metrics if isinstance(metrics, list) else ():
        if isinstance(entry, Mapping) and (value := score(entry.get("score"))) is not None:
            scores[str(entry.get("name") or entry.get("metric"))] = value
    return {"imported": {"deepeval": scores}} if scores else {}


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a DeepEval test case."""
    return filled(
        {
            "name": sample.id,
            "input": sample.question,
            "actual_output": sample.answer,
            "expected_output": sample.references[0] if sample.references else None,
            "retrieval_context": None if sample.contexts is None else [passage.text for passage in sample.contexts],
            "context": None
            if sample.reference_contexts is None
            else [passage.text for passage in sample.reference_contexts],
            "additional_metadata": dict(sample.metadata) or None,
        }
    )


SHAPE: Final = Shape("deepeval", _fits, unfold=_unfold, tool="deepeval")

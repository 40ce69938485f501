"""Langfuse: exported traces with scores and observations, and items of data sets."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, keys, passages_in, pick, plain_metadata, score, unpacked
from raggauge.sample import Sample

_SIGNS: Final = {
    *("observations", "trace_id", "session_id", "user_id", "html_path", "dataset_id", "dataset_name", "project_id"),
    *("source_trace_id", "timestamp", "scores"),
}
_USED: Final = (
    *("id", "input", "output", "expectedOutput", "expected_output", "metadata", "scores", "observations", "htmlPath"),
    *("timestamp", "createdAt", "updatedAt", "projectId", "externalId", "bookmarked", "public", "name"),
)
_RETRIEVERS: Final = ("retriev", "search", "rerank", "vector")


def _fits(values: Values) -> bool:
    found = keys(values)
    return "input" in found and ("output" in found or "expected_output" in found) and bool(found & _SIGNS)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    given, made = unpacked(values.get("input")), unpacked(values.get("output"))
    right = values.get("expectedOutput", values.get("expected_output"))
    metadata = unpacked(values.get("metadata"))
    yield filled(
        {
            **plain_metadata(values, _USED),
            "id": values.get("id"),
            "question": pick(given, "question"),
            "answer": pick(made, "answer"),
            "contexts": _contexts(values, given, made),
            "references": _right(right),
            "imported": _imported(values),
            "metadata": metadata if isinstance(metadata, Mapping) else None,
        }
    )


def _right(value: Any) -> Any:
    value = unpacked(value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value
    found = pick(value, "references")
    return found if found is not None else pick(value, "answer")


def _contexts(values: Values, given: Any, made: Any) -> Any:
    for side in (made, given):
        if (found := passages_in(side)) is not None:
            return found
    if isinstance(made, list) and _is_retriever(values):
        return made
    observations = unpacked(values.get("observations"))
    for step in observations if isinstance(observations, list) else ():
        if not isinstance(step, Mapping):
            continue
        if _is_retriever(step):
            output = unpacked(step.get("output"))
            return output if isinstance(output, list) else pick(output, "contexts")
    return None


def _is_retriever(step: Values) -> bool:
    kind = f"{step.get('type')} {step.get('name')}".lower()
    return any(word in kind for word in _RETRIEVERS)


def _imported(values: Values) -> dict[str, Any] | None:
    scores = {}
    given = unpacked(values.get("scores"))
    if isinstance(given, Mapping):
        given = [{"name": name, "value": value} for name, value in given.items()]
    for entry in given if isinstance(given, list) else ():
        if isinstance(entry, Mapping) and (number := score(entry.get("value"))) is not None:
            scores[str(entry.get("name"))] = number
    return {"langfuse": scores} if scores else None


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as an item of a Langfuse data set."""
    made: Any = sample.answer
    if sample.contexts is not None:
        made = {"answer": sample.answer, "contexts": [passage.text for passage in sample.contexts]}
    return filled(
        {
            "id": sample.id,
            "datasetName": "raggauge",
            "input": {"question": sample.question},
            "output": made,
            "expectedOutput": list(sample.references) if sample.references else None,
            "metadata": dict(sample.metadata) or None,
        }
    )


SHAPE: Final = Shape("langfuse", _fits, unfold=_unfold, tool="langfuse")

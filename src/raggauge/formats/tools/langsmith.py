"""LangSmith: exported runs, data sets (JSON Lines and CSV) and the frames of experiments."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, passages_in, pick, plain_metadata, score, unpacked
from raggauge.sample import Sample

_RUN_SIGNS: Final = ("run_type", "trace_id", "session_id", "dotted_order", "feedback_stats", "reference_outputs")
_USED: Final = (
    *("id", "inputs", "outputs", "reference_outputs", "metadata", "extra", "feedback_stats", "feedback", "name"),
    *("events", "serialized", "run_type", "dotted_order", "parent_run_ids", "child_run_ids", "manifest_id"),
    *("error", "start_time", "end_time", "attachments", "created_at", "modified_at", "dataset_id", "source_run_id"),
    *("trace_id", "session_id", "parent_run_id", "app_path", "status", "execution_order"),
)


def _is_nested(values: Values) -> bool:
    return "inputs" in values and isinstance(unpacked(values["inputs"]), Mapping)


def _is_flat(values: Values) -> bool:
    """An experiment's frame (`inputs.question`), or a data set as CSV (`input_question`)."""
    return any(column.startswith("inputs.") for column in values) or (
        any(column.startswith("input_") for column in values) and any(column.startswith("output_") for column in values)
    )


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    yield _row(
        {**values, "inputs": unpacked(values.get("inputs")), "outputs": unpacked(values.get("outputs"))},
        is_run=any(sign in values for sign in _RUN_SIGNS),
    )


def _unfold_flat(values: Values) -> Iterable[dict[str, Any]]:
    """The columns of a frame put back under their beginnings."""
    grouped: dict[str, Any] = {"inputs": {}, "outputs": {}, "reference_outputs": {}, "feedback": {}}
    starts = {
        "inputs.": "inputs",
        "input_": "inputs",
        "outputs.": "outputs",
        "output_": "outputs",
        "reference.": "reference_outputs",
        "reference_outputs.": "reference_outputs",
        "feedback.": "feedback",
    }
    for column, value in values.items():
        start = next((start for start in starts if column.startswith(start)), None)
        if start is None:
            grouped[column] = value
        else:
            grouped[starts[start]][column.removeprefix(start)] = value
    is_run = any(column.startswith("outputs.") for column in values)
    yield _row(grouped, is_run=is_run)


def _row(values: Values, *, is_run: bool) -> dict[str, Any]:
    """A run's outputs are answers; the outputs of an example of a data set are the right answers."""
    inputs, outputs = values.get("inputs"), values.get("outputs")
    right = values.get("reference_outputs") if is_run else outputs
    made = outputs if is_run else None
    extra = values.get("extra")
    metadata = values.get("metadata") or (extra.get("metadata") if isinstance(extra, Mapping) else None)
    return filled(
        {
            **plain_metadata(values, _USED),
            "id": values.get("id") or values.get("example_id"),
            "question": pick(inputs, "question"),
            "answer": pick(made, "answer"),
            "contexts": passages_in(made),
            "references": _right(right),
            "reference_contexts": _right_passages(right),
            "imported": _imported(values),
            "metadata": metadata if isinstance(metadata, Mapping) else None,
        }
    ) | ({"contexts": passages_in(inputs)} if passages_in(made) is None and passages_in(inputs) is not None else {})


def _right_passages(right: Any) -> Any:
    found = pick(right, "reference_contexts") if isinstance(right, Mapping) else None
    return found if found is not None else passages_in(right)


def _right(value: Any) -> Any:
    found = pick(value, "references")
    return found if found is not None else pick(value, "answer")


def _imported(values: Values) -> dict[str, Any] | None:
    scores = {}
    given = values.get("feedback") or values.get("feedback_stats")
    for name, entry in given.items() if isinstance(given, Mapping) else ():
        number = score(entry.get("avg", entry.get("score")) if isinstance(entry, Mapping) else entry)
        if number is not None:
            scores[name] = number
    return {"langsmith": scores} if scores else None


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a LangSmith run where it has an answer or passages, else as an example of a data set."""
    right: dict[str, Any] = {}
    if sample.references:
        right["answer"] = sample.references[0] if len(sample.references) == 1 else list(sample.references)
    if sample.reference_contexts is not None:
        right["reference_contexts"] = [passage.text for passage in sample.reference_contexts]
    row: dict[str, Any] = {"id": sample.id, "inputs": {"question": sample.question}}
    if sample.answer is not None or sample.contexts is not None:
        made = {
            "answer": sample.answer,
            "documents": None if sample.contexts is None else [{"page_content": part.text} for part in sample.contexts],
        }
        row |= {"run_type": "chain", "outputs": filled(made), "reference_outputs": right or None}
    else:
        row["outputs"] = right or None
    return filled({**row, "metadata": dict(sample.metadata) or None})


SHAPE: Final = Shape("langsmith", _is_nested, unfold=_unfold, tool="langsmith")
FLAT: Final = Shape("langsmith-frame", _is_flat, unfold=_unfold_flat, tool="langsmith")

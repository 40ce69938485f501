"""TruLens: the frame of records with a column per feedback, where the passages stand in the calls of the feedbacks."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.literals import Unreadable, read_literal
from raggauge.formats.tools.shape import Shape, Values, filled, keys, pick, score
from raggauge.sample import Sample

_SIGNS: Final = ("app_id", "app_name", "record_json", "main_input")
_OWN: Final = {
    *("record_id", "app_id", "app_name", "app_version", "app_json", "type", "input", "output", "main_input"),
    *("main_output", "tags", "record_json", "cost_json", "perf_json", "ts", "latency", "total_tokens", "total_cost"),
    *("total_cost_currency", "num_events", "events", "contexts", "meta", "cost", "perf", "calls"),
}
_PASSAGE_ARGUMENTS: Final = ("context", "contexts", "source", "statement_source")


def _fits(values: Values) -> bool:
    found = keys(values)
    return "record_id" in found and any(sign in found for sign in _SIGNS)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    scores = {
        column: value
        for column in values
        if column not in _OWN and not column.endswith(("_calls", " calls", "feedback cost in USD", "direction"))
        if (value := score(values[column])) is not None
    }
    tags = values.get("tags")
    yield filled(
        {
            "id": str(values["record_id"]),
            "question": pick(values.get("input", values.get("main_input")), "question"),
            "answer": pick(values.get("output", values.get("main_output")), "answer"),
            "contexts": _passages(values),
            "imported": {"trulens": scores} if scores else None,
            "app": values.get("app_name") or values.get("app_id"),
            "version": values.get("app_version"),
            "tags": tags if tags not in ("-", "", None) else None,
        }
    )


def _passages(values: Values) -> list[Any] | None:
    if isinstance(values.get("contexts"), list):
        return list(values["contexts"])
    for column in sorted(values, key=lambda name: "context" not in name.lower()):
        if not column.endswith(("_calls", " calls")):
            continue
        calls = _read(values[column])
        found: list[Any] = []
        for call in calls if isinstance(calls, list) else ():
            arguments = call.get("args") if isinstance(call, Mapping) else None
            for name in _PASSAGE_ARGUMENTS:
                part = arguments.get(name) if isinstance(arguments, Mapping) else None
                found += [text for text in (part if isinstance(part, list) else [part]) if isinstance(text, str)]
        if found:
            return list(dict.fromkeys(found))
    return None


def _read(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return read_literal(value)
    except Unreadable:
        return None


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a TruLens record."""
    return filled(
        {
            "record_id": sample.id,
            "app_id": str(sample.metadata.get("app", "app")),
            "input": sample.question,
            "output": sample.answer,
            "contexts": None if sample.contexts is None else [passage.text for passage in sample.contexts],
        }
    )


SHAPE: Final = Shape("trulens", _fits, unfold=_unfold, tool="trulens")

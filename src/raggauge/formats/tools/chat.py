"""A conversation per row, as models are tuned on: the last question and the last answer are the sample."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.columns import field_of
from raggauge.formats.tools.shape import Shape, Values, filled, own_names, said
from raggauge.sample import Sample


def _fits(values: Values) -> bool:
    turns = values.get("messages")
    return (
        isinstance(turns, list)
        and bool(turns)
        and all(isinstance(turn, Mapping) and "role" in turn for turn in turns)
        and not any(field_of(column) == "question" for column in values)
    )


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    turns = values["messages"]
    rest = {column: value for column, value in values.items() if column != "messages"}
    yield filled(
        {"question": said(turns, "question"), "answer": said(turns, "answer"), **own_names(rest), "messages": turns}
    )


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a conversation of two turns."""
    turns = [{"role": "user", "content": sample.question or ""}]
    if sample.answer is not None:
        turns.append({"role": "assistant", "content": sample.answer})
    return {"id": sample.id, "messages": turns}


SHAPE: Final = Shape("chat", _fits, unfold=_unfold)

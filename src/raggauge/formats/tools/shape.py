"""The common form of a foreign shape, and how to find a text in a value that may be a text, a mapping or a chat."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from raggauge.formats.columns import field_of, is_score, plain
from raggauge.formats.literals import Unreadable, read_literal

Values = Mapping[str, Any]
_HUMAN: Final = ("user", "human")
_MACHINE: Final = ("assistant", "ai", "model", "bot")
_TEXT_KEYS: Final = ("text", "content", "value", "output", "input", "generated_text", "result")


@dataclass(frozen=True)
class Shape:
    """A shape that another tool writes.

    `fits` decides by the first row of a set of columns; `unfold` gives the rows in raggauge's own field names (none
    where the row holds no question), without it the alias table is enough. `tool` is the name under which its
    scores are kept.
    """

    name: str
    fits: Callable[[Values], bool]
    unfold: Callable[[Values], Iterable[dict[str, Any]]] | None = None
    tool: str = ""


def keys(values: Values, /) -> set[str]:
    """The column names of a row, as they are compared."""
    return {plain(column) for column in values}


def own_names(values: Values, /) -> dict[str, Any]:
    """A row with its columns in raggauge's names, where the alias table knows them; the first of a field counts."""
    row: dict[str, Any] = {}
    for column, value in values.items():
        field = field_of(column)
        row[column if field is None or field in row else field] = value
    return row


def unpacked(value: Any, /) -> Any:
    """A value, or what it holds where it is an object or list written as text, as JSON or as Python prints it."""
    if isinstance(value, str) and value[:1] in ("{", "[") and value.rstrip()[-1:] in ("}", "]"):
        try:
            found = read_literal(value)
        except Unreadable:
            return value
        return found if isinstance(found, Mapping | list) else value
    return value


def pick(value: Any, field: str, /) -> Any:
    """The value of a field inside an input or output of a tool.

    A text is the value itself; in a mapping it stands under a known name of the field, under a name for text, or is
    the only text; in a chat it is what the person (question) or the machine (answer) said last. None where none is.
    """
    value = unpacked(value)
    if value is None or isinstance(value, str | int | float):
        return value if value is None or isinstance(value, str) else str(value)
    if isinstance(value, list | tuple):
        return said(value, field)
    if not isinstance(value, Mapping):
        return None
    for key, part in value.items():
        if field_of(key) == field and part is not None:
            return (
                part
                if not isinstance(part, Mapping | list) or field not in ("question", "answer")
                else pick(part, field)
            )
    if isinstance(value.get("messages"), list):
        return said(value["messages"], field)
    if field not in ("question", "answer", "references"):
        return None
    return _only_text(value)


def passages_in(value: Any, /) -> Any:
    """The passages in an input or output of a tool; there a bare `context` is what a chain put into its prompt."""
    value = unpacked(value)
    if not isinstance(value, Mapping):
        return None
    found = pick(value, "contexts")
    return found if found is not None else unpacked(value.get("context"))


def _only_text(value: Values) -> str | None:
    for key in _TEXT_KEYS:
        if isinstance(value.get(key), str):
            return str(value[key])
    known = [part for key, part in value.items() if isinstance(part, str) and field_of(key) is None]
    return known[0] if len(known) == 1 and len(value) == 1 else None


def said(messages: Iterable[Any], field: str, /) -> str | None:
    """What was said last in a chat by the one who asks (`question`) or answers."""
    roles = _HUMAN if field == "question" else _MACHINE
    found = None
    for message in messages:
        if isinstance(message, Mapping) and str(message.get("role") or message.get("type")).lower() in roles:
            content = message.get("content")
            if isinstance(content, list):
                content = "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
            found = content if isinstance(content, str) else found
    return found


def loose(metadata: Values, /) -> dict[str, Any]:
    """Metadata as columns of their own, without those whose names would be taken for something else."""
    return {
        key: value
        for key, value in metadata.items()
        if field_of(key) is None and not is_score(key) and key != "context"
    }


def score(value: Any, /) -> float | None:
    """A finite score of another tool; true and false are 1 and 0, anything else is none."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    return None


def plain_metadata(values: Values, used: Iterable[str], /) -> dict[str, Any]:
    """What else a row says in single values and lists of them; the inner workings of a tool stay out."""
    skip = set(used)
    return {
        column: value
        for column, value in values.items()
        if column not in skip
        and value not in (None, "", [])
        and (isinstance(value, str | int | float) or (isinstance(value, list) and _are_plain(value)))
    }


def _are_plain(values: list[Any]) -> bool:
    return all(isinstance(value, str | int | float) for value in values)


def filled(row: dict[str, Any], /) -> dict[str, Any]:
    """A row without its empty parts."""
    return {key: value for key, value in row.items() if value is not None and value != {}}

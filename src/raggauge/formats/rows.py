"""A row as it stood in a file, before any field is known by name."""

from typing import Any, NamedTuple


class Row(NamedTuple):
    """The values of one row by column, and where it stood (`"eval.jsonl:18"`).

    `typed` is false where the file knows only text (CSV): lists and numbers are then read out of the text.
    """

    values: dict[str, Any]
    place: str
    typed: bool = True

"""Markdown that hostile texts cannot break out of."""

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~!&@])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def cell(text: str, /) -> str:
    """A text on one line with everything escaped that Markdown, HTML or a mention would give a meaning."""
    plain = _CONTROL.sub("", " ".join(text.split()))
    return _SPECIAL.sub(r"\\\1", plain.encode("utf-8", "replace").decode("utf-8"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], /) -> str:
    """A table of cells that are escaped already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)

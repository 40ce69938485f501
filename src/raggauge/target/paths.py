"""The part of JSONPath that answers need: `$.answer`, `$.sources[*].text`, `$['a key'][0]`, `$.choices[-1].text`."""

import re
from typing import Any

from raggauge.errors import UsageError
from raggauge.messages import shown

_STEP = re.compile(
    r"\.(?P<name>[^.\[\]]+)|\[(?P<index>-?\d+)\]|\[(?P<all>\*)\]|\[(?P<quote>['\"])(?P<key>.*?)(?P=quote)\]"
)

Step = str | int | None
"""A name, an index, or None for every element."""


def parse(path: str, /) -> tuple[Step, ...]:
    """The steps of a path. Raises UsageError for anything beyond names, indices and `[*]`."""
    rest = path.removeprefix("$")
    if rest and rest[0] not in ".[":
        rest = f".{rest}"
    steps: list[Step] = []
    at = 0
    while at < len(rest):
        match = _STEP.match(rest, at)
        if not match:
            raise UsageError("target.bad_path", path=shown(path), rest=shown(rest[at:]))
        if match["all"]:
            steps.append(None)
        else:
            steps.append(int(match["index"]) if match["index"] else match["name"] or match["key"])
        at = match.end()
    return tuple(steps)


def find(content: Any, steps: tuple[Step, ...], /) -> list[Any]:
    """All values at a path, in order; empty when there is none."""
    found = [content]
    for step in steps:
        found = [value for outer in found for value in _inside(outer, step)]
    return found


def _inside(outer: Any, step: Step) -> list[Any]:
    if step is None:
        return list(outer.values()) if isinstance(outer, dict) else list(outer) if isinstance(outer, list) else []
    if isinstance(step, int):
        fits = isinstance(outer, list) and -len(outer) <= step < len(outer)
        return [outer[step]] if fits else []
    return [outer[step]] if isinstance(outer, dict) and step in outer else []

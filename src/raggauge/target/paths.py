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


class NothingThere(LookupError):
    """A path that a reply does not have; the text says how far it leads and what is there instead."""


def find_each(content: Any, steps: tuple[Step, ...], /) -> list[Any]:
    """All values at a path that must be there: `[*]` may meet an empty list or null, and nothing else may be missing.

    Raises NothingThere where the path leads nowhere, or only from some of several elements.
    """
    found = [content]
    for at, step in enumerate(steps):
        inner = [_inside(outer, step) for outer in found]
        lost = [
            outer
            for outer, values in zip(found, inner, strict=True)
            if not values and not (step is None and (outer is None or outer in ([], {})))
        ]
        if lost:
            several = f" in {len(lost)} of {len(found)} elements" if len(found) > 1 else ""
            raise NothingThere(f"no {_text(steps[: at + 1])}{several}, there is {_sketch(lost[0])}")
        found = [value for values in inner for value in values]
    return found


def _text(steps: tuple[Step, ...]) -> str:
    return "$" + "".join(
        "[*]" if step is None else f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps
    )


def _sketch(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with {', '.join(sorted(map(str, value))[:8]) or 'nothing'}"[:120]
    return f"a list of {len(value)}" if isinstance(value, list) else f"a {type(value).__name__}"


def _inside(outer: Any, step: Step) -> list[Any]:
    if step is None:
        return list(outer.values()) if isinstance(outer, dict) else list(outer) if isinstance(outer, list) else []
    if isinstance(step, int):
        fits = isinstance(outer, list) and -len(outer) <= step < len(outer)
        return [outer[step]] if fits else []
    return [outer[step]] if isinstance(outer, dict) and step in outer else []

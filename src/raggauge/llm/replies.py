"""The JSON in what a model wrote: one reader for thinking blocks, prose, fences, slips and cut replies.

It finds values, it never invents one: what is cut off is dropped as a whole item, a key that says two different things
is `CONFLICT`, NaN and infinity are `CONFLICT`. Whether a value is what was asked for is decided by who asked.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NoReturn

import msgspec
from msgspec.structs import force_setattr

from raggauge.llm.loose import CONFLICT, Broken, Loose

MOST_CANDIDATES: Final = 400
LONGEST: Final = 2_000_000

_THOUGHT = re.compile(
    r"<(think|thinking|thought|thoughts|reasoning|analysis|reflection)>.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
_THOUGHT_END = re.compile(
    r"</(think|thinking|thought|thoughts|reasoning|analysis|reflection)\s*>|◁/think▷", re.IGNORECASE
)
_THOUGHT_START = re.compile(r"<(think|thinking|thought|thoughts|reasoning|analysis|reflection)>|◁think▷", re.IGNORECASE)
_FINAL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|constrain\|>[^<]*)?<\|message\|>", re.IGNORECASE)


class Found(msgspec.Struct, frozen=True):
    """The JSON objects and lists of a reply, in order; `cut` when the last of them has no end, `whole` when the reply
    is one of them and nothing else."""

    values: tuple[Any, ...]
    cut: bool = False
    whole: bool = False
    skips: str = ""
    _dicts: list[dict[str, Any]] | None = None

    def dicts(self) -> list[dict[str, Any]]:
        """Every object at any depth, in order, but for those under the key that is to be skipped."""
        if self._dicts is None:
            found = _collected(self.values, self.skips)
            force_setattr(self, "_dicts", found)
            return found
        return self._dicts

    def without(self, key: str, /) -> "Found":
        """The same, but for the objects under a key, at any depth."""
        return Found(self.values, self.cut, self.whole, key)


def find(text: str, /) -> Found:
    """The JSON values in a reply. A reply that is JSON and nothing else is read by the standard reader alone."""
    text = text[:LONGEST].strip().lstrip("\ufeff")
    if text[:1] in ("{", "["):
        try:
            value = json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
            return Found((_clean(value) if "\\u" in text else value,), whole=True)
        except (ValueError, RecursionError):
            pass
    return _searched(_without_thoughts(text))


def _collected(values: Iterable[Any], skips: str) -> list[dict[str, Any]]:
    """No recursion: models nest as deep as the standard reader allows."""
    found: list[dict[str, Any]] = []
    waiting = list(values)[::-1]
    while waiting:
        value = waiting.pop()
        inner: Iterable[Any] = value
        if isinstance(value, dict):
            found.append(value)
            inner = [entry for key, entry in value.items() if key != skips]
        waiting += [entry for entry in inner if isinstance(entry, dict | list)][::-1]
    return found


def _searched(text: str) -> Found:
    values: list[Any] = []
    position = tries = 0
    cut = False
    while tries < MOST_CANDIDATES:
        starts = [place for place in (text.find("{", position), text.find("[", position)) if place >= 0]
        if not starts:
            break
        position, tries = min(starts), tries + 1
        try:
            value, position, cut = Loose(text, position).read()
        except Broken:
            position += 1
            continue
        if value:
            values.append(_clean(value))
    return Found(tuple(values), cut)


def _without_thoughts(text: str) -> str:
    text = _THOUGHT.sub(" ", text)
    for pattern in (_THOUGHT_END, _FINAL):
        ends = list(pattern.finditer(text))
        if ends:
            text = text[ends[-1].end() :]
    start = _THOUGHT_START.search(text)
    return text[: start.start()] if start else text


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: dict[str, Any] = {}
        for key, value in pairs:
            seen[key] = CONFLICT if key in seen and seen[key] != value else value
        return seen
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _clean(value: Any) -> Any:
    """The value without lone surrogates, which no file can hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_clean(key): _clean(entry) for key, entry in value.items()}
    return [_clean(entry) for entry in value] if isinstance(value, list) else value

"""Find two things of a claim that stand in each other's place in the passage: who did what to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from raggauge.judge.embedded.matching import Match, window_places
from raggauge.judge.embedded.reading import ClaimReading, Item
from raggauge.text.words import stop_words

_BESIDE = 3
_MANY = 6
_WHOLE = 1.5
_LISTED = re.compile(r"[,;&/、，]|\b(?:and|or|as well as|along with|with)\b|[和与及或]", re.IGNORECASE)
_ENDS_LISTED = re.compile(r"\s*,?\s*(?:and|or|&)\b|\s*, [A-Z][\w ]*,", re.IGNORECASE)
_IN_LISTS = frozenset(("the", "a", "an", "of"))
_LONGEST_LISTED = 3
_PASSIVE = frozenset(("by", "被"))
_Sides = tuple[list[str], list[str]]


class Exchange(NamedTuple):
    """Two things that the passage has the other way round.

    ``gain`` in [0, 1] is how much better their neighbours would fit if they changed places; ``said`` are the claim's
    tokens from the first to the second, ``found`` those of the source, first and last place.
    """

    gain: float
    said: tuple[int, int]
    found: tuple[int, int]


class _Thing(NamedTuple):
    """A name (of one or more words), a number or a word of the claim, and where the window has it."""

    low: int
    high: int
    weight: float
    kind: str
    held: list[tuple[int, int]]


class _Pair(NamedTuple):
    left: _Thing
    right: _Thing


def exchanged(claim: ClaimReading, found: Match, aligned: Sequence[tuple[int, int]]) -> Exchange | None:
    """Find the two things of a claim that the best window of a source has most clearly in each other's place.

    At least one of them must be out of the order that claim and window share. The words beside each must fit the
    other's place in the source at least as well as its own, and together better. Lists in another order and the
    passive are no exchange.
    """
    chained = {place for place, _ in aligned}
    if all(item.place in chained or not inside for item, inside in zip(claim.items, found.in_window, strict=True)):
        return None
    things = _things(claim, found)
    ours = [_around(claim.stems, (0, len(claim.stems)), [(thing.low, thing.high)]) for thing in things]
    theirs = [_around(found.source.stems, window_places(found), thing.held) for thing in things]
    loose = [k for k, thing in enumerate(things) if thing.held and thing.low not in chained]
    best: Exchange | None = None
    for i in sorted(loose, key=lambda k: -things[k].weight)[:2]:
        for j, other in enumerate(things):
            if i == j or not other.held or not _alike(other.kind, things[i].kind):
                continue
            if ours[i].isdisjoint(theirs[j]) and ours[j].isdisjoint(theirs[i]):
                continue
            pair = _Pair(things[min(i, j)], things[max(i, j)])
            gain = _gain(claim, found, pair)
            if gain > (best.gain if best else 0.0) and not _together(claim, pair):
                low = min(pair.left.held[0][0], pair.right.held[0][0])
                high = max(pair.left.held[0][1], pair.right.held[0][1])
                best = Exchange(gain, (pair.left.low, pair.right.high), (low, high))
    return best


def _things(claim: ClaimReading, found: Match) -> list[_Thing]:
    """Put the words of a name together; everything else is a thing by itself."""
    low, high = window_places(found)
    things: list[_Thing] = []
    for k, item in enumerate(claim.items):
        wide = found.source.wide if item.quantity is not None else {}
        places = [(p, wide.get(p, p)) for p in found.places[k] if low <= p < high]
        last = things[-1] if things else None
        kind = _kind(claim, item)
        held = places[:_MANY]
        if kind == "name" and last and last.kind in ("name", "first") and item.place == last.high + 1:
            following = {p for p, _ in places}
            joined = [(a, b + 1) for a, b in last.held if b + 1 in following]
            if joined:
                things[-1] = _Thing(last.low, item.last, last.weight + item.weight, "name", joined)
                continue
        things.append(_Thing(item.place, item.last, item.weight, kind, held))
    return things


def _kind(claim: ClaimReading, item: Item) -> str:
    if item.quantity is not None:
        return "number"
    if item.is_cjk:
        return "pair"
    if item.place == 0:
        return "first"
    return "name" if claim.text[claim.starts[item.place]].isupper() else "word"


def _alike(one: str, other: str) -> bool:
    """Say whether two kinds may change places; the first word of a claim may be a name or not."""
    return one == other or {one, other} in ({"first", "name"}, {"first", "word"})


def _together(claim: ClaimReading, pair: _Pair) -> bool:
    """Say whether two things are parts of one list, whose order means nothing."""
    start = claim.starts[pair.left.high] + len(claim.words[pair.left.high])
    between = claim.text[start : claim.starts[pair.right.low]]
    if between.strip() == ",":
        end = claim.starts[pair.right.high] + len(claim.words[pair.right.high])
        return _ENDS_LISTED.match(claim.text[end:]) is not None
    parts = _LISTED.split(between)
    if len(parts) < 2:
        return False
    stops = stop_words() - _IN_LISTS
    words = [part.lower().split() for part in parts]
    return all(len(part) <= _LONGEST_LISTED and not any(word in stops for word in part) for part in words)


def _gain(claim: ClaimReading, found: Match, pair: _Pair) -> float:
    """Say how much better the neighbours of both would fit if they changed places; 0 when one would fit worse."""
    left, right = pair
    source, (low, high) = found.source, window_places(found)
    start, end = min(left.held[0][0], right.held[0][0]), max(left.held[0][1], right.held[0][1])
    if _PASSIVE.isdisjoint(claim.words[left.high + 1 : right.low]) != _PASSIVE.isdisjoint(
        source.words[start : end + 1]
    ):
        return 0.0
    own = {*claim.stems[left.low : left.high + 1], *claim.stems[right.low : right.high + 1]}
    ours = (0, len(claim.stems))
    beside_left, beside_right = (_sides(claim.stems, ours, (t.low, t.high), own) for t in pair)
    at_left, at_right = ([_sides(source.stems, (low, high), place, own) for place in t.held] for t in pair)
    first = _fit(beside_left, at_right) - _fit(beside_left, at_left)
    second = _fit(beside_right, at_left) - _fit(beside_right, at_right)
    return 0.0 if min(first, second) < 0 else min(1.0, (first + second) / _WHOLE)


def _around(stems: Sequence[str], inside: tuple[int, int], places: Sequence[tuple[int, int]]) -> set[str]:
    """Give the tokens beside any of the places."""
    near: set[str] = set()
    for low, high in places:
        near.update(stems[max(inside[0], low - _BESIDE) : low], stems[high + 1 : min(inside[1], high + 1 + _BESIDE)])
    return near


def _sides(stems: Sequence[str], inside: tuple[int, int], at: tuple[int, int], own: set[str]) -> _Sides:
    """Give the tokens before and after a place, without the two things themselves."""
    before = stems[max(inside[0], at[0] - _BESIDE) : at[0]]
    after = stems[at[1] + 1 : min(inside[1], at[1] + 1 + _BESIDE)]
    return [stem for stem in before if stem not in own], [stem for stem in after if stem not in own]


def _fit(ours: _Sides, places: Sequence[_Sides]) -> float:
    """Say how well the neighbours fit the best of several places; words of content and next neighbours count more."""
    stops = stop_words()
    best = 0.0
    for theirs in places:
        fit = 0.0
        for mine, other, nearest in zip(ours, theirs, (-1, 0), strict=True):
            if mine and other:
                fit += sum(0.5 if stem in stops else 1.0 for stem in set(mine).intersection(other))
                fit += 0.5 * (mine[nearest] == other[nearest])
        best = max(best, fit)
    return best

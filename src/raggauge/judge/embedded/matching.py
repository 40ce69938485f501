"""Find the items of a claim in one source: where, in which sentences, and beside what."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import compress, pairwise

import msgspec

from raggauge.judge.embedded.reading import ClaimReading, Item, Reading

_NEAR = 4
_MANY = 24
_FAR = 1 << 30
_NOWHERE: frozenset[int] = frozenset()


class Match(msgspec.Struct, frozen=True, eq=False, gc=False):
    """What one source has of a claim.

    ``places[k]`` are the places of item ``k``; ``soft[k]`` says that at least a word with the same beginning stands
    there. ``near[k]`` and ``ordered[k]`` say that items ``k`` and ``k+1`` stand near each other, and in the claim's
    order; ``tight[k]`` that they are as close as in the claim. ``sentence`` and ``window`` are the best sentence and
    the best run of up to three, ``in_sentence`` and ``in_window`` the items they hold, with the weights they cover.
    """

    source: Reading
    places: list[list[int]]
    soft: list[bool]
    near: list[bool]
    ordered: list[bool]
    tight: list[bool]
    sentence: int
    window: tuple[int, int]
    in_sentence: list[bool]
    in_window: list[bool]
    sentence_weight: float
    window_weight: float


@lru_cache(maxsize=128)
def match(claim: ClaimReading, source: Reading) -> Match:
    """Match one claim with one source."""
    find, same, prefixes, items = source.index.places, source.same_amounts, source.prefixes, claim.items
    places = [find(item.term) if item.quantity is None else same(item.quantity) for item in items]
    soft = [
        bool(found) or (len(item.term) > 5 and not item.is_cjk and item.term[:5] in prefixes)
        for item, found in zip(items, places, strict=True)
    ]
    near, ordered, tight = _neighbours(items, places)
    sentence_of = source.sentence_of
    held = [frozenset([sentence_of[place] for place in found]) if found else _NOWHERE for found in places]
    weights = [item.weight for item in items]
    sentence, window = _best(weights, held, len(source.spans))
    in_sentence = [sentence in found for found in held]
    inside = frozenset(range(*window))
    in_window = [not inside.isdisjoint(found) for found in held]
    return Match(
        source, places, soft, near, ordered, tight, sentence, window, in_sentence, in_window,
        sum(compress(weights, in_sentence)), sum(compress(weights, in_window)),
    )  # fmt: skip


def window_places(found: Match) -> tuple[int, int]:
    """Give the first place of the best window and the place after its last."""
    return found.source.first[found.window[0]], found.source.first[found.window[1]]


def _neighbours(items: list[Item], places: list[list[int]]) -> tuple[list[bool], list[bool], list[bool]]:
    near, ordered, tight = [], [], []
    for (item, following), (a, b) in zip(pairwise(items), pairwise(places), strict=True):
        if not a or not b:
            near.append(False)
            ordered.append(False)
            tight.append(False)
            continue
        distance = following.place - item.place
        ahead, behind = _nearest(a, b)
        near.append(ahead <= distance + _NEAR or behind <= distance + _NEAR)
        ordered.append(ahead <= distance + _NEAR)
        tight.append(ahead <= distance)
    return near, ordered, tight


def _nearest(a: list[int], b: list[int]) -> tuple[int, int]:
    """Give the shortest way from a place of ``a`` to a later one of ``b``, and to one that is not later.

    Of each only the first few count.
    """
    if len(a) == len(b) == 1:
        ahead = b[0] - a[0]
        return (ahead, _FAR) if ahead > 0 else (_FAR, -ahead)
    ahead = behind = _FAR
    b = b[:_MANY]
    n = len(b)
    for p in a[:_MANY]:
        at = bisect_right(b, p)
        if at < n and b[at] - p < ahead:
            ahead = b[at] - p
        if at and p - b[at - 1] < behind:
            behind = p - b[at - 1]
    return ahead, behind


def _best(weights: list[float], held: list[frozenset[int]], n: int) -> tuple[int, tuple[int, int]]:
    """Choose the sentence, and the run of three, that covers most of the claim's weight; the first of equals."""
    covered: dict[int, float] = {}
    holding: dict[int, list[int]] = {}
    for k, (weight, found) in enumerate(zip(weights, held, strict=True)):
        for s in found:
            if s in covered:
                covered[s] += weight
                holding[s].append(k)
            else:
                covered[s] = weight
                holding[s] = [k]
    if not covered:
        return 0, (0, min(3, n))
    ranked = sorted(sorted(covered), key=covered.__getitem__, reverse=True)[:3]
    if n <= 3:
        return ranked[0], (0, n)
    starts = sorted({max(0, min(s - back, n - 3)) for s in ranked for back in (0, 1, 2)})
    best, best_weight = (0, 3), -1.0
    for start in starts:
        run = [s for s in (start, start + 1, start + 2) if s in covered]
        bound = sum([covered[s] for s in run])
        if bound < best_weight - 1e-6:
            continue
        total = bound
        if len(run) > 1:
            total = sum([weights[k] for k in sorted(set().union(*[holding[s] for s in run]))])
        if total > best_weight + 1e-12:
            best, best_weight = (start, start + 3), total
    return ranked[0], best


@lru_cache(maxsize=16)
def aligned(claim: ClaimReading, found: Match) -> list[tuple[int, int]]:
    """Align the claim's tokens with the best window: the longest common subsequence as (claim place, place) pairs.

    A quantity counts as its first token on both sides. Method: Hunt and Szymanski 1977.
    """
    source = found.source
    low, high = window_places(found)
    standing: dict[str, list[int]] = {}
    for place, token in enumerate(source.stems[low:high], low):
        if token in standing:
            standing[token].append(place)
        else:
            standing[token] = [place]
    said: list[tuple[int, list[int]]] = [
        (k, standing[token]) for k, token in enumerate(claim.stems) if token in standing
    ]
    if claim.amounts:
        inside = {place for a, b, _ in claim.amounts for place in range(a, b + 1)}
        said = [(k, options) for k, options in said if k not in inside]
        for k, _, quantity in claim.amounts:
            options = source.same_amounts(quantity)
            said.append((k, options[bisect_left(options, low) : bisect_left(options, high)]))
        said.sort()
    tails: list[int] = []
    chains: list[tuple[int, int, object]] = []
    for place, options in said:
        for option in reversed(options):
            at = bisect_left(tails, option)
            link = (place, option, chains[at - 1] if at else None)
            if at == len(tails):
                tails.append(option)
                chains.append(link)
            else:
                tails[at] = option
                chains[at] = link
    pairs: list[tuple[int, int]] = []
    node: object = chains[-1] if chains else None
    while isinstance(node, tuple):
        pairs.append((node[0], node[1]))
        node = node[2]
    return pairs[::-1]

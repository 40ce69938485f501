"""Compare a claim with the passage it aligns with, word by word, and name what cannot both be right."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from raggauge.judge.embedded.matching import Match, aligned, window_places
from raggauge.judge.embedded.reading import ClaimReading, Reading
from raggauge.judge.embedded.relations import exchanged
from raggauge.judge.embedded.wordlists import ANTONYMS
from raggauge.text.quantity import Quantity
from raggauge.text.rarity import rarities
from raggauge.text.words import stop_words

_FIRST_CJK = "\u2e80"
_GAP = 6
_TIGHT = 3
_APART = 0.6
_CLEAR = 0.4
_REST = {"number": 0.5, "date": 0.5, "unit": 0.5, "negation": 0.7, "opposite": 0.7, "name": 0.8, "order": 0.8}


class Named(NamedTuple):
    """A conflict in words: what the claim said, what the source has there, with the source's offsets."""

    kind: str
    said: str
    found: str
    start: int
    end: int


@dataclass(slots=True)
class Differences:
    """What differs between the claim and its best window, as numbers for the model and conflicts for people."""

    number: float = 0.0
    name: float = 0.0
    tight_substituted: float = 0.0
    negation: float = 0.0
    loose_negation: float = 0.0
    antonym: float = 0.0
    run_share: float = 0.0
    longest_share: float = 0.0
    near: float = 0.0
    exchanged: float = 0.0
    named: list[Named] = field(default_factory=list)
    sources: Sequence[Reading] = ()


class _Gap(NamedTuple):
    """A stretch between two aligned tokens, as places [low, high) on each side; ``flanks`` is 1 at an end."""

    low: int
    high: int
    source_low: int
    source_high: int
    flanks: int


def differences(claim: ClaimReading, found: Match, sources: Sequence[Reading] = ()) -> Differences:
    """Compare a claim with the best window of a source; a number that any of the ``sources`` has is no conflict."""
    result = Differences()
    result.sources = sources or (found.source,)
    pairs = aligned(claim, found)
    if not pairs:
        return result
    known = set(claim.stems)
    result.near = max(0.0, len(pairs) / _n_tokens(claim) - _APART) / (1.0 - _APART)
    result.run_share, result.longest_share = _runs(claim, pairs)
    for gap in _gaps(claim, found, pairs):
        _compare(claim, found, gap, (result, known))
    _antonyms(claim, found, result)
    _negations(claim, found, pairs, result)
    _exchanges(claim, found, pairs, result)
    result.named = [named for named in result.named if _sure(claim, found, named)]
    return result


def _sure(claim: ClaimReading, found: Match, named: Named) -> bool:
    """Say whether the rest of the claim stands in the window, so that the difference is no mere other wording."""
    at = claim.text.find(named.said)
    inside = range(at, at + len(named.said))
    rest = [k for k, item in enumerate(claim.items) if claim.starts[item.place] not in inside or found.in_window[k]]
    total = sum(claim.items[k].weight for k in rest)
    held = sum(claim.items[k].weight for k in rest if found.in_window[k])
    return total > 0 and held >= _REST[named.kind] * total


def _runs(claim: ClaimReading, pairs: list[tuple[int, int]]) -> tuple[float, float]:
    """Give the share of the claim's tokens copied in runs of four and more, and in the longest run."""
    lengths, length = [], 0
    inside = {place for low, high, _ in claim.amounts for place in range(low + 1, high + 1)}
    n = _n_tokens(claim)
    last = (-9, -9)
    for a, p in pairs:
        place = a
        while place - 1 in inside:
            place -= 1
        follows = last[0] in (a - 1, place - 1) and 1 <= p - last[1] <= 1 + (a - last[0])
        length = length + 1 if follows else 1
        lengths.append(length)
        last = (a, p)
    ends = [k for k in range(len(lengths)) if k + 1 == len(lengths) or lengths[k + 1] == 1]
    runs = [lengths[k] for k in ends]
    return sum(run for run in runs if run >= min(4, n)) / n, max(runs, default=0) / n


def _n_tokens(claim: ClaimReading) -> int:
    """Count the claim's tokens, a quantity as one."""
    return max(1, len(claim.stems) - sum(high - low for low, high, _ in claim.amounts))


def _gaps(claim: ClaimReading, found: Match, pairs: list[tuple[int, int]]) -> list[_Gap]:
    """List the stretches where the two sides differ; beyond the first and last aligned token up to four tokens."""
    low, high = window_places(found)
    last_claim = {low: high for low, high, _ in claim.amounts if high > low}
    last_source = found.source.wide
    gaps = []
    a, p = pairs[0]
    if a > 0:
        gaps.append(_Gap(0, a, max(low, p - min(4, a + 1)), p, 1))
    for before, (b, q) in pairwise(pairs):
        a, p = last_claim.get(before[0], before[0]), last_source.get(before[1], before[1])
        if b - a > 1 or q - p > 1:
            gaps.append(_Gap(a + 1, b, p + 1, q, 2))
    a, p = pairs[-1]
    a, p = last_claim.get(a, a), last_source.get(p, p)
    rest = len(claim.stems) - a - 1
    if rest > 0:
        gaps.append(_Gap(a + 1, a + 1 + rest, p + 1, min(high, p + 1 + min(4, rest + 1)), 1))
    return gaps


def _compare(claim: ClaimReading, found: Match, gap: _Gap, state: tuple[Differences, set[str]]) -> None:
    result, known = state
    source, stops = found.source, stop_words()
    width = gap.source_high - gap.source_low
    if width > _GAP + 2 or gap.high - gap.low > _GAP + 2:
        return
    said = [place for place in range(gap.low, gap.high) if claim.words[place] not in stops]
    there = [
        place
        for place in range(gap.source_low, gap.source_high)
        if source.words[place] not in stops and source.stems[place] not in known
    ]
    if _numbers(claim, found, gap, result):
        return
    content = [place for place in said if place not in claim.negations]
    if not content:
        return
    absent = [place for place in content if not _held(claim, place, source)]
    if not absent or not there:
        return
    if gap.flanks == 2 and width <= _TIGHT and gap.high - gap.low <= _TIGHT:
        result.tight_substituted = max(result.tight_substituted, _amount(claim, content))
    _names(claim, found, content, there, result)


def _amount(claim: ClaimReading, content: list[int]) -> float:
    """Say how much the words that stand where the source has others matter."""
    heavy = max(rarities()[claim.stems[place]] for place in content)
    if any(claim.stems[place] >= _FIRST_CJK for place in content):
        return min(1.0, 0.35 * len(content))
    return 0.2 + 0.8 * heavy


def _held(claim: ClaimReading, place: int, source: Reading) -> bool:
    """Say whether a word of the claim, or one with the same beginning, stands in the source."""
    token = claim.stems[place]
    return token in source.index or (len(token) > 5 and token < _FIRST_CJK and token[:5] in source.prefixes)


def _numbers(claim: ClaimReading, found: Match, gap: _Gap, result: Differences) -> bool:
    """Name a number of the claim that has a rival of its kind in the same place of the source."""
    ours = [q for low, _, q in claim.amounts if gap.low <= low < gap.high]
    if not ours:
        return False
    theirs = [q for low, _, q in found.source.amounts if gap.source_low <= low < gap.source_high]
    for quantity in ours:
        if any(source.same_amounts(quantity) for source in result.sources):
            continue
        for other in theirs:
            unit = quantity.dimension != other.dimension
            if unit and not _same_figure(quantity, other, claim.text, found.source.text):
                continue
            result.number = max(result.number, 1.0 if gap.flanks == 2 else 0.7)
            kind = "unit" if unit else ("date" if quantity.date else "number")
            result.named.append(_named(kind, claim.text[quantity.start : quantity.end], found, other.start, other.end))
            return True
    return False


def _same_figure(quantity: Quantity, other: Quantity, text: str, source: str) -> bool:
    """Say whether two quantities of different kinds are written with the same figure (``5 km``, ``5 kg``)."""
    if not quantity.dimension or not other.dimension or "date" in (quantity.dimension, other.dimension):
        return False
    digits = "".join(c for c in text[quantity.start : quantity.end] if c.isdigit())
    return bool(digits) and digits == "".join(c for c in source[other.start : other.end] if c.isdigit())


def _names(claim: ClaimReading, found: Match, content: list[int], there: list[int], result: Differences) -> None:
    """Name a capitalised name of the claim, absent from the source, that stands where the source has another."""
    source = found.source

    def is_name(text: str, starts: list[int], place: int) -> bool:
        start = starts[place]
        return text[start].isupper() and place > 0 and text[start - 2 : start - 1] not in (".", "!", "?", "")

    ours = [p for p in content if is_name(claim.text, claim.starts, p) and claim.stems[p] not in source.index]
    theirs = [p for p in there if is_name(source.text, source.starts, p)]
    if ours and theirs:
        result.name = 1.0
        said = claim.text[claim.starts[ours[0]] : claim.starts[ours[-1]] + len(claim.words[ours[-1]])]
        result.named.append(_named("name", said, found, source.starts[theirs[0]], source.end(theirs[-1])))


def _antonyms(claim: ClaimReading, found: Match, result: Differences) -> None:
    """Name a word of the claim whose opposite stands in the window while the word itself does not."""
    marked = [item for item in claim.items if item.term in ANTONYMS]
    if not marked:
        return
    source = found.source
    low, high = window_places(found)
    window = source.stems[low:high]
    held = set(window)
    known = {item.term for item in claim.items}
    for item in marked:
        opposites = ANTONYMS[item.term]
        if item.is_cjk:
            places = [p for word in opposites for p in source.index.places(word) if low <= p < high]
            missing = not any(low <= p < high for p in source.index.places(item.term))
        else:
            places = [low + window.index(word) for word in opposites if word in held]
            missing = item.term not in held
        if places and missing and not any(word in known for word in opposites):
            result.antonym = 1.0
            said = claim.text[claim.starts[item.place] : claim.starts[item.last] + len(claim.words[item.last])]
            last = min(places[0] + (item.last - item.place), high - 1)
            result.named.append(_named("opposite", said, found, source.starts[places[0]], source.end(last)))
            return


def _negations(claim: ClaimReading, found: Match, pairs: list[tuple[int, int]], result: Differences) -> None:
    """Find a negation that one side has and the other lacks between the same neighbours."""
    source = found.source
    low, high = window_places(found)
    matched_claim, matched_source = {a for a, _ in pairs}, {p for _, p in pairs}
    theirs = source.negations[bisect_left(source.negations, low) : bisect_left(source.negations, high)]
    ours = [p for p in claim.negations if p not in matched_claim]
    for place in ours:
        before = max((pair for pair in pairs if pair[0] < place), default=None)
        after = min((pair for pair in pairs if pair[0] > place), default=None)
        if after is None:
            continue
        start = before[1] if before else max(low, after[1] - 3)
        near = any(max(low, start - 3) <= p <= after[1] + 2 and p not in matched_source for p in theirs)
        if near:
            continue
        result.loose_negation = 1.0
        if after[0] - place <= 3 and after[1] - start <= 4 and result.negation < 1.0:
            result.negation = 1.0
            said = claim.text[claim.starts[place] : claim.starts[after[0]] + len(claim.words[after[0]])]
            result.named.append(_named("negation", said, found, source.starts[start], source.end(after[1])))
    for p in theirs:
        if p in matched_source:
            continue
        before = max((pair for pair in pairs if pair[1] < p), default=None)
        after = min((pair for pair in pairs if pair[1] > p), default=None)
        if before is None or after is None or after[1] - before[1] > 4 or after[0] - before[0] > 3:
            continue
        if not any(before[0] - 3 <= place <= after[0] + 3 for place in ours):
            result.negation = max(result.negation, 1.0)
            said = claim.text[claim.starts[before[0]] : claim.starts[after[0]] + len(claim.words[after[0]])]
            result.named.append(_named("negation", said, found, source.starts[before[1]], source.end(after[1])))


def _exchanges(claim: ClaimReading, found: Match, pairs: list[tuple[int, int]], result: Differences) -> None:
    """Find two things that stand in each other's place; named where the rest of the claim is copied."""
    if found.window_weight <= 0.6 * claim.weight or len(pairs) == len(claim.stems):
        return
    exchange = exchanged(claim, found, pairs)
    if exchange is None:
        return
    result.exchanged = exchange.gain
    if exchange.gain * result.near >= _CLEAR:
        (low, high), (start, end) = exchange.said, exchange.found
        said = claim.text[claim.starts[low] : claim.starts[high] + len(claim.words[high])]
        result.named.append(_named("order", said, found, found.source.starts[start], found.source.end(end)))


def _named(kind: str, said: str, found: Match, start: int, end: int) -> Named:
    return Named(kind, said, found.source.text[start:end], start, end)

"""A text made ready for matching: folded tokens with places, sentences, quantities and an index of its terms."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import lru_cache
from itertools import pairwise, repeat
from operator import attrgetter

import msgspec

from raggauge.judge.embedded.terms import FIRST_CJK, TermIndex
from raggauge.judge.embedded.wordlists import negations
from raggauge.text.folding import fold
from raggauge.text.quantity import Quantity, folded_quantities
from raggauge.text.rarity import rarities
from raggauge.text.segment import folded_tokens, parted_tokens, sentences
from raggauge.text.words import stem, stop_words


class Reading(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One source text with all that matching needs; places are token numbers, offsets are code points.

    ``index`` maps every stem, and every pair of neighbouring CJK characters, to its places in order, any other term to
    an empty list.
    ``sentence_of[place]`` is the sentence of a token, ``first[s]`` the first token of sentence ``s`` (with one more
    entry at the end). ``amounts`` are the quantities with their first and last place, ``wide`` maps the first place to
    the last for those of several tokens.
    """

    text: str
    words: list[str]
    stems: list[str]
    starts: list[int]
    spans: list[tuple[int, int]]
    first: list[int]
    sentence_of: list[int]
    index: TermIndex
    amounts: list[tuple[int, int, Quantity]]
    amount_index: dict[str, list[int]]
    negations: list[int]
    prefixes: frozenset[str]
    wide: dict[int, int]
    _same: dict[Quantity, list[int]] = msgspec.field(default_factory=dict)

    def end(self, place: int) -> int:
        """The offset after the token at a place."""
        return self.starts[place] + len(self.words[place])

    def same_amounts(self, quantity: Quantity) -> list[int]:
        """Give the first places of the quantities that mean the same as one of a claim, in order."""
        found = self._same.get(quantity)
        if found is None:
            near = {k for key in amount_keys(quantity) for k in self.amount_index.get(key, ())}
            found = [self.amounts[k][0] for k in sorted(near) if self.amounts[k][2].same(quantity)]
            self._same[quantity] = found
        return found


class Item(msgspec.Struct, frozen=True, gc=False):
    """One thing of a claim that must be found: a term, or a quantity.

    ``place`` and ``last`` are its tokens in the claim; ``weight`` is how much it matters, by its rarity.
    """

    term: str
    weight: float
    place: int
    last: int
    quantity: Quantity | None = None
    is_name: bool = False
    is_cjk: bool = False


class ClaimReading(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A claim with its tokens and the items to be found; ``negations`` are the places of words that negate."""

    text: str
    words: list[str]
    stems: list[str]
    starts: list[int]
    amounts: list[tuple[int, int, Quantity]]
    items: list[Item]
    negations: list[int]
    weight: float
    cjk_share: float


def read(text: str) -> Reading:
    """Prepare a source text."""
    folded = fold(text)
    words, starts, others = parted_tokens(folded)
    if len(others) == len(words):
        stems = list(map(stem, words))
    else:
        stems = words.copy()
        for place in others:
            stems[place] = stem(words[place])
    spans = sentences(text) or [(0, len(text))]
    first = [bisect_left(starts, start) for start, _ in spans]
    first[0] = 0
    first.append(len(words))
    sentence_of: list[int] = []
    for s, (low, high) in enumerate(pairwise(first)):
        sentence_of += repeat(s, high - low)
    index = TermIndex(folded, stems, starts, others)
    amounts = _placed(folded_quantities(folded), starts)
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for k, (_, _, quantity) in enumerate(amounts):
        for key in amount_keys(quantity):
            by_key[key].append(k)
    return Reading(
        text, words, stems, starts, spans, first, sentence_of, index, amounts, dict(by_key), negations(words),
        index.prefixes(), {low: high for low, high, _ in amounts if high > low},
    )  # fmt: skip


def amount_keys(quantity: Quantity) -> list[str]:
    """Give keys of which two quantities that mean the same share at least one."""
    if quantity.date is None:
        bare = [f"y{quantity.value:.0f}"] if quantity.dimension == "" and 1000 <= quantity.value < 2200 else []
        return [f"{quantity.value:.5g}", *bare]
    return [f"{part}{value}" for part, value in zip("ymd", quantity.date, strict=True) if value is not None]


@lru_cache(maxsize=128)
def read_claim(text: str) -> ClaimReading:
    """Prepare a claim: its items are quantities, content words, and pairs of CJK characters."""
    folded = fold(text)
    words, starts = folded_tokens(folded)
    stems = list(map(stem, words))
    amounts = _placed(folded_quantities(folded), starts)
    taken = {place for low, high, _ in amounts for place in range(low, high + 1)}
    items = [Item(words[low], 0.9, low, high, quantity=quantity) for low, high, quantity in amounts if low <= high]
    negating = [place for place in negations(words) if place not in taken]
    skip = taken.union(negating)
    rare, stops = rarities(), stop_words()
    n_cjk = 0
    for place, (word, token) in enumerate(zip(words, stems, strict=True)):
        if word >= FIRST_CJK:
            n_cjk += 1
        if place in skip:
            continue
        if token >= FIRST_CJK:
            items.extend(_cjk_item((words, stems, starts), place, skip))
        elif word not in stops:
            is_name = place > 0 and text[starts[place] : starts[place] + 1].isupper()
            items.append(Item(token, 0.15 + rare[token], place, place, is_name=is_name))
    items.sort(key=attrgetter("place"))
    share = n_cjk / len(words) if words else 0.0
    return ClaimReading(text, words, stems, starts, amounts, items, negating, sum(item.weight for item in items), share)


def _cjk_item(claim: tuple[list[str], list[str], list[int]], place: int, skip: set[int]) -> list[Item]:
    """Make an item of a CJK character: with the one after it, or alone where none stands beside it."""
    words, stems, starts = claim
    rare, stops = rarities(), stop_words()
    token, following = stems[place], place + 1
    paired = (
        following < len(words)
        and following not in skip
        and starts[following] == starts[place] + 1
        and stems[following] >= FIRST_CJK
    )
    if paired:
        empty = (words[place] in stops) + (words[following] in stops)
        pair = token + stems[following]
        return [Item(pair, (0.05 + 0.6 * rare[pair]) * (1.0, 0.4, 0.1)[empty], place, following, is_cjk=True)]
    if words[place] not in stops and not _joined_before(stems, starts, place, skip):
        return [Item(token, 0.05 + 0.4 * rare[token], place, place, is_cjk=True)]
    return []


def _joined_before(stems: list[str], starts: list[int], place: int, skip: set[int]) -> bool:
    before = place - 1
    return before >= 0 and before not in skip and starts[before] == starts[place] - 1 and stems[before] >= FIRST_CJK


def _placed(found: list[Quantity], starts: list[int]) -> list[tuple[int, int, Quantity]]:
    placed = []
    for quantity in found:
        low, high = bisect_right(starts, quantity.start) - 1, bisect_left(starts, quantity.end) - 1
        if low >= 0 and starts[low] < quantity.start:
            low += 1
        if 0 <= low <= high:
            placed.append((low, high, quantity))
    return placed

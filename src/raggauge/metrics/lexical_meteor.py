"""METEOR of two texts: words aligned by form, stem and, where asked, synonym.

Banerjee, Lavie 2005; Lavie, Agarwal 2007.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, Literal

from raggauge.metrics.lexical_porter import porter
from raggauge.metrics.lexical_tokens import words

Penalty = Literal["default", "nltk"]
Synonyms = Callable[[str], frozenset[str]]
ALPHA: Final = 0.9
BETA: Final = 3.0
GAMMA: Final = 0.5


def meteor(answer: str, reference: str, /, *, penalty: Penalty = "default", synonyms: Synonyms | None = None) -> float:
    """METEOR in [0, 1] with alpha 0.9, beta 3, gamma 0.5.

    The penalty for scattered matches is not taken where all matches stand in one piece, so that identical text is 1.0;
    `penalty="nltk"` takes it always, as nltk does. `synonyms` gives the words that may stand for a word.
    """
    if answer == reference and penalty == "default":
        return 1.0
    return meteor_of_words(words(answer), words(reference), penalty=penalty, synonyms=synonyms)


def meteor_of_words(
    given: Sequence[str], wanted: Sequence[str], /, *, penalty: Penalty = "default", synonyms: Synonyms | None = None
) -> float:
    """The same from lower-case words."""
    pairs = aligned(given, wanted, synonyms=synonyms, of_stems=penalty == "nltk")
    if not pairs:
        return 0.0
    precision, recall = len(pairs) / len(given), len(pairs) / len(wanted)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    n_pieces = 1 + sum(1 for (a, b), (c, d) in pairwise(pairs) if c != a + 1 or d != b + 1)
    if n_pieces == 1 and penalty == "default":
        return min(1.0, mean)
    scattered = n_pieces / len(pairs)
    return min(1.0, mean * (1 - GAMMA * math.pow(scattered, BETA)))


def aligned(
    given: Sequence[str], wanted: Sequence[str], /, *, synonyms: Synonyms | None = None, of_stems: bool = False
) -> list[tuple[int, int]]:
    """Pairs of places that match, in the order of the answer: first equal words, then equal stems, then synonyms.

    In each step words are taken from the end, each with the last free place that fits, as nltk does. Synonyms are
    those of the words; `of_stems` looks for those of their stems, which is what nltk does and misses most inflected
    words.
    """
    pairs, left, free = _matched(list(enumerate(given)), list(enumerate(wanted)))
    more, left, free = _matched([(i, porter(word)) for i, word in left], [(j, porter(word)) for j, word in free])
    pairs += more
    if synonyms is not None and left and free:
        rest = [(j, stem if of_stems else wanted[j]) for j, stem in free]
        for i, stem in reversed(left):
            fits = synonyms(stem if of_stems else given[i])
            place = next(
                (at for at in range(len(rest) - 1, -1, -1) if _fit(rest[at][1], fits, synonyms, of_stems)), None
            )
            if place is not None:
                pairs.append((i, rest.pop(place)[0]))
    return sorted(pairs)


def _fit(word: str, fits: frozenset[str], synonyms: Synonyms, of_stems: bool) -> bool:
    """Whether a word of the reference is among the synonyms, or, by whole words, shares a meaning with them."""
    return word in fits if of_stems else not fits.isdisjoint(synonyms(word))


Placed = list[tuple[int, str]]


def _matched(given: Placed, wanted: Placed) -> tuple[list[tuple[int, int]], Placed, Placed]:
    """Pairs of equal words, what is left of the first and what is left of the second."""
    places: dict[str, list[int]] = {}
    for j, word in wanted:
        places.setdefault(word, []).append(j)
    pairs, left = [], []
    for i, word in reversed(given):
        if free := places.get(word):
            pairs.append((i, free.pop()))
        else:
            left.append((i, word))
    taken = {j for _, j in pairs}
    return pairs, left[::-1], [(j, word) for j, word in wanted if j not in taken]

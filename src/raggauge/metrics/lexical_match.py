"""Equality, containment, shared words and edits of two texts: each a pure function to a number in [0, 1]."""

from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from operator import and_, lshift
from typing import NamedTuple

from raggauge.metrics.lexical_tokens import squad


def exact_match(answer: str, reference: str, /) -> float:
    """1.0 if the two are the same under SQuAD's normalisation, else 0.0. Rajpurkar et al. 2016."""
    if answer == reference:
        return 1.0
    left, right = squad(answer), squad(reference)
    return float(left == right and bool(left))


def token_f1(answer: str, reference: str, /) -> float:
    """F1 of the words of the two as bags, under SQuAD's normalisation; 0.0 where one has none (Rajpurkar et al.)."""
    if answer == reference:
        return 1.0
    left, right = squad(answer), squad(reference)
    common = sum((Counter(left) & Counter(right)).values())
    if not common:
        return 0.0
    precision, recall = common / len(left), common / len(right)
    return 2 * precision * recall / (precision + recall)


def contains(answer: str, reference: str, /) -> float:
    """1.0 if the words of the reference stand in the answer, side by side and whole, under SQuAD's normalisation.

    A reference without words (punctuation alone) must occur as it is; an empty one is contained nowhere but in itself.
    """
    needle = squad(reference)
    if not needle:
        return float(answer == reference or (bool(reference.strip()) and reference.strip() in answer))
    return float(f" {' '.join(needle)} " in f" {' '.join(squad(answer))} ")


def edit_similarity(answer: str, reference: str, /) -> float:
    """1 - Levenshtein distance / length of the longer text, over raw characters; 1.0 for two empty texts."""
    longer = max(len(answer), len(reference))
    return 1.0 - levenshtein(answer, reference) / longer if longer else 1.0


def levenshtein(first: str, second: str, /) -> int:
    """How many characters must be put in, taken out or changed to make one text of the other.

    Works on whole columns of the table as bits of one number (Myers 1999; Hyyrö 2003).
    """
    if first == second:
        return 0
    if len(first) < len(second):
        first, second = second, first
    if not second:
        return len(first)
    where: dict[str, int] = {}
    for i, char in enumerate(first):
        where[char] = where.get(char, 0) | (1 << i)
    n = len(first)
    everywhere, last = (1 << n) - 1, 1 << (n - 1)
    plus, minus, distance = everywhere, 0, n
    for char in second:
        equal = where.get(char, 0)
        vertical = equal | minus
        diagonal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | (everywhere & ~(diagonal | plus))
        down = plus & diagonal
        distance += bool(up & last) - bool(down & last)
        up = ((up << 1) | 1) & everywhere
        plus = ((down << 1) & everywhere) | (everywhere & ~(vertical | up))
        minus = up & vertical
    return distance


class Overlap(NamedTuple):
    """How many words, pairs of neighbours and words in the same order two lists share."""

    words: int
    pairs: int
    in_order: int


def overlap(first: Sequence[str], second: Sequence[str], /) -> Overlap:
    """What two lists of words have in common: words and pairs as bags, and their longest common subsequence.

    One number for each word of the shorter list says at which places it stands. Two such numbers, one moved by a place,
    say where a pair stands, and so which pair it is; the subsequence is a whole column of the table as one number
    (Hyyrö 2004).
    """
    if len(first) > len(second):
        first, second = second, first
    places: dict[str, int] = {}
    bit = 1
    for word in first:
        if word in places:
            places[word] |= bit
        else:
            places[word] = bit
        bit <<= 1
    found = list(map(places.get, second, repeat(0)))
    matched = list(filter(None, found))
    if not matched:
        return Overlap(0, 0, 0)
    pairs = list(filter(None, map(and_, map(lshift, found, repeat(1)), found[1:])))
    rows = everywhere = bit - 1
    for here in matched:
        met = rows & here
        rows = (rows + met) | (rows ^ met)  # may grow beyond the last row, where nothing reads it
    return Overlap(_shared(matched), _shared(pairs), len(first) - (rows & everywhere).bit_count())


def _shared(found: list[int]) -> int:
    """How many of the things found count: each as often as it has places in the other list, at most."""
    if len(set(found)) == len(found):
        return len(found)
    return len(found) - sum([n - m for places, n in Counter(found).items() if n > (m := places.bit_count())])

"""Equality, containment, shared words and edits of two texts: each a pure function to a number in [0, 1]."""

from collections import Counter

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


def common_subsequence(first: list[str], second: list[str], /) -> int:
    """The length of the longest common subsequence of two lists of words (Hyyrö 2004, whole columns as one number)."""
    if len(first) > len(second):
        first, second = second, first
    where: dict[str, int] = {}
    for i, word in enumerate(first):
        where[word] = where.get(word, 0) | (1 << i)
    everywhere = (1 << len(first)) - 1
    open_rows = everywhere
    for word in second:
        here = where.get(word)
        if here:
            matched = open_rows & here
            open_rows = ((open_rows + matched) | (open_rows - matched)) & everywhere
    return len(first) - open_rows.bit_count()

"""The numbers from which support is decided; every one of them can only speak for or only against support."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise
from operator import and_, not_
from typing import Any, NamedTuple

from raggauge.judge.embedded.conflicts import Differences
from raggauge.judge.embedded.matching import Match
from raggauge.judge.embedded.reading import ClaimReading, Item

SIGNED: tuple[tuple[str, int], ...] = (
    ("recall_union", 1), ("recall_union_low", 1), ("recall_union_high", 1),
    ("recall_sentence", 1), ("recall_sentence_high", 1),
    ("recall_window", 1), ("recall_window_low", 1), ("recall_window_high", 1),
    ("recall_soft", 1), ("recall_count", 1),
    ("pairs_near", 1), ("pairs_ordered", 1), ("pairs_tight", 1),
    ("present_near", 1), ("present_ordered", 1),
    ("least_neighbour", 1), ("least_ordered", 1),
    ("missing_1", -1), ("missing_2", -1), ("missing_3", -1),
    ("window_missing_1", -1), ("window_missing_2", -1),
    ("missing_run", -1), ("missing_few", -1),
    ("number_missing", -1), ("number_missing_share", -1),
    ("name_missing", -1), ("name_missing_share", -1),
    ("other_number", -1), ("other_name", -1), ("negation", -1), ("negation_loose", -1), ("negation_only", -1),
    ("antonym", -1),
    ("run_share", 1), ("run_share_high", 1), ("longest_share", 1), ("pairs_tight_high", 1), ("pairs_ordered_high", 1),
    ("window_full", 1),
    ("near_substituted", -1), ("near_antonym", -1), ("near_name", -1), ("near_exchanged", -1),
    ("held_negation", -1), ("held_exchanged", -1),
)  # fmt: skip
NAMES = tuple(name for name, _ in SIGNED)


def features(claim: ClaimReading, found: Sequence[Match], differ: Differences) -> list[float]:
    """Compute the features of a claim against sources together, in the order of ``NAMES``.

    ``differ`` are the differences to the best window among the sources. Nothing here tells a data set from another:
    no lengths of claim or sources, no number of sources.
    """
    items = claim.items
    n, total = len(items), claim.weight or 1.0
    weights = [item.weight for item in items]
    rarest = sorted(range(n), key=weights.__getitem__, reverse=True)[:6]
    union = _either([m.places for m in found])
    joined = _Joined(
        weights, [a if a <= b else b for a, b in pairwise(weights)], rarest,
        _either([m.near for m in found]), _either([m.ordered for m in found]), _either([m.tight for m in found]),
    )  # fmt: skip
    best = best_of(found)
    recall = sum(compress(weights, union)) / total
    window, sentence = best.window_weight / total, max(m.sentence_weight for m in found) / total
    soft = sum(compress(weights, _either([m.soft for m in found]))) / total
    missing = sorted(compress(weights, map(not_, union)), reverse=True)[:3]
    outside = sorted(compress(weights, map(not_, best.in_window)), reverse=True)
    missing += [0.0] * (3 - len(missing))
    outside += [0.0] * (2 - len(outside))
    run = _longest_run(items, union)
    pairs = _pairs(joined, union)
    numbers = _group(union, [item.quantity is not None for item in items])
    names = _group(union, [item.is_name for item in items])
    held, near = max(0.0, 2.0 * window - 1.0), differ.near
    negation_only = bool(claim.negations) and not any(
        claim.stems[place] in m.source.index for place in claim.negations for m in found
    )
    return [
        recall, min(recall, 0.5), max(0.0, recall - 0.8),
        sentence, max(0.0, sentence - 0.7),
        window, min(window, 0.5), max(0.0, window - 0.8),
        soft, sum(union) / (n or 1),
        pairs[0], pairs[1], pairs[2],
        *_present(joined, union),
        pairs[3], _least(joined, union),
        *missing, outside[0], outside[1],
        min(1.0, run / 4.0), float(run >= 2),
        *numbers, *names,
        differ.number, differ.name, differ.negation, differ.loose_negation, float(negation_only), differ.antonym,
        differ.run_share, max(0.0, differ.run_share - 0.6), differ.longest_share,
        max(0.0, pairs[2] - 0.6), max(0.0, pairs[1] - 0.6), float(window > 0.999),
        near * differ.tight_substituted, near * differ.antonym, near * differ.name, near * differ.exchanged,
        held * differ.loose_negation, min(1.0, 2.0 * held) * differ.exchanged,
    ]  # fmt: skip


class _Joined(NamedTuple):
    """The claim's weights, and what the sources together have of its neighbouring items."""

    weights: list[float]
    pair_weights: list[float]
    rarest: list[int]
    near: list[bool]
    ordered: list[bool]
    tight: list[bool]


def _either(of_sources: Sequence[Sequence[Any]]) -> list[bool]:
    """Say for each place whether any of the sources has something there."""
    if len(of_sources) == 1:
        return list(map(bool, of_sources[0]))
    return list(map(any, zip(*of_sources, strict=True)))


def best_of(found: Sequence[Match]) -> Match:
    """Choose the source whose best window covers most of the claim; the first of equals."""
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda m: (round(m.window_weight, 9), round(m.sentence_weight, 9)))


def _pairs(joined: _Joined, union: Sequence[bool]) -> tuple[float, float, float, float]:
    """Weighted shares of neighbouring items found near, in order, tight; the least support of a rare item."""
    n = len(union)
    if n < 2:
        alone = 1.0 if n and union[0] else 0.0
        return alone, alone, alone, alone
    weights = joined.pair_weights
    total = sum(weights) or 1.0
    near, ordered, tight = (sum(compress(weights, of)) for of in (joined.near, joined.ordered, joined.tight))
    support = [0.0] * n
    for k, is_near in enumerate(joined.near):
        if is_near:
            support[k] += 0.5 if k else 1.0
            support[k + 1] += 0.5 if k + 2 < n else 1.0
    return near / total, ordered / total, tight / total, min(support[k] for k in joined.rarest)


def _present(joined: _Joined, union: Sequence[bool]) -> tuple[float, float]:
    """Of the neighbouring pairs whose both items are there, the shares that stand near each other and in order."""
    total = sum(compress(joined.pair_weights, map(and_, union, union[1:])))
    near, ordered = (sum(compress(joined.pair_weights, of)) for of in (joined.near, joined.ordered))
    return (near / total, ordered / total) if total else (0.5, 0.5)


def _least(joined: _Joined, union: Sequence[bool]) -> float:
    """How well ordered the worst placed of the six rarest items is, among those that are there."""
    least = 1.0
    for k in joined.rarest:
        sides = joined.ordered[max(0, k - 1) : k + 1]
        if union[k] and sides:
            least = min(least, sum(sides) / len(sides))
    return least


def _group(union: Sequence[bool], member: Sequence[bool]) -> tuple[float, float]:
    """Of the numbers (or names): whether one is missing, and which share is."""
    n_members = sum(member)
    if not n_members:
        return 0.0, 0.0
    n_missing = n_members - sum(map(and_, member, union))
    return float(n_missing > 0), n_missing / n_members


def _longest_run(items: Sequence[Item], union: Sequence[bool]) -> float:
    """The longest run of missing items; pairs of CJK characters count half, since they overlap."""
    longest = run = 0.0
    for item, yes in zip(items, union, strict=True):
        run = 0.0 if yes else run + (0.5 if item.is_cjk else 1.0)
        longest = max(longest, run)
    return longest

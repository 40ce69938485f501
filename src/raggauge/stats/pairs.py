"""Comparison of two runs over the same cases."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from raggauge.errors import UsageError
from raggauge.stats.bounded import Units
from raggauge.stats.checks import Floats, as_floats, as_weights, cluster_codes, same_length, share, within
from raggauge.stats.interval import Interval
from raggauge.stats.mean import cluster_sums, limits
from raggauge.stats.special import binomial_cdf, normal_cdf
from raggauge.stats.spread import spread_of
from raggauge.stats.tested import agreeing

Verdict = Literal["better", "worse", "equivalent", "indistinguishable"]
Scores = ArrayLike | Sequence[Sequence[float]]

EXACT_UNITS = 16
N_FLIPS = 10_000
FEW_MOVED = 10
_SIGNS = 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1) - 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """What the comparison of run b with run a found; differences are b - a, so positive means that b scores higher.

    `p` is two-sided, by `method` (`mcnemar-exact`, `sign-flip-exact`, `sign-flip`); `p_adjusted` is `p` until
    `adjusted` sets it. `effect` is the mean difference in standard deviations of the differences, None when they are
    all equal. `n` counts independent units, `n_better`, `n_worse` and `n_equal` what became of them.
    `equivalent` and `not_inferior` are None without a margin. `inner` is the interval that the margin is held against.
    """

    difference: float
    interval: Interval
    p: float
    p_adjusted: float
    method: str
    effect: float | None
    n: int
    n_better: int
    n_worse: int
    n_equal: int
    level: float
    margin: float | None
    inner: Interval
    equivalent: bool | None
    not_inferior: bool | None

    @property
    def verdict(self) -> Verdict:
        """What may be said.

        `better` or `worse` when the adjusted p is at most 1 - level, and the interval then excludes 0; else
        `equivalent` when the difference is sure to lie within the margin; else `indistinguishable`, which is *not*
        "equal". An interval that excludes 0 beside `indistinguishable` means that p was corrected for many metrics.
        """
        if self.p_adjusted <= 1 - self.level:
            return "better" if self.difference > 0 else "worse"
        return "equivalent" if self.equivalent else "indistinguishable"

    def adjusted(self, p: float, /) -> "Paired":
        """The same comparison with a p corrected for many metrics (see `holm`)."""
        return replace(self, p_adjusted=p)


def paired(  # noqa: PLR0913
    a: Scores,
    b: Scores,
    *,
    weights: ArrayLike | None = None,
    clusters: Sequence[Hashable] | NDArray[Any] | None = None,
    level: float = 0.95,
    seed: int = 0,
    margin: float | None = None,
) -> Paired:
    """Compare two runs over the same cases, case by case, scores in [0, 1] and higher = better.

    `a[i]` and `b[i]` belong to the same case: one score each, or the scores of its repeats, averaged first, so that
    repeats of one case count as one unit. `weights` say how much each case counts in the mean. `clusters` groups cases
    that are not independent (one document, one conversation); a group counts as one unit. `margin` is the difference
    that would not matter: with it, `equivalent` says that both ends of the two-sided 1 - 2 alpha interval lie within
    it, `not_inferior` that the lower end does.

    p is the exact McNemar p for 0/1 scores, else that of the sign-flip test: exact up to 16 units that differ, 10,000
    seeded flips up to 5,000 units, the normal limit of the flips above. It assumes that without a change a unit's
    difference is as likely to be +x as -x. The interval is that of `mean_interval` for numbers in [-1, 1], Gaffke's
    also when fewer than 10 units differ. It excludes 0 exactly when p is at most 1 - level: where the two would
    contradict each other, the end next to 0 is that of the inverted test (of Clopper and Pearson's interval for the
    share of gains among the cases that changed, with McNemar's). That end holds if differences spread alike to both
    sides of their mean; the far end assumes nothing. All mislead when the cases were chosen after seeing the scores.

    Source: McNemar (1947); Fisher (1935); Schuirmann (1987) for the two one-sided tests.
    """
    share(level, name="level")
    if margin is not None and not margin > 0:
        raise UsageError("stats.not_positive", name="margin", value=margin)
    first, second = _case_means(a, name="a"), _case_means(b, name="b")
    same_length(first.size, second.size, names=("a", "b"))
    difference = second - first
    units, suffix = _units(difference, weights, clusters)
    total, n = units.total, units.total.size
    binary = not suffix and bool(np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all())
    p, method = mcnemar(total) if binary else sign_flip(total, seed=seed)
    p_at = partial(mcnemar_at, total) if binary else partial(_flipped_at, units, seed)
    interval = agreeing(difference_interval(units, level=level, suffix=suffix), p, p_at=p_at, test=method)
    inner = _within(difference_interval(units, level=max(2 * level - 1, 0.5), suffix=suffix), interval)
    return Paired(
        difference=interval.estimate,
        interval=interval,
        p=p,
        p_adjusted=p,
        method=method,
        effect=_effect(total / units.weight),
        n=n,
        n_better=int((total > 1e-12).sum()),
        n_worse=int((total < -1e-12).sum()),
        n_equal=int((np.abs(total) <= 1e-12).sum()),
        level=level,
        margin=margin,
        inner=inner,
        equivalent=None if margin is None else -margin < inner.low and inner.high < margin,
        not_inferior=None if margin is None else inner.low > -margin,
    )


def _units(
    difference: Floats, weights: ArrayLike | None, clusters: Sequence[Hashable] | NDArray[Any] | None
) -> tuple[Units, str]:
    """The independent units behind the differences, and what the name of a method says of them."""
    codes, given = cluster_codes(clusters, difference.size), as_weights(weights, difference.size)
    scale = np.ones(difference.size) if given is None else given / given.mean()
    total = scale * difference if codes is None else cluster_sums(codes, scale * difference)
    weight = scale if codes is None else cluster_sums(codes, scale)
    suffix = ("" if given is None else "-weighted") + ("" if codes is None else "-cluster")
    return Units(weight, total, np.ones(weight.size)), suffix


def _flipped_at(units: Units, seed: int, shift: float) -> float:
    return sign_flip(units.total - shift * units.weight, seed=seed)[0]


def _effect(difference: Floats) -> float | None:
    spread = float(difference.std(ddof=1)) if difference.size > 1 else 0.0
    return float(difference.mean()) / spread if spread > 1e-12 else None


def _within(inner: Interval, outer: Interval) -> Interval:
    return replace(inner, low=max(inner.low, outer.low), high=min(inner.high, outer.high))


def difference_interval(units: Units, /, *, level: float, suffix: str) -> Interval:
    """The interval of a mean of differences in [-1, 1]; `suffix` is appended to the name of the method."""
    spread = spread_of(units, n_values=units.total.size)
    moved = int((np.abs(units.total) > 1e-12).sum())
    if moved < FEW_MOVED:
        spread = replace(spread, crowd=1.0)
    low, high, method = limits(units, spread, level=level, bounds=(-1.0, 1.0))
    return Interval(
        low=low,
        high=high,
        method=method + suffix,
        n=spread.n_units,
        estimate=spread.estimate,
        level=level,
    )


def mcnemar(difference: Floats, /) -> tuple[float, str]:
    """The exact two-sided McNemar p of differences in {-1, 0, 1}; 1 when none differ."""
    gained, lost = int((difference > 0).sum()), int((difference < 0).sum())
    p = 2.0 * binomial_cdf(min(gained, lost), n=gained + lost, p=0.5) if gained + lost else 1.0
    return min(1.0, p), "mcnemar-exact"


def mcnemar_at(difference: Floats, shift: float, /) -> float:
    """A p of differences in {-1, 0, 1} for a mean of `shift`, given how many differ; at 0 that of `mcnemar`.

    Of the cases that differ, a share of (1 + shift * n / n_differ) / 2 gains then.
    """
    gained, lost = int((difference > 0).sum()), int((difference < 0).sum())
    changed = gained + lost
    share_gained = min(1.0, max(0.0, (1 + shift * difference.size / changed) / 2)) if changed else 0.5
    low = binomial_cdf(gained, n=changed, p=share_gained)
    high = binomial_cdf(lost, n=changed, p=1 - share_gained)
    return min(1.0, 2.0 * min(low, high))


def sign_flip(difference: Floats, /, *, seed: int = 0) -> tuple[float, str]:
    """The two-sided sign-flip p of unit differences, and how it was computed; 1 when none differ."""
    signed = difference[np.abs(difference) > 1e-12]
    moved = np.abs(signed)
    if not moved.size:
        return 1.0, "sign-flip-exact"
    observed = abs(float(signed.sum())) - 1e-9 * float(moved.max())
    if moved.size <= EXACT_UNITS:
        sums = np.zeros(1)
        for step in moved:
            sums = np.concatenate((sums - step, sums + step))
        return float((np.abs(sums) >= observed).mean()), "sign-flip-exact"
    if moved.size > 5_000:
        z = observed / math.sqrt(float(moved @ moved))
        return 2.0 * normal_cdf(-z), "sign-flip-normal"
    generator = np.random.default_rng(seed)
    sums = np.zeros(N_FLIPS)
    for start in range(0, moved.size, 8):
        eight = moved[start : start + 8]
        table = (_SIGNS[:, : eight.size] * eight).sum(axis=1)
        sums += table[generator.integers(0, 256, N_FLIPS, dtype=np.uint8)]
    extreme = int((np.abs(sums) >= observed).sum())
    return (extreme + 1) / (N_FLIPS + 1), "sign-flip"


def _case_means(scores: Scores, *, name: str) -> Floats:
    rows: Any = scores
    if len(rows) and all(isinstance(row, Sequence | np.ndarray) for row in rows):
        means = [float(as_floats(row, name=f"{name}[{i}]").mean()) for i, row in enumerate(rows)]
        array = as_floats(means, name=name)
    else:
        array = as_floats(rows, name=name)
    within(array, (0.0, 1.0), name=name)
    return array

"""Intervals for means of scores."""

import math
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from raggauge.stats.bounded import Units, bounded_limits
from raggauge.stats.checks import Floats, as_floats, as_weights, cluster_codes, share, within
from raggauge.stats.interval import Interval
from raggauge.stats.spread import Spread, skewed_limits, spread_of
from raggauge.stats.unbounded import unbounded_limits

FEW_VALUES = 50
FEW_CLUSTERS = 20
ONE_END = 0.80
STRONG_SKEW = 0.30
BINS = 256


def mean_interval(
    values: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    clusters: Sequence[Hashable] | NDArray[Any] | None = None,
    level: float = 0.95,
    bounds: tuple[float, float] | None = (0.0, 1.0),
    seed: int = 0,
) -> Interval:
    """An interval for the mean of scores, by the method that fits them, which it names.

    `values` lie within `bounds`; `weights` are inverse inclusion probabilities (the mean is Hajek's); `clusters` names
    the group of each value (document, conversation, case): groups are independent, values of one group need not be.

    - `gaffke`: fewer than 50 values or 20 clusters, more than 80% of the values at one end, all values equal, or a skew
      too strong for the number of units. Assumes nothing but the bounds. For 0/1 values it equals Clopper-Pearson.
    - `hall-t`: otherwise. Student's t with Hall's correction for skewness.
    - `bootstrap-t`: `bounds=None` (latencies, costs) with at most 5,000 units; 2,000 seeded resamples.

    `-weighted` and `-cluster` are appended. The width is never zero. It misleads when units depend on each other in a
    way that `clusters` does not name, and it says nothing of the judge's own errors (see `ppi_mean`). Raises UsageError
    for no values, values outside the bounds, NaN, and for equal values without bounds: nothing bounds their mean then.

    Source: Gaffke (2005); Hall (1992), "On the removal of skewness by transformation"; Hajek (1971).
    """
    share(level, name="level")
    array = as_floats(values)
    if bounds is not None:
        within(array, bounds)
    units = mean_units(array, weights=weights, clusters=clusters)
    spread = spread_of(units, n_values=array.size, crowd=_crowd(array, bounds))
    suffix = ("-weighted" if weights is not None else "") + ("-cluster" if clusters is not None else "")
    if bounds is None:
        low, high, method = unbounded_limits(units, spread, level=level, seed=seed)
    else:
        low, high, method = limits(units, spread, level=level, bounds=bounds)
    return Interval(low=low, high=high, method=method + suffix, n=spread.n_units, estimate=spread.estimate, level=level)


def limits(units: Units, spread: Spread, /, *, level: float, bounds: tuple[float, float]) -> tuple[float, float, str]:
    """Lower limit, upper limit and method for units whose spread is known."""
    width = bounds[1] - bounds[0]
    if (
        spread.n_values < FEW_VALUES
        or spread.n_units < FEW_CLUSTERS
        or spread.crowd > ONE_END
        or spread.error <= 1e-9 * width
        or abs(spread.skew) / math.sqrt(spread.n_units) > STRONG_SKEW
    ):
        low, high = bounded_limits(binned(units, bounds), 1 - level, bounds)
        method = "gaffke"
    else:
        low, high = skewed_limits(spread, level=level)
        low, high, method = max(low, bounds[0]), min(high, bounds[1]), "hall-t"
    return min(low, spread.estimate), max(high, spread.estimate), method


def binned(units: Units, bounds: tuple[float, float], /) -> Units:
    """The units, or, above 2,000 of equal weight, the means of 256 bins and their counts; both ends keep their own."""
    if units.weight.size <= 2_000:
        return units
    low, high = bounds
    value = units.total / units.weight
    scaled = (value - low) / (high - low)
    index = np.clip((scaled * (BINS - 2)).astype(np.intp) + 1, 1, BINS - 2)
    index[scaled <= 0] = 0
    index[scaled >= 1] = BINS - 1
    mass = np.bincount(index, units.weight * units.shape, BINS)
    square = np.bincount(index, units.weight**2 * units.shape, BINS)
    total = np.bincount(index, units.total * units.shape, BINS)
    full = mass > 0
    mass, square, total = mass[full], square[full], total[full]
    return Units(square / mass, total / mass * (square / mass), mass * mass / square)


def mean_units(
    values: ArrayLike,
    /,
    *,
    weights: ArrayLike | None = None,
    clusters: Sequence[Hashable] | NDArray[Any] | None = None,
) -> Units:
    """The independent units behind weighted, clustered values; equal plain values become one entry with a count."""
    array = as_floats(values)
    scale, codes = as_weights(weights, array.size), cluster_codes(clusters, array.size)
    if codes is None and scale is None:
        if array.size > 2_000:
            return Units(np.ones(array.size), array, np.ones(array.size))
        distinct, counts = np.unique(array, return_counts=True)
        return Units(np.ones(distinct.size), distinct, counts.astype(np.float64))
    scale = np.ones(array.size) if scale is None else scale / scale.mean()
    if codes is None:
        return Units(scale, array * scale, np.ones(array.size))
    weight, total = cluster_sums(codes, scale), cluster_sums(codes, scale * array)
    return Units(weight, total, np.ones(weight.size))


def cluster_sums(codes: NDArray[np.intp], values: Floats, /) -> Floats:
    """The sum of the values of each cluster."""
    return np.bincount(codes, values).astype(np.float64)


def _crowd(array: Floats, bounds: tuple[float, float] | None) -> float:
    if bounds is None:
        return 0.0
    return max(float((array <= bounds[0]).mean()), float((array >= bounds[1]).mean()))

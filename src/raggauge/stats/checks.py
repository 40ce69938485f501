"""Refusals of numbers that no statistic can be made of, each with one sentence."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from raggauge.errors import UsageError

Floats = NDArray[np.float64]


def as_floats(values: ArrayLike, /, *, name: str = "values", at_least: int = 1) -> Floats:
    """The values as a one-dimensional float array; refuses NaN, infinity, nested input and fewer than `at_least`."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise UsageError("stats.not_flat", name=name, shape=str(array.shape))
    if array.size < at_least:
        raise UsageError("stats.too_few", name=name, n=array.size, needed=at_least)
    finite = np.isfinite(array)
    if not finite.all():
        index = int(np.argmin(finite))
        raise UsageError("stats.not_finite", name=name, index=index, value=str(array[index]))
    return array


def within(array: Floats, bounds: tuple[float, float], /, *, name: str = "values") -> None:
    """Refuse a value outside the bounds."""
    low, high = bounds
    if not low < high:
        raise UsageError("stats.bad_bounds", low=low, high=high)
    outside = (array < low) | (array > high)
    if outside.any():
        index = int(np.argmax(outside))
        raise UsageError("stats.outside", name=name, index=index, value=float(array[index]), low=low, high=high)


def as_weights(weights: ArrayLike | None, n: int, /) -> Floats | None:
    """The weights as floats, or None; refuses another length and weights that are not positive."""
    if weights is None:
        return None
    array = as_floats(weights, name="weights")
    same_length(n, array.size, names=("values", "weights"))
    if (array <= 0).any():
        index = int(np.argmax(array <= 0))
        raise UsageError("stats.bad_weight", index=index, value=float(array[index]))
    return array


def cluster_codes(clusters: Sequence[Hashable] | NDArray[Any] | None, n: int, /) -> NDArray[np.intp] | None:
    """Each value's cluster as 0, 1, 2, ... in order of first appearance, or None; `None` entries stand alone."""
    if clusters is None:
        return None
    labels = clusters.tolist() if isinstance(clusters, np.ndarray) else list(clusters)
    same_length(n, len(labels), names=("values", "clusters"))
    seen: dict[Hashable, int] = {}
    keys = (("alone", i) if label is None else ("in", label) for i, label in enumerate(labels))
    return np.fromiter((seen.setdefault(key, len(seen)) for key in keys), dtype=np.intp, count=n)


def same_length(first: int, second: int, /, *, names: tuple[str, str]) -> None:
    """Refuse two sequences that should run in parallel and do not."""
    if first != second:
        raise UsageError("stats.lengths", first=names[0], n_first=first, second=names[1], n_second=second)


def share(value: float, /, *, name: str) -> float:
    """A number strictly between 0 and 1, such as a level or a power."""
    if not 0.0 < value < 1.0:
        raise UsageError("stats.not_share", name=name, value=value)
    return float(value)


def positive(value: float, /, *, name: str) -> float:
    """A number above 0."""
    if not value > 0.0:
        raise UsageError("stats.not_positive", name=name, value=value)
    return float(value)

"""The mean of a stream of scores, in constant memory."""

import math
from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from raggauge.errors import UsageError
from raggauge.stats.bounded import Units
from raggauge.stats.checks import as_floats, as_weights, share, within
from raggauge.stats.interval import Interval
from raggauge.stats.mean import BINS, limits
from raggauge.stats.spread import Spread, spread_of

_POWERS = ((1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3))


class Moments:
    """Counts, sums and a histogram of scores, from which a mean and its interval are read at any time.

    Scores lie in `bounds`. Memory is constant (256 bins), apart from two numbers per cluster where clusters are
    named. Adding in another order or merging parts gives the same mean up to rounding. The interval is that of
    `mean_interval`; where the bounded method is used, with scores rounded to the mean of their bin (1/254 of the
    range; both ends and the mean stay exact) and weights to a common one in each bin, a difference of about .001. Not
    safe to change from several threads.
    """

    def __init__(self, *, bounds: tuple[float, float] = (0.0, 1.0)) -> None:
        self.bounds = bounds
        self.n = 0
        self._weighted = False
        self._sums: NDArray[np.float64] = np.zeros(len(_POWERS))
        self._bins: NDArray[np.float64] = np.zeros((4, BINS))
        self._ends = [0, 0]
        self._clusters: dict[Hashable, list[float]] = {}
        self._loose: list[tuple[float, float]] = []

    def add(self, value: float, weight: float = 1.0, *, cluster: Hashable = None) -> None:
        """Add one score; one without a cluster is a unit of its own."""
        low, high = self.bounds
        if not low <= value <= high:
            raise UsageError("stats.outside", name="values", index=self.n, value=value, low=low, high=high)
        if not 0 < weight < float("inf"):
            raise UsageError("stats.bad_weight", index=self.n, value=weight)
        self.n += 1
        self._ends[0] += value <= low
        self._ends[1] += value >= high
        if cluster is not None:
            sums = self._clusters.setdefault(cluster, [0.0, 0.0])
            sums[0] += weight
            sums[1] += weight * value
            self._weighted |= weight != 1.0
            return
        self._loose.append((value, weight))
        if len(self._loose) >= 1024:
            self._settle()

    def add_many(self, values: ArrayLike, weights: ArrayLike | None = None) -> None:
        """Add an array of scores without clusters."""
        array = as_floats(values, at_least=0)
        within(array, self.bounds)
        checked = as_weights(weights, array.size)
        self._settle()
        self.n += array.size
        self._ends[0] += int((array <= self.bounds[0]).sum())
        self._ends[1] += int((array >= self.bounds[1]).sum())
        self._sink(array, np.ones(array.size) if checked is None else checked)

    def merge(self, other: "Moments", /) -> None:
        """Add everything that another Moments of the same bounds has seen."""
        if other.bounds != self.bounds:
            raise UsageError("stats.other_bounds", first=str(self.bounds), second=str(other.bounds))
        self._settle()
        other._settle()
        self.n += other.n
        self._ends = [mine + theirs for mine, theirs in zip(self._ends, other._ends, strict=True)]
        self._weighted |= other._weighted
        self._sums = self._sums + other._sums
        self._bins = self._bins + other._bins
        for cluster, (weight, total) in other._clusters.items():
            mine = self._clusters.setdefault(cluster, [0.0, 0.0])
            mine[0] += weight
            mine[1] += total

    @property
    def mean(self) -> float | None:
        """The weighted mean, or None before the first score."""
        if not self.n:
            return None
        self._settle()
        mass = float(self._bins[0].sum()) + math.fsum(weight for weight, _ in self._clusters.values())
        return (float(self._bins[1].sum()) + math.fsum(total for _, total in self._clusters.values())) / mass

    def interval(self, *, level: float = 0.95) -> Interval:
        """The interval of the mean; see `mean_interval`. Raises UsageError before the first score."""
        share(level, name="level")
        if not self.n:
            raise UsageError("stats.too_few", name="values", n=0, needed=1)
        self._settle()
        crowd = max(self._ends) / self.n
        units = self._units()
        spread = spread_of(units, n_values=self.n, crowd=crowd) if self._clusters else self._spread(crowd)
        low, high, method = limits(units, spread, level=level, bounds=self.bounds)
        suffix = ("-weighted" if self._weighted else "") + ("-cluster" if self._clusters else "")
        return Interval(
            low=low, high=high, method=method + suffix, n=spread.n_units, estimate=spread.estimate, level=level
        )

    def _settle(self) -> None:
        if self._loose:
            rows = np.array(self._loose)
            self._loose.clear()
            self._sink(rows[:, 0], rows[:, 1])

    def _sink(self, x: NDArray[np.float64], w: NDArray[np.float64]) -> None:
        low, high = self.bounds
        scaled = (x - low) / (high - low)
        index = np.minimum((scaled * (BINS - 2)).astype(np.intp) + 1, BINS - 2)
        index[scaled <= 0] = 0
        index[scaled >= 1] = BINS - 1
        self._weighted |= bool((w != 1).any())
        moved = x - 0.5 * (low + high)
        self._sums += [float((w**a * moved**b).sum()) for a, b in _POWERS]
        for row, sums in enumerate((w, w * x, w * w, None)):
            self._bins[row] += np.bincount(index, sums, BINS)

    def _units(self) -> Units:
        """One entry for each filled bin and each cluster, weights scaled to a mean of 1 for a score."""
        mass, total, square, _ = self._bins[:, self._bins[3] > 0]
        rows = np.array(list(self._clusters.values())).reshape(-1, 2)
        weight = np.concatenate((square / mass, rows[:, 0]))
        sums = np.concatenate((total / mass * (square / mass), rows[:, 1]))
        shape = np.concatenate((mass * mass / square, np.ones(len(rows))))
        scale = float((weight * shape).sum()) / self.n
        return Units(weight / scale, sums / scale, shape)

    def _spread(self, crowd: float) -> Spread:
        centre = 0.5 * (self.bounds[0] + self.bounds[1])
        mass, estimate = float(self._bins[0].sum()), float(self._bins[1].sum() / self._bins[0].sum())
        d = estimate - centre
        _, w2, w2x, w2xx, w3, w3x, w3xx, w3xxx = (float(x) for x in self._sums)
        square = max(w2xx - 2 * d * w2x + d * d * w2, 0.0)
        cube = w3xxx - 3 * d * w3xx + 3 * d * d * w3x - d**3 * w3
        n = self.n
        error = (square * n / (n - 1)) ** 0.5 / mass if n > 1 else 0.0
        skew = cube / n / (square / n) ** 1.5 if square > 1e-12 * w2 else 0.0
        return Spread(estimate=estimate, error=error, skew=skew, n_units=n, n_values=n, crowd=crowd)

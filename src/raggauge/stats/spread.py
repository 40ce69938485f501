"""The spread of a mean over independent units, and limits from it when the spread is not symmetric."""

import math
from dataclasses import dataclass

from raggauge.stats.bounded import Units
from raggauge.stats.special import t_quantile


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What a normal-theory interval needs of a mean.

    `skew` is that of the units' deviations, `crowd` the greater share of values that sit at one end of the bounds,
    `n_values` the number of values in the `n_units` independent units.
    """

    estimate: float
    error: float
    skew: float
    n_units: int
    n_values: int
    crowd: float


def spread_of(units: Units, /, *, n_values: int, crowd: float = 0.0) -> Spread:
    """The mean of units with its linearised standard error; a ratio of sums when the units' weights differ."""
    n = round(float(units.shape.sum()))
    mass = float((units.weight * units.shape).sum())
    estimate = float((units.total * units.shape).sum()) / mass
    deviation = units.total - estimate * units.weight
    squares = deviation * deviation
    square = float(squares @ units.shape)
    cube = float((squares * deviation) @ units.shape)
    error = math.sqrt(square * n / (n - 1)) / mass if n > 1 else 0.0
    scale = (square / n) ** 1.5
    skew = cube / n / scale if scale > 0 else 0.0
    return Spread(estimate=estimate, error=error, skew=skew, n_units=n, n_values=n_values, crowd=crowd)


def skewed_limits(spread: Spread, /, *, level: float) -> tuple[float, float]:
    """Student t limits, each moved outwards where Hall's (1992) cubic correction for skewness asks for it.

    The correction alone covers too little when the scores are symmetric with heavy tails, as differences are, because
    the skewness of a sample is then mostly noise; t alone when they are skewed.
    """
    t = t_quantile(0.5 + level / 2, df=spread.n_units - 1)
    low, high = (spread.estimate - spread.error * _uncubed(side * t, spread) for side in (1.0, -1.0))
    return min(low, spread.estimate - t * spread.error), max(high, spread.estimate + t * spread.error)


def _uncubed(x: float, spread: Spread) -> float:
    g = spread.skew / math.sqrt(spread.n_units)
    if abs(g) < 1e-6:
        return x
    inside = 1.0 + g * (x - g / 6.0)
    return 3.0 / g * (math.copysign(abs(inside) ** (1 / 3), inside) - 1.0)

"""Means of quantities without bounds: latencies, tokens, costs."""

import numpy as np

from raggauge.errors import UsageError
from raggauge.stats.bounded import Units
from raggauge.stats.spread import Spread, skewed_limits

N_RESAMPLES = 2_000


def unbounded_limits(units: Units, spread: Spread, /, *, level: float, seed: int) -> tuple[float, float, str]:
    """Limits by the studentised bootstrap up to 5,000 units, by the skewness-corrected t above.

    Raises UsageError when fewer than two units, or equal ones, leave the mean without any bound.
    """
    if spread.error <= 1e-12 * max(1.0, abs(spread.estimate)):
        raise UsageError("stats.no_spread", n=spread.n_units)
    if spread.n_units > 5_000:
        return *skewed_limits(spread, level=level), "hall-t"
    copies = units.shape.astype(np.intp)
    weight, total = np.repeat(units.weight, copies), np.repeat(units.total, copies)
    generator = np.random.default_rng(seed)
    ratios = []
    for _ in range(N_RESAMPLES):
        pick = generator.integers(0, weight.size, weight.size)
        mass = weight[pick].sum()
        mean = total[pick].sum() / mass
        square = float(((total[pick] - mean * weight[pick]) ** 2).sum()) * weight.size / (weight.size - 1)
        if square > 0:
            ratios.append((mean - spread.estimate) / (square**0.5 / mass))
    tail = (1 - level) / 2
    upper, lower = np.quantile(np.array(ratios), (1 - tail, tail))
    low, high = spread.estimate - spread.error * float(upper), spread.estimate - spread.error * float(lower)
    return min(low, spread.estimate), max(high, spread.estimate), "bootstrap-t"

"""Intervals for a share of successes."""

import math
from typing import Literal

from raggauge.errors import UsageError
from raggauge.stats.checks import share
from raggauge.stats.interval import Interval
from raggauge.stats.special import beta_quantile, normal_quantile

RateMethod = Literal["clopper-pearson", "wilson"]


def rate_interval(successes: int, n: int, *, level: float = 0.95, method: RateMethod = "clopper-pearson") -> Interval:
    """An interval for the probability behind `successes` out of `n` independent trials.

    `clopper-pearson` never covers less than `level` and is therefore a little wide; `wilson` covers `level` on average
    over rates, and less at some. Neither has zero width at 0 of n or n of n. They mislead when trials depend on each
    other (several answers on one document): use `mean_interval` with `clusters` then. Raises UsageError for n = 0.

    Source: Clopper and Pearson (1934); Wilson (1927); Brown, Cai and DasGupta (2001).
    """
    alpha = 1.0 - share(level, name="level")
    if not 0 <= successes <= n or n < 1:
        raise UsageError("stats.bad_rate", successes=successes, n=n)
    rate = successes / n
    if method == "wilson":
        z = normal_quantile(1 - alpha / 2)
        centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
        low = 0.0 if successes == 0 else centre - half
        high = 1.0 if successes == n else centre + half
    else:
        low = beta_quantile(alpha / 2, a=successes, b=n - successes + 1) if successes else 0.0
        high = beta_quantile(1 - alpha / 2, a=successes + 1, b=n - successes) if successes < n else 1.0
    return Interval(low=low, high=high, method=method, n=n, estimate=rate, level=level)

"""How many cases are needed to see a drop, and what drop a set of cases can see."""

import math
from collections.abc import Hashable, Sequence

from numpy.typing import ArrayLike

from raggauge.errors import UsageError
from raggauge.stats.checks import positive, share
from raggauge.stats.mean import mean_units
from raggauge.stats.special import normal_cdf, t_quantile
from raggauge.stats.spread import spread_of


def spread_of_difference(sd: float, /, *, correlation: float = 0.5) -> float:
    """The standard deviation of b - a when both runs have spread `sd` over the cases and this correlation.

    0.5 is a cautious guess for two versions of one system; measure it from a pair of runs where there is one, or from
    repeats of one run (their correlation over cases is the upper limit).
    """
    if not -1.0 <= correlation <= 1.0:
        raise UsageError("stats.not_correlation", value=correlation)
    return positive(sd, name="sd") * math.sqrt(2.0 * (1.0 - correlation))


def power_of(n: int, /, *, drop: float, sd_difference: float, level: float = 0.95) -> float:
    """The chance that `paired` over `n` independent cases finds a mean difference of `drop` (two-sided test).

    `sd_difference` is the standard deviation of the case differences. Assumes a mean of differences that is close to
    normal, which needs some 20 cases that differ. Source: the usual approximation of the noncentral t distribution
    (Abramowitz and Stegun 26.7.10).
    """
    if n < 2:
        return 0.0
    shift = positive(drop, name="drop") / positive(sd_difference, name="sd_difference") * math.sqrt(n)
    df = n - 1.0
    bar = t_quantile(0.5 + share(level, name="level") / 2, df=df)
    scale = math.sqrt(1 + bar * bar / (2 * df))
    centre = bar * (1 - 1 / (4 * df))
    return normal_cdf((shift - centre) / scale) + normal_cdf((-shift - centre) / scale)


def n_for_drop(
    drop: float,
    /,
    *,
    sd: float,
    correlation: float = 0.5,
    power: float = 0.8,
    level: float = 0.95,
    design_effect: float = 1.0,
) -> int:
    """The least number of cases with which a true drop of `drop` is found with probability `power`.

    `sd` is the spread of one run's scores over cases, `correlation` that of the two runs' scores. `design_effect` (see
    `design_effect`) counts for cases that are not independent. Raises UsageError for a drop that is not in (0, 1].
    """
    share(power, name="power")
    if not 0 < drop <= 1:
        raise UsageError("stats.bad_drop", value=drop)
    if correlation >= 1:
        return 2
    spread = spread_of_difference(sd, correlation=correlation)
    low, high = 1, 2
    while power_of(high, drop=drop, sd_difference=spread, level=level) < power:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        enough = power_of(middle, drop=drop, sd_difference=spread, level=level) >= power
        low, high = (low, middle) if enough else (middle, high)
    return math.ceil(high * max(1.0, design_effect))


def drop_visible(
    n: int, /, *, sd: float, correlation: float = 0.5, power: float = 0.8, level: float = 0.95
) -> float | None:
    """The smallest true drop that `n` cases show with probability `power`; None when not even a drop of 1 is shown."""
    share(power, name="power")
    spread = spread_of_difference(sd, correlation=min(correlation, 1 - 1e-12))
    if power_of(n, drop=1.0, sd_difference=spread, level=level) < power:
        return None
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        enough = power_of(n, drop=middle, sd_difference=spread, level=level) >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


def design_effect(values: ArrayLike, /, *, clusters: Sequence[Hashable]) -> float:
    """By how much clustering inflates the variance of the mean.

    1 for independent cases, the size of a cluster when its cases are copies of each other; never under 1.
    """
    n = len(clusters)
    together = spread_of(mean_units(values, clusters=clusters), n_values=n)
    alone = spread_of(mean_units(values), n_values=n)
    return 1.0 if alone.error == 0 else max(1.0, (together.error / alone.error) ** 2)

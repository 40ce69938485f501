"""Quantiles and tail probabilities of the normal, t, beta, chi-square and binomial distributions.

They are what the intervals and tests of this package need, to at least ten digits, from the standard library alone.
"""

import math
from functools import lru_cache
from statistics import NormalDist

_NORMAL = NormalDist()
_TINY = 1e-300


def normal_cdf(z: float, /) -> float:
    """Probability that a standard normal variable is at most `z`."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def normal_quantile(p: float, /) -> float:
    """The value that a standard normal variable stays under with probability `p`, 0 < p < 1."""
    return _NORMAL.inv_cdf(p)


def beta_cdf(x: float, /, *, a: float, b: float) -> float:
    """Probability that a Beta(a, b) variable is at most `x`: the regularised incomplete beta function.

    Continued fraction of Didonato and Morris (1992), evaluated by the modified Lentz method.
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    front = math.exp(log_front)
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _beta_fraction(a, b, x) / a
    return 1.0 - front * _beta_fraction(b, a, 1.0 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, 20_000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + numerator * d
            c = 1.0 + numerator / c
            d = 1.0 / (d if abs(d) > _TINY else _TINY)
            c = c if abs(c) > _TINY else _TINY
            step = c * d
            value *= step
        if abs(step - 1.0) < 1e-16:
            break
    return value


@lru_cache(maxsize=4096)
def beta_quantile(p: float, /, *, a: float, b: float) -> float:
    """The value that a Beta(a, b) variable stays under with probability `p`; 0 at p = 0 and 1 at p = 1."""
    if p <= 0.0 or p >= 1.0:
        return 0.0 if p <= 0.0 else 1.0
    low, high, x = 0.0, 1.0, a / (a + b)
    log_norm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    for _ in range(200):
        gap = beta_cdf(x, a=a, b=b) - p
        low, high = (x, high) if gap < 0 else (low, x)
        slope = math.exp(log_norm + (a - 1) * math.log(x) + (b - 1) * math.log1p(-x))
        step = gap / slope if slope > 0 else math.inf
        following = x - step
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - x) <= 1e-15 * x or following in (0.0, 1.0):
            return following
        x = following
    return x


def t_cdf(t: float, /, *, df: float) -> float:
    """Probability that a Student t variable with `df` degrees of freedom is at most `t`."""
    tail = 0.5 * beta_cdf(df / (df + t * t), a=df / 2.0, b=0.5)
    return tail if t < 0 else 1.0 - tail


@lru_cache(maxsize=4096)
def t_quantile(p: float, /, *, df: float) -> float:
    """The value that a Student t variable stays under with probability `p`; normal above ten million degrees."""
    if df > 1e7:
        return normal_quantile(p)
    if p < 0.5:
        return -_upper_t(p, df)
    return _upper_t(1.0 - p, df)


def _upper_t(tail: float, df: float) -> float:
    """The value that is exceeded with probability `tail`, at most one half."""
    share = beta_quantile(1.0 - 2.0 * tail, a=0.5, b=df / 2.0)
    if share < 0.5:
        return math.sqrt(df * share / (1.0 - share))
    rest = beta_quantile(2.0 * tail, a=df / 2.0, b=0.5)
    return math.sqrt(df * (1.0 - rest) / rest)


def chi2_sf(x: float, /, *, df: float) -> float:
    """Probability that a chi-square variable with `df` degrees of freedom exceeds `x`."""
    if x <= 0.0:
        return 1.0
    a, y = df / 2.0, x / 2.0
    front = math.exp(a * math.log(y) - y - math.lgamma(a))
    if y < a + 1.0:
        return 1.0 - front * _gamma_series(a, y)
    return front * _gamma_fraction(a, y)


def _gamma_series(a: float, y: float) -> float:
    term = total = 1.0 / a
    n = a
    while term > total * 1e-17:
        n += 1.0
        term *= y / n
        total += term
    return total


def _gamma_fraction(a: float, y: float) -> float:
    b = y + 1.0 - a
    c, d = 1.0 / _TINY, 1.0 / b
    value = d
    for i in range(1, 100_000):
        numerator = -i * (i - a)
        b += 2.0
        d = 1.0 / (numerator * d + b)
        c = b + numerator / c
        step = c * d
        value *= step
        if abs(step - 1.0) < 1e-16:
            break
    return value


def binomial_cdf(k: int, /, *, n: int, p: float) -> float:
    """Probability of at most `k` successes in `n` trials of probability `p`."""
    if k < 0:
        return 0.0
    if k >= n:
        return 1.0
    return beta_cdf(1.0 - p, a=n - k, b=k + 1.0)

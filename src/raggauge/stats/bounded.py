"""The bounded-mean bound of Gaffke: exact quantiles of random spacings.

Take n values in [0, 1], add one imagined unit with the worst value (0 for a lower bound, 1 for an upper one), and give
all n + 1 of them random shares of the whole, as n + 1 exponential variables divided by their sum would. The alpha
quantile of the mean under such shares is the bound. For 0/1 values it *is* the Clopper-Pearson bound; for others it is
narrower than every bound with a proof, and no violation of its level is known (N. Gaffke, 2005; Learned-Miller and
Thomas, "A New Confidence Interval for the Mean of a Bounded Random Variable", 2020; the level is proved for 0/1 values
and conjectured in general).

No random numbers are drawn: the mean under random shares is at most t exactly when a weighted sum of exponentials is at
most 0, and that probability is a contour integral through a saddle point (Daniels, 1987). Along a hyperbola that bends
as the path of steepest descent does there, the trapezoid rule converges to machine precision within some fifty points.
"""

import math
from dataclasses import dataclass

import numpy as np

from raggauge.stats.checks import Floats
from raggauge.stats.special import normal_quantile

_STEP = 0.1
_EQUAL, _NOTHING = 1e-12, 1e-200
_FAR = 40.0
_REACHES = (2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0, 40.0)


@dataclass(frozen=True, slots=True)
class Units:
    """Independent units: `weight` of each, `total` = weight times value, `shape` = how many equal units it stands for.

    A cluster is one unit with the sum of its weights and of its weighted values.
    """

    weight: Floats
    total: Floats
    shape: Floats


def bounded_limits(units: Units, alpha: float, bounds: tuple[float, float], /) -> tuple[float, float]:
    """Lower and upper limit of the mean, each missed with probability at most alpha / 2.

    The imagined unit weighs as much as the mean unit. Both limits stay within the bounds.
    """
    low, width = bounds[0], bounds[1] - bounds[0]
    extra = float((units.weight * units.shape).sum() / units.shape.sum())
    weight, shape = np.append(units.weight, extra), np.append(units.shape, 1.0)
    total = (units.total - low * units.weight) / width
    lower = share_quantile(Units(weight, np.append(total, 0.0), shape), alpha / 2)
    upper = share_quantile(Units(weight, np.append(total, extra), shape), 1 - alpha / 2)
    return low + width * max(0.0, lower), low + width * min(1.0, upper)


def share_quantile(units: Units, p: float, /) -> float:
    """The value that the mean of units in [0, 1] stays under with probability `p` when their shares are random."""
    ratios = units.total / units.weight
    low, high = float(ratios.min()), float(ratios.max())
    if high - low < _EQUAL:
        return low if p < 0.5 else high
    goal = normal_quantile(p)
    mass = float((units.weight * units.shape).sum())
    mean = float((units.total * units.shape).sum()) / mass
    spread = math.sqrt(float(((units.total - mean * units.weight) ** 2 * units.shape).sum())) / mass
    left, right = low, high
    point = min(max(mean + goal * spread, low + 0.05 * (mean - low)), high - 0.05 * (high - mean))
    previous: tuple[float, float] | None = None
    for _ in range(100):
        gap = _root(units, point) - goal
        left, right = (point, right) if gap < 0 else (left, point)
        slope = 1.0 / spread if previous is None else (gap - previous[1]) / (point - previous[0])
        following = point - gap / slope if slope > 0 and math.isfinite(gap) else math.nan
        if not left <= following <= right:
            following = 0.5 * (left + right)
        if abs(following - point) <= 1e-13 * (high - low):
            return following
        previous, point = (point, gap) if math.isfinite(gap) else None, following
    return point


def _root(units: Units, t: float) -> float:
    """The normal quantile of P(mean under random shares <= t)."""
    c = units.total - t * units.weight
    if float(c.max()) < _NOTHING or float(c.min()) > -_NOTHING:
        return _FAR if float(c.max()) < _NOTHING else -_FAR
    saddle, tail = _tail(c, units.shape)
    if tail < 1e-300:
        return math.copysign(_FAR, saddle)
    z = normal_quantile(min(tail, 1.0 - 1e-16))
    return z if saddle < 0 else -z


def _tail(c: Floats, shape: Floats) -> tuple[float, float]:
    """The contour point, and P(sum > 0) if it is positive, P(sum <= 0) if it is negative, of a weighted gamma sum."""
    low, high = 1.0 / float(c.min()), 1.0 / float(c.max())
    s = _saddle(c, shape, low, high)
    scaled = c / (1.0 - s * c)
    curvature = math.sqrt(float((shape * scaled**2).sum()))
    if abs(s) * curvature < 0.5:
        s = math.copysign(0.5 / curvature, s)
        scaled = c / (1.0 - s * c)
    bend = float((shape * scaled**3).sum()) / curvature**3 / 3.0
    height = float((shape * -np.log1p(-s * c)).sum())
    reach = next(u for u in _REACHES if u == _REACHES[-1] or _decay(math.sinh(u), scaled / curvature, shape) > 37.0)
    u = np.arange(0.0, reach + _STEP, _STEP)
    y, slope = np.sinh(u), np.cosh(u)
    path = (1j * y + bend * (slope - 1.0)) / curvature
    logs = -(np.log1p(-np.outer(path, scaled)) * shape).sum(axis=1)
    turned = (1j * slope + bend * y) / curvature
    values = (np.exp(logs + height) / (s + path) * turned).imag
    integral = _STEP * float(values.sum() - 0.5 * values[0]) / math.pi
    return s, max(integral if s > 0 else -integral, 0.0)


def _decay(y: float, scaled: Floats, shape: Floats) -> float:
    """How many times e the integrand has fallen at height `y`."""
    return math.log1p(y) + 0.5 * float((shape * np.log1p((y * scaled) ** 2)).sum())


def _saddle(c: Floats, shape: Floats, low: float, high: float) -> float:
    """The root of K'(s) = sum shape c / (1 - s c) in (low, high), by safeguarded Newton steps."""
    s = 0.0
    for _ in range(200):
        ratio = c / (1.0 - s * c)
        slope, curvature = float((shape * ratio).sum()), float((shape * ratio * ratio).sum())
        low, high = (s, high) if slope < 0 else (low, s)
        following = s - slope / curvature
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - s) * math.sqrt(curvature) < 1e-7:
            return following
        s = following
    return s

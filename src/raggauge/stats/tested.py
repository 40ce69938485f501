"""An interval and a test that say the same of 0.

The interval of a mean difference allows for rare disasters that no case happened to hit, the test asks whether a unit
is as likely to gain as to lose; with few cases one can see a change where the other does not. Then the end next to 0 is
taken from the test: the difference nearest to 0 that the test does not rule out.
"""

from collections.abc import Callable
from dataclasses import replace

from raggauge.stats.interval import Interval

_STEPS = 40


def agreeing(interval: Interval, p: float, /, *, p_at: Callable[[float], float], test: str) -> Interval:
    """The interval, with the end next to 0 moved where it and `p` would contradict each other.

    `p_at(shift)` is the p of the same test after the shift is taken off every unit, `p` its value at 0. With p at most
    1 - level the result excludes 0, with a greater p it holds 0. The other end never moves. `test` is added to the
    method's name where an end moved.
    """
    alpha = 1 - interval.level
    excludes = interval.low > 0 or interval.high < 0
    if excludes == (p <= alpha) or interval.estimate == 0:
        return interval
    end = _nearest_kept(interval.estimate, alpha, p_at) if p <= alpha else 0.0
    moved = replace(interval, method=f"{interval.method}+{test}")
    return replace(moved, low=end) if interval.estimate > 0 else replace(moved, high=end)


def _nearest_kept(estimate: float, alpha: float, p_at: Callable[[float], float], /) -> float:
    """The last shift from 0 towards the estimate that the test still rules out; never 0 itself."""
    out, kept = 0.0, estimate
    for _ in range(_STEPS):
        middle = (out + kept) / 2
        out, kept = (middle, kept) if p_at(middle) <= alpha else (out, middle)
        if out and abs(kept - out) <= 1e-6:
            return out
    return out or kept

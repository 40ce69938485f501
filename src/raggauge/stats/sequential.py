"""Numbers that may be looked at all the time: confidence sequences, evidence by betting, and an alarm with a proof.

A 95% interval that is looked at after every sample is wrong far more often than 5%. What is here stays right however
often one looks and whenever one stops, because it is the wealth of a gambler who cannot win if nothing happens (Ville's
inequality).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, as_floats, positive, share, within
from raggauge.stats.interval import Interval
from raggauge.stats.mean import mean_interval

N_GRID = 512
_SHARES = (0.25, 0.5, 1.0, 2.0)


class ConfidenceSequence:
    """An interval for the mean of a stream of scores in [0, 1] that holds at all times at once.

    With probability `level` no interval ever read misses the mean. It assumes only that every score has that mean given
    what came before. It is wider than `mean_interval` at any one n, by about half: that is the price of looking at any
    time. Limits are rounded outwards to 1/512. Source: the hedged capital process of Waudby-Smith and Ramdas (2024).
    """

    def __init__(self, *, level: float = 0.95) -> None:
        self.level = share(level, name="level")
        self.n = 0
        self._grid = (np.arange(N_GRID) + 0.5) / N_GRID
        self._up, self._down = np.zeros(N_GRID), np.zeros(N_GRID)
        self._sum, self._square = 0.5, 0.25
        self._total = 0.0
        self._kept = (0, N_GRID - 1)

    def add(self, score: float, /) -> None:
        """Add one score."""
        if not 0.0 <= score <= 1.0:
            raise UsageError("stats.outside", name="scores", index=self.n, value=score, low=0.0, high=1.0)
        self.n += 1
        alpha = 1 - self.level
        variance = self._square / self.n
        bet = math.sqrt(2 * math.log(2 / alpha) / (variance * self.n * math.log(1 + self.n)))
        gap = score - self._grid
        self._up += np.log1p(np.minimum(bet, 0.5 / self._grid) * gap)
        self._down += np.log1p(-np.minimum(bet, 0.5 / (1 - self._grid)) * gap)
        self._total += score
        self._sum += score
        self._square += (score - self._sum / (self.n + 1)) ** 2
        wealth = np.maximum(self._up, self._down) + math.log(0.5)
        alive = np.flatnonzero(wealth < math.log(1 / alpha))
        if alive.size:
            self._kept = (max(self._kept[0], int(alive[0])), min(self._kept[1], int(alive[-1])))

    def interval(self) -> Interval:
        """The intersection of all intervals so far; [0, 1] before the first score."""
        mean = float(self._total) / self.n if self.n else 0.5
        low, high = self._kept[0] / N_GRID, (self._kept[1] + 1) / N_GRID
        if low >= high:
            low, high = min(low, high), max(low, high)
        return Interval(
            low=low,
            high=high,
            method="betting-sequence",
            n=self.n,
            estimate=min(max(mean, low), high),
            level=self.level,
        )


def asymptotic_sequence(n: int, /, *, mean: float, sd: float, level: float = 0.95, tightest_at: int = 500) -> Interval:
    """An interval for the mean of a stream without bounds (latency, cost), valid at all n from about `tightest_at` on.

    `mean` and `sd` are those of the `n` values so far. Rests on a normal limit that starts early: do not read it before
    some 50 values. Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), Theorem 2.2.
    """
    if n < 2:
        raise UsageError("stats.too_few", name="values", n=n, needed=2)
    alpha = 1 - share(level, name="level")
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / tightest_at
    inner = 2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha)
    half = positive(sd, name="sd") * math.sqrt(inner)
    return Interval(low=mean - half, high=mean + half, method="asymptotic-sequence", n=n, estimate=mean, level=level)


def drop_evidence(scores: ArrayLike, /, *, mean: float) -> float:
    """The e value against "the mean is at least `mean`": the final wealth of bets that scores are lower.

    Its expectation is at most 1 when the mean is at least `mean`, so 20 is evidence at 5%, whenever one stops and
    however often one looked; multiply e values of independent streams, average those of dependent ones, give many to
    `e_bh`. The bets depend on past scores only, so the order of scores matters; it must be that of time. Source:
    Waudby-Smith and Ramdas (2024).
    """
    x = as_floats(scores, name="scores", at_least=0)
    within(x, (0.0, 1.0), name="scores")
    share(mean, name="mean")
    n = np.arange(1, x.size + 1)
    past_gap = (np.concatenate(([0.0], np.cumsum(mean - x)))[:-1]) / n
    past_square = (0.25 + np.concatenate(([0.0], np.cumsum((mean - x) ** 2)))[:-1]) / n
    bets = np.clip(past_gap / past_square, 0.0, 0.5 / (1 - mean))
    return float(np.exp(min(float(np.log1p(bets * (mean - x)).sum()), 700.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EDetector:
    """A betting alarm for drops: the mean time to a false alarm is at least `bar` samples, with a proof.

    Beside a CUSUM it needs no distribution and no independence, only that the conditional mean stays at `floor` or
    above while nothing happens, and pays with a longer delay. `bets` are stakes on "lower", their wealths are averaged.
    """

    floor: float
    bets: tuple[float, ...]
    bar: float
    n_reference: int

    def start(self) -> tuple[float, ...]:
        """The state before the first score: the log wealth of each bet."""
        return (0.0,) * len(self.bets)

    def step(self, state: tuple[float, ...], score: float, /) -> tuple[float, ...]:
        """The state after one more score."""
        return tuple(
            max(0.0, log_wealth) + math.log1p(bet * (self.floor - score))
            for log_wealth, bet in zip(state, self.bets, strict=True)
        )

    def evidence(self, state: tuple[float, ...], /) -> float:
        """The averaged wealth of a state; an alarm is due when it reaches `bar`."""
        return sum(math.exp(min(log_wealth, 700.0)) for log_wealth in state) / len(state)

    def first_alarm(self, scores: ArrayLike, /) -> int | None:
        """The index of the first alarm in a stream, or None."""
        x = as_floats(scores, name="scores", at_least=0)
        wealth: Floats = np.zeros(x.size)
        for bet in self.bets:
            path = np.concatenate(([0.0], np.cumsum(np.log1p(bet * (self.floor - x)))))
            lowest = np.minimum.accumulate(path)[:-1]
            wealth += np.exp(np.minimum(path[1:] - lowest, 700.0)) / len(self.bets)
        over = np.flatnonzero(wealth >= self.bar)
        return int(over[0]) if over.size else None


def design_e_detector(reference: ArrayLike, /, *, drop: float, between_false_alarms: float) -> EDetector:
    """Set a betting alarm by the smallest drop worth an alarm and the mean number of samples between false alarms.

    `floor` is the lower end of the 98% interval of the reference mean, lowered by a tenth of the drop, so that a
    slightly lucky reference does not cost false alarms. Raises UsageError when the reference is so small that the
    floor lies below what the drop would leave. Source: Shin, Ramdas and Rinaldo, "E-detectors" (2023).
    """
    scores = as_floats(reference, name="reference", at_least=20)
    within(scores, (0.0, 1.0), name="reference")
    positive(drop, name="drop")
    interval = mean_interval(scores, level=0.98)
    floor = interval.low - drop / 10
    if floor - (interval.estimate - drop) < drop / 4 or floor <= 0:
        spread = max(float(scores.std()), 0.01)
        raise UsageError(
            "stats.reference_small", n=scores.size, drop=drop, needed=math.ceil((2.33 * spread / (0.65 * drop)) ** 2)
        )
    gain = floor - (interval.estimate - drop)
    best = gain / (float(scores.var()) + gain * gain)
    cap = 0.9 / (1 - floor) if floor < 1 else 1e3
    bets = tuple(sorted({min(part * best, cap) for part in _SHARES}))
    return EDetector(
        floor=floor, bets=bets, bar=positive(between_false_alarms, name="between_false_alarms"), n_reference=scores.size
    )

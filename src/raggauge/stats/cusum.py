"""A one-sided CUSUM for scores: it wakes somebody when the mean has dropped, and rarely otherwise.

It is set by what people can say: the smallest drop worth waking for, and how many samples should pass between two false
alarms on average. The bar follows from the reference scores themselves, not from a normal distribution, and allows for
the reference mean being an estimate.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, as_floats, positive, within

N_STATES = 120
_NODES = np.polynomial.hermite_e.hermegauss(9)


@dataclass(frozen=True, slots=True, kw_only=True)
class CusumState:
    """Where a CUSUM stands: its `value`, the samples seen, those since the value last was 0 (the estimated onset of the
    drop is that many samples ago), and whether the bar was reached."""

    value: float = 0.0
    n: int = 0
    n_since_zero: int = 0
    alarm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cusum:
    """A CUSUM's settings: the value rises by `baseline - score - slack`, not below 0, and alarms at `bar`.

    `between_false_alarms` is the promised mean number of samples between false alarms, `delay` the mean number until a
    true drop of `drop` is found, `inflation` what autocorrelation of the reference multiplied the bar by.
    """

    baseline: float
    drop: float
    slack: float
    bar: float
    between_false_alarms: float
    delay: float
    inflation: float
    n_reference: int

    def step(self, state: CusumState, score: float, /) -> CusumState:
        """The state after one more score. After an alarm, start again from `CusumState()`."""
        value = max(0.0, state.value + self.baseline - score - self.slack)
        return replace(
            state,
            value=value,
            n=state.n + 1,
            n_since_zero=state.n_since_zero + 1 if value > 0 else 0,
            alarm=value >= self.bar,
        )

    def first_alarm(self, scores: ArrayLike, /) -> tuple[int, int] | None:
        """The index of the first alarm and of the estimated onset of the drop, or None."""
        steps = self.baseline - self.slack - as_floats(scores, name="scores", at_least=0)
        path = np.concatenate(([0.0], np.cumsum(steps)))
        values = path - np.minimum.accumulate(path)
        over = np.flatnonzero(values >= self.bar - 1e-12)
        if not over.size:
            return None
        index = int(over[0])
        onset = int(np.flatnonzero(values[:index] <= 0)[-1])
        return index - 1, onset


def design_cusum(reference: ArrayLike, /, *, drop: float, between_false_alarms: float) -> Cusum:
    """Set a CUSUM by the smallest drop worth an alarm and the mean number of samples between false alarms.

    `reference` are scores in [0, 1] from a period that was good, in the order of time. For T days at h scores an hour
    and m metrics that share one promise, `between_false_alarms` = 24 T h m. The slack is half the drop. The bar comes
    from a Markov chain over the empirical steps (Brook and Evans, 1972), averaged over what the true mean may be given
    the size of the reference; an imagined score of 0 stands for what the reference did not show. Lag-1 autocorrelation
    of the reference that is beyond chance multiplies the bar by (1 + r)/(1 - r).

    It assumes that scores are otherwise independent and that a good period stays as the reference was; slow seasonal
    change will alarm in the end. Raises UsageError when the reference is too small for the drop, naming the least size.

    Source: Page (1954).
    """
    scores = as_floats(reference, name="reference", at_least=20)
    within(scores, (0.0, 1.0), name="reference")
    positive(drop, name="drop")
    goal = positive(between_false_alarms, name="between_false_alarms")
    baseline, slack = float(scores.mean()), drop / 2
    if drop >= baseline:
        raise UsageError("stats.drop_below_zero", drop=drop, baseline=round(baseline, 3))
    values, mass = _atoms(np.append(scores, 0.0))
    spread = math.sqrt(max(float(mass @ (values - baseline) ** 2), 1e-4))
    error = spread / math.sqrt(scores.size)
    least = math.ceil((2.0 * spread / slack) ** 2)
    if scores.size < least:
        raise UsageError("stats.reference_small", n=scores.size, drop=drop, needed=least)
    steps = baseline - slack - values
    bar = _bar(steps, mass, error, goal)
    inflation = _inflation(scores)
    return Cusum(
        baseline=baseline,
        drop=drop,
        slack=slack,
        bar=bar * inflation,
        between_false_alarms=goal,
        delay=run_length(steps + drop, mass, bar * inflation),
        inflation=inflation,
        n_reference=scores.size,
    )


def run_length(steps: Floats, mass: Floats, bar: float, /) -> float:
    """The mean number of samples until a CUSUM with these steps and their probabilities reaches the bar."""
    return float(_run_lengths(steps[None], mass, bar)[0])


def _run_lengths(steps: Floats, mass: Floats, bar: float) -> Floats:
    """Mean run lengths for several rows of steps at once, from the equations L = 1 + chain L.

    A step that falls between two states is split over both. The chain is banded, and is eliminated here in numpy alone:
    a threaded solver spends a hundred times as long on matrices of this size when the machine is busy.
    """
    n_rows, states = steps.shape[0], np.arange(N_STATES)
    at = np.maximum(states[None, :, None] + steps[:, None, :] * (N_STATES / bar), 0.0)
    low = np.floor(at).astype(np.intp)
    part = at - low
    row = (np.arange(n_rows)[:, None, None] * N_STATES + states[None, :, None]) * N_STATES
    chain = np.zeros(n_rows * N_STATES * N_STATES)
    for column, weight in ((low, 1 - part), (low + 1, part)):
        inside = column < N_STATES
        chain += np.bincount((row + column)[inside], (weight * mass)[inside], chain.size)
    system = np.eye(N_STATES) - chain.reshape(n_rows, N_STATES, N_STATES)
    up = min(N_STATES, int(np.ceil(max(float(steps.max()), 0.0) * N_STATES / bar)) + 2)
    down = min(N_STATES, int(np.ceil(max(-float(steps.min()), 0.0) * N_STATES / bar)) + 2)
    length = np.ones((n_rows, N_STATES))
    for k in range(N_STATES - 1):
        below, right = slice(k + 1, k + down), slice(k + 1, k + up)
        factor = system[:, below, k] / system[:, k, k, None]
        system[:, below, right] -= factor[:, :, None] * system[:, None, k, right]
        length[:, below] -= factor * length[:, k, None]
    for k in range(N_STATES - 1, -1, -1):
        right = slice(k + 1, k + up)
        length[:, k] = (length[:, k] - (system[:, k, right] * length[:, right]).sum(axis=1)) / system[:, k, k]
    return np.where(np.isfinite(length[:, 0]) & (length[:, 0] > 0), length[:, 0], np.inf)


def _bar(steps: Floats, mass: Floats, error: float, goal: float) -> float:
    """The lowest bar at which the false alarm rate, averaged over the reference's uncertainty, keeps the promise."""
    low, high = 0.0, 1.0
    while _rate(steps, mass, error, high) > 1 / goal:
        low, high = high, 2 * high
    while high - low > 0.005 * high and high > 1e-3:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _rate(steps, mass, error, middle) > 1 / goal else (low, middle)
    return high


def _rate(steps: Floats, mass: Floats, error: float, bar: float) -> float:
    nodes, weights = _NODES
    lengths = _run_lengths(steps[None, :] + nodes[:, None] * error, mass, bar)
    return float((weights / weights.sum() / lengths).sum())


def _atoms(scores: Floats) -> tuple[Floats, Floats]:
    """At most 64 values with their probabilities; bins keep their means."""
    values, counts = np.unique(scores, return_counts=True)
    if values.size <= 64:
        return values, counts / scores.size
    index = np.minimum((scores * 64).astype(np.intp), 63)
    counts = np.bincount(index, minlength=64)
    full = counts > 0
    return np.bincount(index, scores, 64)[full] / counts[full], counts[full] / scores.size


def _inflation(scores: Floats) -> float:
    centred = scores - scores.mean()
    square = float(centred @ centred)
    lag = float(centred[1:] @ centred[:-1]) / square if square > 0 else 0.0
    return (1 + min(lag, 0.9)) / (1 - min(lag, 0.9)) if lag > 2 / math.sqrt(scores.size) else 1.0

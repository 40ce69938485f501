"""Calibration: from a judge's scores to probabilities that mean what they say."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, as_floats, same_length, within

CalibrationMethod = Literal["platt", "isotonic"]
_CLIP = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationError:
    """How far probabilities are from labels: `expected` calibration error (10 bins of equal counts), `brier` score, and
    `log_loss` in nats; lower is better."""

    expected: float
    brier: float
    log_loss: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A monotone map from scores to probabilities, with the error before and, cross-validated, after it.

    `slope` and `offset` act on the log odds (Platt); `knots` and `levels` are joined by straight lines (isotonic).
    """

    method: CalibrationMethod
    slope: float
    offset: float
    knots: tuple[float, ...]
    levels: tuple[float, ...]
    n: int
    before: CalibrationError
    after: CalibrationError

    def apply(self, scores: ArrayLike, /) -> Floats:
        """The probabilities of scores in [0, 1]; an array of the same length."""
        array = as_floats(scores, name="scores", at_least=0)
        within(array, (0.0, 1.0), name="scores")
        return _mapped(array, (self.slope, self.offset), (self.knots, self.levels), method=self.method)


def calibrate(
    scores: ArrayLike,
    labels: ArrayLike,
    *,
    method: CalibrationMethod = "platt",
    folds: int = 5,
    seed: int = 0,
) -> Calibration:
    """Fit the map from scores in [0, 1] to the probability that a person's label is 1.

    `platt` fits two numbers and is right for 20 to 500 labels; `isotonic` fits any rising step function and needs some
    hundreds. `after` comes from `folds` seeded, stratified folds, each predicted by a map that never saw it, so that it
    shows overfitting. It misleads when the labelled samples are not like those to come. Raises UsageError when a label
    is not 0 or 1, or when one kind of label occurs fewer than twice.

    Source: Platt (1999), with his smoothed targets; Zadrozny and Elkan (2002) for isotonic regression.
    """
    x, y = as_floats(scores, name="scores"), as_floats(np.asarray(labels, dtype=np.float64), name="labels")
    within(x, (0.0, 1.0), name="scores")
    same_length(x.size, y.size, names=("scores", "labels"))
    if not np.isin(y, (0, 1)).all():
        raise UsageError("stats.not_binary", name="labels", value=float(y[~np.isin(y, (0, 1))][0]))
    least = int(min(y.sum(), y.size - y.sum()))
    if least < 2 or folds < 2:
        raise UsageError("stats.one_kind", least=least)
    held_out = np.empty_like(x)
    for fold in _folds(y, min(folds, least), seed):
        held_out[fold] = _fitted(x[~fold], y[~fold], x[fold], method)
    line, steps = _fit(x, y, method)
    return Calibration(
        method=method,
        slope=line[0],
        offset=line[1],
        knots=steps[0],
        levels=steps[1],
        n=x.size,
        before=calibration_error(x, y),
        after=calibration_error(held_out, y),
    )


def calibration_error(probabilities: ArrayLike, labels: ArrayLike, /, *, n_bins: int = 10) -> CalibrationError:
    """How far predicted probabilities are from 0/1 labels.

    The expected calibration error depends on the bins and is above 0 even for perfect probabilities (by about
    sqrt(n_bins / n) / 2); compare it only at equal n, and trust the Brier score more.
    """
    p, y = as_floats(probabilities, name="probabilities"), as_floats(labels, name="labels")
    within(p, (0.0, 1.0), name="probabilities")
    same_length(p.size, y.size, names=("probabilities", "labels"))
    order = np.lexsort((y, p))
    gaps = [abs(float((p[part] - y[part]).sum())) for part in np.array_split(order, min(n_bins, p.size))]
    safe = np.clip(p, _CLIP, 1 - _CLIP)
    loss = -(y * np.log(safe) + (1 - y) * np.log1p(-safe))
    return CalibrationError(
        expected=math.fsum(gaps) / p.size, brier=float(((p - y) ** 2).mean()), log_loss=float(loss.mean())
    )


_Line = tuple[float, float]
_Steps = tuple[tuple[float, ...], tuple[float, ...]]


def _fitted(x: Floats, y: Floats, fresh: Floats, method: CalibrationMethod) -> Floats:
    return _mapped(fresh, *_fit(x, y, method), method=method)


def _fit(x: Floats, y: Floats, method: CalibrationMethod) -> tuple[_Line, _Steps]:
    return (_platt(x, y), ((), ())) if method == "platt" else ((1.0, 0.0), _isotonic(x, y))


def _mapped(x: Floats, line: _Line, steps: _Steps, *, method: CalibrationMethod) -> Floats:
    if method == "isotonic":
        return np.asarray(np.interp(x, steps[0], steps[1]), dtype=np.float64)
    return _logistic(line[0] * _log_odds(x) + line[1])


def _logistic(z: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(z, -500.0, 500.0))), dtype=np.float64)


def _log_odds(x: Floats) -> Floats:
    safe = np.clip(x, 1e-3, 1 - 1e-3)
    return np.asarray(np.log(safe) - np.log1p(-safe), dtype=np.float64)


def _platt(x: Floats, y: Floats) -> _Line:
    n_one, n_zero = float(y.sum()), float(y.size - y.sum())
    target = np.where(y == 1, (n_one + 1) / (n_one + 2), 1 / (n_zero + 2))
    design = np.column_stack((_log_odds(x), np.ones_like(x)))

    def loss_at(theta: Floats) -> float:
        z = design @ theta
        return float((np.logaddexp(0.0, z) - target * z).sum())

    theta = np.array([1.0, 0.0])
    loss = loss_at(theta)
    for _ in range(100):
        p = _logistic(design @ theta)
        gradient = design.T @ (p - target)
        hessian = (design * (p * (1 - p))[:, None]).T @ design + 1e-9 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        for _ in range(30):
            following = loss_at(theta - step)
            if following <= loss:
                break
            step = step / 2
        theta, loss = theta - step, following
        if float(np.abs(step).max()) < 1e-12:
            break
    return max(float(theta[0]), 0.0), float(theta[1]) if theta[0] >= 0 else _flat(target)


def _flat(target: Floats) -> float:
    mean = float(target.mean())
    return math.log(mean / (1 - mean))


def _isotonic(x: Floats, y: Floats) -> _Steps:
    """Pool adjacent violators; a block is drawn flat from its first to its last score."""
    distinct, index = np.unique(x, return_inverse=True)
    weight = np.bincount(index).astype(np.float64)
    total = np.bincount(index, y)
    blocks: list[tuple[float, float, int, int]] = []
    for i in range(distinct.size):
        block = (float(total[i]), float(weight[i]), i, i)
        while blocks and blocks[-1][0] * block[1] >= block[0] * blocks[-1][1]:
            last = blocks.pop()
            block = (last[0] + block[0], last[1] + block[1], last[2], i)
        blocks.append(block)
    knots: list[float] = []
    levels: list[float] = []
    for block_total, block_weight, first, last_index in blocks:
        for i in dict.fromkeys((first, last_index)):
            knots.append(float(distinct[i]))
            levels.append(block_total / block_weight)
    return tuple(knots), tuple(levels)


def _folds(y: Floats, n_folds: int, seed: int) -> list[NDArray[np.bool_]]:
    generator = np.random.default_rng(seed)
    fold = np.empty(y.size, dtype=np.intp)
    for kind in (0, 1):
        members = generator.permutation(np.flatnonzero(y == kind))
        fold[members] = np.arange(members.size) % n_folds
    return [fold == k for k in range(n_folds)]

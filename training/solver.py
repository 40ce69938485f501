"""Fit logistic decisions whose weights may only speak in their stated direction."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Drops:
    """Pairs of a claim and its edit: features ``gain`` (before minus after), and by how much the log odds must fall."""

    gain: Array
    need: Array
    weight: Array


@dataclass(frozen=True)
class Task:
    """Rows (features signed and scaled so that every weight is at least 0), labels, weights and fixed log odds."""

    rows: Array
    labels: Array
    weights: Array
    offset: Array
    drops: Drops | None = None
    strength: float = 0.0
    ridge: float = 0.1
    prior: Array | None = field(default=None)


def solve(task: Task, start: Array, intercept: float, *, rounds: int = 80) -> tuple[Array, float]:
    """Minimise weighted log loss + strength * mean squared shortfall of the drops + ridge, with weights >= 0.

    Projected Newton with backtracking; convex, so that the start does not matter for the result.
    """
    v, b = start.copy(), intercept
    value = _loss(task, v, b)
    for _ in range(rounds):
        gradient, hessian = _slopes(task, v, b)
        held = np.append((v <= 1e-12) & (gradient[:-1] > 0), False)
        step = np.zeros(len(v) + 1)
        step[~held] = -np.linalg.solve(hessian[np.ix_(~held, ~held)], gradient[~held])
        size = 1.0
        while size > 1e-6:
            new_v, new_b = np.maximum(0.0, v + size * step[:-1]), b + size * float(step[-1])
            new = _loss(task, new_v, new_b)
            if new < value - 1e-13:
                break
            size /= 2
        else:
            break
        done = value - new < 1e-10
        v, b, value = new_v, new_b, new
        if done:
            break
    return v, b


def _loss(task: Task, v: Array, b: float) -> float:
    z = task.offset + task.rows @ v + b
    loss = float((task.weights * (np.logaddexp(0, z) - task.labels * z)).sum())
    if task.drops is not None:
        short = np.maximum(0.0, task.drops.need - task.drops.gain @ v)
        loss += task.strength * float((task.drops.weight * short * short).sum())
    away = v - (0.0 if task.prior is None else task.prior)
    return loss + 0.5 * task.ridge * float((away**2).sum())


def _slopes(task: Task, v: Array, b: float) -> tuple[Array, Array]:
    z = task.offset + task.rows @ v + b
    p = 1 / (1 + np.exp(-z))
    rest = task.weights * (p - task.labels)
    away = v - (0.0 if task.prior is None else task.prior)
    gradient = np.append(task.rows.T @ rest + task.ridge * away, rest.sum())
    full = np.hstack([task.rows, np.ones((len(task.rows), 1))])
    hessian = full.T @ (full * (task.weights * p * (1 - p) + 1e-9)[:, None])
    n = len(v)
    hessian[:n, :n] += task.ridge * np.eye(n)
    if task.drops is not None:
        short = np.maximum(0.0, task.drops.need - task.drops.gain @ v)
        gradient[:n] -= 2 * task.strength * (task.drops.gain.T @ (task.drops.weight * short))
        on = short > 0
        gain = task.drops.gain[on]
        hessian[:n, :n] += 2 * task.strength * (gain.T @ (gain * task.drops.weight[on][:, None]))
    return gradient, hessian + 1e-8 * np.eye(n + 1)

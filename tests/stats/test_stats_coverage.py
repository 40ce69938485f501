"""Intervals hold the truth as often as they say: a small seeded version of benchmarks/coverage.py."""

from collections.abc import Callable

import numpy as np
import pytest

from raggauge.stats import mean_interval
from raggauge.stats.checks import Floats

Draw = Callable[[np.random.Generator, int], Floats]


def _mostly_perfect(share: float) -> Draw:
    return lambda r, n: np.where(r.random(n) < share, 1.0, r.choice([0.0, 1 / 3, 2 / 3], n))


KINDS: dict[str, tuple[float, Draw]] = {
    "uniform": (0.5, lambda r, n: r.random(n)),
    "skewed": (1 / 7, lambda r, n: r.random(n) ** 6),
    "4 levels": (0.75, lambda r, n: r.choice([0, 1 / 3, 2 / 3, 1.0], n, p=[0.05, 0.15, 0.30, 0.50])),
    "90% perfect": (0.9 + 0.1 / 3, _mostly_perfect(0.90)),
    "97% perfect": (0.97 + 0.03 / 3, _mostly_perfect(0.97)),
}


def _covered(mean: float, draw: Callable[[np.random.Generator], dict[str, Floats]], repeats: int) -> float:
    generator = np.random.default_rng(20)
    hits = 0
    for _ in range(repeats):
        interval = mean_interval(**draw(generator))
        hits += interval.low <= mean <= interval.high
    return hits / repeats


@pytest.mark.parametrize("n", [10, 50, 200])
@pytest.mark.parametrize("kind", KINDS)
def test_means_are_covered(kind: str, n: int) -> None:
    """At least 93% of 150 seeded intervals hold the mean, from 10 scores on (less two standard errors)."""
    mean, draw = KINDS[kind]
    assert _covered(mean, lambda r: {"values": draw(r, n)}, 150) >= 0.93 - 0.036


@pytest.mark.parametrize("n", [50, 200])
def test_means_of_clusters_are_covered(n: int) -> None:
    """Five questions on each document, half of the spread the document's."""

    def draw(r: np.random.Generator) -> dict[str, Floats]:
        codes = np.arange(n) // 5
        return {"values": 0.5 * r.beta(2, 1, n // 5)[codes] + 0.5 * r.beta(2, 1, n), "clusters": codes}

    assert _covered(2 / 3, draw, 150) >= 0.93 - 0.036


@pytest.mark.parametrize("n", [10, 50])
def test_weighted_means_are_covered(n: int) -> None:
    """Low scores were sampled five times as often, and weigh a fifth."""

    def draw(r: np.random.Generator) -> dict[str, Floats]:
        pool = r.beta(4, 1, 20 * n)
        chance = np.where(pool < 0.6, 0.5, 0.1)
        kept = np.flatnonzero(r.random(pool.size) < chance)[:n]
        return {"values": pool[kept], "weights": 1 / chance[kept]}

    assert _covered(0.8, draw, 150) >= 0.93 - 0.036


def test_wide_is_no_way_out() -> None:
    """At 200 uniform scores the interval is at most 6% wider than the normal one."""
    values = np.random.default_rng(5).random(200)
    assert mean_interval(values).width <= 1.06 * 2 * 1.96 * values.std() / np.sqrt(200)

"""False alarms and delays of change detection on simulated live scores.

    python benchmarks/stats_monitor.py                 # 20 projects, about two minutes of CPU
    python benchmarks/stats_monitor.py --projects 5

A project has 12 metrics with discrete scores (0/1, 4 levels, shares of 5 and 10 claims), 5 to 50 scores an hour and
2,000 reference scores each, and runs for 90 days without a change. Promise: 90 days between two false alarms of the
*project*, so 1,080 days for each metric. Then drops of .10 and .05 are planted in one stream and the delay is measured.
Beside the CUSUM and the betting detector of this package stand the usual designs, looked at once an hour: mean under
baseline - .10, PSI over 0.1, Kolmogorov-Smirnov p under .05. Exits 1 when a promise is broken.
"""

import argparse
import math
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from raggauge.stats import design_cusum, design_e_detector

Floats = NDArray[np.float64]
DAYS, ONSET = 90, 30
N_REFERENCE = 2_000
RATES = (5, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50)


def _binomial(n: int, p: float) -> tuple[Floats, Floats]:
    k = np.arange(n + 1)
    return k / n, np.array([math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in k])


def _levels(*chances: float) -> tuple[Floats, Floats]:
    return np.arange(4) / 3, np.array(chances)


POPULATIONS = (
    _levels(0.05, 0.13, 0.19, 0.63),
    _levels(0.02, 0.08, 0.30, 0.60),
    _levels(0.10, 0.20, 0.30, 0.40),
    _levels(0.01, 0.04, 0.10, 0.85),
    _binomial(1, 0.80),
    _binomial(1, 0.90),
    _binomial(1, 0.97),
    _binomial(5, 0.85),
    _binomial(5, 0.95),
    _binomial(10, 0.80),
    _binomial(10, 0.92),
    _binomial(2, 0.75),
)


def draw(r: np.random.Generator, metric: int, n: int) -> Floats:
    """Scores of a metric without a change."""
    values, chances = POPULATIONS[metric]
    return values[np.searchsorted(np.cumsum(chances)[:-1], r.random(n), side="right")]


def hourly(metric: int, reference: Floats, stream: Floats, rate: int) -> dict[str, NDArray[np.intp]]:
    """The hours at which each usual design alarms."""
    values = POPULATIONS[metric][0]
    edges = (values[1:] + values[:-1]) / 2
    hours = stream.size // rate
    level = np.searchsorted(edges, stream[: hours * rate]).reshape(hours, rate)
    counts = np.stack([(level == k).sum(axis=1) for k in range(values.size)], axis=1)
    share = np.bincount(np.searchsorted(edges, reference), minlength=values.size) / reference.size
    low_mean = counts @ values / rate < reference.mean() - 0.10
    p, q = np.maximum(counts / rate, 1e-4), np.maximum(share, 1e-4)
    psi = ((p - q) * np.log(p / q)).sum(axis=1) > 0.1
    distance = np.abs(np.cumsum(counts / rate - share, axis=1)).max(axis=1)
    ks = distance * math.sqrt(rate * reference.size / (rate + reference.size)) > 1.358
    alarms = {"hourly mean": low_mean, "hourly PSI > 0.1": psi, "hourly KS p < .05": ks}
    return {name: np.flatnonzero(hit) for name, hit in alarms.items()}


def repeated(first: Callable[[Floats], int | None], stream: Floats) -> int:
    """How many alarms a detector gives on a stream when it starts again after each."""
    count, start = 0, 0
    while (index := first(stream[start:])) is not None:
        count, start = count + 1, start + index + 1
    return count


def null_streams(projects: int, drop: float) -> dict[str, float]:
    """Mean false alarms of a project in 90 days, by design."""
    r = np.random.default_rng(11)
    totals: dict[str, float] = {}
    for _ in range(projects):
        rates = r.permutation(RATES)
        for metric in range(12):
            rate = int(rates[metric])
            reference, stream = draw(r, metric, N_REFERENCE), draw(r, metric, DAYS * 24 * rate)
            counts = {name: hits.size for name, hits in hourly(metric, reference, stream, rate).items()}
            goal = DAYS * 24 * rate * 12
            cusum = design_cusum(reference, drop=drop, between_false_alarms=goal)
            counts["CUSUM"] = repeated(lambda x, c=cusum: (c.first_alarm(x) or (None,))[0], stream)
            betting = design_e_detector(reference, drop=drop, between_false_alarms=goal)
            counts["betting"] = repeated(betting.first_alarm, stream)
            for name, count in counts.items():
                totals[name] = totals.get(name, 0.0) + count / projects
    return totals


def delays(projects: int, drop: float) -> dict[str, list[float]]:
    """Hours from the planted drop to the first alarm, by design; infinite when it was not found in 60 days."""
    r = np.random.default_rng(12)
    found: dict[str, list[float]] = {}
    for i in range(projects):
        metric, rate = i % 12, RATES[(i * 5 + i // 12) % 12]
        reference, stream = draw(r, metric, N_REFERENCE), draw(r, metric, (DAYS - ONSET) * 24 * rate)
        values, chances = POPULATIONS[metric]
        stream[r.random(stream.size) < drop / float(values @ chances)] = 0.0
        goal = DAYS * 24 * rate * 12
        row: dict[str, float] = {
            name: float(hits[0]) + 1 if hits.size else math.inf
            for name, hits in hourly(metric, reference, stream, rate).items()
        }
        alarm = design_cusum(reference, drop=drop, between_false_alarms=goal).first_alarm(stream)
        row["CUSUM"] = (alarm[0] + 1) / rate if alarm else math.inf
        index = design_e_detector(reference, drop=drop, between_false_alarms=goal).first_alarm(stream)
        row["betting"] = math.inf if index is None else (index + 1) / rate
        for name, hours in row.items():
            found.setdefault(name, []).append(hours)
    return found


def main() -> int:
    """Print the tables; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--projects", type=int, default=20)
    projects = parser.parse_args().projects
    kept = True
    for drop in (0.10, 0.05):
        false = null_streams(projects, drop)
        after = delays(projects * 2, drop)
        print(f"\nset for a drop of {drop:.2f}: 12 metrics, 90 days, promise 1 false alarm a project")
        print(f"{'design':20} {'false alarms':>12} {'found':>6} {'median h':>9} {'p90 h':>8}")
        for name, count in false.items():
            hours = np.array(after[name])
            share = float(np.isfinite(hours).mean())
            low, high = np.quantile(hours, 0.5, method="higher"), np.quantile(hours, 0.9, method="higher")
            print(f"{name:20} {count:12.2f} {share:6.2f} {low:9.1f} {high:8.1f}")
        kept &= false["CUSUM"] <= 1 + 2 / math.sqrt(projects)
        kept &= float(np.isfinite(after["CUSUM"]).mean()) >= 0.99
    print("\npromises kept:", kept)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())

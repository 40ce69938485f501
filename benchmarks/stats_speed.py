"""CPU seconds of the intervals.

    python benchmarks/stats_speed.py

Exits 1 when the interval of a million scores takes 0.2 CPU seconds or more.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from raggauge.stats import Moments, design_cusum, mean_interval, paired


def seconds(call: Callable[[], object], *, repeats: int = 3) -> float:
    """The least CPU time of a few calls."""
    taken = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return min(taken)


def streamed(values: np.ndarray) -> object:
    """A million scores in a stream of blocks."""
    moments = Moments()
    for block in np.array_split(values, 100):
        moments.add_many(block)
    return moments.interval()


def one_by_one(values: np.ndarray) -> object:
    """Scores added one by one."""
    moments = Moments()
    for value in values.tolist():
        moments.add(value)
    return moments.interval()


def main() -> int:
    """Print the table; 1 when a million scores take too long."""
    r = np.random.default_rng(0)
    million = r.random(1_000_000)
    perfect = np.where(million < 0.9, 1.0, r.random(million.size))
    clusters = np.arange(million.size) // 100
    a, b = r.random((2, 2_000))
    rows = {
        "1,000,000 uniform scores": seconds(lambda: mean_interval(million)),
        "1,000,000 scores, 90% perfect": seconds(lambda: mean_interval(perfect)),
        "1,000,000 scores in a stream of blocks": seconds(lambda: streamed(perfect)),
    }
    late = max(rows.values()) >= 0.2
    rows |= {
        "1,000,000 scores in 10,000 clusters": seconds(lambda: mean_interval(million, clusters=clusters)),
        "100,000 scores one by one": seconds(lambda: one_by_one(million[:100_000])),
        "200 scores, 90% perfect": seconds(lambda: mean_interval(perfect[:200])),
        "20 scores": seconds(lambda: mean_interval(million[:20])),
        "paired, 200 cases": seconds(lambda: paired(a[:200], b[:200])),
        "paired, 2,000 cases": seconds(lambda: paired(a, b)),
        "design of a CUSUM": seconds(lambda: design_cusum(perfect[:2_000], drop=0.05, between_false_alarms=1e6)),
    }
    for name, cpu in rows.items():
        print(f"{name:42} {1000 * cpu:9.2f} ms")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())

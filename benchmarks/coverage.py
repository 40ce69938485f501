"""How often the intervals of means hold the true mean, and how wide they are beside the percentile bootstrap's.

    python benchmarks/coverage.py                  # 2,000 repeats a cell, some minutes
    python benchmarks/coverage.py --repeats 300    # a quick look

Prints one row for each kind of scores and n: coverage of `mean_interval` at 95%, that of the percentile bootstrap, mean
widths, their ratio, and the methods that were chosen. Exits 1 when a cell covers less than 93%, or, from n = 200 on and
outside the exact bounded method, more than 97% (each plus two standard errors of the simulation).
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from raggauge.stats import mean_interval

Floats = NDArray[np.float64]
SIZES = (10, 20, 50, 200, 2_000)
N_RESAMPLES = 400


@dataclass(frozen=True)
class Drawn:
    """One sample: scores, and weights or clusters where the kind has them."""

    values: Floats
    weights: Floats | None = None
    clusters: NDArray[np.intp] | None = None


@dataclass(frozen=True)
class Kind:
    """A population with a known mean."""

    name: str
    mean: float
    draw: Callable[[np.random.Generator, int], Drawn]


def _mostly_perfect(share: float) -> Callable[[np.random.Generator, int], Drawn]:
    def draw(r: np.random.Generator, n: int) -> Drawn:
        return Drawn(np.where(r.random(n) < share, 1.0, r.choice([0.0, 1 / 3, 2 / 3], n)))

    return draw


def _clustered(r: np.random.Generator, n: int) -> Drawn:
    """Documents of five questions; half of the spread is the document's."""
    codes = np.arange(n) // 5
    document = r.beta(2, 1, codes[-1] + 1)
    return Drawn(0.5 * document[codes] + 0.5 * r.beta(2, 1, n), clusters=codes)


def _weighted(r: np.random.Generator, n: int) -> Drawn:
    """Low scores were sampled five times as often as others."""
    pool = r.beta(4, 1, 20 * n)
    chance = np.where(pool < 0.6, 0.5, 0.1)
    kept = np.flatnonzero(r.random(pool.size) < chance)[:n]
    return Drawn(pool[kept], weights=1 / chance[kept])


KINDS = (
    Kind("uniform", 0.5, lambda r, n: Drawn(r.random(n))),
    Kind("skewed, beta(8, 2)", 0.8, lambda r, n: Drawn(r.beta(8, 2, n))),
    Kind("very skewed, u^6", 1 / 7, lambda r, n: Drawn(r.random(n) ** 6)),
    Kind("4 levels", 0.75, lambda r, n: Drawn(r.choice([0, 1 / 3, 2 / 3, 1.0], n, p=[0.05, 0.15, 0.30, 0.50]))),
    Kind("90% perfect", 0.9 + 0.1 / 3, _mostly_perfect(0.90)),
    Kind("97% perfect", 0.97 + 0.03 / 3, _mostly_perfect(0.97)),
    Kind("clustered", 2 / 3, _clustered),
    Kind("weighted", 0.8, _weighted),
)


@dataclass(frozen=True)
class Cell:
    """What one kind and n came to."""

    coverage: float
    bootstrap_coverage: float
    width: float
    bootstrap_width: float
    methods: dict[str, int]


def cell(kind: Kind, n: int, *, repeats: int, seed: int = 0) -> Cell:
    """Simulate one kind at one n."""
    generator = np.random.default_rng([seed, n, KINDS.index(kind)])
    hits, widths, methods = 0, 0.0, Counter[str]()
    boot_hits, boot_widths, n_boot = 0, 0.0, 0
    for i in range(repeats):
        drawn = kind.draw(generator, n)
        interval = mean_interval(drawn.values, weights=drawn.weights, clusters=drawn.clusters)
        hits += interval.low <= kind.mean <= interval.high
        widths += interval.width
        methods[interval.method] += 1
        if i % max(1, repeats // 500) == 0:
            low, high = bootstrap(drawn, generator)
            boot_hits += low <= kind.mean <= high
            boot_widths += high - low
            n_boot += 1
    return Cell(hits / repeats, boot_hits / n_boot, widths / repeats, boot_widths / n_boot, dict(methods))


def bootstrap(drawn: Drawn, generator: np.random.Generator) -> tuple[float, float]:
    """The percentile bootstrap over units."""
    weight = np.ones(drawn.values.size) if drawn.weights is None else drawn.weights
    codes = np.arange(drawn.values.size) if drawn.clusters is None else drawn.clusters
    mass, total = np.bincount(codes, weight), np.bincount(codes, weight * drawn.values)
    pick = generator.integers(0, mass.size, (N_RESAMPLES, mass.size))
    means = total[pick].sum(axis=1) / mass[pick].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def verdict(result: Cell, n: int, repeats: int) -> str:
    """Empty when the promise is kept."""
    noise = 2 * math.sqrt(0.95 * 0.05 / repeats)
    exact = sum(k for m, k in result.methods.items() if m.startswith("gaffke")) > 0.5 * repeats
    if result.coverage < 0.93 - noise:
        return "TOO LOW"
    return "TOO HIGH" if n >= 200 and not exact and result.coverage > 0.97 + noise else ""


def main() -> int:
    """Print the table; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=2_000)
    parser.add_argument("--kind", default="", help="only kinds whose name holds this")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    options = parser.parse_args()
    broken = 0
    print(f"{'scores':20} {'n':>5} {'cover':>6} {'boot':>6} {'width':>7} {'boot':>7} {'ratio':>6}  methods")
    for kind in KINDS:
        for n in map(int, options.sizes.split(",")):
            if options.kind not in kind.name:
                continue
            result = cell(kind, n, repeats=options.repeats)
            note = verdict(result, n, options.repeats)
            broken += bool(note)
            methods = ", ".join(f"{m} {100 * k // options.repeats}%" for m, k in result.methods.items())
            print(
                f"{kind.name:20} {n:5} {result.coverage:6.3f} {result.bootstrap_coverage:6.3f} {result.width:7.4f} "
                f"{result.bootstrap_width:7.4f} {result.width / result.bootstrap_width:6.2f}  {methods} {note}",
                flush=True,
            )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

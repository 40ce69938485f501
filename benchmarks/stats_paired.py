"""False findings, found drops, power formulas and interval coverage of paired comparisons.

    python benchmarks/stats_paired.py               # some minutes
    python benchmarks/stats_paired.py --repeats 300

1. A/A: 2,000 pairs of runs without a difference, 12 metrics each (continuous, 4 levels, 0/1, mostly perfect): share of
   rejections at 5% per metric, share of pairs with any rejection before and after Holm.
2. A planted drop of .10 (sd .3, correlation .5, n = 200): share found.
3. Power: simulated power at the n that `n_for_drop` gives for 80%, and at other n beside `power_of`.
4. Coverage of the interval of the difference at n = 10 to 200.
5. 50 cases x 10 repeats: false rejections when repeats are averaged, and when they are (wrongly) taken for cases.

Exits 1 when a promise is broken.
"""

import argparse
import math
import sys

import numpy as np
from numpy.typing import NDArray

from raggauge.stats import holm, n_for_drop, paired, power_of
from raggauge.stats.special import normal_quantile

Floats = NDArray[np.float64]
KINDS = ("uniform", "4 levels", "binary", "90% perfect")
_NORMAL_GRID = np.array([normal_quantile((i + 0.5) / 4096) for i in range(4096)])


def scores(kind: str, z: Floats) -> Floats:
    """Scores of a kind from standard normal values."""
    if kind == "uniform":
        return (np.searchsorted(_NORMAL_GRID, z) + 0.5) / 4097
    if kind == "4 levels":
        return np.searchsorted([-1.645, -0.842, 0.0], z) / 3
    if kind == "binary":
        return (z > -0.842).astype(np.float64)
    return np.where(z > -1.2816, 1.0, np.searchsorted([-2.05, -1.6], z) / 3)


def pair(r: np.random.Generator, kind: str, n: int, correlation: float = 0.5) -> tuple[Floats, Floats]:
    """Two runs over the same cases without a difference."""
    case = r.standard_normal(n) * math.sqrt(correlation)
    own = math.sqrt(1 - correlation)
    return scores(kind, case + own * r.standard_normal(n)), scores(kind, case + own * r.standard_normal(n))


def same(repeats: int) -> bool:
    """A/A tests."""
    r = np.random.default_rng(1)
    ns = (20, 50, 200)
    ok = True
    for n in ns:
        rejected = dict.fromkeys(KINDS, 0)
        any_raw = any_holm = 0
        for i in range(repeats):
            ps = []
            for kind in KINDS * 3:
                result = paired(*pair(r, kind, n), seed=i)
                rejected[kind] += result.p <= 0.05
                ps.append(result.p)
            any_raw += min(ps) <= 0.05
            any_holm += min(holm(ps)) <= 0.05
        rates = {kind: count / (3 * repeats) for kind, count in rejected.items()}
        mean = sum(rates.values()) / len(rates)
        shown = "  ".join(f"{kind} {rate:.3f}" for kind, rate in rates.items())
        print(f"A/A n={n}: {shown}  all {mean:.3f}; any of 12: {any_raw / repeats:.3f}, Holm {any_holm / repeats:.3f}")
        noise = 2 * math.sqrt(0.05 * 0.95 / repeats)
        ok &= mean <= 0.06 and max(rates.values()) <= 0.06 + noise and any_holm / repeats <= 0.06 + noise
    return ok


def drawn(r: np.random.Generator, n: int, drop: float) -> tuple[Floats, Floats]:
    """Runs with sd .3 and correlation .5; beta-like scores from uniforms, the second lower by `drop` on average."""
    mean, sd = 0.62, 0.3
    case, e1, e2 = r.standard_normal((3, n))
    a = mean + sd * math.sqrt(0.5) * (case + e1)
    b = mean - drop + sd * math.sqrt(0.5) * (case + e2)
    return a, b


def found(r: np.random.Generator, n: int, drop: float, repeats: int) -> float:
    """The share of planted drops that are found worse; scores are mapped into [0, 1] by a fixed scale of 1/4."""
    count = 0
    for i in range(repeats):
        a, b = drawn(r, n, drop)
        result = paired(np.clip(0.25 * a + 0.375, 0, 1), np.clip(0.25 * b + 0.375, 0, 1), seed=i)
        count += result.verdict == "worse"
    return count / repeats


def planted(repeats: int) -> bool:
    """The drop that must be found, and the power formulas."""
    r = np.random.default_rng(2)
    share = found(r, 200, 0.10, repeats)
    print(f"planted drop .10, sd .3, correlation .5, n=200: found {share:.3f}, formula {formula(200, 0.10):.3f}")
    ok = share >= 0.95
    for drop in (0.05, 0.10, 0.15, 0.20):
        n = n_for_drop(drop, sd=0.3, correlation=0.5)
        for size in (n, round(n * 0.6)):
            simulated, stated = found(r, size, drop, repeats), formula(size, drop)
            print(f"  drop {drop:.2f} n={size:4}: power by formula {stated:.3f}, simulated {simulated:.3f}")
            ok &= abs(simulated - stated) <= 0.03 + 2 * math.sqrt(0.16 / repeats)
    return ok


def formula(n: int, drop: float) -> float:
    """Power by the formula for the planted spread."""
    return power_of(n, drop=drop, sd_difference=0.3)


def covered(repeats: int) -> bool:
    """Coverage of the interval of the difference, without a change and with one that only lowers good scores."""
    r = np.random.default_rng(3)
    ok = True
    for kind in KINDS:
        for change in (0.0, 0.1):
            row = []
            truth = -change * float(scores(kind, r.standard_normal(1_000_000)).mean())
            for n in (10, 20, 50, 200):
                hits, width = 0, 0.0
                for _ in range(repeats):
                    a, b = pair(r, kind, n)
                    b = np.where(r.random(n) < change, 0.0, b)
                    interval = paired(a, b).interval
                    hits += interval.low <= truth <= interval.high
                    width += interval.width
                row.append(f"n={n} {hits / repeats:.3f} ({width / repeats:.3f})")
                ok &= hits / repeats >= 0.93 - 2 * math.sqrt(0.05 * 0.95 / repeats)
            print(f"difference, {kind}, {change:.0%} of answers lost: " + "  ".join(row))
    return ok


def repeated(repeats: int) -> bool:
    """Repeats of one case are one unit."""
    r = np.random.default_rng(4)
    right = wrong = grouped = 0
    for i in range(repeats):
        a, b = (0.6 * r.random((50, 1)) + 0.4 * r.random((50, 10)) for _ in range(2))
        right += paired(a, b, seed=i).p <= 0.05
        grouped += paired(a.ravel(), b.ravel(), clusters=np.repeat(np.arange(50), 10), seed=i).p <= 0.05
        wrong += paired(a.ravel(), b.ravel(), seed=i).p <= 0.05
    shares = [count / repeats for count in (right, grouped, wrong)]
    print("50 cases x 10 repeats: {:.3f} rejected as rows, {:.3f} as clusters, {:.3f} as 500 cases".format(*shares))
    return max(shares[:2]) <= 0.06 + 2 * math.sqrt(0.05 * 0.95 / repeats)


def main() -> int:
    """Print all; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=2_000)
    repeats = parser.parse_args().repeats
    kept = [part(repeats) for part in (same, planted, covered, repeated)]
    print("promises kept:", all(kept))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Coverage of what labels are used for: prediction-powered means, agreement, corrected rates, ratings.

    python benchmarks/stats_labels.py                 # 1,000 repeats a row, about two minutes of CPU
    python benchmarks/stats_labels.py --repeats 200

Prints, for each method and number of labels, how often its 95% interval holds the truth and its mean width; means from
labels and a judge stand beside labels alone and the judge alone. Exits 1 when an interval covers less than 93% (less
two standard errors) or one from labels and a judge is wider than one from labels alone.
"""

import argparse
import math
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from raggauge.stats import (
    Game,
    Interval,
    bradley_terry,
    cohen_kappa,
    kendall,
    krippendorff_alpha,
    pearson,
    ppi_difference,
    ppi_mean,
    ppi_quantile,
    rogan_gladen,
    spearman,
)

Floats = NDArray[np.float64]
LEVELS = np.array([0, 1 / 3, 2 / 3, 1.0])
CHANCES = np.array([0.05, 0.13, 0.19, 0.63])
N_JUDGED = 2_000


def judged(r: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """Labels on four levels, and a judge that is a level too kind in a fifth of the cases and noisy in others."""
    truth = r.choice(LEVELS, n, p=CHANCES)
    kind = np.minimum(truth + (r.random(n) < 0.2) / 3, 1.0)
    return truth, np.where(r.random(n) < 0.05, r.choice(LEVELS, n), kind)


def binary(r: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """0/1 labels with rate .8, and a judge that calls a third of the bad ones good."""
    truth = (r.random(n) < 0.8).astype(np.float64)
    flip = np.where(truth == 1, 0.03, 0.33)
    return truth, np.where(r.random(n) < flip, 1 - truth, truth)


def powered(repeats: int) -> bool:
    """Prediction-powered means, differences and quantiles."""
    r = np.random.default_rng(1)
    kept = True
    worlds: dict[str, tuple[Callable[[np.random.Generator, int], tuple[Floats, Floats]], float]] = {
        "4 levels": (judged, float(LEVELS @ CHANCES)),
        "0/1": (binary, 0.8),
    }
    for name, (draw, truth) in worlds.items():
        for n in (20, 30, 50, 100, 200, 400):
            hits = alone_hits = naive_hits = 0
            width = alone = 0.0
            for _ in range(repeats):
                y, f = draw(r, n + N_JUDGED)
                result = ppi_mean(y[:n], f[:n], f[n:])
                hits += holds(result.interval, truth)
                alone_hits += holds(result.labels_only, truth)
                naive_hits += abs(result.judge_only - truth) < 1.96 * float(f.std()) / math.sqrt(f.size)
                width += result.interval.width / repeats
                alone += result.labels_only.width / repeats
            print(
                f"ppi mean, {name:9} {n:4} labels: {hits / repeats:.3f} ({width:.3f})   "
                f"labels alone {alone_hits / repeats:.3f} ({alone:.3f})   judge alone {naive_hits / repeats:.3f}"
            )
            kept &= good(hits, repeats) and width <= alone
    for n in (50, 200, 400):
        hits = median = 0
        for _ in range(repeats):
            y, f = judged(r, n + N_JUDGED)
            z, g = judged(r, n + N_JUDGED)
            hits += holds(ppi_difference((y[:n], z[:n]), (f[:n], g[:n]), (f[n:], g[n:])).interval, 0.0)
            x = r.random(n + N_JUDGED)
            h = np.clip(x + 0.1 + 0.1 * r.standard_normal(x.size), 0, 1)
            median += holds(ppi_quantile(x[:n], h[:n], h[n:], q=0.5), 0.5)
        print(f"ppi difference {n:4} labels: {hits / repeats:.3f}   ppi median: {median / repeats:.3f}")
        kept &= good(hits, repeats) and good(median, repeats)
    return kept


def agreement(repeats: int) -> bool:
    """Kappa, alpha, correlations and corrected rates."""
    r = np.random.default_rng(2)
    kept = True
    for n in (20, 50, 200):
        hits = dict.fromkeys(("kappa", "kappa, 95% agree", "alpha", "pearson", "spearman", "kendall", "rate"), 0)
        for i in range(repeats):
            truth = r.integers(0, 2, n)
            a, b = (np.where(r.random(n) < 0.1, 1 - truth, truth).tolist() for _ in range(2))
            hits["kappa"] += holds(cohen_kappa(a, b, seed=i), 0.64)
            hits["alpha"] += holds(krippendorff_alpha([a, b], seed=i), 0.64)
            c = np.where(r.random(n) < 0.05, 1 - truth, truth).tolist()
            if len(set(truth)) > 1:
                hits["kappa, 95% agree"] += holds(cohen_kappa(truth.tolist(), c, seed=i), 0.9)
            x = r.standard_normal(n)
            y = 0.8 * x + 0.6 * r.standard_normal(n)
            hits["pearson"] += holds(pearson(x, y), 0.8)
            hits["spearman"] += holds(spearman(x, y), 6 / math.pi * math.asin(0.4))
            hits["kendall"] += holds(kendall(x, y), 2 / math.pi * math.asin(0.8))
            positive = int((r.random(2_000) < 0.8 * 0.9 + 0.2 * 0.3).sum())
            found, spared = int(r.binomial(n, 0.9)), int(r.binomial(n, 0.7))
            hits["rate"] += holds(rogan_gladen(positive, 2_000, sensitivity=(found, n), specificity=(spared, n)), 0.8)
        print(f"{n:4} items: " + "  ".join(f"{name} {count / repeats:.3f}" for name, count in hits.items()))
        kept &= all(good(count, repeats) for count in hits.values())
    return kept


def ratings(repeats: int) -> bool:
    """Bradley-Terry with ties and an order effect."""
    r = np.random.default_rng(3)
    strengths = {"a": 0.6, "b": 0.1, "c": -0.2, "d": -0.5}
    kept = True
    for n in (60, 300):
        hits = 0
        for _ in range(repeats // 4):
            games = []
            for _ in range(n):
                first, second = (str(x) for x in r.choice(list(strengths), 2, replace=False))
                d = strengths[first] - strengths[second] + 0.3
                weights = np.array([math.exp(d / 2), math.exp(-d / 2), 0.5])
                outcome = ("first", "second", "tie")[r.choice(3, p=weights / weights.sum())]
                games.append(Game(first=first, second=second, outcome=outcome))
            for rating in bradley_terry(games).ratings:
                hits += holds(rating.elo, 1000 + 400 / math.log(10) * strengths[rating.name])
        print(f"{n:4} games of 4 systems: ratings {hits / (repeats // 4 * 4):.3f}")
        kept &= good(hits, repeats // 4 * 4)
    return kept


def holds(interval: Interval, truth: float) -> bool:
    """Whether the interval holds the truth."""
    return interval.low <= truth <= interval.high


def good(hits: int, repeats: int) -> bool:
    """At least 93%, less two standard errors of the simulation."""
    return hits / repeats >= 0.93 - 2 * math.sqrt(0.05 * 0.95 / repeats)


def main() -> int:
    """Print all; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeats", type=int, default=1_000)
    repeats = parser.parse_args().repeats
    kept = [part(repeats) for part in (powered, agreement, ratings)]
    print("promises kept:", all(kept))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())

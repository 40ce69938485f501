"""Has the distribution of scores changed? Tests that are calibrated by permutation, so that ties and small n are right.

The field's fixed bars (PSI over 0.1, Jensen-Shannon over 0.1, Wasserstein over 0.1 sd) alarm without any change at
small n. Here a statistic is only ever held against what the same numbers, shuffled between the two samples, would give.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from raggauge.stats.checks import Floats, as_floats

N_SHUFFLES = 999
_BUDGET = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftTest:
    """A distance between two samples, its permutation p, and the 95% point of the distance when nothing changed."""

    method: str
    statistic: float
    p: float
    null_quantile: float
    n_reference: int
    n_current: int


def ks_test(reference: ArrayLike, current: ArrayLike, /, *, seed: int = 0) -> DriftTest:
    """Kolmogorov and Smirnov's largest difference of the two distribution functions.

    Sees a change of any kind, best in the middle. p is by 999 seeded shuffles, exact with ties, where the usual formula
    is not. Assumes independent scores within and between the samples.
    """

    def distance(ours: Floats, theirs: Floats, _: Floats) -> Floats:
        return np.asarray(np.abs(np.cumsum(ours - theirs, axis=1)).max(axis=1))

    return _tested("ks", distance, reference, current, seed=seed)


def chi_square_test(reference: ArrayLike, current: ArrayLike, /, *, seed: int = 0) -> DriftTest:
    """Pearson's chi-square of two samples over their distinct values: for scores of a few levels.

    Ignores the order of the levels. p is by 999 seeded shuffles and holds also for rare levels.
    """
    n, m = as_floats(reference, name="reference").size, as_floats(current, name="current").size

    def distance(ours: Floats, theirs: Floats, pooled: Floats) -> Floats:
        weight = n * m / (n + m)
        return np.asarray(((ours - theirs) ** 2 / pooled).sum(axis=1) * weight)

    return _tested("chi-square", distance, reference, current, seed=seed)


def energy_test(reference: ArrayLike, current: ArrayLike, /, *, seed: int = 0) -> DriftTest:
    """The energy distance: sees shifts, also of the tails, better than `ks_test` does.

    The statistic is the square root of twice the squared area between the distribution functions (Szekely and Rizzo).
    """
    values = np.unique(np.concatenate((as_floats(reference, name="reference"), as_floats(current, name="current"))))
    steps = np.diff(values, append=values[-1:])

    def distance(ours: Floats, theirs: Floats, _: Floats) -> Floats:
        return np.sqrt(2 * (np.cumsum(ours - theirs, axis=1) ** 2 @ steps))

    return _tested("energy", distance, reference, current, seed=seed)


def psi(reference: ArrayLike, current: ArrayLike, /, *, n_bins: int = 10, seed: int = 0) -> DriftTest:
    """The population stability index, beside the value it would have without any change.

    An effect size, not a test on its own: read it against `null_quantile`, which depends on both n and the bins, never
    against a fixed 0.1 or 0.2. Bins are the reference's quantiles (its distinct values where it has at most `n_bins`);
    half a count is added to every bin, so that an empty one gives a finite value.
    """
    first, second = as_floats(reference, name="reference"), as_floats(current, name="current")
    distinct = np.unique(first)
    if distinct.size <= n_bins:
        edges = (distinct[1:] + distinct[:-1]) / 2
    else:
        edges = np.unique(np.quantile(first, np.arange(1, n_bins) / n_bins))
    coded = [np.searchsorted(edges, side, side="right").astype(np.float64) for side in (first, second)]
    n, m, k = first.size, second.size, edges.size + 1

    def distance(ours: Floats, theirs: Floats, _: Floats) -> Floats:
        absent = k - ours.shape[1]
        p, q = (ours * n + 0.5) / (n + k / 2), (theirs * m + 0.5) / (m + k / 2)
        never = (0.5 / (n + k / 2) - 0.5 / (m + k / 2)) * np.log((m + k / 2) / (n + k / 2)) * absent
        return np.asarray(((p - q) * np.log(p / q)).sum(axis=1) + never)

    return _tested("psi", distance, *coded, seed=seed)


_Distance = Callable[[Floats, Floats, Floats], Floats]


def _tested(method: str, distance: _Distance, reference: ArrayLike, current: ArrayLike, *, seed: int) -> DriftTest:
    """Hold a distance of two tables of shares (and the pooled shares) against shuffles of the pooled sample."""
    first, second = as_floats(reference, name="reference"), as_floats(current, name="current")
    n, m = first.size, second.size
    values, index = np.unique(np.concatenate((first, second)), return_inverse=True)
    pooled = np.bincount(index, minlength=values.size)
    observed = np.bincount(index[:n], minlength=values.size)[None]
    draws = max(199, min(N_SHUFFLES, _BUDGET // values.size))
    shuffled = np.random.default_rng(seed).multivariate_hypergeometric(pooled, n, size=draws, method="marginals")
    share = pooled / (n + m)
    at = float(distance(observed / n, (pooled - observed) / m, share)[0])
    null = distance(shuffled / n, (pooled - shuffled) / m, share)
    extreme = int((null >= at - 1e-12).sum())
    return DriftTest(
        method=method,
        statistic=at,
        p=(extreme + 1) / (draws + 1),
        null_quantile=float(np.quantile(null, 0.95, method="higher")),
        n_reference=n,
        n_current=m,
    )

"""When did it change? The most likely single change of the mean in a series."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from raggauge.stats.checks import Floats, as_floats, share

N_SHUFFLES = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoint:
    """The most likely change: `index` is the first score after it, [low, high] the indices that are nearly as likely.

    `p` is the chance of so strong a split without any change; read nothing else when it is large.
    """

    index: int
    low: int
    high: int
    before: float
    after: float
    p: float


def change_point(scores: ArrayLike, /, *, level: float = 0.95, seed: int = 0) -> ChangePoint:
    """The split of a series in time order that best separates two means.

    Every split with at least 5 scores (or a tenth, if fewer) on each side is tried; p compares the best with that of
    999 seeded shuffles, which allows for having searched. The range holds the splits whose log likelihood is within
    what chance explains, for normal scores with one spread; it is a guide, too narrow for small or gradual changes.
    Autocorrelated scores make p too small. Raises UsageError for fewer than 4 scores.

    Source: Hinkley (1970); Siegmund (1988) for the range.
    """
    share(level, name="level")
    x = as_floats(scores, name="scores", at_least=4)
    n = x.size
    margin = max(1, min(5, n // 10))
    ks = np.arange(margin, n - margin + 1)
    weight = ks * (n - ks) / n
    gain = _gains(x[None], ks, weight)[0]
    best = int(np.argmax(gain))
    generator = np.random.default_rng(seed)
    draws = max(199, min(N_SHUFFLES, 20_000_000 // n))
    extreme = 0
    for _ in range(draws):
        extreme += bool(_gains(generator.permutation(x)[None], ks, weight).max() >= gain[best] - 1e-12)
    total = float(((x - x.mean()) ** 2).sum())
    left = np.maximum(total - gain, 1e-12 * max(total, 1e-300))
    cut = -2 * math.log(1 - math.sqrt(level))
    near = ks[n * np.log(left / left[best]) <= cut]
    index = int(ks[best])
    return ChangePoint(
        index=index,
        low=int(near[0]),
        high=int(near[-1]),
        before=float(x[:index].mean()),
        after=float(x[index:].mean()),
        p=(extreme + 1) / (draws + 1),
    )


def _gains(rows: Floats, ks: np.ndarray[tuple[int], np.dtype[np.intp]], weight: Floats) -> Floats:
    """How much of the sum of squares each split explains."""
    sums = np.cumsum(rows, axis=1)
    n = rows.shape[1]
    before = sums[:, ks - 1] / ks
    after = (sums[:, -1:] - sums[:, ks - 1]) / (n - ks)
    return np.asarray(weight * (before - after) ** 2, dtype=np.float64)

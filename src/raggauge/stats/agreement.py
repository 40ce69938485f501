"""How far two or more raters, or a judge and people, agree."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from raggauge.errors import UsageError
from raggauge.stats.alpha import coincidences
from raggauge.stats.checks import Floats, as_floats, same_length, share
from raggauge.stats.interval import Interval
from raggauge.stats.rates import rate_interval
from raggauge.stats.special import normal_quantile

KappaWeights = Literal["none", "linear", "quadratic"]
Scale = Literal["nominal", "ordinal", "interval"]
N_DRAWS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """The 2x2 of a 0/1 judge against 0/1 labels, with an interval for each rate; None where nothing was counted."""

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int
    accuracy: Interval
    sensitivity: Interval | None
    specificity: Interval | None
    precision: Interval | None


def cohen_kappa(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    *,
    weights: KappaWeights = "none",
    order: Sequence[Hashable] | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Cohen's kappa of two raters over the same items: agreement beyond what their habits alone would give.

    1 is full agreement, 0 what chance gives. `weights` forgives near misses on ordered categories (`linear`,
    `quadratic`); `order` is their order, by default sorted. Kappa is low when one category dominates, however often the
    raters agree: read it beside the plain agreement. The interval has 2,000 seeded draws of the table of counts, each
    cell raised by a pseudo-count that sums to 1, so that full agreement of few items is not taken for certainty. Raises
    UsageError when only one category occurs: kappa is undefined then.

    Source: Cohen (1960, 1968).
    """
    share(level, name="level")
    same_length(len(a), len(b), names=("a", "b"))
    seen = set(a) | set(b)
    names = list(order) if order is not None else sorted(seen, key=lambda x: (str(type(x)), x))
    if len(seen) < 2 or not seen <= set(names):
        raise UsageError("stats.one_category", n=len(a))
    place = {name: i for i, name in enumerate(names)}
    k = len(names)
    counts = np.zeros((k, k))
    np.add.at(counts, ([place[x] for x in a], [place[x] for x in b]), 1.0)
    distance = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(np.float64)
    cost = (distance > 0).astype(np.float64) if weights == "none" else distance ** (1 if weights == "linear" else 2)
    used = (counts.sum(axis=0) + counts.sum(axis=1)) > 0
    prior = np.outer(used, used) / used.sum() ** 2
    draws = np.random.default_rng(seed).standard_gamma(np.broadcast_to(counts + prior, (N_DRAWS, k, k)))
    estimate = float(_kappa(counts[None], cost)[0])
    name = "kappa" if weights == "none" else f"kappa-{weights}"
    return _from_draws(estimate, _kappa(draws, cost), n=len(a), level=level, method=name)


def krippendorff_alpha(
    ratings: Sequence[Sequence[Hashable | None]],
    *,
    scale: Scale = "nominal",
    order: Sequence[Hashable] | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Krippendorff's alpha: agreement of any number of raters, with missing ratings.

    `ratings[r][i]` is what rater r said of item i, None where nothing. `scale` says what a difference means: `nominal`
    (same or not), `ordinal`, `interval` (numbers). `order` orders ordinal categories, by default sorted. Items with
    fewer than two ratings say nothing and are left out. 1 is full agreement, 0 chance, below 0 worse than chance. The
    interval has 2,000 seeded draws of random shares over the items, one imagined item of a typical chance pair among
    them. Raises UsageError when fewer than two items have two ratings, or only one value occurs.

    Source: Krippendorff, Content Analysis (2004), chapter 11.
    """
    share(level, name="level")
    pairs, cost, chance = coincidences(ratings, scale=scale, order=order)
    n, k = pairs.shape[0], cost.shape[0]
    estimate = _alpha(pairs.sum(axis=0)[None], scale, cost)
    stacked = np.concatenate((pairs, chance[None])).reshape(n + 1, k * k)
    shares = np.random.default_rng(seed).standard_exponential((N_DRAWS, n + 1))
    draws = (shares @ stacked).reshape(N_DRAWS, k, k)
    return _from_draws(float(estimate[0]), _alpha(draws, scale, cost), n=n, level=level, method=f"alpha-{scale}")


def pearson(x: ArrayLike, y: ArrayLike, *, level: float = 0.95) -> Interval:
    """Pearson's correlation with Fisher's z interval.

    Assumes roughly bivariate normal scores; one far point can make or hide a correlation. Raises UsageError for fewer
    than four pairs or a constant side.
    """
    first, second = _sides(x, y)
    return _fisher(_correlation(first, second), first.size, 1.0 / (first.size - 3), "pearson", level)


def spearman(x: ArrayLike, y: ArrayLike, *, level: float = 0.95) -> Interval:
    """Spearman's rank correlation, ties at their mean rank, with the interval of Bonett and Wright (2000)."""
    first, second = _sides(x, y)
    rho = _correlation(ranks(first), ranks(second))
    return _fisher(rho, first.size, (1 + rho * rho / 2) / (first.size - 3), "spearman", level)


def kendall(x: ArrayLike, y: ArrayLike, *, level: float = 0.95) -> Interval:
    """Kendall's tau-b, which allows for ties, with the interval of Fieller, Hartley and Pearson (1957).

    It is slightly wide with many ties. Takes time and memory of n squared: meant for up to some thousand pairs.
    """
    first, second = _sides(x, y)
    concord = tied_x = tied_y = 0
    for i in range(first.size - 1):
        dx, dy = np.sign(first[i + 1 :] - first[i]), np.sign(second[i + 1 :] - second[i])
        concord += int((dx * dy).sum())
        tied_x += int((dx == 0).sum())
        tied_y += int((dy == 0).sum())
    pairs = first.size * (first.size - 1) // 2
    tau = concord / math.sqrt(pairs - tied_x) / math.sqrt(pairs - tied_y)
    return _fisher(tau, first.size, 0.437 / max(first.size - 4, 1), "kendall-tau-b", level)


def confusion(judged: ArrayLike, labels: ArrayLike, /, *, level: float = 0.95) -> Confusion:
    """The 2x2 of 0/1 verdicts against 0/1 labels, with Clopper-Pearson intervals."""
    p, y = as_floats(judged, name="judged"), as_floats(labels, name="labels")
    same_length(p.size, y.size, names=("judged", "labels"))
    for name, array in (("judged", p), ("labels", y)):
        if not np.isin(array, (0, 1)).all():
            raise UsageError("stats.not_binary", name=name, value=float(array[~np.isin(array, (0, 1))][0]))
    tp, fp = int((p * y).sum()), int((p * (1 - y)).sum())
    fn, tn = int(((1 - p) * y).sum()), int(((1 - p) * (1 - y)).sum())

    def rate(hits: int, total: int) -> Interval | None:
        return rate_interval(hits, total, level=level) if total else None

    return Confusion(
        true_positive=tp,
        false_positive=fp,
        false_negative=fn,
        true_negative=tn,
        accuracy=rate_interval(tp + tn, p.size, level=level),
        sensitivity=rate(tp, tp + fn),
        specificity=rate(tn, tn + fp),
        precision=rate(tp, tp + fp),
    )


def ranks(values: Floats, /) -> Floats:
    """Ranks from 1, ties at the mean of theirs."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[index], dtype=np.float64)


def _kappa(tables: Floats, cost: Floats) -> Floats:
    total = tables.sum(axis=(1, 2))
    observed = (tables * cost).sum(axis=(1, 2)) / total
    rows, columns = tables.sum(axis=2), tables.sum(axis=1)
    expected = np.einsum("bi,ij,bj->b", rows, cost, columns) / total**2
    return np.asarray(1.0 - observed / expected, dtype=np.float64)


def _alpha(tables: Floats, scale: Scale, cost: Floats) -> Floats:
    totals = tables.sum(axis=2)
    n = totals.sum(axis=1)
    if scale == "ordinal":
        reach = np.cumsum(totals, axis=1) - totals / 2
        delta = (reach[:, :, None] - reach[:, None, :]) ** 2
    else:
        delta = np.broadcast_to(cost, tables.shape)
    observed = (tables * delta).sum(axis=(1, 2)) / n
    expected = np.einsum("bi,bij,bj->b", totals, delta, totals) / (n * (n - 1))
    return np.asarray(1.0 - observed / expected, dtype=np.float64)


def _from_draws(estimate: float, draws: Floats, *, n: int, level: float, method: str) -> Interval:
    low, high = (float(x) for x in np.quantile(draws, (0.5 - level / 2, 0.5 + level / 2)))
    return Interval(
        low=min(low, estimate), high=max(high, estimate), method=method, n=n, estimate=estimate, level=level
    )


def _sides(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    first, second = as_floats(x, name="x", at_least=4), as_floats(y, name="y", at_least=4)
    same_length(first.size, second.size, names=("x", "y"))
    for name, side in (("x", first), ("y", second)):
        if (side == side[0]).all():
            raise UsageError("stats.constant", name=name, value=float(side[0]))
    return first, second


def _correlation(x: Floats, y: Floats) -> float:
    dx, dy = x - x.mean(), y - y.mean()
    return min(1.0, max(-1.0, float(dx @ dy) / math.sqrt(float(dx @ dx)) / math.sqrt(float(dy @ dy))))


def _fisher(r: float, n: int, variance: float, method: str, level: float) -> Interval:
    """Fisher's z interval; a perfect correlation is held to be one of 1 - 1/n at least, so that it has a width."""
    half = normal_quantile(0.5 + share(level, name="level") / 2) * math.sqrt(variance)
    centre = math.atanh(max(-1 + 1 / n, min(1 - 1 / n, r)))
    low, high = math.tanh(centre - half), math.tanh(centre + half)
    return Interval(low=min(low, r), high=max(high, r), method=method, n=n, estimate=r, level=level)

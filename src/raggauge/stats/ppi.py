"""Prediction-powered inference: few people's labels and many judged samples, one honest number."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, as_floats, same_length, share, within
from raggauge.stats.interval import Interval
from raggauge.stats.mean import FEW_VALUES, limits, mean_interval, mean_units
from raggauge.stats.special import normal_quantile
from raggauge.stats.spread import spread_of

MANY_LABELS, FEW_LABELS = 400, 20
FEW_DISAGREEMENTS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionPowered:
    """A mean of what people would say, from labels and a judge.

    `interval` uses both; `tuning` in [0, 1] is how much the judge was trusted (0: labels alone, 1: in full).
    `labels_only` is the interval without a judge, `judge_only` the judge's mean over all samples, whose bias no number
    of judged samples removes.
    """

    interval: Interval
    tuning: float
    labels_only: Interval
    judge_only: float


def ppi_mean(
    labels: ArrayLike,
    judged: ArrayLike,
    unlabelled: ArrayLike,
    *,
    level: float = 0.95,
    bounds: tuple[float, float] = (0.0, 1.0),
    tuning: float | None = None,
) -> PredictionPowered:
    """The mean that people's labels would have over all samples, with its interval.

    `labels[i]` and `judged[i]` are a person's and the judge's score of the same sample; `unlabelled` are the judge's
    scores of other samples. The labelled samples must be a random draw from all: labelling the doubtful ones first
    biases the result. However bad the judge is, the interval holds; a good judge makes it narrower. `tuning=None`
    chooses the trust that makes it narrowest.

    From 400 labels and 10 disagreements on, the normal interval of PPI++ (`ppi`), which covers too little below; there,
    the intervals of its two parts, joined by the square-and-add rule (`ppi-mover`; Zou and Donner, 2008): bounded ones
    under 20 labels or 10 disagreements, so that a few labels that happen to agree are not taken for certainty,
    skewness-corrected t else. Where those are wider than labels alone, the labels alone decide (tuning 0). Raises
    UsageError for fewer than two labels or unlabelled samples.

    Source: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic (2023); Angelopoulos, Duchi and Zrnic, PPI++ (2023).
    """
    share(level, name="level")
    y, f = as_floats(labels, name="labels", at_least=2), as_floats(judged, name="judged", at_least=2)
    u = as_floats(unlabelled, name="unlabelled", at_least=2)
    same_length(y.size, f.size, names=("labels", "judged"))
    for name, array in (("labels", y), ("judged", f), ("unlabelled", u)):
        within(array, bounds, name=name)
    trust = _tuning(y, f, u) if tuning is None else float(tuning)
    rectifier = y - trust * f
    estimate = trust * float(u.mean()) + float(rectifier.mean())
    if y.size >= MANY_LABELS and int((np.abs(y - f) > 1e-12).sum()) >= FEW_DISAGREEMENTS:
        error = math.sqrt((trust * float(u.std())) ** 2 / u.size + float(rectifier.var()) / y.size)
        half = normal_quantile(0.5 + level / 2) * error
        low, high, method = estimate - half, estimate + half, "ppi"
    else:
        low, high = _joined(rectifier, u, trust, level, bounds)
        method = "ppi-mover"
    estimate = min(max(estimate, bounds[0]), bounds[1])
    low, high = max(min(low, estimate), bounds[0]), min(max(high, estimate), bounds[1])
    interval = Interval(low=low, high=high, method=method, n=y.size, estimate=estimate, level=level)
    alone = mean_interval(y, level=level, bounds=bounds)
    if tuning is None and interval.width > alone.width:
        trust, interval = 0.0, alone
    return PredictionPowered(
        interval=interval, tuning=trust, labels_only=alone, judge_only=float(np.concatenate((f, u)).mean())
    )


def ppi_difference(
    labels: tuple[ArrayLike, ArrayLike],
    judged: tuple[ArrayLike, ArrayLike],
    unlabelled: tuple[ArrayLike, ArrayLike],
    *,
    level: float = 0.95,
) -> PredictionPowered:
    """The mean difference b - a that people would see between two runs over the same cases; each argument is (a, b).

    Every labelled case has a label for both answers, in [0, 1]. Everything else is as in `ppi_mean`.
    """
    parts = []
    for name, pair in (("labels", labels), ("judged", judged), ("unlabelled", unlabelled)):
        first, second = as_floats(pair[0], name=name), as_floats(pair[1], name=name)
        same_length(first.size, second.size, names=(f"{name} of a", f"{name} of b"))
        parts.append(second - first)
    return ppi_mean(*parts, level=level, bounds=(-1.0, 1.0))


def ppi_quantile(
    labels: ArrayLike, judged: ArrayLike, unlabelled: ArrayLike, /, *, q: float, level: float = 0.95
) -> Interval:
    """The q-quantile that people's labels would have over all samples: the values whose share below is not refuted.

    Assumes some 100 labels, since it rests on the normal limit at every value, and says little at the far ends (q under
    .05). Coarse scores give coarse limits. Source: Angelopoulos et al. (2023), section on quantiles.
    """
    share(level, name="level")
    share(q, name="q")
    y, f = as_floats(labels, name="labels", at_least=2), as_floats(judged, name="judged", at_least=2)
    u = np.sort(as_floats(unlabelled, name="unlabelled", at_least=2))
    same_length(y.size, f.size, names=("labels", "judged"))
    grid = np.unique(np.concatenate((y, f, u)))
    below_u = _share_below(u, grid)
    shift = _share_below(np.sort(y), grid) - _share_below(np.sort(f), grid)
    apart = _share_below(np.sort(np.minimum(y, f)), grid) - _share_below(np.sort(np.maximum(y, f)), grid)
    variance = below_u * (1 - below_u) / u.size + np.maximum(apart - shift**2, 0.0) / y.size
    gap = below_u + shift - q
    kept = np.abs(gap) < normal_quantile(0.5 + level / 2) * np.maximum(np.sqrt(variance), 1e-16)
    nearest = int(np.argmin(np.abs(gap)))
    kept[nearest] = True
    inside = grid[kept]
    return Interval(
        low=float(inside[0]),
        high=float(inside[-1]),
        method="ppi-quantile",
        n=y.size,
        estimate=float(grid[nearest]),
        level=level,
    )


def rogan_gladen(
    positives: int, n: int, *, sensitivity: tuple[int, int], specificity: tuple[int, int], level: float = 0.95
) -> Interval:
    """The true rate behind a 0/1 judge that called `positives` of `n`, corrected for its known errors.

    `sensitivity` = (called positive, truly positive) and `specificity` = (called negative, truly negative) on samples
    that people labelled. Assumes that the judge errs on new samples as it did on those. Raises UsageError when the
    judge is no better than chance there: nothing can be corrected then.

    Source: Rogan and Gladen (1978); interval of Lang and Reiczigel (2014).
    """
    z = normal_quantile(0.5 + share(level, name="level") / 2)
    for hits, total in ((positives, n), sensitivity, specificity):
        if not 0 <= hits <= total or total < 1:
            raise UsageError("stats.bad_rate", successes=hits, n=total)
    quality = sensitivity[0] / sensitivity[1] + specificity[0] / specificity[1] - 1
    if quality <= 0.05:
        raise UsageError("stats.no_better_than_chance", quality=round(quality, 3))
    estimate = (positives / n + specificity[0] / specificity[1] - 1) / quality
    called, size = (positives + z * z / 2) / (n + z * z), n + z * z
    hit, n_hit = (sensitivity[0] + 1) / (sensitivity[1] + 2), sensitivity[1] + 2
    spared, n_spared = (specificity[0] + 1) / (specificity[1] + 2), specificity[1] + 2
    gain = hit + spared - 1
    rate = (called + spared - 1) / gain
    noise_hit, noise_spared = hit * (1 - hit) / n_hit, spared * (1 - spared) / n_spared
    shift = 2 * z * z * (rate * noise_hit - (1 - rate) * noise_spared)
    variance = called * (1 - called) / size + rate**2 * noise_hit + (1 - rate) ** 2 * noise_spared
    half = z * math.sqrt(variance) / gain
    estimate = min(max(estimate, 0.0), 1.0)
    low, high = rate + shift - half, rate + shift + half
    return Interval(
        low=max(0.0, min(low, estimate)),
        high=min(1.0, max(high, estimate)),
        method="rogan-gladen",
        n=n,
        estimate=estimate,
        level=level,
    )


def _tuning(y: Floats, f: Floats, u: Floats) -> float:
    """The trust that minimises the variance (PPI++)."""
    spread = float(np.concatenate((f, u)).var(ddof=1))
    if spread <= 0:
        return 0.0
    shared = float(((y - y.mean()) * (f - f.mean())).mean())
    return min(max(shared / ((1 + y.size / u.size) * spread), 0.0), 1.0)


def _joined(
    rectifier: Floats, u: Floats, trust: float, level: float, bounds: tuple[float, float]
) -> tuple[float, float]:
    low, high = bounds
    units, n = mean_units(rectifier), rectifier.size
    few = n < FEW_LABELS or int((np.abs(rectifier - np.median(rectifier)) > 1e-12).sum()) < FEW_DISAGREEMENTS
    spread = spread_of(units, n_values=max(n, FEW_VALUES), crowd=1.0 if few else 0.0)
    reach = (low - trust * high - 1e-9, high - trust * low + 1e-9)
    shift_low, shift_high, _ = limits(units, spread, level=level, bounds=reach)
    second = mean_interval(u, level=level, bounds=bounds)
    centre = spread.estimate + trust * second.estimate
    down = math.hypot(spread.estimate - shift_low, trust * (second.estimate - second.low))
    up = math.hypot(shift_high - spread.estimate, trust * (second.high - second.estimate))
    return centre - down, centre + up


def _share_below(ordered: Floats, grid: Floats) -> Floats:
    return np.asarray(np.searchsorted(ordered, grid, side="right") / ordered.size, dtype=np.float64)

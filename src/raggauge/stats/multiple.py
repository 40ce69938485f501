"""Corrections for looking at many tests at once."""

from collections.abc import Sequence

import numpy as np

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, as_floats, share


def holm(ps: Sequence[float], /) -> list[float]:
    """Holm's adjusted p values, in the order given.

    Rejecting what is at most alpha keeps the chance of *any* false rejection at alpha, however the tests depend on each
    other. An empty list stays empty. Source: Holm (1979).
    """
    p = _probabilities(ps)
    order = np.argsort(p, kind="stable")
    factors = np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return [float(x) for x in adjusted]


def benjamini_hochberg(ps: Sequence[float], /) -> list[float]:
    """Benjamini and Hochberg's adjusted p values, in the order given.

    Rejecting what is at most alpha keeps the expected share of false ones among the rejections at alpha; this assumes
    independent or positively dependent tests, which metrics of the same samples usually are. It does not limit the
    chance of at least one false rejection: use `holm` for a decision. Source: Benjamini and Hochberg (1995).
    """
    p = _probabilities(ps)
    order = np.argsort(p, kind="stable")[::-1]
    factors = p.size / np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.minimum.accumulate(p[order] * factors), 1.0)
    return [float(x) for x in adjusted]


def e_bh(es: Sequence[float], /, *, alpha: float = 0.05) -> list[bool]:
    """Which e values are rejected by the e-BH procedure, in the order given.

    An e value is evidence with mean at most 1 where nothing happens (the wealth of an e-process). The expected share of
    false ones among the rejections is at most `alpha` under *any* dependence, at any time one chooses to look. Source:
    Wang and Ramdas (2022).
    """
    share(alpha, name="alpha")
    e = as_floats(list(es), name="e values", at_least=0)
    if (e < 0).any():
        raise UsageError("stats.not_positive", name="e value", value=float(e.min()))
    ranked = np.sort(e)[::-1]
    counts = np.arange(1, e.size + 1)
    passing = counts[ranked * counts >= e.size / alpha]
    if not passing.size:
        return [False] * e.size
    least = ranked[passing[-1] - 1]
    return [bool(x >= least) for x in e]


def _probabilities(ps: Sequence[float]) -> Floats:
    p = as_floats(list(ps), name="p values", at_least=0)
    if ((p < 0) | (p > 1)).any():
        raise UsageError("stats.not_p", value=float(p[(p < 0) | (p > 1)][0]))
    return p

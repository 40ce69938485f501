"""The fitted numbers of the embedded judge: a few kilobytes of coefficients, read from the package."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from operator import mul

import msgspec

from raggauge.judge.embedded.features import NAMES


class Model(msgspec.Struct, frozen=True, eq=False):
    """Coefficients of one logistic decision, by feature name, and the version that the fingerprint states."""

    version: str
    intercept: float
    weights: dict[str, float]

    def logit(self, values: Sequence[float], names: tuple[str, ...] = NAMES) -> float:
        """Give the log odds for feature values in the order of ``names``."""
        weights = _ordered(self, names)
        if len(weights) != len(values):
            raise ValueError(f"{len(values)} values for {len(weights)} names")
        total: float = sum(map(mul, weights, values))
        return self.intercept + total


class Models(msgspec.Struct, frozen=True):
    """All decisions that were fitted.

    ``support`` and ``support_zh`` judge claims by the share of their tokens that are CJK characters, ``useful`` and
    ``grade`` passages, ``relevance`` answers.
    """

    version: str
    support: Model
    support_zh: Model
    useful: Model
    grade: Model
    relevance: Model

    def support_logit(self, values: Sequence[float], cjk_share: float) -> float:
        """Give the log odds that a claim is supported, mixed by how Chinese the claim is."""
        if cjk_share <= 0.0:
            return self.support.logit(values)
        if cjk_share >= 1.0:
            return self.support_zh.logit(values)
        return (1.0 - cjk_share) * self.support.logit(values) + cjk_share * self.support_zh.logit(values)


@lru_cache(maxsize=16)
def _ordered(model: Model, names: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(model.weights.get(name, 0.0) for name in names)


def probability(logit: float) -> float:
    """Turn log odds into a probability."""
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, logit))))


@cache
def models() -> Models:
    """Read the coefficients that ship with the package."""
    data = resources.files("raggauge.judge.embedded").joinpath("data/models.json").read_bytes()
    return msgspec.json.decode(data, type=Models)

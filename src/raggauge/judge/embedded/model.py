"""The fitted numbers of the embedded judge: a few kilobytes of coefficients, read from the package."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from raggauge.judge.embedded.features import NAMES


class Model(msgspec.Struct, frozen=True):
    """Coefficients of one logistic decision, by feature name, and the version that the fingerprint states."""

    version: str
    intercept: float
    weights: dict[str, float]

    def logit(self, values: Sequence[float], names: Sequence[str] = NAMES) -> float:
        """Give the log odds for feature values in the order of ``names``."""
        weights = self.weights
        return self.intercept + sum(weights.get(name, 0.0) * value for name, value in zip(names, values, strict=True))


class Models(msgspec.Struct, frozen=True):
    """All decisions that were fitted: ``support`` of a claim, ``useful`` passage, passage ``grade``, ``relevance``."""

    version: str
    support: Model
    useful: Model
    grade: Model
    relevance: Model


def probability(logit: float) -> float:
    """Turn log odds into a probability."""
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, logit))))


@cache
def models() -> Models:
    """Read the coefficients that ship with the package."""
    data = resources.files("raggauge.judge.embedded").joinpath("data/models.json").read_bytes()
    return msgspec.json.decode(data, type=Models)

"""The statistics that every decision rests on: pure numbers in, pure numbers out.

Intervals (`mean_interval`, `Moments`, `rate_interval`), paired comparison (`paired`), many tests (`holm`), power
(`n_for_drop`), agreement, calibration, prediction-powered inference, ranking, and detection of change over time.
Nothing here reads files, judges text or knows a threshold. numpy and the standard library only; everything random takes
a seed.

Names are imported when they are first used.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Interval": "interval",
    "Moments": "moments",
    "mean_interval": "mean",
    "rate_interval": "rates",
    "holm": "multiple",
    "benjamini_hochberg": "multiple",
    "e_bh": "multiple",
    "Paired": "pairs",
    "paired": "pairs",
    "n_for_drop": "power",
    "drop_visible": "power",
    "power_of": "power",
    "Calibration": "calibration",
    "calibrate": "calibration",
    "calibration_error": "calibration",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'raggauge.stats' has no attribute {name!r}")
    return getattr(import_module(f"raggauge.stats.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOMES)

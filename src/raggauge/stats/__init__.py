"""The statistics that every decision rests on: pure numbers in, pure numbers out.

Intervals (`mean_interval`, `Moments`, `rate_interval`), paired comparison (`paired`), many tests (`holm`), power
(`n_for_drop`), agreement, calibration, prediction-powered inference, ranking, and detection of change over time.
Nothing here reads files, judges text or knows a threshold. numpy and the standard library only; everything random takes
a seed.

Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "Calibration": "calibration",
    "CalibrationError": "calibration",
    "ChangePoint": "changepoint",
    "ConfidenceSequence": "sequential",
    "Confusion": "agreement",
    "Cusum": "cusum",
    "CusumState": "cusum",
    "DriftTest": "drift",
    "EDetector": "sequential",
    "Game": "ranking",
    "Interval": "interval",
    "Moments": "moments",
    "Paired": "pairs",
    "PredictionPowered": "ppi",
    "Ranking": "ranking",
    "asymptotic_sequence": "sequential",
    "benjamini_hochberg": "multiple",
    "bradley_terry": "ranking",
    "calibrate": "calibration",
    "calibration_error": "calibration",
    "change_point": "changepoint",
    "chi_square_test": "drift",
    "cohen_kappa": "agreement",
    "confusion": "agreement",
    "design_cusum": "cusum",
    "design_e_detector": "sequential",
    "design_effect": "power",
    "drop_evidence": "sequential",
    "drop_visible": "power",
    "e_bh": "multiple",
    "energy_test": "drift",
    "holm": "multiple",
    "kendall": "agreement",
    "krippendorff_alpha": "agreement",
    "ks_test": "drift",
    "mean_interval": "mean",
    "n_for_drop": "power",
    "paired": "pairs",
    "pearson": "agreement",
    "power_of": "power",
    "ppi_difference": "ppi",
    "ppi_mean": "ppi",
    "ppi_quantile": "ppi",
    "psi": "drift",
    "rate_interval": "rates",
    "rogan_gladen": "ppi",
    "spearman": "agreement",
}

if TYPE_CHECKING:
    from raggauge.stats.agreement import (
        Confusion,
        cohen_kappa,
        confusion,
        kendall,
        krippendorff_alpha,
        pearson,
        spearman,
    )
    from raggauge.stats.calibration import Calibration, CalibrationError, calibrate, calibration_error
    from raggauge.stats.changepoint import ChangePoint, change_point
    from raggauge.stats.cusum import Cusum, CusumState, design_cusum
    from raggauge.stats.drift import DriftTest, chi_square_test, energy_test, ks_test, psi
    from raggauge.stats.interval import Interval
    from raggauge.stats.mean import mean_interval
    from raggauge.stats.moments import Moments
    from raggauge.stats.multiple import benjamini_hochberg, e_bh, holm
    from raggauge.stats.pairs import Paired, paired
    from raggauge.stats.power import design_effect, drop_visible, n_for_drop, power_of
    from raggauge.stats.ppi import PredictionPowered, ppi_difference, ppi_mean, ppi_quantile, rogan_gladen
    from raggauge.stats.ranking import Game, Ranking, bradley_terry
    from raggauge.stats.rates import rate_interval
    from raggauge.stats.sequential import (
        ConfidenceSequence,
        EDetector,
        asymptotic_sequence,
        design_e_detector,
        drop_evidence,
    )

__all__ = [
    "Calibration",
    "CalibrationError",
    "ChangePoint",
    "ConfidenceSequence",
    "Confusion",
    "Cusum",
    "CusumState",
    "DriftTest",
    "EDetector",
    "Game",
    "Interval",
    "Moments",
    "Paired",
    "PredictionPowered",
    "Ranking",
    "asymptotic_sequence",
    "benjamini_hochberg",
    "bradley_terry",
    "calibrate",
    "calibration_error",
    "change_point",
    "chi_square_test",
    "cohen_kappa",
    "confusion",
    "design_cusum",
    "design_e_detector",
    "design_effect",
    "drop_evidence",
    "drop_visible",
    "e_bh",
    "energy_test",
    "holm",
    "kendall",
    "krippendorff_alpha",
    "ks_test",
    "mean_interval",
    "n_for_drop",
    "paired",
    "pearson",
    "power_of",
    "ppi_difference",
    "ppi_mean",
    "ppi_quantile",
    "psi",
    "rate_interval",
    "rogan_gladen",
    "spearman",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'raggauge.stats' has no attribute {name!r}")
    return getattr(import_module(f"raggauge.stats.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

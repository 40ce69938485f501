"""Measure a retrieval-augmented generation system, find what is broken, keep it from breaking again.

    import raggauge
    run = raggauge.evaluate([{"question": ..., "answer": ..., "contexts": [...]}], metrics=["faithfulness"])
    run.summary()["faithfulness"]["mean"]

Names are imported when they are first used: importing raggauge itself reads nothing and starts nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Context": "raggauge.sample",
    "Sample": "raggauge.sample",
    "Dataset": "raggauge.dataset",
    "Judge": "raggauge.judge.judge",
    "Evidence": "raggauge.evidence",
    "Metric": "raggauge.metrics.metric",
    "Score": "raggauge.score",
    "Run": "raggauge.run.run",
    "assert_scores": "raggauge.gate.asserting",
    "compare": "raggauge.comparison",
    "diagnose": "raggauge.diagnosis",
    "diagnose_means": "raggauge.diagnosis",
    "evaluate": "raggauge.run.start",
    "load": "raggauge.run.find",
}

__all__ = [
    "Context",
    "Dataset",
    "Evidence",
    "Judge",
    "Metric",
    "Run",
    "Sample",
    "Score",
    "__version__",
    "assert_scores",
    "compare",
    "diagnose",
    "diagnose_means",
    "evaluate",
    "load",
]

if TYPE_CHECKING:
    from raggauge.comparison import compare
    from raggauge.dataset import Dataset
    from raggauge.diagnosis import diagnose, diagnose_means
    from raggauge.evidence import Evidence
    from raggauge.gate.asserting import assert_scores
    from raggauge.judge.judge import Judge
    from raggauge.metrics.metric import Metric
    from raggauge.run.find import load
    from raggauge.run.run import Run
    from raggauge.run.start import evaluate
    from raggauge.sample import Context, Sample
    from raggauge.score import Score


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'raggauge' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)

"""Which metrics a file allows, and why not the others."""

from collections import Counter
from dataclasses import MISSING, fields
from typing import Any

from raggauge.check.findings import Allowed
from raggauge.metrics import METRICS, class_of
from raggauge.metrics.metric import Metric
from raggauge.sample import Sample


class NeedTally:
    """Counts in how many samples each combination of fields is there."""

    def __init__(self) -> None:
        self._needs = {name: _needs(class_of(name)) for name in METRICS}
        self._held: Counter[frozenset[str]] = Counter()

    def add(self, sample: Sample, /) -> None:
        """Count what one more sample has."""
        held = [name for name in _FIELDS if getattr(sample, name) is not None]
        if sample.metadata:
            held += ["metadata", *(f"metadata.{key}" for key in ("answerable", "nuggets") if key in sample.metadata)]
        self._held[frozenset(held)] += 1

    def found(self) -> tuple[Allowed, ...]:
        """Every metric in the order of the catalogue, with what is lacking, the most often lacking field first."""
        allowed = []
        for name, needs in self._needs.items():
            n = sum(count for held, count in self._held.items() if needs <= held)
            lacking: Counter[str] = Counter()
            for held, count in self._held.items():
                for field in needs - held:
                    lacking[field] += count
            allowed.append(Allowed(name, n, tuple(sorted(lacking, key=lambda field: (-lacking[field], field)))))
        return tuple(allowed)


_FIELDS = ("question", "answer", "contexts", "references", "reference_contexts")


def _needs(kind: Any) -> frozenset[str]:
    """The fields of a metric with its defaults; a metric that cannot be without parameters is asked by a stand-in."""
    given = {
        field.name: "?"
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING and field.init
    }
    metric: Metric = kind(**given)
    return frozenset(metric.fields)

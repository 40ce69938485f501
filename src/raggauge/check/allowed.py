"""Which metrics a file allows, and why not the others."""

from collections import Counter

from raggauge.check.findings import Allowed
from raggauge.judge.judge import Judge
from raggauge.metrics import METRICS, class_of
from raggauge.metrics.metric import Metric, sketch
from raggauge.sample import Sample


class NeedTally:
    """Counts in how many samples each combination of fields is there; `judge` is the one that would be used."""

    def __init__(self, judge: Judge | None = None, /) -> None:
        self._asks = {name: _beyond(sketch(class_of(name)), judge) for name in METRICS}
        self._needs = {name: frozenset[str](sketch(class_of(name)).fields) for name in METRICS}
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
            allowed.append(
                Allowed(name, n, tuple(sorted(lacking, key=lambda field: (-lacking[field], field))), self._asks[name])
            )
        return tuple(allowed)


_FIELDS = ("question", "answer", "contexts", "references", "reference_contexts")


def _beyond(metric: Metric, judge: Judge | None) -> str:
    """The key of what a metric asks that a judge cannot give; empty where there is nothing, or no judge to ask."""
    return min((facet.key for facet in metric.facets if judge is not None and not judge.can(facet)), default="")

"""What is gathered while the samples of a run stream by: values that count, and the samples that show each cause."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from raggauge.diagnosis.causes import MEASURED_BY, Cause, Instance, Level
from raggauge.diagnosis.sight import RANKED, Eyes
from raggauge.diagnosis.signs import Signs, is_direct, signs
from raggauge.metrics import METRICS, get
from raggauge.metrics.metric import Metric, bare
from raggauge.metrics.states import answerable
from raggauge.run.run import Sampled
from raggauge.run.slices import Slices
from raggauge.stats import mean_interval

FURTHER: Final = ("abstention", "factual_correctness")


class Watch:
    """Reads samples once and keeps what the diagnosis needs.

    Metrics that say something of a cause and were not run are computed from the evidence, where it has what they need.
    """

    def __init__(self, eyes: Eyes, /) -> None:
        self.n = 0
        self.found: dict[Cause, list[Instance]] = {}
        self.at_fault: dict[str, Cause] = {}
        self.questions: list[tuple[str, str]] = []
        self.elsewhere: list[str] = []
        self.padded: list[str] = []
        self.outside: list[str] = []
        self.n_open_refusals = 0
        self.direct = False
        self.n_sentences = 0
        self.slices = Slices()
        self._eyes = eyes
        self._values: dict[str, list[tuple[float, float, Any]]] = {}
        self.n_explained: Counter[str] = Counter()

    def over(self, samples: Iterable[Sampled], /) -> Iterator[Sampled]:
        """The samples, each looked at as it passes."""
        for sampled in samples:
            whole = completed(sampled)
            self._look(whole, signs(whole, goals=self._eyes.look(whole.sample)))
            yield whole

    def levels(self) -> dict[str, Level]:
        """The mean of each metric over the samples that count for it, with its interval."""
        return {text: _level(rows) for text, rows in self._values.items() if text != RANKED and rows}

    def ranked(self) -> Level | None:
        """Mean average precision over samples with a useful passage; None where there is none."""
        rows = self._values.get(RANKED)
        return _level(rows) if rows else None

    def n_of(self, metric: str, /) -> int:
        """How many samples count for a metric."""
        return len(self._values.get(metric, ()))

    def _takes(self, text: str, seen: Signs) -> bool:
        """Whether a value goes into the mean of its metric; those that do not are counted."""
        counts = _counts(text, seen)
        self.n_explained[text] += not counts
        return counts

    def _look(self, sampled: Sampled, seen: Signs) -> None:
        self.n += 1
        sample = sampled.sample
        self.slices.add(sample.metadata, sampled.scores)
        for text, score in sampled.scores.items():
            if score.value is not None and self._takes(text, seen):
                self._values.setdefault(text, []).append((score.value, sample.weight, sample.cluster or sample.id))
        precision = sampled.scores.get("context_precision")
        if precision is not None and precision.value:
            row = (precision.value, sample.weight, sample.cluster or sample.id)
            self._values.setdefault(RANKED, []).append(row)
        self.direct = self.direct or is_direct(sampled)
        self.n_sentences += sum(entry.n_sentences for found in sampled.evidence[:1] for entry in found.needed)
        if seen.elsewhere:
            self.elsewhere.append(sampled.id)
        if seen.padded:
            self.padded.append(sampled.id)
        if seen.outside:
            self.outside.append(sampled.id)
        self.n_open_refusals += _refuses_untold(sampled, seen)
        for cause, instance in seen.found.items():
            self.found.setdefault(cause, []).append(instance)
        if seen.at_fault:
            self.at_fault[sampled.id] = seen.at_fault
        if "knowledge_gap" in seen.found and sample.question:
            self.questions.append((sampled.id, sample.question))


def _refuses_untold(sampled: Sampled, seen: Signs) -> bool:
    """Whether the answer refuses, and neither the sample nor the passages say whether it should."""
    if not (seen.refuses and sampled.evidence) or seen.found:
        return False
    return answerable(sampled.sample, sampled.evidence[0]) is None


def completed(sampled: Sampled, /) -> Sampled:
    """The sample with the scores of all metrics that say something of a cause and whose evidence is there."""
    if not sampled.evidence:
        return sampled
    evidence, scores = sampled.evidence[0], dict(sampled.scores)
    for text, metric, keys in _measures():
        if text not in scores and keys <= set(evidence.filled):
            scores[text] = metric.score(sampled.sample, evidence)
    return msgspec.structs.replace(sampled, scores=scores)


@cache
def _measures() -> tuple[tuple[str, Metric, frozenset[str]], ...]:
    """The metrics that say something of a cause, with the keys of what they ask; those that need no judge left out."""
    texts = [text for metrics in MEASURED_BY.values() for text in metrics] + list(FURTHER)
    known = [text for text in texts if bare(text) in METRICS]
    made = [(text, get(text)) for text in known]
    return tuple(
        (text, metric, frozenset(facet.key for facet in metric.facets)) for text, metric in made if metric.facets
    )


def _counts(text: str, seen: Signs) -> bool:
    """Whether a sample counts for the level of a metric: not where another cause explains its value."""
    if text.startswith("answer_relevance"):
        return not seen.refuses
    if text in ("faithfulness", "hallucination") or text.startswith("noise_sensitivity"):
        return not (seen.elsewhere or seen.padded)
    return text != "context_utilization" or not (seen.refuses or seen.elsewhere)


def _level(rows: list[tuple[float, float, Any]]) -> Level:
    values, weights, clusters = zip(*rows, strict=True)
    uneven = len(set(weights)) > 1
    grouped = len(set(clusters)) < len(clusters)
    found = mean_interval(values, weights=weights if uneven else None, clusters=list(clusters) if grouped else None)
    mean = found.estimate if found.estimate is not None else sum(values) / len(values)
    return Level(min(1.0, max(0.0, mean)), found.low, found.high)

"""From evidence to scores: every metric on every sample, failures kept as records, repeats merged into one value."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from raggauge.errors import RaggaugeError
from raggauge.evidence import Evidence
from raggauge.metrics import states
from raggauge.metrics.metric import Metric, direction_of
from raggauge.run.record import RepeatRule
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

REASON_LIMIT: Final = 200


def score_all(
    metrics: Sequence[Metric], names: Sequence[str], sample: Sample, evidence: Evidence, /
) -> dict[str, Score]:
    """The scores of one sample, by metric text. A metric that raises leaves `unscored(metric failed: ...)`.

    A sample that the system under test failed on is `unscored(target failed: ...)` everywhere.
    """
    if sample.failure:
        return {name: unscored(f"target failed: {sample.failure[:REASON_LIMIT]}") for name in names}
    return {name: _score(metric, sample, evidence) for name, metric in zip(names, metrics, strict=True)}


def merge(repeats: Sequence[dict[str, Score]], metrics: Sequence[Metric], rule: RepeatRule, /) -> dict[str, Score]:
    """One score per metric from those of the repeats, by the rule."""
    if len(repeats) == 1:
        return repeats[0]
    names = list(repeats[0])
    return {
        name: _merged([scores[name] for scores in repeats], rule, down=direction_of(metric) == "down")
        for name, metric in zip(names, metrics, strict=True)
    }


def what_failed(problem: BaseException) -> str:
    """An exception as a reason: its kind and its first line, bounded."""
    said = problem.say("en") if isinstance(problem, RaggaugeError) else str(problem)
    line = said.strip().splitlines()[0] if said.strip() else ""
    text = f"{type(problem).__name__}: {line}" if line else type(problem).__name__
    return text if len(text) <= REASON_LIMIT else f"{text[: REASON_LIMIT - 1]}…"


def _score(metric: Metric, sample: Sample, evidence: Evidence) -> Score:
    if not type(metric).__module__.startswith("raggauge.") and (state := states.missing(sample, metric.fields)):
        return state
    try:
        score = metric.score(sample, evidence)
    except Exception as problem:  # a metric may be the user's: its failure is a record, never a crash or a number
        return unscored(f"metric failed: {what_failed(problem)}")
    if not isinstance(score, Score):
        return unscored(f"metric failed: it gave {type(score).__name__}, no Score")
    return score


def _merged(scores: Sequence[Score], rule: RepeatRule, *, down: bool) -> Score:
    """Open repeats leave the whole open, with bounds; where repeats differ in having a value, most of them decide."""
    absent = [score for score in scores if score.state == "not_applicable"]
    if 2 * len(absent) > len(scores):
        return not_applicable(absent[0].reason or "", details={"n_repeats": len(scores)})
    present = [score for score in scores if score.state != "not_applicable"]
    lowest = _value([_or(score.lowest, 0.0) for score in present], rule, down=down)
    highest = _value([_or(score.highest, 1.0) for score in present], rule, down=down)
    details = {"n_repeats": len(scores), "values": [score.value for score in scores]}
    still_open = next((score for score in present if score.state == "unscored"), None)
    first = present[0]
    if still_open is not None:
        return unscored(
            still_open.reason or "", lowest=min(lowest, highest), highest=max(lowest, highest), details=details
        )
    value = _value([_or(score.value, 0.0) for score in present], rule, down=down)
    label = first.label if all(score.label == first.label for score in present) else None
    return scored(value, n_asked=first.n_asked, label=label, details=details, parts=_mean_parts(present))


def _value(values: Sequence[float], rule: RepeatRule, *, down: bool) -> float:
    """`mean`; `majority`: the most frequent value, the worse one of equally frequent; `pass^k`: the worst."""
    worst = max if down else min
    if rule == "mean":
        return min(1.0, max(0.0, sum(values) / len(values)))
    if rule == "majority":
        counts = Counter(values)
        most = max(counts.values())
        return worst(value for value, n in counts.items() if n == most)
    return worst(values)


def _mean_parts(scores: Sequence[Score]) -> dict[str, float]:
    keys = dict.fromkeys(key for score in scores for key in score.parts)
    return {key: sum(score.parts.get(key, 0.0) for score in scores) / len(scores) for key in keys}


def _or(value: float | None, default: float) -> float:
    return default if value is None else value

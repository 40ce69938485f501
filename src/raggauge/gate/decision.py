"""Rules over a run, or over a run against a baseline: pass, fail or inconclusive, each with a sentence.

    gate:
      thresholds:
        faithfulness: 0.85
        contradiction: {max: 0.05}
        context_recall: {min: 0.8, share_above: 0.7, share: 0.9}
      baseline: {run: main, tolerance: {faithfulness: 5%, answer_relevance: 0.05}}
      slices: {language: {zh: {faithfulness: 0.8}}}
      must_pass: [q1, q17]
      coverage: 1.0
      max_not_applicable: 0.2
      max_cost: 2.50
      max_latency_p95_s: 3.0

A mean at or above its threshold passes. One below it fails when the whole 95% interval is below, and is inconclusive
otherwise: the set is too small to tell. Below the coverage floor (default: any unscored sample) nothing passes, and
neither does a run that was broken off.
"""

import math
import operator
from collections.abc import Mapping, Sequence

from raggauge.errors import UsageError
from raggauge.gate.against import losses
from raggauge.gate.gathered import Scored, gather
from raggauge.gate.limits import coverage, limits, unfinished
from raggauge.gate.rules import Rules, Threshold, slice_name
from raggauge.gate.ruling import WORST, Decision, Outcome, Ruling
from raggauge.run.run import Run
from raggauge.stats import mean_interval, rate_interval


def decide(run: Run, rules: Rules, /, *, baseline: Run | None = None, force: bool = False) -> Decision:
    """Hold a run against rules. Raises UsageError for a threshold on a metric that the run does not have."""
    wanted = rules.metrics()
    missing = sorted(wanted - set(run.metrics))
    if missing:
        raise UsageError("gate.metric_not_in_run", metric=missing[0], metrics=", ".join(run.metrics))
    gathered = gather(run)
    rulings = [
        *_thresholds(gathered, rules.thresholds, "threshold", wholes=_wholes(run)),
        *_slices(run, rules),
        *_must_pass(run, rules),
        *coverage(gathered, rules, wanted),
        *limits(run, rules),
    ]
    if rulings and not run.complete:
        rulings.append(unfinished(run))
    if baseline is None and rules.tolerance:
        rulings.append(Ruling(rule="baseline", about="*", outcome="inconclusive", message="gate.no_baseline"))
    if baseline is not None:
        rulings += losses(run, baseline, rules, force=force)
    if not rulings:
        raise UsageError("gate.no_rules")
    return Decision(max((ruling.outcome for ruling in rulings), key=WORST.__getitem__), tuple(rulings))


def _thresholds(
    gathered: Mapping[str, Scored],
    thresholds: Sequence[Threshold],
    kind: str,
    *,
    where: str = "",
    wholes: Mapping[str, float] | None = None,
) -> list[Ruling]:
    """Rulings on means and shares; `wholes` are values of the set that are no means (BLEU of a corpus)."""
    rulings = []
    for threshold in thresholds:
        scored = gathered[threshold.metric]
        if not any(scored.weights[id] > 0 for id in scored.values):
            rulings.append(_nothing_scored(kind, scored, where))
            continue
        if threshold.bound is not None:
            whole = (wholes or {}).get(threshold.metric)
            rulings.append(
                _mean(scored, threshold, kind, where) if whole is None else _whole(scored, threshold, kind, whole)
            )
        if threshold.share_above is not None:
            rulings.append(_share(scored, threshold, where))
    return rulings


def _wholes(run: Run) -> dict[str, float]:
    """The values of the set that stand in the summary without an interval, since they are no means."""
    rows = run.summary().items()
    return {text: row["mean"] for text, row in rows if row["mean"] is not None and row["low"] is None}


def _whole(scored: Scored, threshold: Threshold, kind: str, value: float) -> Ruling:
    bound = float(threshold.bound or 0.0)
    met = value >= bound if threshold.side == "min" else value <= bound
    outcome: Outcome = "pass" if met else "fail"
    return Ruling(
        rule=kind,
        about=threshold.metric,
        outcome=outcome,
        message=f"gate.whole_{outcome}",
        values={"n": len(scored.values)},
        value=value,
        bound=bound,
        samples=_worst(scored),
    )


def _mean(scored: Scored, threshold: Threshold, kind: str, where: str) -> Ruling:
    counted = {id: value for id, value in scored.values.items() if scored.weights[id] > 0}
    values, weights = list(counted.values()), [scored.weights[id] for id in counted]
    clusters = [scored.clusters[id] for id in counted]
    grouped = clusters if len(set(clusters)) < len(clusters) else None
    interval = mean_interval(values, weights=None if set(weights) == {1.0} else weights, clusters=grouped)
    mean = min(1.0, math.fsum(map(operator.mul, values, weights)) / math.fsum(weights))
    bound = float(threshold.bound or 0.0)
    up = threshold.side == "min"
    met, out_of_reach = (mean >= bound, interval.high < bound) if up else (mean <= bound, interval.low > bound)
    outcome: Outcome = "pass" if met else "fail" if out_of_reach else "inconclusive"
    return Ruling(
        rule=kind,
        about=threshold.metric,
        outcome=outcome,
        message=f"gate.mean_{outcome}_{threshold.side}",
        values={"where": where, "n": len(values)},
        value=mean,
        low=interval.low,
        high=interval.high,
        bound=bound,
        samples=_worst(scored),
    )


def _share(scored: Scored, threshold: Threshold, where: str) -> Ruling:
    """The share of samples on the right side of a value, with its exact interval."""
    limit, wanted = float(threshold.share_above or 0.0), float(threshold.share)
    up = threshold.side == "min"
    counted = [id for id in scored.values if scored.weights[id] > 0]
    good = [(scored.values[id] >= limit) if up else (scored.values[id] <= limit) for id in counted]
    n, weights = len(good), [scored.weights[id] for id in counted]
    clusters = [scored.clusters[id] for id in counted]
    grouped = clusters if len(set(clusters)) < n else None
    plain = set(weights) == {1.0}
    if plain and grouped is None:
        interval = rate_interval(sum(good), n)
    else:
        interval = mean_interval([float(one) for one in good], weights=None if plain else weights, clusters=grouped)
    share = sum(good) / n if plain else interval.estimate
    outcome: Outcome = "pass" if share >= wanted else "fail" if interval.high < wanted else "inconclusive"
    return Ruling(
        rule="share",
        about=scored.metric,
        outcome=outcome,
        message=f"gate.share_{outcome}",
        values={"where": where, "n": n, "limit": limit},
        value=share,
        low=interval.low,
        high=interval.high,
        bound=wanted,
        samples=_worst(scored),
    )


def _nothing_scored(kind: str, scored: Scored, where: str) -> Ruling:
    return Ruling(
        rule=kind,
        about=scored.metric,
        outcome="inconclusive",
        message="gate.nothing_scored",
        values={"where": where, "n": scored.n},
    )


def _slices(run: Run, rules: Rules) -> list[Ruling]:
    rulings: list[Ruling] = []
    for key, by_value in rules.slices.items():
        groups: dict[str, list[str]] = {}
        for sampled in run:
            groups.setdefault(slice_name(sampled.sample.metadata.get(key)), []).append(sampled.id)
        for value, thresholds in by_value.items():
            gathered = gather(run, groups.get(value, ()))
            rulings += _thresholds(gathered, thresholds, "slice", where=f"{key}={value}")
    return rulings


def _must_pass(run: Run, rules: Rules) -> list[Ruling]:
    """Samples that must reach every threshold by themselves."""
    rulings = []
    bounds = {threshold.metric: threshold for threshold in rules.thresholds if threshold.bound is not None}
    for id in rules.must_pass:
        if id not in run:
            raise UsageError("gate.no_sample", id=id)
        scores = run[id].scores
        below = [text for text, threshold in bounds.items() if _below(scores[text].value, threshold)]
        unknown = [text for text in bounds if scores[text].state == "unscored"]
        outcome: Outcome = "fail" if below else "inconclusive" if unknown else "pass"
        values = {"id": id, "metrics": ", ".join(below or unknown)}
        rulings.append(
            Ruling(
                rule="must_pass",
                about=id,
                outcome=outcome,
                message=f"gate.must_{outcome}",
                values=values,
                samples=(id,),
            )
        )
    return rulings


def _below(value: float | None, threshold: Threshold) -> bool:
    return value is not None and threshold.misses(value)


def _worst(scored: Scored) -> tuple[str, ...]:
    sign = -1.0 if scored.direction == "down" else 1.0
    return tuple(sorted(scored.values, key=lambda id: (sign * scored.values[id], id))[:5])

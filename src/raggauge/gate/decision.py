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
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from raggauge.comparison import Change, compare
from raggauge.errors import UsageError
from raggauge.gate.gathered import Scored, gather
from raggauge.gate.rules import Rules, Test, Threshold, Tolerance, slice_name
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
        *_thresholds(gathered, rules.thresholds, "threshold"),
        *_slices(run, rules),
        *_must_pass(run, rules),
        *_coverage(gathered, rules, wanted),
        *_limits(run, rules),
    ]
    if rulings and not run.complete:
        rulings.append(_unfinished(run))
    if baseline is None and rules.tolerance:
        rulings.append(Ruling(rule="baseline", about="*", outcome="inconclusive", message="gate.no_baseline"))
    if baseline is not None:
        rulings += _against(run, baseline, rules, force=force)
    if not rulings:
        raise UsageError("gate.no_rules")
    return Decision(max((ruling.outcome for ruling in rulings), key=WORST.__getitem__), tuple(rulings))


def _thresholds(
    gathered: Mapping[str, Scored], thresholds: Sequence[Threshold], kind: str, where: str = ""
) -> list[Ruling]:
    rulings = []
    for threshold in thresholds:
        scored = gathered[threshold.metric]
        if not scored.values:
            rulings.append(_nothing_scored(kind, scored, where))
            continue
        if threshold.bound is not None:
            rulings.append(_mean(scored, threshold, kind, where))
        if threshold.share_above is not None:
            rulings.append(_share(scored, threshold, where))
    return rulings


def _mean(scored: Scored, threshold: Threshold, kind: str, where: str) -> Ruling:
    values = list(scored.values.values())
    clusters = list(scored.clusters.values())
    grouped = clusters if len(set(clusters)) < len(clusters) else None
    weights = _weights(scored)
    interval = mean_interval(values, weights=weights, clusters=grouped)
    mean = interval.estimate if weights else math.fsum(values) / len(values)
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
    good = [(value >= limit) if up else (value <= limit) for value in scored.values.values()]
    n, weights = len(good), _weights(scored)
    interval = mean_interval([float(one) for one in good], weights=weights) if weights else rate_interval(sum(good), n)
    share = interval.estimate if weights else sum(good) / n
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


def _weights(scored: Scored) -> list[float] | None:
    """How many samples each stands for, where a screening left some out; None where each stands for itself."""
    weights = [scored.weights.get(id, 1.0) for id in scored.values]
    return weights if any(weight != 1.0 for weight in weights) else None


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
            rulings += _thresholds(gathered, thresholds, "slice", f"{key}={value}")
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


def _coverage(gathered: Mapping[str, Scored], rules: Rules, wanted: Iterable[str]) -> list[Ruling]:
    """A gate does not pass on the samples that happened to be scored."""
    rulings = []
    for text in sorted(wanted or gathered):
        scored = gathered[text]
        asked = len(scored.values) + scored.n_unscored
        covered = len(scored.values) / asked if asked else 1.0
        if covered < rules.coverage:
            values = {"n": asked, "n_unscored": scored.n_unscored}
            rulings.append(
                Ruling(
                    rule="coverage",
                    about=text,
                    outcome="inconclusive",
                    message="gate.coverage",
                    values=values,
                    value=covered,
                    bound=rules.coverage,
                )
            )
        share = scored.n_not_applicable / scored.n if scored.n else 0.0
        limit = rules.max_not_applicable.get(text, rules.max_not_applicable.get("*"))
        if limit is not None:
            outcome: Outcome = "pass" if share <= limit else "fail"
            values = {"n": scored.n, "n_not_applicable": scored.n_not_applicable}
            rulings.append(
                Ruling(
                    rule="not_applicable",
                    about=text,
                    outcome=outcome,
                    message=f"gate.not_applicable_{outcome}",
                    values=values,
                    value=share,
                    bound=limit,
                )
            )
    return rulings


def _unfinished(run: Run) -> Ruling:
    """The samples that a killed run came to say nothing of the others."""
    done, n = len(run), run.manifest.dataset.n
    values = {"done": done, "n": n, "path": str(run.path or run.id)}
    share = done / n if n else 0.0
    return Ruling(
        rule="coverage",
        about="*",
        outcome="inconclusive",
        message="gate.unfinished",
        values=values,
        value=share,
        bound=1.0,
    )


def _limits(run: Run, rules: Rules) -> list[Ruling]:
    rulings = []
    if rules.max_cost is not None:
        cost = run.usage.get("cost")
        if cost is None:
            calls = run.usage.get("calls", 0)
            cost = 0.0 if not calls else None
        rulings.append(_limit("cost", "cost", cost, rules.max_cost))
    if rules.max_latency_p95_s is not None:
        latencies = sorted(
            float(sampled.measurements["latency_s"]) for sampled in run if "latency_s" in sampled.measurements
        )
        p95 = latencies[min(len(latencies) - 1, math.ceil(0.95 * len(latencies)) - 1)] if latencies else None
        rulings.append(_limit("latency", "latency_p95_s", p95, rules.max_latency_p95_s))
    return rulings


def _limit(rule: str, about: str, value: float | None, bound: float) -> Ruling:
    outcome: Outcome = "inconclusive" if value is None else "pass" if value <= bound else "fail"
    return Ruling(rule=rule, about=about, outcome=outcome, message=f"gate.limit_{outcome}", value=value, bound=bound)


def _against(run: Run, baseline: Run, rules: Rules, *, force: bool) -> list[Ruling]:
    """What became worse than the baseline, metric by metric."""
    comparison = compare(baseline, run, force=force)
    rulings = []
    for change in comparison.metrics:
        tolerance = rules.tolerance.get(change.metric, rules.tolerance.get("*"))
        if tolerance is not None:
            fallen = [m.id for m in comparison.movers if m.metric == change.metric and m.gain < 0]
            rulings.append(_loss(change, tolerance, rules.test, fallen))
    renamed = {new: old for old, new in comparison.unequal if "*" in rules.tolerance}
    for metric in comparison.only_in_b:
        if metric in rules.tolerance or metric in renamed:
            values = {"other": renamed.get(metric, "-")}
            message = "gate.baseline_other" if metric in renamed else "gate.baseline_lacks"
            rulings.append(
                Ruling(rule="baseline", about=metric, outcome="inconclusive", message=message, values=values)
            )
    return rulings


def _loss(change: Change, tolerance: Tolerance, test: Test, samples: Sequence[str]) -> Ruling:
    """Hold a loss against its tolerance.

    A loss beyond the tolerance fails when it is beyond doubt (Holm-adjusted p at most 0.05), else it is inconclusive.
    A loss within it passes; with `test: non-inferiority` only if the whole 95% interval is within.
    """
    bare: dict[str, Any] = {"rule": "baseline", "about": change.metric, "samples": tuple(samples[:5])}
    if change.difference is None or change.low is None or change.high is None or change.mean_a is None:
        return Ruling(outcome="inconclusive", message="gate.no_pairs", values={"n": change.n_common}, **bare)
    sign = 1.0 if change.direction == "down" else -1.0
    loss = sign * change.difference + 0.0
    least, most = sorted((sign * change.low, sign * change.high))
    allowed = tolerance.allowed(change.mean_a)
    p = 1.0 if change.p_adjusted is None else change.p_adjusted
    outcome: Outcome = "inconclusive"
    if loss <= allowed and (test == "tolerance" or most <= allowed):
        outcome = "pass"
    elif loss > allowed and least > 0 and p <= 0.05:
        outcome = "fail"
    message = "gate.baseline_wide" if outcome == "inconclusive" and loss <= allowed else f"gate.baseline_{outcome}"
    if outcome == "pass" and loss <= 0:
        message = "gate.baseline_kept"
    values: dict[str, Any] = {"before": change.mean_a, "after": change.mean_b, "n": change.n, "p": p}
    values |= {"least": least, "most": most, "tolerance": tolerance.text}
    return Ruling(
        outcome=outcome, message=message, values=values, value=loss, low=least, high=most, bound=allowed, **bare
    )


def _worst(scored: Scored) -> tuple[str, ...]:
    sign = -1.0 if scored.direction == "down" else 1.0
    return tuple(sorted(scored.values, key=lambda id: (sign * scored.values[id], id))[:5])

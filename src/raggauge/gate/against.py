"""Rules on what a run lost against its baseline."""

from typing import Any

from raggauge.comparison import Change, Comparison, compare
from raggauge.gate.rules import Rules, Test, Tolerance
from raggauge.gate.ruling import Outcome, Ruling
from raggauge.run.run import Run


def losses(run: Run, baseline: Run, rules: Rules, /, *, force: bool = False) -> list[Ruling]:
    """What became worse than the baseline, metric by metric."""
    comparison = compare(baseline, run, force=force, n_movers=0)
    rulings = []
    for change in comparison.metrics:
        tolerance = rules.tolerance.get(change.metric, rules.tolerance.get("*"))
        if tolerance is not None:
            rulings.append(_loss(change, tolerance, rules.test))
    return [*rulings, *_not_compared(comparison, rules)]


def _not_compared(comparison: Comparison, rules: Rules) -> list[Ruling]:
    """Metrics that only one of the two runs has: a rule on them cannot be decided, and does not pass in silence."""
    every = "*" in rules.tolerance
    renamed = {new: old for old, new in comparison.unequal if every}
    found = [
        (metric, "gate.baseline_other" if metric in renamed else "gate.baseline_lacks", renamed.get(metric, "-"))
        for metric in comparison.only_in_b
        if metric in rules.tolerance or metric in renamed
    ]
    found += [
        (metric, "gate.run_lacks", "-") for metric in comparison.only_in_a if every and metric not in renamed.values()
    ]
    return [
        Ruling(rule="baseline", about=metric, outcome="inconclusive", message=message, values={"other": other})
        for metric, message, other in found
    ]


def _loss(change: Change, tolerance: Tolerance, test: Test) -> Ruling:
    """Hold a loss against its tolerance.

    A loss beyond the tolerance fails when it is beyond doubt (Holm-adjusted p at most 0.05), else it is inconclusive.
    A loss within it passes; with `test: non-inferiority` only if the whole 95% interval is within.
    """
    bare: dict[str, Any] = {"rule": "baseline", "about": change.metric, "samples": change.fallen}
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

"""A run together with what its gate decided and how it compares with its baseline:

What the forms for CI are made of.
"""

from pathlib import Path

import msgspec

from raggauge.comparison import Comparison, compare
from raggauge.config import resolve
from raggauge.errors import UsageError
from raggauge.gate.baseline import place_of
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, read
from raggauge.gate.ruling import Decision, Outcome, Ruling
from raggauge.run.find import load
from raggauge.run.run import Run


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The run, the rules, the decision (None without rules) and the comparison with the baseline (None without one)."""

    run: Run
    rules: Rules
    decision: Decision | None = None
    comparison: Comparison | None = None


def verdict_of(run: Run, /, *, config: str | Path | None = None, baseline: str | None = None) -> Verdict:
    """Hold a run against the rules of a config file; `baseline` beats the one that the file or `baseline set` names."""
    settings = resolve(path=config)
    known = run.manifest.metrics
    rules = read(settings["gate"], settings["thresholds"], place=str(settings.file or ""), known=known)
    named = place_of(baseline or rules.baseline)
    before = load(named) if named else None
    try:
        comparison = compare(before, run) if before else None
    except UsageError as problem:
        return _without_baseline(run, rules, problem)
    if rules == Rules():
        return Verdict(run=run, rules=rules, comparison=comparison)
    decision = decide(run, rules, baseline=before if rules.tolerance else None)
    return Verdict(run=run, rules=rules, decision=decision, comparison=comparison)


def _without_baseline(run: Run, rules: Rules, problem: UsageError) -> Verdict:
    """What is left when the baseline cannot be compared, as after a change of the judge: the other rules, and why."""
    why = Ruling(
        rule="baseline", about="*", outcome="inconclusive", message=problem.message_id, values=dict(problem.values)
    )
    others = msgspec.structs.replace(rules, tolerance={})
    rulings = () if others == Rules() else decide(run, others).rulings
    outcome: Outcome = "fail" if any(ruling.outcome == "fail" for ruling in rulings) else "inconclusive"
    return Verdict(run=run, rules=rules, decision=Decision(outcome, (*rulings, why)))

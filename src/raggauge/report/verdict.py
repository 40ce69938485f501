"""A run together with what its gate decided and how it compares with its baseline:

What the forms for CI are made of.
"""

from pathlib import Path

import msgspec

from raggauge.baseline import current
from raggauge.comparison import Comparison, compare
from raggauge.config import resolve
from raggauge.gate import Decision, decide
from raggauge.gate_rules import Rules, read
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
    named = baseline or rules.baseline or current()
    before = load(named) if named else None
    if rules == Rules():
        return Verdict(run=run, rules=rules, comparison=compare(before, run) if before else None)
    decision = decide(run, rules, baseline=before if rules.tolerance or baseline else None)
    return Verdict(run=run, rules=rules, decision=decision, comparison=compare(before, run) if before else None)

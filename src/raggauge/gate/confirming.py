"""Before a gate fails because of a judge that wavers: ask again about the samples that decide, keep both results.

Only samples that missed what the failed rules ask are judged again, at most two further times, with the same claims;
their scores become the mean over all rounds, and the gate is decided once more. It is never repeated until it passes,
and the first result stays in its run.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.comparison import compare
from raggauge.dataset import Dataset
from raggauge.errors import UsageError
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules
from raggauge.gate.ruling import Decision, Ruling
from raggauge.messages import shown
from raggauge.run.folder import HOME
from raggauge.run.record import Row, encode
from raggauge.run.run import Run, Sampled
from raggauge.run.start import evaluate

MOST_ROUNDS: Final = 2
CONFIRMED: Final = HOME / "confirmed"


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    """The gate before and after: `samples` were judged `rounds` further times, in the run `further` (a folder,
    the id of a run in memory)."""

    first: Decision
    second: Decision
    samples: tuple[str, ...]
    rounds: int
    further: str


def confirm(
    run: Run,
    rules: Rules,
    decision: Decision,
    /,
    *,
    baseline: Run | None = None,
    rounds: int = MOST_ROUNDS,
    judge: Any = None,
) -> Confirmation:
    """Judge the deciding samples of a failed gate again, and decide once more.

    `rounds` is 1 or 2. `judge` stands in for the run's own. A judge that needs no endpoint always says the same:
    nothing is asked then and both decisions are equal. Raises UsageError when the run's judge cannot be made again.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise UsageError("gate.bad_rounds", value=shown(rounds), most=MOST_ROUNDS)
    manifest = run.manifest
    wavers = judge is not None or (manifest.judge is not None and bool(manifest.judge.endpoint))
    ids = _deciding(run, rules, decision, baseline)
    if decision.outcome != "fail" or not wavers or not ids:
        return Confirmation(first=decision, second=decision, samples=(), rounds=0, further="")
    if judge is None and not manifest.judge_spec:
        raise UsageError("gate.judge_gone")
    further = evaluate(
        Dataset([run[id].sample for id in ids], name=manifest.dataset.name),
        metrics=[entry.spec or entry.text for entry in manifest.metrics],
        judge=judge or manifest.judge_spec,
        judge_options=manifest.judge_options,
        repeats=manifest.repeats + rounds,
        skip_missing=True,
        name=f"confirm {manifest.name or run.id}",
        out=False if run.path is None else _place(run),
    )
    merged = _merged(run, further)
    second = decide(merged, rules, baseline=baseline)
    return Confirmation(
        first=decision, second=second, samples=tuple(ids), rounds=rounds, further=str(further.path or further.id)
    )


def _place(run: Run) -> Path:
    """A folder beside the runs, so that the run that is gated stays the last one."""
    return CONFIRMED / f"{run.id}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


def _deciding(run: Run, rules: Rules, decision: Decision, baseline: Run | None) -> list[str]:
    """The samples whose flip would change the outcome: those that missed what a failed rule asks, in order."""
    failed = [ruling for ruling in decision.rulings if ruling.outcome == "fail"]
    found: set[str] = set()
    for ruling in failed:
        found.update(_missing(run, rules, ruling))
    fallen = {ruling.about for ruling in failed if ruling.rule == "baseline"}
    if baseline is not None and fallen:
        everything = len(run) * len(run.metrics)
        movers = compare(baseline, run, force=True, n_movers=everything).movers
        found.update(mover.id for mover in movers if mover.metric in fallen and mover.gain < 0)
    return [sampled.id for sampled in run if sampled.id in found]


def _missing(run: Run, rules: Rules, ruling: Ruling) -> Iterable[str]:
    if ruling.rule == "must_pass":
        return (ruling.about,)
    inner = [t for by_value in rules.slices.values() for thresholds in by_value.values() for t in thresholds]
    bounds = [t for t in (*rules.thresholds, *inner) if t.metric == ruling.about]
    if ruling.rule not in ("threshold", "slice", "share"):
        return ()
    return [sampled.id for sampled in run for t in bounds if _missed(sampled, t.metric, t)]


def _missed(sampled: Sampled, metric: str, threshold: Any) -> bool:
    value = sampled.scores[metric].value
    if value is None:
        return False
    limit = threshold.bound if threshold.bound is not None else threshold.share_above
    return bool(value < limit if threshold.side == "min" else value > limit)


def _merged(run: Run, further: Run) -> Run:
    """The run with the scores of the samples that were judged again."""
    lines = []
    judged_again = {sampled.id: sampled for sampled in further}
    for sampled in run:
        again = judged_again.get(sampled.id, sampled)
        scores = {metric: again.scores.get(metric, sampled.scores[metric]) for metric in run.metrics}
        row = Row(id=sampled.id, scores=scores, repeats=again.repeats, sample=sampled.sample, evidence=again.evidence)
        lines.append(encode(row))
    return Run(None, run.manifest, lines=lines)

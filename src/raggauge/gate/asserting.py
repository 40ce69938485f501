"""Scores in tests:

`assert_scores(sample, faithfulness=0.8)` raises an AssertionError that shows claims and passages.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import structs

from raggauge.config import resolve
from raggauge.errors import JudgeError, UsageError
from raggauge.evidence import Evidence
from raggauge.gate.rules import Threshold, read
from raggauge.messages import reason, say, shown
from raggauge.run.chosen import choose
from raggauge.run.own import is_own
from raggauge.run.run import Run, Sampled
from raggauge.run.start import evaluate
from raggauge.sample import Sample
from raggauge.score import Score

MOST_PASSAGES, MOST_CLAIMS, LONGEST = 5, 20, 300


def assert_scores(
    sample: Sample | Mapping[str, Any], /, *, judge: Any = None, metrics: Sequence[Any] = (), **thresholds: Any
) -> Sampled:
    """Score one sample and hold it against thresholds; nothing is written to disk.

    `thresholds` are metric names with the least value (for lower-is-better metrics the greatest); names with
    parameters go in as `**{"noise_sensitivity(mode=relevant)": 0.2}`. A mapping may name both, as in a gate:
    `faithfulness={"min": 0.8}`; a `share_above` holds for the one sample there is. `metrics` are those of your own that
    they name (objects, classes or `"file.py:Class"`), by default the configured ones; so is `judge`. Returns the sample
    with its scores. Raises AssertionError where a score misses its threshold, with the claims and passages behind it,
    and JudgeError where the judge gave no verdict; an inapplicable score passes. Raises UsageError and DataError for
    what cannot be asked.
    """
    __tracebackhide__ = True
    if not thresholds:
        raise UsageError("asserting.no_thresholds")
    bounds, asked = settled(thresholds, metrics)
    run = scored([sample], asked, judge=judge)
    found = next(iter(run))
    hold(found, each(bounds, alone=True))
    return found


def settled(thresholds: Mapping[str, Any], metrics: Sequence[Any] = (), /) -> tuple[tuple[Threshold, ...], list[Any]]:
    """The thresholds, read, and the metrics to score for them.

    They may name those of `metrics` (else of the configured ones), and metrics of files and installed packages.
    """
    own = [name for name in thresholds if is_own(name)]
    mine = [*(metrics or resolve()["metrics"]), *own]
    known = {one.entry.text: one for one in (choose(mine) if mine else ())}
    called = {name: choose([name])[0].entry.text for name in own}
    named = {called.get(name, name): bound for name, bound in thresholds.items()}
    bounds = read({"thresholds": named}, known=[one.entry for one in known.values()]).thresholds
    texts = dict.fromkeys(threshold.metric for threshold in bounds)
    return bounds, [known[text].metric if text in known else text for text in texts]


def scored(samples: Any, metrics: Sequence[Any], /, *, judge: Any = None, **options: Any) -> Run:
    """A run in memory with the configured judge."""
    settings = resolve({"judge": judge} if isinstance(judge, str) else None)
    chosen = judge if judge is not None and not isinstance(judge, str) else settings["judge"]
    options = {"judge_options": settings["judge_options"], "prices": settings["prices"], **options}
    return evaluate(samples, metrics=metrics, judge=chosen, out=False, **options)


def each(bounds: Iterable[Threshold], /, *, alone: bool = False) -> tuple[Threshold, ...]:
    """The thresholds as bounds on one sample; a share of samples is such a bound if all are asked, or `alone`."""
    found: list[Threshold] = []
    for bound in bounds:
        found.append(structs.replace(bound, share_above=None))
        if bound.share_above is not None and (alone or bound.share == 1.0):
            found.append(structs.replace(bound, bound=bound.share_above, share_above=None))
    return tuple(found)


def hold(found: Sampled, bounds: tuple[Threshold, ...], /) -> None:
    """Raise an AssertionError for what a scored sample misses or the system under test did not answer.

    Raises JudgeError where nothing is missed but the judge gave no verdict: an outage is no failure of the system.
    """
    __tracebackhide__ = True
    missed = [line for threshold in bounds if (line := _missed(found, threshold))]
    if missed:
        raise AssertionError("\n".join([*missed, *_evidence(found)]))
    for threshold in bounds:
        score = found.scores[threshold.metric]
        if score.state == "unscored":
            raise JudgeError("asserting.judge_out", said=_unscored(threshold.metric, score))


def judge_held(found: Sampled, bounds: tuple[Threshold, ...], /) -> None:
    """Raise the JudgeError that `hold` would raise, and leave what was missed to it."""
    try:
        hold(found, bounds)
    except AssertionError:
        return


def _missed(found: Sampled, threshold: Threshold) -> str:
    """What a score misses, in words; empty where it misses nothing or the judge did not say."""
    score = found.scores[threshold.metric]
    if score.state == "unscored" and (score.reason or "").startswith("target failed"):
        return _unscored(threshold.metric, score)
    if score.value is None or not threshold.misses(score.value):
        return ""
    key = "asserting.below" if threshold.side == "min" else "asserting.above"
    return say(key, metric=threshold.metric, value=score.value, bound=threshold.bound)


def _unscored(metric: str, score: Score) -> str:
    why = reason(score.reason or "")
    return say("asserting.unscored", metric=metric, reason=why, lowest=score.lowest, highest=score.highest)


def _evidence(found: Sampled) -> list[str]:
    """Question, answer, claims with verdicts, passages: what one needs to see why."""
    sample = found.sample
    lines = [say("asserting.question", text=_cut(sample.question)), say("asserting.answer", text=_cut(sample.answer))]
    evidence = found.evidence[0] if found.evidence else Evidence(sample=sample.id)
    claims = evidence.checkable("answer")
    for claim in claims[:MOST_CLAIMS]:
        finding = evidence.finding(claim.id, "contexts")
        word = say(f"report.{finding.verdict}") if finding else say("report.open")
        numbers = " ".join(f"[{k + 1}]" for k in finding.support) if finding else ""
        lines.append(f"  {claim.id} {word} {numbers}: {_cut(claim.text)}".replace(" :", ":"))
    if len(claims) > MOST_CLAIMS:
        lines.append(say("asserting.more", n=len(claims) - MOST_CLAIMS))
    contexts = sample.contexts or ()
    lines += [f"  [{k}] {_cut(context.text)}" for k, context in enumerate(contexts[:MOST_PASSAGES], 1)]
    if len(contexts) > MOST_PASSAGES:
        lines.append(say("asserting.more", n=len(contexts) - MOST_PASSAGES))
    return lines


def _cut(text: str | None) -> str:
    return "-" if text is None else shown(" ".join(text.split()), limit=LONGEST)

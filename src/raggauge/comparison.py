"""Two runs side by side: what changed, by how much, and whether it is the change or the dice.

Samples are paired by id and content: a sample of the same id whose question or references differ is no pair but
*changed*. Only pairs that both runs scored enter a metric's difference; how many did not, and why, stands beside it.
"""

import math
import operator
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import say
from raggauge.metrics.metric import Direction
from raggauge.run.run import Run, Sampled
from raggauge.run.slices import Slices
from raggauge.sample import Sample
from raggauge.score import Score, scored
from raggauge.stats import holm, paired

NOISE_FLOOR: Final = 0.02
MOST_FALLEN: Final = 5
Word = Literal["better", "worse", "equivalent", "indistinguishable", "within judge noise", "not compared"]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """How one metric changed from run a to run b.

    `difference` is b - a over the pairs, in the metric's own direction; `low` and `high` its 95% interval; `p`
    two-sided, `p_adjusted` after Holm over all metrics compared; `effect` the mean difference in standard deviations
    of the differences. `n` counts the pairs behind it, `n_common` the samples both runs have; `lost` says why the
    others are no pair (`{"unscored in b": 2}`). `noise` is what the judge alone may cause, 0 where no judge is asked.
    `fallen` are the samples that lost most, at most five, the worst first.
    """

    metric: str
    direction: Direction
    word: Word
    reason: str = ""
    n: int = 0
    n_common: int = 0
    lost: dict[str, int] = {}
    mean_a: float | None = None
    mean_b: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    method: str = ""
    effect: float | None = None
    noise: float = NOISE_FLOOR
    n_better: int = 0
    n_worse: int = 0
    n_equal: int = 0
    fallen: tuple[str, ...] = ()


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One sample in one of two runs: its answer, what the contexts say of each claim, and passages only it has."""

    answer: str
    claims: dict[str, str]
    passages: tuple[str, ...]


class Mover(msgspec.Struct, frozen=True, kw_only=True):
    """A sample whose score moved, with the evidence of both runs side by side.

    The verdict of a claim that none was given to is `open`; where both runs have the same claims with the same
    verdicts, `claims` are empty.
    """

    id: str
    question: str
    metric: str
    before: float
    after: float
    gain: float
    was: Side
    now: Side


class MovedSlice(msgspec.Struct, frozen=True, kw_only=True):
    """A slice (`key` = `value` of the metadata) that moved otherwise than the rest.

    `difference` is b - a in the slice, over `n` pairs, `rest` outside it; `p` is corrected for all slices and metrics.
    """

    key: str
    value: str
    metric: str
    n: int
    difference: float
    rest: float
    p: float


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All that `compare` found. `forced` says that the judges differ and the user insisted.

    `unequal` pairs metrics of one name whose parameters differ (`recall@5`, `recall@10`), which are never compared.
    """

    a: str
    b: str
    forced: bool
    n_common: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    metrics: tuple[Change, ...]
    only_in_a: tuple[str, ...]
    only_in_b: tuple[str, ...]
    movers: tuple[Mover, ...]
    slices: tuple[MovedSlice, ...] = ()
    unequal: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, metric: str) -> Change:
        return next(change for change in self.metrics if change.metric == metric)


def compare(
    a: Run, b: Run, /, *, force: bool = False, margin: float = NOISE_FLOOR, n_movers: int = 10, seed: int = 0
) -> Comparison:
    """Compare run b (after) with run a (before), sample by sample.

    `margin` is the difference that would not matter (for "equivalent"). Raises UsageError when the runs were judged
    by different judges or protocols, unless `force` (the result then says so), and when all that they have in common
    are metrics at unequal parameters, such as `recall@5` and `recall@10`.
    """
    forced = _check_judges(a, b, force=force)
    before, after = ({sampled.id: sampled for sampled in run} for run in (a, b))
    shared = [id for id in before if id in after]
    changed = tuple(id for id in shared if not _same_case(before[id].sample, after[id].sample))
    common = [(before[id], after[id]) for id in shared if id not in set(changed)]
    both = [metric for metric in a.metrics if metric in b.metrics]
    unequal = _unequal(a.metrics, b.metrics)
    if unequal and not both:
        raise UsageError("compare.unequal_parameters", a=unequal[0][0], b=unequal[0][1])
    directions = {entry.text: entry.direction for entry in (*a.manifest.metrics, *b.manifest.metrics)}
    judged = {entry.text for run in (a, b) for entry in run.manifest.metrics if entry.facets}
    changes = [
        _change(metric, directions[metric], common, margin=margin, seed=seed, judged=metric in judged)
        for metric in both
    ]
    return Comparison(
        a=_names(a, b)[0],
        b=_names(a, b)[1],
        forced=forced,
        n_common=len(common),
        added=tuple(id for id in after if id not in before),
        removed=tuple(id for id in before if id not in after),
        changed=changed,
        metrics=tuple(_corrected(changes)),
        only_in_a=tuple(metric for metric in a.metrics if metric not in b.metrics),
        only_in_b=tuple(metric for metric in b.metrics if metric not in a.metrics),
        movers=_movers(common, both, directions, n_movers) if n_movers else (),
        slices=_slices(common, both),
        unequal=unequal,
    )


def _unequal(a: Sequence[str], b: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Metrics of one name, with parameters on one side that the other does not have."""
    return tuple(
        (one, two)
        for one in a
        if one not in b
        for two in b
        if two not in a and re.split(r"[@(]", one)[0] == re.split(r"[@(]", two)[0]
    )


def _check_judges(a: Run, b: Run, *, force: bool) -> bool:
    judges = [run.manifest.judge.id if run.manifest.judge else "" for run in (a, b)]
    if judges[0] == judges[1] or "" in judges:
        return False
    if not force:
        raise UsageError("compare.judges_differ", a=_judge(a), b=_judge(b), difference=_difference(a, b))
    return True


def _judge(run: Run) -> str:
    found = run.manifest.judge
    return f"{found.kind} {found.model}".strip() if found else "-"


def _difference(a: Run, b: Run) -> str:
    one, two = (msgspec.to_builtins(run.manifest.judge) for run in (a, b))
    return ", ".join(sorted(key for key in {*one, *two} if one.get(key) != two.get(key)))


def _same_case(a: Sample, b: Sample) -> bool:
    return a.question == b.question and a.references == b.references


def _change(
    metric: str,
    direction: Direction,
    common: Sequence[tuple[Sampled, Sampled]],
    *,
    margin: float,
    seed: int,
    judged: bool,
) -> Change:
    lost: dict[str, int] = {}
    pairs: list[tuple[float, float]] = []
    clusters: list[str] = []
    ids: list[str] = []
    weights: list[float] = []
    for one, two in common:
        first, second = one.scores[metric], two.scores[metric]
        if first.value is None or second.value is None or not two.sample.weight:
            reason = _why_lost(first, second)
            lost[reason] = lost.get(reason, 0) + 1
            continue
        pairs.append((first.value, second.value))
        ids.append(two.id)
        weights.append(float(two.sample.weight))
        clusters.append(two.sample.cluster or f"\0{two.id}")
    bare: dict[str, Any] = {
        "metric": metric,
        "direction": direction,
        "n": len(pairs),
        "n_common": len(common),
        "lost": lost,
    }
    if not pairs:
        return Change(word="not compared", reason=say("compare.no_pairs", lang="en"), **bare)
    flip = direction == "down"
    a, b = ([1 - pair[i] if flip else pair[i] for pair in pairs] for i in (0, 1))
    grouped = clusters if len(set(clusters)) < len(clusters) else None
    weighted = None if set(weights) == {1.0} else weights
    found = paired(a, b, weights=weighted, clusters=grouped, margin=margin, seed=seed)
    sign = -1.0 if flip else 1.0
    ends = sorted((sign * found.interval.low, sign * found.interval.high))
    return Change(
        word=found.verdict,
        mean_a=_mean([pair[0] for pair in pairs], weights),
        mean_b=_mean([pair[1] for pair in pairs], weights),
        difference=sign * found.difference + 0.0,
        low=ends[0],
        high=ends[1],
        p=found.p,
        method=found.method,
        effect=None if found.effect is None else sign * found.effect,
        noise=max(NOISE_FLOOR, _noise(common, metric)) if judged else 0.0,
        n_better=found.n_better,
        n_worse=found.n_worse,
        n_equal=found.n_equal,
        fallen=_fallen(ids, a, b),
        **bare,
    )


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return min(1.0, math.fsum(map(operator.mul, values, weights)) / math.fsum(weights))


def _fallen(ids: Sequence[str], a: Sequence[float], b: Sequence[float]) -> tuple[str, ...]:
    lost = sorted((after - before, id) for id, before, after in zip(ids, a, b, strict=True) if after < before)
    return tuple(id for _, id in lost[:MOST_FALLEN])


def _corrected(changes: Sequence[Change]) -> list[Change]:
    """Holm over the metrics compared, and the word that then holds."""
    tested = [change for change in changes if change.p is not None]
    adjusted = dict(
        zip((change.metric for change in tested), holm([c.p for c in tested if c.p is not None]), strict=True)
    )
    return [_worded(change, adjusted[change.metric]) if change.metric in adjusted else change for change in changes]


def _worded(change: Change, p: float) -> Change:
    difference = change.difference or 0.0
    word: Word = change.word
    if word in ("better", "worse") and p > 0.05:
        word = "indistinguishable"
    if word != "equivalent" and difference and abs(difference) < change.noise:
        word = "within judge noise"
    return msgspec.structs.replace(change, word=word, p_adjusted=p)


def _noise(common: Sequence[tuple[Sampled, Sampled]], metric: str) -> float:
    """The judge's share in a difference of two means, from the repeats of both runs; 0 without repeats."""
    squares = 0.0
    for pair in common:
        for sampled in pair:
            known = [r[metric].value for r in sampled.repeats if metric in r and r[metric].value is not None]
            values = [value for value in known if value is not None]
            if len(values) > 1:
                mean = math.fsum(values) / len(values)
                squares += math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)
    return 1.96 * math.sqrt(squares) / len(common) if common else 0.0


def _why_lost(first: Score, second: Score) -> str:
    """Which side has no value, and in which state it is."""
    if first.value is not None and second.value is not None:
        return "weight 0"
    states = [score.state.replace("_", " ") for score in (first, second)]
    if first.value is None and second.value is None:
        return f"{states[0]} in both" if states[0] == states[1] else f"{states[0]} in a and {states[1]} in b"
    return f"{states[0]} in a" if first.value is None else f"{states[1]} in b"


def _movers(
    common: Sequence[tuple[Sampled, Sampled]], metrics: Sequence[str], directions: Mapping[str, Direction], n: int
) -> tuple[Mover, ...]:
    found: list[tuple[float, float, str, str, tuple[Sampled, Sampled]]] = []
    for pair in common:
        for metric in metrics:
            before, after = (sampled.scores[metric].value for sampled in pair)
            if before is None or after is None or before == after:
                continue
            gain = (before - after) if directions[metric] == "down" else (after - before)
            found.append((-abs(gain), gain, metric, pair[1].id, pair))
    found.sort(key=lambda entry: entry[:4])
    return tuple(_mover(metric, gain, *pair) for _, gain, metric, _, pair in found[:n])


def _slices(common: Sequence[tuple[Sampled, Sampled]], metrics: Sequence[str]) -> tuple[MovedSlice, ...]:
    """Differences lie in [-1, 1]; the finder works on scores, so that they are mapped to [0, 1] and back."""
    finder = Slices()
    for one, two in common:
        halves: dict[str, Score] = {}
        for metric in metrics:
            before, after = one.scores[metric].value, two.scores[metric].value
            if before is not None and after is not None:
                halves[metric] = scored((1.0 + after - before) / 2)
        finder.add(two.sample.metadata, halves)
    return tuple(
        MovedSlice(
            key=found.key,
            value=found.value,
            metric=found.metric,
            n=found.n,
            difference=2 * found.mean - 1,
            rest=2 * found.rest - 1,
            p=found.p_corrected,
        )
        for found in finder.found()
    )


def _mover(metric: str, gain: float, one: Sampled, two: Sampled) -> Mover:
    return Mover(
        id=two.id,
        question=two.sample.question or "",
        metric=metric,
        before=float(one.scores[metric].value or 0.0),
        after=float(two.scores[metric].value or 0.0),
        gain=gain,
        was=_side(one, two),
        now=_side(two, one),
    )


def _side(mine: Sampled, other: Sampled) -> Side:
    claims, passages = _judged(mine), _passages(other)
    return Side(
        answer=mine.sample.answer or "",
        claims={} if claims == _judged(other) else claims,
        passages=tuple(text for text in _passages(mine) if text not in passages),
    )


def _judged(sampled: Sampled) -> dict[str, str]:
    if not sampled.evidence:
        return {}
    evidence = sampled.evidence[0]
    return {claim.text: evidence.verdict(claim.id, "contexts") or "open" for claim in evidence.checkable("answer")}


def _passages(sampled: Sampled) -> list[str]:
    return [context.text for context in sampled.sample.contexts or ()]


def _names(a: Run, b: Run) -> tuple[str, str]:
    """What to call the runs: by name, by id where the names do not tell them apart."""
    names = [run.manifest.name or run.id or "in memory" for run in (a, b)]
    if names[0] == names[1]:
        names = [run.id or name for run, name in zip((a, b), names, strict=True)]
    return names[0], names[1]

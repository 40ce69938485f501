"""A diagnosis of a run: the causes that its samples show, with how many, at what cost, and where to look."""

from collections import deque
from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from raggauge.diagnosis.causes import (
    CEILINGS,
    CORE,
    DIRECT_ESTIMATE,
    LIMITS,
    Bars,
    Cause,
    Fault,
    Instance,
    Level,
    Wording,
    everything_low,
    faults_of,
    in_order,
)
from raggauge.diagnosis.depth import Depth, depth_lines, depths, enough
from raggauge.diagnosis.means import Diagnosis
from raggauge.diagnosis.sight import RANKED, Eyes, Scale
from raggauge.diagnosis.signs import said
from raggauge.diagnosis.topics import Topic, topics
from raggauge.diagnosis.watch import Watch
from raggauge.errors import UsageError
from raggauge.messages import Language, say
from raggauge.run.run import Run
from raggauge.run.slices import Slice
from raggauge.stats import rate_interval

SHOWN: Final = 3
FEW: Final = 0.05
"""From which share of the samples on wrong refusals and gaps in the documents are a finding: our choice."""
SOME: Final = 0.10
"""The same for answers that follow a distractor or speak of something else, where the means do not show it."""
MUCH: Final = 20
"""From how many sentences a sample on, on average, there can be too much context: our choice."""
QUARTER: Final = 0.25
"""The same for answers that claim things from outside; about one right answer in ten does in words of its own."""
BARS: Final[dict[Cause, float]] = {
    "too_cautious": FEW,
    "knowledge_gap": FEW,
    "misled_by_distractors": SOME,
    "off_the_point": SOME,
    "generation_invents": QUARTER,
}
Composite = Literal["mean", "product"]


def scale_line(scale: Scale, lang: Language | None = None) -> str:
    """How the judge sees one goal, and the value that its mean stands for, as a line of text."""
    numbers = {name: f"{getattr(scale, name):.2f}" for name in ("stated", "seen", "true", "good", "bad")}
    ends = {name: f"{getattr(scale, name):.2f}" for name in ("least", "most")}
    return say("diagnosis.scale", lang=lang, metric=scale.metric, **numbers, **ends)


class RunDiagnosis(Diagnosis, frozen=True, kw_only=True, omit_defaults=True):
    """A diagnosis with samples and evidence.

    `depths` are precision and recall of the first k passages, `enough_k` the k from which on recall grows no more;
    `gaps` the questions that the documents do not answer, by topic; `slices` the metadata values that fare differently
    from the rest, of `n_slices_tested` that were looked at; `composite` the one number that was asked for, and
    `moved_by` the metric that moves it most; `uncalibrated` says that the judge was not fitted to such data, so that
    goals are a rough guide. `at_fault` names the cause that explains each faulty sample, `n_missing` counts the samples
    that a broken-off run has not come to, `n_open_refusals` the refusals of which nobody says whether they are right.
    """

    n: int = 0
    depths: tuple[Depth, ...] = ()
    enough_k: int | None = None
    gaps: tuple[Topic, ...] = ()
    slices: tuple[Slice, ...] = ()
    n_slices_tested: int = 0
    composite: float | None = None
    moved_by: str = ""
    at_fault: dict[str, Cause] = msgspec.field(default_factory=dict)
    scales: tuple[Scale, ...] = ()
    uncalibrated: bool = False
    n_missing: int = 0
    n_open_refusals: int = 0

    def lines(self, lang: Language | None = None) -> list[str]:
        """The diagnosis as lines of text: faults, composite, depth, slices, gaps."""
        found = super().lines(lang) if self.n or not self.n_missing else []
        if self.n_missing:
            found.append(say("diagnosis.unfinished", lang=lang, n=self.n + self.n_missing, done=self.n))
        if self.open_refusals(lang):
            found.append(self.open_refusals(lang))
        if self.uncalibrated:
            found.append(say("diagnosis.scaled" if self.scales else "diagnosis.uncalibrated", lang=lang))
        found += [scale_line(scale, lang) for scale in self.scales if scale.metric in CORE]
        if self.composite is not None:
            composite = f"{self.composite:.2f}"
            found += ["", say("diagnosis.composite", lang=lang, composite=composite, metric=self.moved_by)]
        return found + depth_lines(self.depths, self.enough_k, lang) + self._slices(lang) + self._gaps(lang)

    def open_refusals(self, lang: Language | None = None, /) -> str:
        """How many answers refuse without anybody saying whether they should; "" where they are few."""
        if self.n_open_refusals < max(1.0, FEW * self.n):
            return ""
        return say("diagnosis.open_refusals", lang=lang, n=self.n_open_refusals, total=self.n)

    def slice_lines(self, lang: Language | None = None) -> list[str]:
        """Each slice that differs, as a line of text."""
        return [
            say("diagnosis.slice", lang=lang, **_numbers(one))
            + (say("diagnosis.also", lang=lang, names=", ".join(one.also)) if one.also else "")
            for one in self.slices
        ]

    def _slices(self, lang: Language | None) -> list[str]:
        rows = self.slice_lines(lang)
        return ["", say("diagnosis.slices", lang=lang, n=self.n_slices_tested), *rows] if rows else []

    def _gaps(self, lang: Language | None) -> list[str]:
        rows = [f"  {', '.join(topic.words)} ({len(topic.samples)}): {', '.join(topic.samples)}" for topic in self.gaps]
        return ["", say("diagnosis.gaps", lang=lang), *rows] if rows else []


def diagnose(
    run: Run,
    /,
    *,
    goals: Mapping[str, float] | None = None,
    composite: Composite | None = None,
    against: Run | None = None,
) -> RunDiagnosis:
    """What is wrong with the system behind a run, weakest stage first.

    Means with their intervals decide which causes there are, as in `diagnose_means`; the evidence decides which samples
    show them. Refusals are left out of the mean relevance, and answers that speak of something else out of the mean
    faithfulness, since another cause explains them. `goals` replace those of the run.

    With `against`, a run of a state that was good enough, only what is worse than there is a fault: its means, at the
    near end of their intervals, stand in for goals that it misses. That is the way to use a judge that is not
    calibrated on one's own data. Raises UsageError where different judges were used. Reads each run once.
    """
    wanted = {entry.text: entry.goal for entry in run.manifest.metrics if entry.goal is not None} | dict(goals or {})
    bars = BARS
    if against is not None:
        wanted, bars = _as_before(run, against, wanted)
    eyes = Eyes(wanted, run.manifest.judge if against is None else None)
    watch = Watch(eyes)
    found_depths = depths(watch.over(run))
    levels = watch.levels()
    limits = eyes.bars(levels)
    if watch.direct:
        limit = min(limits.goals["answer_relevance"], DIRECT_ESTIMATE)
        limits = Bars({**limits.goals, "answer_relevance": limit}, limits.sure)
    faults = _retrieval(_borne_out(faults_of(levels, limits), watch), watch)
    causes = {fault.cause for fault in faults}
    more = [_ranking(watch, limits), *(_counted(cause, watch, bar) for cause, bar in bars.items())]
    settled = {fault.cause for fault in more if fault is not None and fault.strength == "high"}
    faults = [_settled(fault) if fault.cause in settled else fault for fault in faults]
    faults += [fault for fault in more if fault is not None and fault.cause not in causes]
    value, moved_by = _composite(levels, composite)
    scales = eyes.scales(levels)
    stated = {scale.metric: scale.stated for scale in scales}
    faults = [msgspec.structs.replace(fault, stated=stated.get(fault.metric)) for fault in faults]
    complete = [_with_samples(fault, watch, alone=len(faults) == 1) for fault in faults]
    return RunDiagnosis(
        faults=tuple(_with_words(fault, run) for fault in in_order(complete)),
        redesign=everything_low(levels, goals=limits.goals),
        n=watch.n,
        depths=tuple(found_depths),
        enough_k=enough(found_depths),
        gaps=tuple(topics(watch.questions)),
        slices=tuple(watch.slices.found()),
        n_slices_tested=watch.slices.n_tested,
        composite=value,
        moved_by=moved_by,
        at_fault=watch.at_fault,
        scales=scales,
        uncalibrated=run.manifest.judge is not None and not run.manifest.judge.calibration and against is None,
        n_open_refusals=watch.n_open_refusals,
        n_missing=0 if run.complete else max(0, run.manifest.dataset.n - len(run)),
    )


def _as_before(run: Run, against: Run, wanted: Mapping[str, float], /) -> tuple[dict[str, float], dict[Cause, float]]:
    """Goals that the earlier run met: ours where it met them, else what it had, at the near end of the interval."""
    ours, theirs = run.manifest.judge, against.manifest.judge
    if ours != theirs:
        names = [judge.id if judge else "-" for judge in (ours, theirs)]
        raise UsageError("diagnosis.other_judge", a=names[0], b=names[1])
    before = Watch(Eyes(wanted))
    deque(before.over(against), maxlen=0)
    goals = dict(wanted)
    for text, level in before.levels().items():
        if text in CEILINGS:
            goals[text] = max(goals.get(text, CEILINGS[text]), level.high or 0.0)
        elif text in LIMITS:
            goals[text] = min(goals.get(text, LIMITS[text]), level.low if level.low is not None else 1.0)
    bars = dict(BARS)
    for cause, bar in BARS.items():
        n = len(_counted_ids(cause, before))
        bars[cause] = max(bar, rate_interval(n, before.n).high) if n else bar
    return goals, bars


def _borne_out(faults: list[Fault], watch: Watch) -> list[Fault]:
    """The faults without what is none by the samples.

    Few needed sentences are no fault where there is little to read anyway, as in one passage a question; a low mrr is
    none of the ranking where no useful passage comes late.
    """
    absent = {"too_much_context"} if watch.n_sentences < MUCH * watch.n else set()
    absent |= {"ranking"} if watch.ranked() is not None and not watch.found.get("ranking") else set()
    return [fault for fault in faults if fault.cause not in absent]


def _retrieval(faults: list[Fault], watch: Watch) -> list[Fault]:
    """Low recall is put down to chunking where the missing facts stand at a cut, to retrieval where they do not."""
    recall = next((fault for fault in faults if fault.cause == "retrieval_misses"), None)
    n_cut = len(watch.found.get("cut_by_chunking", ()))
    if recall is None or recall.metric != "context_recall" or n_cut < FEW * watch.n:
        return faults
    missed = watch.found.get("retrieval_misses", ())
    kept = [fault for fault in faults if fault is not recall or missed]
    return [*kept, msgspec.structs.replace(recall, cause="cut_by_chunking", wording="")]


def _ranking(watch: Watch, bars: Bars) -> Fault | None:
    """Useful passages late: the average precision is low even where there is something useful."""
    level, metric, limit = watch.ranked(), "context_precision", bars.goals[RANKED]
    strength = bars.strength(RANKED, level, limit) if level is not None and watch.found.get("ranking") else None
    if level is None or strength is None:
        return None
    return Fault(
        cause="ranking",
        strength=strength,
        metric=metric,
        mean=level.mean,
        low=level.low,
        high=level.high,
        goal=limit,
        cost=1.0 - level.mean,
    )


def _counted(cause: Cause, watch: Watch, bar: float) -> Fault | None:
    """A cause that shows in single samples, from a share of them on; it leans while its interval reaches below 5%.

    Answers off the point count here where they speak of something else altogether, or add nothing but courtesies.
    """
    n_shown = len(_counted_ids(cause, watch))
    if not n_shown or n_shown < bar * watch.n:
        return None
    interval = rate_interval(n_shown, watch.n)
    return Fault(cause=cause, strength="high" if interval.low >= FEW else "leaning", cost=n_shown / watch.n)


def _counted_ids(cause: Cause, watch: Watch) -> set[str]:
    if cause == "off_the_point":
        return {*watch.elsewhere, *watch.padded}
    if cause == "generation_invents":
        return set(watch.outside)
    return {name for name, at_fault in watch.at_fault.items() if at_fault == cause}


def _settled(fault: Fault) -> Fault:
    """What only leans by its mean is certain where the evidence of its samples is."""
    return msgspec.structs.replace(fault, strength="low") if fault.strength == "leaning" else fault


def _with_samples(fault: Fault, watch: Watch, *, alone: bool) -> Fault:
    """The fault with its samples, worst first, and what they cost the set."""
    found = watch.found.get(fault.cause, [])
    if not fault.metric:
        counted = _counted_ids(fault.cause, watch)
        found = [instance for instance in found if instance.id in counted]
    shown = sorted(found, key=_badness, reverse=True)
    n = max(watch.n_of(fault.metric), len(found)) if fault.metric else watch.n
    if fault.cause == "generation_invents" and watch.outside:
        n = watch.n  # also answers that the mean leaves out
    cost = fault.cost
    if fault.metric and shown and n:
        cost = sum(_badness(instance) for instance in shown) / n
    return msgspec.structs.replace(
        fault,
        cost=cost,
        n=n,
        n_samples=len(shown),
        samples=tuple(instance.id for instance in shown),
        instances=tuple(shown[:SHOWN]),
        wording=_wording(fault, len(shown), watch, alone=alone),
        n_explained=0 if fault.mean is None else watch.n_explained[fault.metric],
    )


def _wording(fault: Fault, n_shown: int, watch: Watch, *, alone: bool) -> Wording:
    """How an answer off the point is spoken of: by what most of its samples do, and whether all else is fine."""
    if fault.cause != "off_the_point" or not n_shown:
        return fault.wording
    n_elsewhere, n_padded = len(watch.elsewhere), len(watch.padded)
    if 2 * (n_elsewhere + n_padded) < n_shown:
        return fault.wording
    if min(n_elsewhere, n_padded) >= FEW * watch.n:
        return "mixed"
    if n_elsewhere >= n_padded:
        return "elsewhere"
    return "padded" if alone else "courteous"


def _with_words(fault: Fault, run: Run) -> Fault:
    """The fault with what the evidence of its instances says."""
    shown = (msgspec.structs.replace(one, said=said(run[one.id], one)) for one in fault.instances)
    return msgspec.structs.replace(fault, instances=tuple(shown))


def _numbers(one: Slice) -> dict[str, object]:
    return {
        "key": one.key,
        "value": one.value,
        "metric": one.metric,
        "n": one.n,
        "mean": f"{one.mean:.2f}",
        "rest": f"{one.rest:.2f}",
        "p": f"{one.p_corrected:.2g}",
    }


def _badness(instance: Instance) -> float:
    return 1.0 - instance.value if instance.value is not None else 1.0


def _composite(levels: Mapping[str, Level], kind: Composite | None) -> tuple[float | None, str]:
    """One number of the core metrics that there are, and the one of them that moves it most: the lowest."""
    known = {name: levels[name].mean for name in CORE if name in levels}
    if kind is None or not known:
        return None, ""
    value = 1.0
    for mean in known.values():
        value *= mean
    if kind == "mean":
        value = sum(known.values()) / len(known)
    return value, min(known, key=lambda name: known[name])

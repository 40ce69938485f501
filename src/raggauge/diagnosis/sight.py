"""How a judge sees a goal: a judge that misses part of what people see is not asked for more than it can show.

A goal is what people should find. A judge whose errors are known from labelled rows prints something else for a system
that stands exactly at the goal: `goal x (what it makes of right rows) + (1 - goal) x (what it makes of wrong ones)`.
Its means are compared with that, which is the correction of Rogan and Gladen (1978) turned round.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from raggauge.diagnosis.causes import CEILINGS, LIMITS, Bars, Level
from raggauge.judge.embedded.known import Sight, sights
from raggauge.judge.judge import Fingerprint
from raggauge.sample import Sample
from raggauge.text import language

RANKED: Final = "ranked precision"
"""Average precision where there is something useful to rank: the name of a value that is no metric of the run."""
TURNED: Final[dict[str, str]] = {"hallucination": "faithfulness"}
"""Metrics of which less is better, and the one that is their opposite to this judge."""


ANCHORS: Final = ("faithfulness", "context_recall")
"""Shares of supported claims: what a run shows of them is seen."""


UNKNOWN: Final = {
    "context_density": 0.0,
    "noise_sensitivity(mode=irrelevant)": 1.0,
    "noise_sensitivity(mode=relevant)": 1.0,
}
"""Decisions of which no labels tell how right this judge is: they never do more than lean."""


class Scale(msgspec.Struct, frozen=True):
    """One goal as a judge sees it.

    `stated` is the goal, `seen` what the mean is compared with, `sure` the same on a set where the judge sees little,
    `true` the value behind the mean that was measured;
    `good` and `bad` are what the judge makes of right and of wrong rows, `least` and `most` the former in the labelled
    sets at the ends.
    """

    metric: str
    stated: float
    seen: float
    sure: float
    true: float
    good: float
    bad: float
    least: float
    most: float


class Eyes:
    """The goals as the judge of a run sees them, by the language of a sample.

    Only the embedded judge's errors are known, and only while it is not calibrated on labels of one's own: with any
    other judge the goals stay as they are.
    """

    def __init__(self, goals: Mapping[str, float], judge: Fingerprint | None = None, /) -> None:
        self._known = judge is not None and judge.kind == "embedded" and not judge.calibration
        ranked = goals.get("context_precision", LIMITS["context_precision"])
        self._stated: dict[str, float] = {**LIMITS, **CEILINGS, RANKED: ranked, **goals}
        self._scaled: dict[str, dict[str, float]] = {}
        self._n: dict[str, int] = {}

    def look(self, sample: Sample, /) -> Mapping[str, float]:
        """The goals for one sample, which counts in the goals for the set."""
        lang = language(f"{sample.question or ''} {sample.answer or ''}") if self._known else ""
        self._n[lang] = self._n.get(lang, 0) + 1
        return self._goals(lang)

    def bars(self, levels: Mapping[str, Level], /) -> Bars:
        """The goals for the means of all samples that were looked at, and from where on they are sure."""
        if not (self._known and self._n):
            return Bars(self._stated)
        eyes = self._whole(levels)
        sure = {metric: _seen(metric, goal, eyes, surely=True) for metric, goal in self._stated.items()}
        judged = {metric: goal for metric, goal in sure.items() if TURNED.get(metric, metric) in eyes}
        return Bars({metric: _seen(metric, goal, eyes) for metric, goal in self._stated.items()}, {**UNKNOWN, **judged})

    def scales(self, levels: Mapping[str, Level], /) -> tuple[Scale, ...]:
        """Each goal that is seen otherwise than it is stated, for the means that there are."""
        if not (self._known and self._n):
            return ()
        bars, eyes = self.bars(levels), self._whole(levels)
        return tuple(
            Scale(
                metric=metric,
                stated=self._stated[metric],
                seen=bars.goals[metric],
                sure=bars.sure[metric],
                true=eyes[metric].true(level.mean),
                good=eyes[metric].good,
                bad=eyes[metric].bad,
                least=eyes[metric].least,
                most=eyes[metric].most,
            )
            for metric, level in levels.items()
            if metric in eyes and metric in bars.goals
        )

    def _goals(self, lang: str) -> Mapping[str, float]:
        if not self._known:
            return self._stated
        if lang not in self._scaled:
            eyes = sights(lang)
            self._scaled[lang] = {metric: _seen(metric, goal, eyes) for metric, goal in self._stated.items()}
        return self._scaled[lang]

    def _whole(self, levels: Mapping[str, Level]) -> dict[str, Sight]:
        """What is known of each metric over the languages of the run.

        No share of supported claims can come out higher than where all is right: what this run shows at least is what
        the judge can see of such texts.
        """
        n_all = sum(self._n.values())
        parts = [(sights(lang), n / n_all) for lang, n in self._n.items()]
        ends = [levels[metric].low for metric in ANCHORS if metric in levels]
        shown = max((end for end in ends if end is not None), default=0.0)
        return {
            metric: _mixed([(sight[metric], share) for sight, share in parts], shown)
            for metric in parts[0][0]
            if all(metric in sight for sight, _ in parts)
        }


def _mixed(parts: Sequence[tuple[Sight, float]], shown: float) -> Sight:
    def of(name: str) -> float:
        return float(sum(getattr(sight, name) * share for sight, share in parts))

    good, low = max(of("good"), shown), max(of("low"), shown)
    return Sight(good=good, low=low, bad=of("bad"), least=of("least"), most=max(of("most"), good), sets=0)


def _seen(metric: str, goal: float, eyes: Mapping[str, Sight], *, surely: bool = False) -> float:
    if metric in TURNED:
        return 1.0 - _seen(TURNED[metric], 1.0 - goal, eyes, surely=surely)
    return eyes[metric].seen(goal, surely=surely) if metric in eyes else goal

"""Two stages: a cheap rule first, the judge on what passes it and on an audited share of what fails it.

What fails the rule and is not audited is `unscored(screened out)`: it is not known what the judge would have said. The
audited samples stand for it, each with the weight n_failed / n_audited, so that means over the set stay unbiased.
"""

import math
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import msgspec

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.messages import shown
from raggauge.metrics import get
from raggauge.metrics.metric import Metric
from raggauge.run.record import ChosenMetric, Screening
from raggauge.sample import Sample
from raggauge.score import Score, unscored

LEAST_AUDITED: Final = 20
OUT: Final = "screened out"
GOOD: Final = 0.5
"""From this value on a metric without a goal counts as good when the stages are compared."""
_RULE: Final = re.compile(r"\s*(?P<metric>.+?)\s*(?P<sign><=|>=|<|>)\s*(?P<bound>-?(?:\d+\.?\d*|\.\d+))\s*")


@dataclass(frozen=True)
class Screen:
    """A settled screening: who fails the rule, who of them is judged all the same."""

    settled: Screening

    def fails(self, sample: Sample, /) -> bool:
        """Whether the rule holds of a sample, which then is not worth a judge; a sample without a value passes."""
        metric, sign, bound = self._rule
        value = metric.score(sample, Evidence(sample=sample.id)).value
        if value is None:
            return False
        return {"<": value < bound, "<=": value <= bound, ">": value > bound, ">=": value >= bound}[sign]

    def is_out(self, sample: Sample, /) -> bool:
        """Whether the judge is not asked about a sample."""
        return sample.id not in self._audited and self.fails(sample)

    def applied(self, scores: Mapping[str, Score], judged: Iterable[str], sample: Sample, /) -> dict[str, Score]:
        """The scores of a sample with what the first stage decided: `judged` are the metrics that need a judge."""
        found = dict(scores)
        if sample.id in self._audited:
            for name in judged:
                details = {**found[name].details, "screen": "audited", "screen_weight": self.settled.weight}
                found[name] = msgspec.structs.replace(found[name], details=details)
        elif self.fails(sample):
            found |= {name: unscored(OUT) for name in judged if not _is_settled(found[name])}
        return found

    @cached_property
    def _audited(self) -> frozenset[str]:
        return frozenset(self.settled.audited)

    @cached_property
    def _rule(self) -> tuple[Metric, str, float]:
        return parsed(self.settled.rule)


def parsed(rule: str, /) -> tuple[Metric, str, float]:
    """The metric, sign and number of a rule such as `rougeL(part=recall) < .1`.

    Raises UsageError for another shape, and for a metric that itself needs a judge.
    """
    match = _RULE.fullmatch(rule)
    if match is None:
        raise UsageError("screen.bad_rule", rule=shown(rule))
    metric = get(match["metric"])
    if metric.facets:
        raise UsageError("screen.needs_judge", metric=match["metric"])
    return metric, match["sign"], float(match["bound"])


def settle(rule: str, data: Iterable[Sample], /, *, share: float, seed: int) -> Screening:
    """Read the data once with the rule and draw who of those that fail is audited: `share`, at least 20."""
    if not 0.0 <= share <= 1.0:
        raise UsageError("screen.bad_share", value=share)
    parsed(rule)
    draft = Screen(Screening(rule=rule))
    n, failed = 0, []
    for sample in data:
        n += 1
        if not sample.failure and draft.fails(sample):
            failed.append(sample.id)
    n_audited = min(len(failed), max(LEAST_AUDITED, math.ceil(share * len(failed))))
    audited = random.Random(f"screen:{seed}").sample(failed, n_audited)
    weight = len(failed) / n_audited if n_audited else 1.0
    return Screening(
        rule=rule, n_passed=n - len(failed), n_failed=len(failed), audited=tuple(sorted(audited)), weight=weight
    )


class Stages(msgspec.Struct, frozen=True, kw_only=True):
    """What both stages said of one metric, where both spoke.

    `n_good_failed` of `n_failed` audited samples are good to the judge though they failed the rule, `n_bad_passed` of
    `n_passed` judged samples are bad to it though they passed; good is to reach the goal, or 0.5 without one.
    `disagreement` estimates the share of the whole set on which the two differ.
    """

    metric: str
    n_failed: int
    n_good_failed: int
    n_passed: int
    n_bad_passed: int
    disagreement: float | None


def stages(scores: Iterable[tuple[str, Mapping[str, Score]]], entries: Iterable[ChosenMetric], /) -> list[Stages]:
    """How often rule and judge would have disagreed, by judged metric."""
    judged = {entry.text: entry for entry in entries if entry.facets}
    counts = {text: [0.0, 0.0, 0.0, 0.0] for text in judged}
    weights = dict.fromkeys(judged, 1.0)
    for _, row in scores:
        for text, entry in judged.items():
            score = row[text]
            if score.value is None:
                continue
            audited = score.details.get("screen") == "audited"
            if audited:
                weights[text] = float(score.details.get("screen_weight", 1.0))
            counts[text][0 if audited else 2] += 1
            counts[text][1 if audited else 3] += _is_good(score.value, entry) == audited
    found = []
    for text, (n_failed, good, n_passed, bad) in counts.items():
        whole = weights[text] * n_failed + n_passed
        share = (weights[text] * good + bad) / whole if whole else None
        found.append(
            Stages(
                metric=text,
                n_failed=int(n_failed),
                n_good_failed=int(good),
                n_passed=int(n_passed),
                n_bad_passed=int(bad),
                disagreement=share,
            )
        )
    return found


def _is_settled(score: Score) -> bool:
    """Whether a score has no value whatever a judge would say."""
    return score.state == "not_applicable" and (score.reason or "").startswith(("missing ", "empty answer"))


def _is_good(value: float, entry: ChosenMetric) -> bool:
    bound: Any = GOOD if entry.goal is None else entry.goal
    return bool(value <= bound if entry.direction == "down" else value >= bound)

"""The samples that fared worst on a metric, and why each did."""

import heapq
from dataclasses import dataclass

from raggauge.errors import UsageError
from raggauge.messages import reason, say, shown
from raggauge.metrics.metric import bare
from raggauge.run.record import ChosenMetric
from raggauge.run.run import Run, Sampled

CLAIM_LIMIT = 90


@dataclass(frozen=True)
class Low:
    """A sample with a low value of a metric."""

    sampled: Sampled
    metric: ChosenMetric
    value: float

    @property
    def below_goal(self) -> bool:
        """Whether the value misses the metric's goal."""
        goal = self.metric.goal
        return goal is not None and (self.value > goal if self.metric.direction == "down" else self.value < goal)

    def why(self) -> str:
        """What the value rests on, in a few words: the claims that are not supported, a label, or nothing."""
        score = self.sampled.scores[self.metric.text]
        found = self.sampled.evidence[0] if self.sampled.evidence else None
        if found is not None:
            claims = {claim.id: claim for claim in found.claims}
            failed = [
                claims[finding.claim]
                for finding in found.findings
                if finding.claim in score.evidence and finding.claim in claims and finding.premise == "contexts"
                if finding.verdict != "supported"
            ]
            if failed:
                text = " ".join(failed[0].text.split())
                first = text if len(text) <= CLAIM_LIMIT else f"{text[: CLAIM_LIMIT - 1]}…"
                return say("report.unsupported_claims", n=len(failed), total=score.n_asked or "?", first=first)
        return reason(score.reason or score.label or "")


def metric_of(run: Run, name: str | None, /) -> ChosenMetric:
    """The metric of a run by its text, or by its bare name where only one bears it; without a name the first.

    Raises UsageError for one that the run does not have.
    """
    if name is None:
        return run.manifest.metrics[0]
    for entry in run.manifest.metrics:
        if entry.text == name:
            return entry
    named = [entry for entry in run.manifest.metrics if bare(entry.text) == name]
    if len(named) == 1:
        return named[0]
    raise UsageError("report.no_such_metric", metric=shown(name), metrics=", ".join(run.metrics))


def worst(run: Run, metric: ChosenMetric, n: int, /) -> list[Low]:
    """The `n` samples with the worst values, worst first; equal ones in input order. Reads the run once."""
    sign = -1.0 if metric.direction == "down" else 1.0
    values = (
        (sign * value, number, id)
        for number, (id, scores) in enumerate(run.scores())
        if (value := scores[metric.text].value) is not None
    )
    return [Low(run[id], metric, sign * value) for value, _, id in heapq.nsmallest(n, values)]

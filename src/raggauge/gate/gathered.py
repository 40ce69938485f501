"""The scores of a run by metric, with the counts of what has none."""

from collections.abc import Iterable

import msgspec

from raggauge.metrics.metric import Direction
from raggauge.run.run import Run
from raggauge.run.screening import OUT


class Scored(msgspec.Struct, frozen=True):
    """The scores of one metric in a run: value by sample id, and the counts of what has none.

    `weights` say how much each counts in the mean: the sample's own weight, and for how many it stands after a
    screening.
    """

    metric: str
    direction: Direction
    values: dict[str, float]
    clusters: dict[str, str]
    n_unscored: int
    n_not_applicable: int
    weights: dict[str, float] = {}

    @property
    def n(self) -> int:
        """How many samples there are."""
        return len(self.values) + self.n_unscored + self.n_not_applicable


def gather(run: Run, ids: Iterable[str] | None = None, /) -> dict[str, Scored]:
    """The scores of a run by metric, of all samples or of some."""
    chosen = None if ids is None else set(ids)
    found = {entry.text: Scored(entry.text, entry.direction, {}, {}, 0, 0, {}) for entry in run.manifest.metrics}
    counts = {text: [0, 0] for text in found}
    for sampled in run:
        if chosen is not None and sampled.id not in chosen:
            continue
        for text, score in sampled.scores.items():
            if score.reason == OUT:
                continue
            if score.value is not None:
                found[text].values[sampled.id] = score.value
                stands_for = float(score.details.get("screen_weight", 1.0))
                found[text].weights[sampled.id] = sampled.sample.weight * stands_for
                found[text].clusters[sampled.id] = sampled.sample.cluster or f"\0{sampled.id}"
            else:
                counts[text][score.state == "not_applicable"] += 1
    return {
        text: msgspec.structs.replace(scored, n_unscored=counts[text][0], n_not_applicable=counts[text][1])
        for text, scored in found.items()
    }

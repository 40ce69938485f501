"""Several runs over the same judgements: means with intervals, and every other run beside the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raggauge.ir.evaluate import Evaluation, Values
from raggauge.ir.measures import Measure
from raggauge.stats import Interval, Paired, holm, mean_interval, paired


@dataclass(frozen=True)
class Contrast:
    """One measure of a run beside the first run; `paired` is other - first, with p corrected for all contrasts made.

    `left_out` counts judged queries for which one of the two has no value.
    """

    first: str
    other: str
    measure: Measure
    paired: Paired
    left_out: int


def intervals(found: Evaluation, /, *, level: float = 0.95) -> dict[Measure, Interval | None]:
    """The mean of each measure over the queries that have a value, with its interval; None where none has."""
    return {measure: _interval(values, level) for measure, values in found.values.items()}


def contrasts(systems: Mapping[str, Evaluation], /, *, level: float = 0.95, seed: int = 0) -> list[Contrast]:
    """Every run but the first against the first, measure by measure, query by query.

    A measure is compared with itself alone: the same name, cutoff and parameters. The p-values of all contrasts are
    corrected together (Holm 1979). Empty for one run; contrasts in which no query has two values are left out.
    """
    names = list(systems)
    if len(names) < 2:
        return []
    found: list[Contrast] = []
    for other in names[1:]:
        for measure, first_values in systems[names[0]].values.items():
            other_values = systems[other].values[measure]
            both = first_values.defined & other_values.defined
            if not both.any():
                continue
            test = paired(first_values.value[both], other_values.value[both], level=level, seed=seed)
            left_out = int((first_values.defined | other_values.defined).sum() - both.sum())
            found.append(Contrast(names[0], other, measure, test, left_out))
    corrected = holm([contrast.paired.p for contrast in found])
    return [
        Contrast(one.first, one.other, one.measure, one.paired.adjusted(p), one.left_out)
        for one, p in zip(found, corrected, strict=True)
    ]


def distinct_names(paths: Sequence[str], /) -> list[str]:
    """Short names for run files: the file's name without its endings, the whole path where two would be the same."""
    short = [path.replace("\\", "/").rpartition("/")[2] for path in paths]
    for ending in (".gz", ".zst", ".bz2", ".xz", ".trec", ".txt", ".run", ".tsv", ".json", ".jsonl", ".parquet"):
        short = [name.removesuffix(ending) or name for name in short]
    return [name if short.count(name) == 1 else path for name, path in zip(short, paths, strict=True)]


def _interval(values: Values, level: float) -> Interval | None:
    chosen = values.value[values.defined]
    return mean_interval(np.asarray(chosen), level=level) if len(chosen) else None

"""Slices of a run that differ from the rest, found over all metadata keys, corrected for having looked at many."""

import hashlib
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from raggauge.metrics import METRICS, class_of
from raggauge.run.run import Sampled
from raggauge.score import Score
from raggauge.stats import holm
from raggauge.stats.special import t_cdf

AT_MOST_VALUES: Final = 20
AT_LEAST_SAMPLES: Final = 5
LEVEL: Final = 0.05


class Slice(msgspec.Struct, frozen=True, kw_only=True):
    """One slice (`key` = `value`) in one metric against all other samples.

    `n` of `n_all` samples with a value belong to it; `p` is the two-sided p of the difference of means under random
    labelling, `p_corrected` the same after Holm's correction over every split and metric that was looked at. Two slices
    that are each other's rest, or that hold the same samples, are one split, told by the side that fares worse; `also`
    are the other names of that side.
    """

    key: str
    value: str
    metric: str
    n: int
    n_all: int
    mean: float
    rest: float
    p: float
    p_corrected: float
    also: tuple[str, ...] = ()

    @property
    def difference(self) -> float:
        """The mean of the slice less the mean of the rest."""
        return self.mean - self.rest


class Slices:
    """Gathers samples and finds the slices that differ.

    A key takes part while it has at most 20 values (texts, numbers or booleans); a slice takes part with at least 5
    samples in it and 5 outside.
    """

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str, str], list[float]] = {}
        self._whole: dict[tuple[str, str], list[float]] = {}
        self._values: dict[str, set[str]] = {}
        self._marks: dict[tuple[str, str, str], int] = {}
        self._everything: dict[str, int] = {}
        self._n = 0

    def add(self, metadata: Mapping[str, Any], scores: Mapping[str, Score], /) -> None:
        """Count one more sample."""
        self._n += 1
        mark = int.from_bytes(hashlib.blake2b(self._n.to_bytes(8, "big"), digest_size=8).digest(), "big")
        for metric, score in scores.items():
            if score.value is not None:
                self._everything[metric] = self._everything.get(metric, 0) ^ mark
        for key, value in metadata.items():
            text = _text(value)
            if text is None or len(self._values.setdefault(key, set())) > AT_MOST_VALUES:
                continue
            self._values[key].add(text)
            for metric, score in scores.items():
                if score.value is not None:
                    _count(self._sums.setdefault((key, text, metric), [0.0, 0.0, 0.0]), score.value)
                    _count(self._whole.setdefault((key, metric), [0.0, 0.0, 0.0]), score.value)
                    place = (key, text, metric)
                    self._marks[place] = self._marks.get(place, 0) ^ mark

    @property
    def n_tested(self) -> int:
        """How many splits times metrics were looked at."""
        return len(self._splits())

    def found(self, *, level: float = LEVEL) -> list[Slice]:
        """The slices that differ from the rest at a level after correction, the surest first."""
        tested = self._splits()
        corrected = holm([slice.p for slice in tested]) if tested else []
        whole = [
            msgspec.structs.replace(slice, p_corrected=p)
            for slice, p in zip(tested, corrected, strict=True)
            if p < level
        ]
        return sorted(whole, key=lambda slice: (slice.p_corrected, slice.p, slice.key, slice.value, slice.metric))

    def _splits(self) -> list[Slice]:
        """The slices that were tested, each split of the samples once: by the side that fares worse."""
        groups: dict[tuple[str, int], list[tuple[int, Slice]]] = {}
        for slice in self._tested():
            mark = self._marks[slice.key, slice.value, slice.metric]
            split = min(mark, mark ^ self._everything[slice.metric])
            groups.setdefault((slice.metric, split), []).append((mark, slice))
        return [_worse_side(group) for group in groups.values()]

    def _tested(self) -> list[Slice]:
        found = []
        for (key, value, metric), (n, total, _) in self._sums.items():
            n_all, whole, squares = self._whole[key, metric]
            few = min(n, n_all - n) < AT_LEAST_SAMPLES
            if few or not 1 < len(self._values[key]) <= AT_MOST_VALUES:
                continue
            found.append(
                Slice(
                    key=key,
                    value=value,
                    metric=metric,
                    n=int(n),
                    n_all=int(n_all),
                    mean=total / n,
                    rest=(whole - total) / (n_all - n),
                    p=_p(n, total, (n_all, whole, squares)),
                    p_corrected=1.0,
                )
            )
        return found


def _worse_side(group: list[tuple[int, Slice]]) -> Slice:
    """One of the slices that split the samples in the same way; those with the same mark hold the same samples."""
    down = _is_down(group[0][1].metric)
    mark, first = max(group, key=lambda pair: pair[1].difference if down else -pair[1].difference)
    also = (f"{one.key} = {one.value}" for other, one in group if other == mark and one is not first)
    return msgspec.structs.replace(first, also=tuple(also))


def _is_down(metric: str) -> bool:
    name = metric.partition("(")[0].partition("@")[0]
    return name in METRICS and getattr(class_of(name), "direction", "up") == "down"


def slices(samples: Iterable[Sampled], /, *, level: float = LEVEL) -> list[Slice]:
    """The slices of a run, by any metadata key, that differ from the rest in any metric."""
    gathered = Slices()
    for sampled in samples:
        gathered.add(sampled.sample.metadata, sampled.scores)
    return gathered.found(level=level)


def _count(sums: list[float], value: float) -> None:
    sums[0] += 1
    sums[1] += value
    sums[2] += value * value


def _p(n: float, total: float, whole: tuple[float, float, float]) -> float:
    """Two-sided p of the difference of means: that of two samples with a common variance (Student)."""
    n_all, whole_total, squares = whole
    mean = whole_total / n_all
    variance = max(0.0, squares / n_all - mean * mean) * n_all / (n_all - 1)
    spread = variance / n * (1 - n / n_all)
    if spread <= 1e-15:
        return 1.0
    z = abs(total / n - mean) / math.sqrt(spread)
    # the pooled variance holds the difference itself: what remains within the groups decides
    share = min(z * z / (n_all - 1), 1 - 1e-12)
    return min(1.0, 2.0 * t_cdf(-math.sqrt(share / (1 - share) * (n_all - 2)), df=n_all - 2))


def _text(value: Any) -> str | None:
    """A metadata value as a slice's name; None for what makes no slice."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) and value != "" else None

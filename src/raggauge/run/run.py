"""A run: all scores and evidence of a dataset, with a summary, read lazily."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from raggauge.errors import StoreError, UsageError
from raggauge.evidence import Evidence
from raggauge.messages import say, shown
from raggauge.metrics.metric import Metric
from raggauge.run import folder
from raggauge.run.chosen import again
from raggauge.run.files import lines_of
from raggauge.run.record import (
    End,
    Manifest,
    Mark,
    Measure,
    Row,
    RowScores,
    decode_row,
    decode_scores,
    mark_of,
)
from raggauge.run.summary import KEYS, Tallies, as_html
from raggauge.sample import Sample
from raggauge.score import Score

T = TypeVar("T", Row, RowScores)


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """A sample with what the run found of it.

    `scores` by metric text, in the order of the metrics; `evidence` one per repeat, empty where no judge was needed;
    `repeats` the scores of each repeat, where there were several; `measurements` what it took (`calls`,
    `prompt_tokens`, `completion_tokens`, `cost`, `retries`, `seconds`).
    """

    sample: Sample
    scores: dict[str, Score]
    evidence: tuple[Evidence, ...] = ()
    repeats: tuple[dict[str, Score], ...] = ()
    measurements: dict[str, Any] = {}

    @property
    def id(self) -> str:
        """The id of the sample."""
        return self.sample.id


class Run:
    """A finished or unfinished run. Nothing of it changes; iterating reads it anew, in input order.

    `run["q17"]` finds a sample by id (the first look-up reads the file once), `len(run)` counts the finished ones,
    `summary()` is a dict per metric. `path` is the folder, None for a run that is kept in memory.
    """

    def __init__(
        self,
        path: Path | None,
        manifest: Manifest,
        /,
        *,
        lines: Sequence[bytes] = (),
        measures: Sequence[Measure] = (),
        end: End | None = None,
    ) -> None:
        self.path = path
        self.manifest = manifest
        self._end = end
        self._lines = lines
        self._measures = measures

    @classmethod
    def open(cls, path: str | Path, /) -> "Run":
        """The run in a folder. Raises StoreError when there is none."""
        return cls(Path(path), folder.read_manifest(Path(path)))

    @property
    def id(self) -> str:
        """The id of the run: its folder's name."""
        return self.path.name if self.path else ""

    @property
    def complete(self) -> bool:
        """Whether every sample is finished."""
        return self._end is not None or self.path is None or folder.read_end(self.path) is not None

    @property
    def metrics(self) -> tuple[str, ...]:
        """The texts of the metrics, in order."""
        return self.manifest.metric_names

    @property
    def skipped(self) -> dict[str, int]:
        """How many rows of the input were left out because they were faulty; empty when none was."""
        n_faulty = self.manifest.dataset.n_faulty
        return {"faulty": n_faulty} if n_faulty else {}

    def __iter__(self) -> Iterator[Sampled]:
        measures = iter(self._measures) if self.path is None else folder.measures(self.path)
        for _, line in self._rows():
            yield self._sampled(self._read(decode_row, line), next(measures, None))

    def __len__(self) -> int:
        end = self._end or (folder.read_end(self.path) if self.path else None)
        return end.n if end else sum(1 for _ in self._rows())

    def __contains__(self, id: object) -> bool:
        return id in self._places

    def __getitem__(self, id: str) -> Sampled:
        if id not in self._places:
            raise UsageError("run.no_sample", id=shown(id), n=len(self))
        number, place = self._places[id]
        measures = self._measures if self.path is None else folder.measures(self.path)
        return self._sampled(self._read(decode_row, self._line(place)), next(islice(measures, number, None), None))

    def __repr__(self) -> str:
        return f"<Run {self.id or self.manifest.name or 'in memory'}: {len(self)} of {self.manifest.dataset.n} samples>"

    def scores(self) -> Iterator[tuple[str, dict[str, Score]]]:
        """The id and the scores of each sample, without the rest: several times as quick as iterating the run."""
        for _, line in self._rows():
            row = self._read(decode_scores, line)
            yield row.id, {name: row.scores[name] for name in self.metrics}

    def summary(self) -> dict[str, dict[str, Any]]:
        """Per metric: mean, low, high, n, n_scored, n_not_applicable, n_unscored, n_refused, lowest, highest, goal,
        share_below_goal.

        `low` and `high` are the 95% interval of the mean, `lowest` and `highest` what the mean would be if all
        unscored samples took their least and greatest possible value. None stands for what there is no value of.
        """
        return {name: dict(row) for name, row in self._summary.items()}

    @property
    def details(self) -> dict[str, dict[str, Any]]:
        """What metrics say of the set beside their value, by metric text:

        The table of refusals of `abstention`. Empty until the run is complete.
        """
        end = self._end or (folder.read_end(self.path) if self.path else None)
        return dict(end.details) if end else {}

    @cached_property
    def usage(self) -> dict[str, Any]:
        """What the run took: calls, prompt_tokens, completion_tokens, cost (None where no price is known)."""
        total: dict[str, Any] = {"calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "cost": None}
        for one in self._measures if self.path is None else folder.measures(self.path):
            for name in ("calls", "prompt_tokens", "completion_tokens"):
                total[name] += getattr(one, name)
            if one.cost is not None:
                total["cost"] = (total["cost"] or 0.0) + one.cost
        return total

    def _repr_html_(self) -> str:
        title = f"{self.id or self.manifest.name} · {self.manifest.dataset.name} · {say('run.n_samples', n=len(self))}"
        return as_html(title, self._summary, {entry.text: entry.direction for entry in self.manifest.metrics})

    @cached_property
    def _summary(self) -> Mapping[str, dict[str, Any]]:
        end = self._end or (folder.read_end(self.path) if self.path else None)
        if end is not None:
            return {name: _in_order(end.summary[name]) for name in self.metrics}
        tallies = Tallies(self.manifest.metrics, clustered=self.manifest.clustered)
        for _, line in self._rows():
            row = self._read(decode_row, line)
            tallies.add(self._marks(row), id=row.id, weight=float(row.sample.weight), cluster=row.sample.cluster)
        return tallies.summary([_again_or_none(entry) for entry in self.manifest.metrics])

    def _marks(self, row: Row) -> list[Mark]:
        return [mark_of(row.scores[name]) for name in self.metrics]

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        """Sample id -> its number and where its line stands."""
        return {
            self._read(decode_scores, line).id: (number, place) for number, (place, line) in enumerate(self._rows())
        }

    def _rows(self) -> Iterator[tuple[int, bytes]]:
        if self.path is None:
            yield from enumerate(self._lines)
        else:
            yield from lines_of(self.path / folder.SAMPLES)

    def _read(self, decode: Callable[[bytes], T], line: bytes) -> T:
        try:
            return decode(line)
        except msgspec.MsgspecError as problem:
            path = str((self.path or Path()) / folder.SAMPLES)
            raise StoreError("run.damaged", path=shown(path, limit=200), problem=str(problem)) from None

    def _line(self, place: int) -> bytes:
        if self.path is None:
            return self._lines[place]
        with (self.path / folder.SAMPLES).open("rb") as file:
            file.seek(place)
            return file.readline()

    def _sampled(self, row: Row, measure: Measure | None) -> Sampled:
        return Sampled(
            sample=row.sample,
            scores={name: row.scores[name] for name in self.metrics},
            evidence=row.evidence,
            repeats=tuple({name: scores[name] for name in self.metrics} for scores in row.repeats),
            measurements={**_told(row.sample), **_measured(measure)},
        )


def _told(sample: Sample) -> dict[str, Any]:
    """What was measured when the system under test was asked."""
    told = sample.metadata.get("target")
    return (
        {name: value for name, value in told.items() if isinstance(value, int | float)}
        if isinstance(told, dict)
        else {}
    )


def _in_order(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a stored summary in the order of the keys, whatever it holds beyond them last."""
    return {key: row[key] for key in (*KEYS, *row) if key in row}


def _measured(measure: Measure | None) -> dict[str, Any]:
    if measure is None or not measure.id:
        return {}
    return {name: value for name, value in msgspec.structs.asdict(measure).items() if name != "id"}


def _again_or_none(entry: Any) -> Metric | None:
    """The metric of an entry, for its `combine`; a user's own that is not at hand has a plain mean."""
    make: Callable[[Any], Metric] = again
    try:
        return make(entry)
    except UsageError:
        return None

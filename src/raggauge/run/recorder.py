"""Where finished samples go: the folder or memory, the summary, the hash of the data."""

from collections.abc import Sequence
from typing import Any

from raggauge.dataset import Fingerprinter, identity
from raggauge.errors import DataError
from raggauge.messages import shown
from raggauge.metrics.metric import Metric
from raggauge.run import folder
from raggauge.run.folder import RunFolder
from raggauge.run.journal import Journal
from raggauge.run.options import Progress
from raggauge.run.record import SCHEMA_VERSION, End, Manifest, Mark, Measure, Outcome, Row, mark_of
from raggauge.run.summary import Tallies


class Recorder:
    """Takes outcomes in input order. With `path` they go into a run folder, which may hold some already."""

    def __init__(self, manifest: Manifest, metrics: Sequence[Metric], /, *, progress: Progress | None = None) -> None:
        self.manifest = manifest
        self.lines: list[bytes] = []
        self.measures: list[Measure] = []
        self.n_done = 0
        self.journal = Journal()
        self._metrics = metrics
        self._progress = progress
        self._tallies = Tallies(manifest.metrics, clustered=manifest.clustered)
        self._fingerprint = Fingerprinter()
        self._folder: RunFolder | None = None

    def write_to(self, opened: RunFolder, /) -> None:
        """From here on, write to a folder."""
        self._folder = opened
        self.journal = opened.journal

    def spent(self) -> tuple[int, float]:
        """Calls and money that earlier goes of this run took: of samples that are written and of those begun."""
        done = folder.measures(self._folder.path) if self._folder is not None else iter(())
        calls, cost = 0, 0.0
        for one in (*done, *self.journal.measures()):
            calls, cost = calls + one.calls, cost + (one.cost or 0.0)
        return calls, cost

    def recall(self, row: Row, line: bytes, /) -> None:
        """Count a sample that an earlier process finished."""
        marks = [mark_of(row.scores[name]) for name in self.manifest.metric_names]
        self._count(row.id, marks, float(row.sample.weight), row.sample.cluster, identity(row.sample))

    def add(self, outcomes: Sequence[Outcome], /) -> None:
        """Record the next samples."""
        if self._folder is not None:
            self._folder.add(outcomes)
        else:
            for one in outcomes:
                self.lines.append(one.line)
                self.measures.append(self.journal.measure(one.id))
                self.journal.forget(one.id)
        for one in outcomes:
            self._count(one.id, one.marks, one.weight, one.cluster, one.identity)
        if self._progress is not None:
            self._progress(self.n_done, self.manifest.dataset.n)

    def finish(self) -> End:
        """The end of the run. Raises DataError when the data changed while it was read."""
        if self._fingerprint.value() != self.manifest.dataset.fingerprint:
            raise DataError("run.data_changed", name=shown(self.manifest.dataset.name))
        end = End(
            schema_version=SCHEMA_VERSION,
            dataset=self._fingerprint.value(),
            n=self.n_done,
            summary=self._tallies.summary(self._metrics),
            details=self._tallies.details(self._metrics),
        )
        if self._folder is not None:
            self._folder.finish(end)
        return end

    def close(self) -> None:
        """Stop; what a folder holds can be resumed."""
        if self._folder is not None:
            self._folder.close()

    def _count(self, id: str, marks: Sequence[Mark], weight: float, cluster: str | None, content: Any) -> None:
        self.n_done += 1
        self._fingerprint.add_identity(content)
        self._tallies.add(marks, id=id, weight=weight, cluster=cluster)

"""One go at a run: from a settled plan to the finished Run, or to a folder that can be resumed."""

import logging
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec

from raggauge.dataset import Dataset
from raggauge.errors import RaggaugeError, UsageError
from raggauge.judge.judge import Closing, Judge, Limited, Logged
from raggauge.messages import say, shown
from raggauge.run import folder
from raggauge.run.execute import Execution, in_chunks
from raggauge.run.loops import run_here
from raggauge.run.options import Progress, Settings
from raggauge.run.plan import Plan
from raggauge.run.processes import Crew, Processes, refuse_what_cannot_travel
from raggauge.run.progress import Bar
from raggauge.run.record import Manifest
from raggauge.run.recorder import Recorder
from raggauge.run.run import Run
from raggauge.run.work import Work

_log = logging.getLogger("raggauge.run")
CHUNK_WITHOUT_JUDGE = 32
CHUNK_OF_PROCESSES = 8
NOTED = ("concurrency", "jobs", "max_calls", "max_cost")
SAME = ("metrics", "judge", "selection", "skip_missing", "repeats", "repeat_rule", "screen")


@dataclass(frozen=True)
class Session:
    """All that a run needs, settled before anything is asked."""

    manifest: Manifest
    plan: Plan
    data: Dataset
    judge: Judge | None
    settings: Settings
    crew: Crew

    def run(self) -> Run:
        """Do what is still to be done. Whatever is raised, what is finished is kept."""
        self._refuse_jobs()
        bar = Bar() if self.settings.progress is True else None
        recorder = Recorder(self.manifest, self.plan.metrics, progress=bar or self._progress)
        path = self._open(recorder)
        done, n = recorder.n_done, self.manifest.dataset.n
        _log.info(
            "%s", say("run.log_begin", path=path or "-", done=done, n=n, metrics=", ".join(self.manifest.metric_names))
        )
        try:
            run_here(lambda: self._work(recorder))
            end = recorder.finish()
        except (RaggaugeError, KeyboardInterrupt) as problem:
            if path is not None:
                problem.add_note(say("run.kept", path=str(path)))
            raise
        finally:
            recorder.close()
            if bar is not None:
                bar.close()
        return Run(path, self.manifest, lines=recorder.lines, measures=recorder.measures, end=end)

    @property
    def _progress(self) -> Progress | None:
        return None if isinstance(self.settings.progress, bool) else self.settings.progress

    def _refuse_jobs(self) -> None:
        if self.settings.jobs > 1:
            if isinstance(self.judge, Logged):
                raise UsageError("run.jobs_wait", judge=self.judge.fingerprint.kind)
            refuse_what_cannot_travel(self.manifest)

    def _open(self, recorder: Recorder) -> Path | None:
        """The folder the run is written to: a new one, or an unfinished one of the same plan."""
        out = self.settings.out
        if out is False:
            return None
        path = folder.RUNS / folder.new_id() if out is None else Path(out)
        if (path / folder.MANIFEST).is_file():
            self._refuse_other(path)
            opened, event = folder.RunFolder(path, recall=recorder.recall), "resumed"
        else:
            opened, event = folder.RunFolder.create(path, self.manifest), "started"
        recorder.write_to(opened)
        given = {name: getattr(self.settings, name) for name in NOTED}
        opened.note(event, options={name: value for name, value in given.items() if value is not None})
        return path

    def _refuse_other(self, path: Path) -> None:
        there = folder.read_manifest(path)
        if folder.read_end(path) is not None:
            raise UsageError("run.finished_there", path=shown(str(path), limit=200))
        differing = [name for name in SAME if getattr(there, name) != getattr(self.manifest, name)]
        if there.dataset.fingerprint != self.manifest.dataset.fingerprint:
            differing.insert(0, "dataset")
        if differing:
            raise UsageError("run.other_run", path=shown(str(path), limit=200), differing=", ".join(differing))

    async def _work(self, recorder: Recorder) -> None:
        judge, settings = self.judge, self.settings
        if isinstance(judge, Limited):
            calls, cost = recorder.spent()
            judge = judge.limited(msgspec.structs.replace(settings.spending, calls_before=calls, cost_before=cost))
        if isinstance(judge, Logged):
            judge = judge.logged(recorder.journal)
        rest = islice(self.data, recorder.n_done, None)
        chunk = max(1, min(judge.batch, settings.concurrency)) if judge else CHUNK_WITHOUT_JUDGE
        manifest, journal = self.manifest, recorder.journal if settings.jobs == 1 else None
        work = Work(self.plan, judge, journal, manifest.repeats, manifest.repeat_rule)
        try:
            if settings.jobs > 1:
                processes = Processes(manifest, self.crew, work)
                await Execution(processes, recorder, n_tasks=2 * settings.jobs).run(in_chunks(rest, CHUNK_OF_PROCESSES))
            else:
                n_tasks = max(1, settings.concurrency // chunk)
                await Execution(work, recorder, n_tasks=n_tasks).run(in_chunks(rest, chunk))
        finally:
            if isinstance(judge, Closing):
                await judge.aclose()

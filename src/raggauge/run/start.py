"""The one door to running: `evaluate`, and taking up again what was broken off."""

import dataclasses
import logging
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from raggauge import __version__
from raggauge.dataset import Dataset
from raggauge.errors import UsageError
from raggauge.judge.function import as_judge
from raggauge.judge.judge import Judge
from raggauge.messages import say, shown
from raggauge.run import folder
from raggauge.run.chosen import again, choose
from raggauge.run.inputs import as_dataset, select
from raggauge.run.options import Options, Settings, settings_of
from raggauge.run.plan import Plan, Survey, plan, survey
from raggauge.run.processes import Crew
from raggauge.run.progress import Bar
from raggauge.run.record import SCHEMA_VERSION, DatasetCard, Manifest
from raggauge.run.run import Run
from raggauge.run.screening import Screen, settle
from raggauge.run.session import Session

_log = logging.getLogger("raggauge.run")


def evaluate(
    data: Any, /, *, metrics: Sequence[Any] | str | None = None, judge: Any = "embedded", **options: Unpack[Options]
) -> Run:
    """Score what a RAG system produced, and return the Run with every score and the evidence behind it.

    `data` is a path (or several), a Dataset, or a sequence of Samples or dicts. `metrics` are names, parametrised texts
    (`"ndcg@10"`), groups (`"core"`), Metric objects or classes, or `"file.py:Class"`; None means the default set: core
    plus whatever else the data allows without a further judge call. `judge` is a text (`"embedded"`, `"openai:MODEL"`),
    a Judge, an async function from an Ask to Evidence, or one from (system, user) to the text of a model's reply.
    For the other settings see `Options`.

    Works in scripts, in threads and inside a running event loop. Every finished call is kept at once: when the process
    is killed, calling again with the same `out` (or `raggauge run --resume`) goes on where it stopped. Raises
    UsageError and DataError before any call for what cannot be done, JudgeError when the judge is not to be had; the
    run can then be resumed.
    """
    settings = settings_of(options)
    with Crew(settings.jobs - 1, judge=judge) as crew:
        return _evaluated(data, metrics, judge, settings, crew)


def _evaluated(data: Any, metrics: Sequence[Any] | str | None, judge: Any, settings: Settings, crew: Crew) -> Run:
    """Settle what is to be done, and do it."""
    whole, inputs = as_dataset(data, settings.reading)
    chosen = choose(metrics, goals=settings.goals)
    asker, spec = as_judge(judge, settings.judge_options) if any(one.metric.facets for one in chosen) else (None, "")
    if settings.target is not None:
        # what cannot be scored is said before the system is asked anything
        hoped = survey(select(whole, settings.selection)).answered()
        plan(chosen, hoped, asker, skip_missing=settings.skip_missing)
        whole, inputs, settings = _answered(whole, settings)
    found = survey(select(whole, settings.selection))
    settled = plan(chosen, found, asker, skip_missing=settings.skip_missing)
    if not settled.needs_judge:
        asker, spec = None, ""
    if settings.screen is not None:
        data, rule = select(whole, settings.selection), settings.screen
        settled = screened(settled, data, rule=rule, share=settings.audit, seed=settings.seed)
    manifest = _manifest(settings, settled, found, (whole, inputs), (asker, spec))
    return Session(manifest, settled, select(whole, settings.selection), asker, settings, crew).run()


def resume(path: Path, /, **options: Unpack[Options]) -> Run:
    """Take an unfinished run up again from its folder. `options` may hold concurrency, jobs, progress, max_calls
    and max_cost; a limit or concurrency that is not given anew holds as before, limits count what earlier goes spent.

    A finished run is returned as it is. Raises UsageError when the run was made from objects of a program, and when
    its input, its judge or the file of one of its metrics has changed.
    """
    manifest = folder.read_manifest(path)
    if folder.read_end(path) is not None:
        folder.tidy(path)
        return Run.open(path)
    name = shown(str(path), limit=200)
    if manifest.judge is not None and not manifest.judge_spec:
        raise UsageError("run.judge_from_python", path=name)
    if not manifest.inputs:
        raise UsageError("run.data_from_python", path=name)
    if manifest.versions.get("raggauge") != __version__:
        _log.warning("%s", say("run.other_version", then=manifest.versions.get("raggauge", "?"), now=__version__))
    data = select(as_dataset(_inputs(path, manifest), manifest.reading)[0], manifest.selection)
    if survey(data).fingerprint != manifest.dataset.fingerprint:
        raise UsageError("run.input_changed", path=name, inputs=", ".join(manifest.inputs))
    asker = None
    if manifest.judge is not None:
        asker, _ = as_judge(manifest.judge_spec, manifest.judge_options)
        if asker.fingerprint.id != manifest.judge.id:
            raise UsageError("run.judge_changed", path=name, judge=shown(manifest.judge_spec))
    screen = Screen(manifest.screen) if manifest.screen else None
    settled = Plan(tuple(again(entry) for entry in manifest.metrics), manifest.metrics, manifest.not_run, screen)
    options["out"] = path
    options.update(_bounds_as_before(path, options))
    settings = settings_of(options)
    with Crew(settings.jobs - 1, judge=manifest.judge_spec) as crew:
        return Session(manifest, settled, data, asker, settings, crew).run()


def _bounds_as_before(path: Path, given: Options) -> Options:
    """The limits of the last go that still hold, because no new ones are given; says so."""
    last = next((note.options for note in reversed(list(folder.notes(path))) if note.options), {})
    found: Options = {}
    if given.get("max_calls") is None and last.get("max_calls") is not None:
        found["max_calls"] = last["max_calls"]
    if given.get("max_cost") is None and last.get("max_cost") is not None:
        found["max_cost"] = last["max_cost"]
    for name, value in found.items():
        _log.warning("%s", say("run.bound_as_before", flag=f"--{name.replace('_', '-')}", value=value))
    if given.get("concurrency") is None and last.get("concurrency") is not None:
        found["concurrency"] = last["concurrency"]
    return found


def screened(settled: Plan, data: Dataset, /, *, rule: str, share: float, seed: int) -> Plan:
    """The plan with a first stage, and who is audited all the same.

    Raises UsageError where no metric needs a judge: there is nothing to save.
    """
    if not settled.needs_judge:
        raise UsageError("screen.no_judge", rule=shown(rule))
    screening = settle(rule, data, share=share, seed=seed)
    return dataclasses.replace(settled, screen=Screen(screening))


def _answered(goldens: Dataset, settings: Settings) -> tuple[Dataset, tuple[str, ...], Settings]:
    """Ask the system under test first; its outputs are then the data, and the selection is done."""
    from raggauge.run.answering import answer
    from raggauge.target import make

    bar = Bar() if settings.progress is True else None
    progress = bar or (settings.progress if callable(settings.progress) else None)
    try:
        outputs = answer(
            select(goldens, settings.selection),
            make(settings.target),
            concurrency=settings.concurrency,
            progress=progress,
        )
    finally:
        if bar is not None:
            bar.close()
    taken = dataclasses.replace(settings, filters={}, take=None, limit=None, reading={})
    return outputs, tuple(outputs.lineage["inputs"]), taken


def _inputs(path: Path, manifest: Manifest) -> list[Path]:
    """The input files, looked for from where the run was begun when they are not here."""
    first = next(folder.notes(path), None)
    home = Path(first.cwd if first else ".")
    return [given if given.exists() else home / given for given in map(Path, manifest.inputs)]


def _manifest(
    settings: Settings,
    settled: Plan,
    found: Survey,
    source: tuple[Dataset, tuple[str, ...]],
    judge: tuple[Judge | None, str],
) -> Manifest:
    whole, inputs = source
    asker, spec = judge
    faulty = len(whole.skipped) if whole.skipped is not None else 0
    return Manifest(
        schema_version=SCHEMA_VERSION,
        name=settings.name or "",
        dataset=DatasetCard(
            name=whole.name,
            fingerprint=found.fingerprint,
            n=found.n,
            n_faulty=faulty,
            lineage=dict(whole.lineage),
            kinds=dict(found.kinds),
            origins=dict(found.origins),
            n_reviewed=found.n_reviewed,
        ),
        metrics=settled.entries,
        inputs=inputs,
        reading=dict(settings.reading) if inputs else {},
        not_run=settled.not_run,
        judge=asker.fingerprint if asker else None,
        judge_spec=spec,
        judge_options=dict(settings.judge_options) if asker else {},
        selection=settings.selection,
        skip_missing=settings.skip_missing,
        repeats=settings.repeats if asker else 1,
        repeat_rule=settings.repeat_rule,
        clustered=found.clustered,
        unlocked=tuple(settings.unlocked),
        screen=settled.screen.settled if settled.screen else None,
        versions={"raggauge": __version__, "python": platform.python_version()},
    )

"""Which run a person means: a path, a name, the beginning of an id, or `last`."""

from collections.abc import Iterator
from pathlib import Path

from raggauge.errors import StoreError, UsageError
from raggauge.messages import shown
from raggauge.run.folder import END, MANIFEST, RUNS, read_manifest
from raggauge.run.lock import is_held
from raggauge.run.run import Run


def load(run: str | Path, /) -> Run:
    """The run of a path, a name, the beginning of an id, or `last`. It is read lazily.

    Of several runs of a name the newest is meant. Raises UsageError when no run or, by id, more than one fits, and
    StoreError for a folder that holds none.
    """
    return Run.open(find(run))


def find(run: str | Path, /) -> Path:
    """The folder of a run; see `load`."""
    path, text = Path(run), str(run)
    if not text:
        raise UsageError("run.no_such_run", run=shown(text), home=str(RUNS))
    if (path / MANIFEST).is_file():
        return path
    known = list(runs())
    if text == "last" and known:
        return known[0]
    fitting = [folder for folder in known if folder.name.startswith(text)]
    if len(fitting) == 1 or (fitting and fitting[-1].name == text):
        return fitting[-1]
    named = next((folder for folder in known if name_of(folder) == text), None)
    if named is not None:
        return named
    if fitting:
        raise UsageError("run.several_runs", run=shown(text), ids=", ".join(folder.name for folder in fitting[:5]))
    if path.is_dir():
        raise StoreError("run.no_run_folder", path=shown(text))
    raise UsageError("run.no_such_run", run=shown(text), home=str(RUNS))


def runs() -> Iterator[Path]:
    """The folders of all runs under `.raggauge/runs` of the working directory, newest first."""
    if not RUNS.is_dir():
        return
    for folder in sorted(RUNS.iterdir(), key=lambda folder: folder.name, reverse=True):
        if (folder / MANIFEST).is_file():
            yield folder


def last_unfinished() -> Path:
    """The newest run that has no end and that nobody is writing. Raises UsageError when there is none."""
    for folder in runs():
        if not (folder / END).is_file() and not is_held(folder):
            return folder
    raise UsageError("run.nothing_to_resume", home=str(RUNS))


def name_of(folder: Path, /) -> str:
    """The name that a run was given, empty without one."""
    try:
        return read_manifest(folder).name
    except StoreError:
        return ""

"""The run folder: manifest first, rows in input order, the end last; whatever was killed can be taken up again."""

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from raggauge.errors import StoreError, UsageError
from raggauge.messages import shown
from raggauge.run.files import Lines, failure, lines_of, write_whole
from raggauge.run.journal import Journal
from raggauge.run.lock import NAME as LOCK
from raggauge.run.lock import Lock
from raggauge.run.record import SCHEMA_VERSION, End, Manifest, Measure, Note, Outcome, Row, decode_row, encode, pretty

HOME: Final = Path(".raggauge")
RUNS: Final = HOME / "runs"
MANIFEST, SAMPLES, VOLATILE, JOURNAL, END = (
    "manifest.json",
    "samples.jsonl",
    "volatile.jsonl",
    "journal.jsonl",
    "end.json",
)
_Record = TypeVar("_Record", Manifest, End)
_volatile = msgspec.json.Decoder(Note | Measure)


class RunFolder:
    """A run folder that is being written, by this process alone.

    `n_done` rows are there already; `journal` holds what was found of the others. Raises StoreError when the folder
    cannot be used.
    """

    def __init__(self, path: Path, /, *, recall: Callable[[Row, bytes], None] = lambda row, line: None) -> None:
        self.path = path
        self.n_done = 0
        self._lock = Lock(path)
        try:
            self._rows = Lines(path / SAMPLES)
            self._volatile = Lines(path / VOLATILE)
            done = self._recall_rows(recall)
            self._cut_measures()
            self.journal = Journal(path / JOURNAL, is_done=done.__contains__)
        except BaseException:
            self._lock.release()
            raise

    @classmethod
    def create(cls, path: Path, manifest: Manifest, /) -> "RunFolder":
        """A new folder with its manifest."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(not found.name.endswith(".tmp") and not found.name.startswith(LOCK) for found in path.iterdir()):
                raise UsageError("run.not_empty", path=shown(str(path), limit=200))
        except OSError as problem:
            raise failure(problem, path) from problem
        write_whole(path / MANIFEST, pretty(manifest))
        return cls(path)

    def note(self, event: Any, **what: Any) -> None:
        """Write down that something happened, with the time."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._volatile.add(encode(Note(event=event, at=at, cwd=os.getcwd(), **what)))

    def add(self, outcomes: Sequence[Outcome], /) -> None:
        """Write finished samples, the next ones in input order."""
        measures = [
            msgspec.structs.replace(found, seconds=round(found.seconds or one.seconds, 6))
            for one in outcomes
            for found in (self.journal.measure(one.id),)
        ]
        # The measures go first: a row that is there has its measure, and one too many is cut when resuming.
        self._volatile.add(*map(encode, measures))
        self._rows.add(*(one.line for one in outcomes))
        self.n_done += len(outcomes)
        for one in outcomes:
            self.journal.forget(one.id)

    def finish(self, end: End, /) -> None:
        """Write the end, after which the run is complete."""
        self.note("finished")
        self._rows.sync()
        self._volatile.sync()
        write_whole(self.path / END, pretty(end))
        self.close()
        (self.path / JOURNAL).unlink(missing_ok=True)

    def close(self) -> None:
        """Stop writing; what is there can be resumed."""
        for file in (self._rows, self._volatile, self.journal):
            file.close()
        self._lock.release()

    def _recall_rows(self, recall: Callable[[Row, bytes], None]) -> set[str]:
        done: set[str] = set()
        for offset, line in lines_of(self.path / SAMPLES):
            try:
                row = decode_row(line)
            except msgspec.MsgspecError:
                self._rows.cut(offset)
                break
            recall(row, line)
            done.add(row.id)
        self.n_done = len(done)
        return done

    def _cut_measures(self) -> None:
        n = 0
        for offset, line in lines_of(self.path / VOLATILE):
            n += isinstance(_read_volatile(line), Measure)
            if n > self.n_done:
                self._volatile.cut(offset)
                return
        self._volatile.add(*(encode(Measure(id="")) for _ in range(self.n_done - n)))


def tidy(path: Path, /) -> None:
    """Remove what a process left behind that died between writing the end and cleaning up."""
    lock = Lock(path)
    try:
        for name in (JOURNAL, f"{END}.tmp", f"{MANIFEST}.tmp"):
            (path / name).unlink(missing_ok=True)
    except OSError as problem:
        raise failure(problem, path) from problem
    finally:
        lock.release()


def read_manifest(path: Path, /) -> Manifest:
    """The manifest of a run folder. Raises StoreError for a folder that is none, or was written by a later version."""
    try:
        content = (path / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError("run.no_run_folder", path=shown(str(path), limit=200)) from None
    except OSError as problem:
        raise failure(problem, path / MANIFEST) from problem
    return _decoded(content, Manifest, path / MANIFEST)


def read_end(path: Path, /) -> End | None:
    """The end of a run, or None when it is not finished."""
    try:
        content = (path / END).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise failure(problem, path / END) from problem
    return _decoded(content, End, path / END)


def measures(path: Path, /) -> Iterator[Measure]:
    """What each row took, in the order of the rows."""
    for _, line in lines_of(path / VOLATILE):
        entry = _read_volatile(line)
        if isinstance(entry, Measure):
            yield entry


def notes(path: Path, /) -> Iterator[Note]:
    """What happened to the run, in order."""
    for _, line in lines_of(path / VOLATILE):
        entry = _read_volatile(line)
        if isinstance(entry, Note):
            yield entry


def new_id() -> str:
    """An id for a run: the time to the microsecond, so that names sort by age."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


def _read_volatile(line: bytes) -> Note | Measure | None:
    try:
        return _volatile.decode(line)
    except msgspec.MsgspecError:
        return None


def _decoded(content: bytes, kind: type[_Record], path: Path) -> _Record:
    try:
        version = msgspec.json.decode(content, type=dict[str, Any]).get("schema_version")
        if isinstance(version, int) and version > SCHEMA_VERSION:
            raise StoreError("run.later_version", path=shown(str(path), limit=200), version=version)
        return msgspec.json.decode(content, type=kind)
    except msgspec.MsgspecError as problem:
        raise StoreError("run.damaged", path=shown(str(path), limit=200), problem=str(problem)) from None

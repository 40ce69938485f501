"""The run folder: what is in it, who may write, what a kill leaves behind."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import raggauge
from raggauge.errors import StoreError, UsageError
from raggauge.run import folder, lock
from raggauge.run.files import Lines, lines_of, write_whole
from raggauge.run.start import resume

FILES = ("manifest.json", "samples.jsonl", "end.json")


def _content(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in FILES}


def _cut(path: Path, n_rows: int, torn: bytes = b"") -> None:
    """Make a finished run look as if it had been killed after some rows, within the writing of the next."""
    lines = (path / "samples.jsonl").read_bytes().splitlines(keepends=True)
    (path / "samples.jsonl").write_bytes(b"".join(lines[:n_rows]) + torn)
    (path / "end.json").unlink()


@pytest.mark.parametrize("n_rows", [0, 1, 17, 40])
@pytest.mark.parametrize("torn", [b"", b'{"id":"q', b"\x00" * 10, b'{"id": "half"}\n'])
def test_a_broken_run_ends_like_an_unbroken_one(n_rows: int, torn: bytes, scripted: Any, make_samples: Any) -> None:
    """Whatever stands behind the last whole row is cut; the bytes in the end are those of a run without a kill."""
    options: Any = {"metrics": ["faithfulness"], "judge": scripted}
    whole = raggauge.evaluate(make_samples(40), out="whole", **options)
    raggauge.evaluate(make_samples(40), out="broken", **options)
    _cut(Path("broken"), n_rows, torn)
    found = raggauge.Run.open("broken")
    assert not found.complete
    before = len(scripted.asked)
    again = raggauge.evaluate(make_samples(40), out="broken", **options)
    assert again.complete
    assert len(scripted.asked) - before == 40 - n_rows
    assert _content(Path("broken")) == _content(Path("whole"))
    assert [one.measurements.keys() for one in again] == [one.measurements.keys() for one in whole]


@pytest.mark.parametrize("n_extra", [-1, 0, 1])
def test_measures_follow_their_rows(n_extra: int, paid_judge: Any, make_samples: Any) -> None:
    """A measure that was written without its row, or a row without its measure, does not shift the others."""
    options: Any = {"metrics": ["faithfulness"], "out": "r"}
    raggauge.evaluate(make_samples(10), judge=paid_judge(), **options)
    _cut(Path("r"), 5)
    notes_and_measures = Path("r/volatile.jsonl").read_bytes().splitlines(keepends=True)
    Path("r/volatile.jsonl").write_bytes(b"".join(notes_and_measures[: 1 + 5 + n_extra]))
    run = raggauge.evaluate(make_samples(10), judge=paid_judge(), **options)
    calls = [one.measurements.get("calls") for one in run]
    assert calls[6:] == [1] * 4
    assert len(calls) == 10
    assert run.usage["calls"] == (9 if n_extra < 0 else 10)


def test_nothing_of_the_machine_is_in_the_identity(scripted: Any, make_samples: Any) -> None:
    """Two runs of the same are the same bytes in every file but the volatile one."""
    for name in ("one", "two"):
        raggauge.evaluate(
            make_samples(10), metrics=["faithfulness"], judge=scripted, out=name, concurrency=2 if name == "one" else 64
        )
    assert _content(Path("one")) == _content(Path("two"))


def test_another_run_is_not_mixed_in(scripted: Any, make_samples: Any) -> None:
    """Other data or metrics in the folder of an unfinished run are refused, and so is a finished run."""
    options: Any = {"judge": scripted, "out": "r"}
    raggauge.evaluate(make_samples(10), metrics=["faithfulness"], **options)
    with pytest.raises(UsageError, match="holds a finished run"):
        raggauge.evaluate(make_samples(10), metrics=["faithfulness"], **options)
    _cut(Path("r"), 3)
    with pytest.raises(UsageError, match="differs in: dataset"):
        raggauge.evaluate(make_samples(11), metrics=["faithfulness"], **options)
    with pytest.raises(UsageError, match="differs in: metrics"):
        raggauge.evaluate(make_samples(10), metrics=["contradiction"], **options)


def test_a_folder_with_other_files_is_refused(scripted: Any, make_samples: Any) -> None:
    """Nothing of the user's is written over."""
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="holds other files"):
        raggauge.evaluate(make_samples(1), metrics=["faithfulness"], judge=scripted, out="mine")
    assert [path.name for path in Path("mine").iterdir()] == ["thesis.txt"]


@pytest.fixture
def from_files(make_samples: Any, script: Any) -> Path:
    """An unfinished run that was begun from files, so that its folder is enough to go on."""
    import msgspec

    rows = [msgspec.json.encode(sample) for sample in make_samples(20)]
    Path("data.jsonl").write_bytes(b"\n".join(rows))
    evidence = [
        msgspec.json.encode(script(raggauge.judge.judge.Ask(sample, frozenset()))) for sample in make_samples(20)
    ]
    Path("script.jsonl").write_bytes(b"\n".join(evidence))
    run = raggauge.evaluate("data.jsonl", metrics=["faithfulness"], judge="scripted:script.jsonl", limit=15)
    assert run.path is not None
    (run.path / "copy.json").write_bytes((run.path / "end.json").read_bytes())
    _cut(run.path, 4)
    return run.path


def test_a_run_from_files_goes_on_from_its_folder(from_files: Path) -> None:
    """Input, judge, metrics and selection are made again from the manifest."""
    run = resume(from_files)
    assert len(run) == 15
    assert (from_files / "end.json").read_bytes() == (from_files / "copy.json").read_bytes()
    assert [note.event for note in folder.notes(from_files)] == ["started", "resumed", "finished"]
    assert resume(from_files).summary() == run.summary()


def test_changed_input_is_refused(from_files: Path) -> None:
    """One sentence names the file; nothing is written."""
    with Path("data.jsonl").open("ab") as file:
        file.write(b'\n{"id": "q14b", "answer": "x", "contexts": []}')
    assert len(resume(from_files)) == 15
    (from_files / "end.json").unlink()
    Path("data.jsonl").write_bytes(Path("data.jsonl").read_bytes().replace(b"Answer 9.", b"Answer 8."))
    with pytest.raises(UsageError, match=r"data.jsonl has changed since .* was begun"):
        resume(from_files)


def test_a_run_goes_on_from_another_folder(from_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Input files are looked for where the run was begun."""
    path = from_files.resolve()
    Path("script.jsonl").rename(tmp_path / "script.jsonl")
    monkeypatch.chdir(tmp_path)
    assert len(resume(path)) == 15


def test_another_judge_or_metric_is_refused(from_files: Path) -> None:
    """A judge with another fingerprint, a metric whose file has changed: the result would be a mixture."""
    manifest = json.loads((from_files / "manifest.json").read_bytes())
    other = {**manifest, "judge": {**manifest["judge"], "model": "script of yesterday"}}
    (from_files / "manifest.json").write_text(json.dumps(other), encoding="utf-8")
    with pytest.raises(UsageError, match="is not what it was when"):
        resume(from_files)
    metric = (
        "from raggauge.score import scored\nclass M:\n    fields, facets = (), frozenset()\n    def score(self, s, e): "
    )
    Path("m.py").write_text(f"{metric}return scored(1.0)\n", encoding="utf-8")
    run = raggauge.evaluate("data.jsonl", metrics=["m.py:M"])
    assert run.path is not None
    _cut(run.path, 2)
    Path("m.py").write_text(f"{metric}return scored(0.5)\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has changed since the run was begun"):
        resume(run.path)


def test_objects_of_a_program_cannot_be_made_again(scripted: Any, make_samples: Any) -> None:
    """The sentence says where to go on."""
    run = raggauge.evaluate(make_samples(3), metrics=["faithfulness"], judge=scripted)
    assert run.path is not None
    _cut(run.path, 1)
    with pytest.raises(UsageError, match="calling evaluate there again"):
        resume(run.path)


def test_one_writer_at_a_time(scripted: Any, make_samples: Any) -> None:
    """A folder that a living process writes is refused; that of a dead one is taken over, and said."""
    raggauge.evaluate(make_samples(3), metrics=["faithfulness"], judge=scripted, out="r")
    _cut(Path("r"), 1)
    held = lock.Lock(Path("r"))
    assert lock.is_held(Path("r"))
    with pytest.raises(StoreError, match=f"being written by process {os.getpid()}"):
        raggauge.evaluate(make_samples(3), metrics=["faithfulness"], judge=scripted, out="r")
    held.release()
    assert not lock.is_held(Path("r"))
    raggauge.evaluate(make_samples(3), metrics=["faithfulness"], judge=scripted, out="r")


@pytest.mark.parametrize("content", ["dead", "reborn", "empty"])
def test_the_lock_of_a_dead_process_is_taken_over(
    content: str, scripted: Any, make_samples: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Also when its number was given to a new process, or the lock says nothing."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    owner = {"dead": (gone.pid, "1"), "reborn": (os.getpid(), "1")}.get(content)
    Path("r").mkdir()
    import socket

    text = json.dumps({"pid": owner[0], "host": socket.gethostname(), "born": owner[1]}) if owner else ""
    Path("r/lock.json").write_text(text, encoding="utf-8")
    run = raggauge.evaluate(make_samples(3), metrics=["faithfulness"], judge=scripted, out="r")
    assert run.complete
    assert "is dead; going on in its place" in caplog.text
    assert not Path("r/lock.json").exists()


def test_a_torn_line_is_cut(tmp_path: Path) -> None:
    """Only whole lines are read, and new ones begin behind the last whole one."""
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntwo\nthr")
    assert [line for _, line in lines_of(path)] == [b"one", b"two"]
    with Lines(path) as lines:
        lines.add(b"three")
    assert path.read_bytes() == b"one\ntwo\nthree\n"
    path.write_bytes(b"x" * 200_000)
    with Lines(path) as lines:
        assert lines.size == 0


FULL = """
import resource, sys
import raggauge
from raggauge.errors import RaggaugeError
from raggauge.judge.scripted import ScriptedJudge
from raggauge.evidence import Evidence
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
data = [{"id": str(i), "answer": "a" * 200, "contexts": ["c"]} for i in range(100)]
try:
    raggauge.evaluate(data, metrics=["faithfulness"], judge=ScriptedJudge(lambda ask: Evidence(sample="")), out="r")
except RaggaugeError as problem:
    print(type(problem).__name__, problem)
    sys.exit(problem.exit_code)
"""


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """One sentence; what was written are whole lines; with room again the run goes on and ends the same."""
    code = [sys.executable, "-c", FULL]
    answer = subprocess.run([*code, "20000"], capture_output=True, text=True, check=False)
    assert answer.returncode == 2, answer.stderr
    assert answer.stdout.startswith("StoreError no room left to write")
    assert answer.stderr == ""
    assert Path("r/samples.jsonl").read_bytes().endswith(b"}\n")
    assert subprocess.run([*code, "90000000"], capture_output=True, check=False).returncode == 0
    broken = _content(Path("r"))
    Path("r").rename(tmp_path / "broken")
    assert subprocess.run([*code, "90000000"], capture_output=True, check=False).returncode == 0
    assert _content(Path("r")) == broken


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_said(scripted: Any, make_samples: Any) -> None:
    """One sentence with the path and what to do."""
    Path("closed").mkdir(mode=0o500)
    with pytest.raises(StoreError, match="may not be written"):
        raggauge.evaluate(make_samples(1), metrics=["faithfulness"], judge=scripted, out="closed/r")


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("manifest.json", b"{", "is damaged"),
        ("manifest.json", b'{"schema_version": 99}', "by a later raggauge"),
        ("end.json", b"[]", "is damaged"),
        ("samples.jsonl", b'{"id": 3}\n', "is damaged"),
    ],
)
def test_a_folder_that_cannot_be_read_is_said(
    name: str, content: bytes, part: str, scripted: Any, make_samples: Any
) -> None:
    """Damage and later formats get a sentence, no traceback."""
    raggauge.evaluate(make_samples(1), metrics=["faithfulness"], judge=scripted, out="r")
    Path("r", name).write_bytes(content)
    with pytest.raises(StoreError, match=part):
        _read_all(raggauge.Run.open, "r")


def _read_all(open_run: Any, path: str) -> None:
    run = open_run(path)
    run.summary()
    list(run)


def test_small_files_are_old_or_new(tmp_path: Path) -> None:
    """What an interrupted writing leaves behind is not taken for the file."""
    write_whole(tmp_path / "a.json", b"old")
    (tmp_path / "a.json.tmp").write_bytes(b"ne")
    assert (tmp_path / "a.json").read_bytes() == b"old"
    write_whole(tmp_path / "a.json", b"new")
    assert [path.read_bytes() for path in tmp_path.glob("a.json*")] == [b"new"]

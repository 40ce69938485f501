"""`raggauge run`: from a file to a summary, and going on after a kill."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose

JUDGE = ("--judge", "scripted:evidence.jsonl")
RUN_ID = re.compile(r"\d{8}-\d{6}-\d{6}")


@pytest.mark.parametrize(("lang", "width"), [("en", "100"), ("en", "72"), ("zh", "100"), ("zh", "72")])
def test_the_summary(lang: str, width: str, outputs: Path, capsys: Any, golden: Any, monkeypatch: Any) -> None:
    """Means with intervals, counts, goals, what was not run, who judged, and what to type next."""
    monkeypatch.setenv("COLUMNS", width)
    assert call(["--lang", lang, "run", "outputs.jsonl", *JUDGE, "--metrics", "core,contradiction"]) == 0
    said = capsys.readouterr()
    choose(None)
    golden(f"cli/run-{lang}-{width}.txt", RUN_ID.sub("RUN", said.out))
    assert said.err == ""


def test_a_log_says_what_is_done(outputs: Path, capsys: Any) -> None:
    """--log-file gets the folder, the counts and the metrics; the terminal stays as it was."""
    assert call(["run", "outputs.jsonl", *JUDGE, "-m", "faithfulness", "--log-file", "log.txt"]) == 0
    assert "0 of 3 samples are there; metrics: faithfulness" in Path("log.txt").read_text(encoding="utf-8")
    assert capsys.readouterr().err == ""


def test_quiet_leaves_the_hints_out(outputs: Path, capsys: Any) -> None:
    """-q prints the result alone."""
    assert call(["run", "outputs.jsonl", *JUDGE, "-m", "faithfulness", "-q"]) == 0
    said = capsys.readouterr().out
    assert "faithfulness" in said
    assert "next:" not in said


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "there is nothing to score"),
        (["gone.jsonl"], "there is no file"),
        (["outputs.jsonl", *JUDGE, "--filter", "kind"], "--filter takes KEY=VALUE, not 'kind'"),
        (
            ["outputs.jsonl", *JUDGE, "--filter", "kind=nothing"],
            "none of the 3 samples passes the filter 'kind=nothing'; their metadata has: 'kind'",
        ),
        (["outputs.jsonl", *JUDGE, "--metrics", "faithfulnes"], "did you mean faithfulness"),
        (["outputs.jsonl", *JUDGE, "--metrics", "context_recall"], "sample 'evil' has no 'references'"),
        (["outputs.jsonl", *JUDGE, "--limit", "0"], "limit must be a whole number of at least 1, not 0"),
        (["outputs.jsonl", "--judge", "oracle"], "there is no judge 'oracle'"),
        (["--resume"], "there is no unfinished run"),
        (["outputs.jsonl", "--resume"], "--resume goes on with what the run was begun with"),
        (["--resume", "nothing"], "there is no run 'nothing'"),
        (["--resume", "--filter", "kind=facts", "--skip-missing"], "leave out --filter, --skip-missing"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_mistakes_are_one_sentence(arguments: list[str], part: str, outputs: Path, capsys: Any) -> None:
    """On standard error, exit code 2, no run folder left behind."""
    assert call(["run", *arguments]) == 2
    said = capsys.readouterr()
    assert part in said.err
    assert said.err.count("\n") <= 2
    assert said.out == ""
    assert not Path(".raggauge/runs").exists()


def test_standard_input_is_read(outputs: Path, capsys: Any, monkeypatch: Any) -> None:
    """`-` is standard input; it is kept so that the run can be taken up again."""
    content = Path("outputs.jsonl").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert call(["run", "-", *JUDGE, "-m", "faithfulness", "--name", "piped"]) == 0
    assert "3 samples · piped" in capsys.readouterr().out
    assert len(list(Path(".raggauge/cache").iterdir())) == 1


def test_flags_reach_the_run(outputs: Path, capsys: Any) -> None:
    """Filter, limit, name, repeats, folder."""
    flags = ["--filter", "kind=facts", "--limit", "1", "--name", "n", "--repeats", "2", "-o", "there"]
    assert call(["run", "outputs.jsonl", *JUDGE, "-m", "faithfulness", *flags]) == 0
    assert "run: there" in capsys.readouterr().out
    import raggauge

    run = raggauge.load("there")
    assert [sampled.id for sampled in run] == ["eiffel"]
    assert len(run["eiffel"].repeats) == 2
    assert run.manifest.selection.filters == {"kind": "facts"}


def _raggauge(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "raggauge.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_a_run_that_was_killed_goes_on(outputs: Path) -> None:
    """A metric of the user's kills the process at the second sample; nothing passes until --resume finishes the run."""
    Path("deadly.py").write_text(
        "import os, signal\n"
        "from dataclasses import dataclass\n"
        "from pathlib import Path\n"
        "from raggauge.score import scored\n"
        "@dataclass(frozen=True)\n"
        "class Deadly:\n"
        "    fields = ('answer',)\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        "        if sample.id == '故宫' and Path('armed').exists():\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        return scored(1.0)\n",
        encoding="utf-8",
    )
    Path("armed").touch()
    flags = ["outputs.jsonl", *JUDGE, "--metrics", "faithfulness,deadly.py:Deadly", "--concurrency", "1"]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    assert _raggauge("run", *flags, env=environment).returncode == -9
    shown = _raggauge("show", "last", env=environment)
    assert "unfinished: 1 of 3 samples" in shown.stdout
    Path("rules.yaml").write_text("thresholds: {deadly: 0.5}\n", encoding="utf-8")
    gated = _raggauge("gate", "last", "--config", "rules.yaml", env=environment)
    assert gated.returncode == 3
    assert "1 of 3 samples are done" in gated.stdout
    assert "1 of 3 samples" in _raggauge("diagnose", "last", env=environment).stdout
    assert "unfinished: 1 of 3 samples" in _raggauge("report", "--format", "md", env=environment).stdout
    Path("armed").unlink()
    finished = _raggauge("run", "--resume", env=environment)
    assert finished.returncode == 0, finished.stderr
    assert "deadly" in finished.stdout
    assert "3/3 scored" in finished.stdout
    assert _raggauge("run", "--resume", env=environment).returncode == 2


INTERRUPTED = """
import asyncio, os, signal, sys
import raggauge
from raggauge.evidence import Evidence
from raggauge.cli import main

async def judge(ask):
    if ask.sample.id == "5":
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)
    return Evidence(sample=ask.sample.id)

def work(*arguments, **options):
    data = [{"id": str(i), "answer": "a", "contexts": ["c"]} for i in range(20)]
    raggauge.evaluate(data, metrics=["faithfulness"], judge=judge, out="r", concurrency=1)

main.root.main = work
sys.exit(main.call([]))
"""


def test_ctrl_c_keeps_what_is_finished(outputs: Path) -> None:
    """Exit code 130, a sentence on how to go on, no traceback, the lock given back."""
    answer = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert answer.returncode == 130
    assert "interrupted" in answer.stderr
    assert "raggauge run --resume r" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert len(Path("r/samples.jsonl").read_bytes().splitlines()) == 5
    assert not Path("r/lock.json").exists()


def test_the_bar_is_for_terminals_alone(outputs: Path) -> None:
    """On a terminal standard error shows a bar; in a pipe it stays empty, and standard output is the same."""
    import pty

    command = [sys.executable, "-m", "raggauge.cli.main", "run", "outputs.jsonl", *JUDGE, "-m", "faithfulness"]
    piped = _raggauge(*command[3:])
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower)
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert process.stdout is not None
    out = process.stdout.read().decode()
    process.stdout.close()
    assert process.wait() == 0
    assert b"3/3" in shown
    assert RUN_ID.sub("RUN", out) == RUN_ID.sub("RUN", piped.stdout)
    assert piped.stderr == ""


def test_the_default_set_is_shown_in_parts(outputs: Path, capsys: Any) -> None:
    """Core first; what came along for free under its own headings; what applies to no sample in one line."""
    assert call(["run", "outputs.jsonl", *JUDGE, "--filter", "kind=facts"]) == 0
    said = capsys.readouterr().out
    parts = [
        "\nfaithfulness ",
        "\nfrom the same evidence\ncontradiction",
        "\nwords of the references\nexact_match",
    ]
    places = [said.index(part) for part in (*parts, "\nabstention: answered 2", "\nnot applicable to any sample: ")]
    assert places == sorted(places)
    assert "citation_recall" not in said

"""The frame of the command line: languages, errors in one sentence, exit codes, cheap start."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from raggauge.cli.main import COMMANDS, call
from raggauge.cli.runs import complete_run
from raggauge.messages import choose, has, language


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGGAUGE_LANG", "en")
    choose(None)
    yield  # type: ignore[misc]
    choose(None)


@pytest.mark.parametrize(("flags", "part"), [([], "Commands:"), (["--lang", "zh"], "命令"), (["--lang=zh"], "选项")])
def test_help_is_in_the_language_asked_for(flags: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--lang` may stand anywhere."""
    assert call(["--help", *flags]) == 0
    assert part in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["rum"], "there is no command 'rum' (did you mean run?)"),
        (["config", "--fromat", "json"], "there is no option --fromat (did you mean --format?)"),
        (["completion"], "SHELL is missing"),
        (["completion", "tcsh"], "'tcsh' is not one of"),
        (["config", "--config", "gone.yaml"], "there is no file gone.yaml"),
        (["config", "--config", "."], "'.' is a folder, no file"),
        (["completion", "bash", "surplus"], "more arguments than it takes: surplus"),
        (["config", "--config"], "the option '--config' needs a value"),
        (["config", "-v=1"], "there is no option -="),
        (["run", "a", "--limit", "x"], "--limit: 'x' is no whole number"),
        (["run", "a", "--max-cost", "x"], "--max-cost: 'x' is no number"),
        (["cache", "prune", "--days", "x"], "--days: 'x' is no number"),
        (["compare", "a", "b", "--movers", "x"], "--movers: 'x' is no whole number"),
        (["cache", "prune", "--days", "-1"], "--days: -1.0 is not in the range x>=0.0"),
        (["retrieval", "nowhere", "a"], "nowhere' does not exist"),
        (["run", "a", "--audit", "2"], "is not in the range 0<=x<=1"),
        (["run", "a", "--out", __file__], "is a file, no folder"),
        (["run", "a", "--force=1"], "the option '--force' takes no value"),
        (["metrics", "zzz"], "there is no metric 'zzz'; `raggauge metrics` lists all"),
    ],
)
def test_mistakes_end_with_one_sentence_and_exit_2(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence is on stderr, stdout stays empty, nothing is raised."""
    assert call(arguments) == 2
    said = capsys.readouterr()
    assert part in said.err
    assert said.out == ""
    assert "Traceback" not in said.err


@pytest.mark.parametrize("arguments", [["run", "--limit", "x"], ["report", "--format", "x"], ["run", "-m"]])
def test_mistakes_are_said_in_chinese(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of what click says in English is left in the sentence."""
    assert call(["--lang", "zh", *arguments]) == 2
    choose(None)
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith("错误：")
    assert not re.search(r" (is|not|of|requires) ", first)


def test_the_language_of_a_command_line_ends_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Who calls twice in one process gets the second one in the language of the environment."""
    assert call(["--lang", "zh", "--help"]) == 0
    assert language() == "en"
    assert call(["--help"]) == 0
    assert "Commands:" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_line_in_the_catalogue(name: str) -> None:
    """The list of commands is printed from messages alone."""
    assert has(f"cli.{name.replace('-', '_')}")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_call_the_program(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The script asks raggauge itself for what fits."""
    assert call(["completion", shell]) == 0
    assert "_RAGGAUGE_COMPLETE" in capsys.readouterr().out


def test_completion_lists_commands() -> None:
    """What the shell gets for `raggauge co<TAB>` are the commands that begin so."""
    done = subprocess.run(
        [sys.executable, "-m", "raggauge.cli.main"],
        env={"_RAGGAUGE_COMPLETE": "bash_complete", "COMP_WORDS": "raggauge co", "COMP_CWORD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "plain,config" in done.stdout


def test_completion_knows_names_of_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is offered by the name it was given and by its id."""
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text('{"answer": "a", "references": ["a"]}', encoding="utf-8")
    assert call(["run", "a.jsonl", "-m", "exact_match", "--name", "night-7", "-q"]) == 0
    for beginning, n in (("ni", 1), ("", 3), ("zz", 0)):
        parameter = click.Argument(["run"])
        found = complete_run(click.Context(click.Command("show")), parameter, beginning)
        assert len([one for one in found if one.type == "plain"]) == n


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`raggauge ... | head -1` ends quietly."""
    program = "import sys\nfrom raggauge.cli.main import call\nsys.exit(call(['completion', 'bash']))"
    piped = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert piped.stdout is not None
    piped.stdout.close()
    assert piped.wait() == 0
    assert piped.stderr is not None
    assert piped.stderr.read() == b""
    piped.stderr.close()


def _command(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "raggauge", *arguments], text=True, check=False, **options)


def test_the_package_can_be_run() -> None:
    """`python -m raggauge` is the command."""
    assert _command("--version", capture_output=True).stdout.startswith("raggauge ")


@pytest.mark.parametrize("encoding", ["ascii", "ascii:strict", "latin-1"])
def test_what_an_encoding_lacks_is_escaped(encoding: str) -> None:
    """A terminal that knows no Chinese gets Chinese as escapes, not an error."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = _command("--lang", "zh", "metrics", "faithfulness", capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u" in done.stdout


def test_the_bare_c_locale_prints_what_it_can() -> None:
    """Python without its UTF-8 mode in the C locale."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = _command("--lang", "zh", "metrics", "faithfulness", capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_closed_streams_are_no_defect() -> None:
    """`>&-` and `2>&-` throw away what was said, and the exit code stays."""
    raggauge = f"{sys.executable} -m raggauge"
    shell = f"{raggauge} metrics faithfulness >&-; echo $?; {raggauge} nix 2>&-; echo $?"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n2\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_said() -> None:
    """There is no path to name, so none is invented."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = _command("--lang", "en", "metrics", "faithfulness", stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "error: reading or writing failed: No space left on device\n")


def test_errors_on_a_terminal_are_plain_where_no_colour_is_wanted() -> None:
    """NO_COLOR holds for the word `error` too."""
    import pty

    leader, follower = pty.openpty()
    done = _command("--lang", "en", "show", "nix", stderr=follower, env={**os.environ, "NO_COLOR": "1"})
    os.close(follower)
    assert done.returncode == 2
    assert os.read(leader, 4096).startswith(b"error: there is no run")
    os.close(leader)

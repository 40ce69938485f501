"""The frame of the command line: languages, errors in one sentence, exit codes, cheap start."""

import subprocess
import sys

import pytest

from raggauge.cli.main import COMMANDS, call
from raggauge.messages import choose, has


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

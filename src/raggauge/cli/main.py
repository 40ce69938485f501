"""The entry point of the command line: finds the command, says errors in one sentence, ends with the right exit code.

0 passed or finished, 1 a gate failed, 2 usage or data error, 3 inconclusive, below coverage, budget reached or judge
unavailable, 130 Ctrl-C.
"""

import os
import sys
from collections.abc import Sequence
from contextvars import copy_context
from io import TextIOWrapper
from typing import Final

import click

from raggauge import __version__
from raggauge.cli import settings
from raggauge.cli.command import Group
from raggauge.errors import RaggaugeError
from raggauge.messages import choose, say, shown

COMMANDS: Final[dict[str, str]] = {
    "check": "raggauge.cli.check:check",
    "convert": "raggauge.cli.convert:convert",
    "run": "raggauge.cli.run:run",
    "show": "raggauge.cli.show:show",
    "report": "raggauge.cli.report:report",
    "plan": "raggauge.cli.plan:plan",
    "cache": "raggauge.cli.cache:cache",
    "judge": "raggauge.cli.judge:judge",
    "metrics": "raggauge.cli.metrics:metrics",
    "retrieval": "raggauge.cli.retrieval:retrieval",
    "diagnose": "raggauge.cli.diagnose:diagnose",
    "compare": "raggauge.cli.compare:compare",
    "gate": "raggauge.cli.gate:gate",
    "baseline": "raggauge.cli.baseline:baseline",
    "power": "raggauge.cli.power:power",
    "goldens": "raggauge.cli.goldens:goldens",
    "init": "raggauge.cli.init:init",
    "ready": "raggauge.cli.ready:ready",
    "config": "raggauge.cli.config:config",
    "completion": "raggauge.cli.completion:completion",
}


@click.group(cls=Group, commands_table=COMMANDS, invoke_without_command=False)
@click.version_option(__version__, "-V", "--version", prog_name="raggauge", message="%(prog)s %(version)s")
def root() -> None:
    """The group all commands belong to; its help text is `cli.root`."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit the process."""
    _settle_streams()
    sys.exit(call(sys.argv[1:] if arguments is None else arguments))


def _settle_streams() -> None:
    """Whatever the locale, texts can be printed: what its encoding lacks is escaped, and a closed stream takes all."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for the rest of the process
        elif isinstance(stream, TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="backslashreplace")


def call(arguments: Sequence[str], /) -> int:
    """Run a command line and return the exit code; nothing but SystemExit of completion leaves this function.

    What `--lang` chooses holds for this command line alone: it runs in a context of its own.
    """
    return copy_context().run(_call, list(arguments))


def _call(arguments: list[str]) -> int:
    arguments = _choose_language(arguments)
    try:
        result = root.main(args=arguments, prog_name="raggauge", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.ctx.get_help() if help_wanted.ctx else "", err=True)
        return 2
    except (click.Abort, KeyboardInterrupt) as interruption:
        _complain(say("cli.interrupted"))
        _add_notes(interruption)
        return 130
    except click.ClickException as problem:
        _complain(settings.usage_problem(problem))
        return 2
    except RaggaugeError as problem:
        settings.reraise_when_debugging()
        _complain(problem.say())
        _add_notes(problem)
        return problem.exit_code
    except OSError as problem:
        settings.reraise_when_debugging()
        _complain(_said_of(problem))
        return 2
    except Exception as problem:  # the outermost boundary: a defect becomes one sentence, the traceback is for --debug
        settings.reraise_when_debugging()
        _complain(say("cli.defect", problem=f"{type(problem).__name__}: {problem}"))
        return 2


def _choose_language(arguments: list[str]) -> list[str]:
    """Take `--lang` out of the arguments, wherever it stands before `--`, since help texts depend on it."""
    kept: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            return [*kept, argument, *rest]
        name, equals, value = argument.partition("=")
        if name != "--lang":
            kept.append(argument)
            continue
        value = value if equals else next(rest, "")
        if value not in ("en", "zh"):
            _complain(say("cli.bad_language", value=shown(value)))
            raise SystemExit(2)
        choose("zh" if value == "zh" else "en")
    return kept


def _said_of(problem: OSError) -> str:
    if problem.filename is None:
        return say("cli.no_output", problem=problem.strerror or str(problem))
    path = shown(problem.filename)
    if isinstance(problem, FileNotFoundError):
        return say("formats.no_file", file=path)
    return say("cli.os_error", problem=problem.strerror or str(problem), path=path)


def _complain(text: str) -> None:
    error = say("cli.error")
    styled = error if os.environ.get("NO_COLOR") else click.style(error, fg="red", bold=True)
    click.echo(f"{styled}{text}", err=True)


def _add_notes(problem: BaseException) -> None:
    """What was added to an error on its way up: what is kept, and how to go on."""
    for cause in (problem, problem.__cause__):
        for note in getattr(cause, "__notes__", ()):
            click.echo(note, err=True)


if __name__ == "__main__":
    main()

"""The options that every command takes, and what they set: how much is said, and where."""

import logging
import re
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, Final

import click

from raggauge.errors import UsageError
from raggauge.messages import say, shown

SAID_BY_CLICK: Final = {
    "no_integer": r"(?P<value>.+) is not a valid integer(?: range)?\.",
    "no_number": r"(?P<value>.+) is not a valid float(?: range)?\.",
    "no_choice": r"(?P<value>.+) is not one of (?P<choices>.+)\.",
    "out_of_range": r"(?P<value>.+) is not in the range (?P<range>.+)\.",
    "is_a_file": r"Directory (?P<path>.+) is a file\.",
    "is_a_folder": r"File (?P<path>.+) is a directory\.",
    "no_path": r"(?:File|Directory|Path) (?P<path>.+) does not exist\.",
    "no_access": r"(?:File|Directory|Path) (?P<path>.+) is not (?:readable|writable)\.",
    "needs_value": r"Option (?P<name>.+) requires an argument\.",
    "takes_no_value": r"Option (?P<name>.+) does not take a value\.",
    "too_many": r"Got unexpected extra arguments? \((?P<extra>.+)\)",
}
"""Messages of click by the id of ours."""

_debugging: ContextVar[bool] = ContextVar("raggauge_debugging", default=False)
_quiet: ContextVar[bool] = ContextVar("raggauge_quiet", default=False)


def common_options() -> list[click.Parameter]:
    """The options -v, -q, --log-file and --debug, as fresh click options."""
    return [
        _option(["-v", "--verbose"], "verbose", count=True, callback=_set_level),
        _option(["-q", "--quiet"], "quiet", is_flag=True, callback=_set_quiet),
        _option(["--log-file"], "log_file", type=click.Path(dir_okay=False), callback=_set_log_file),
        _option(["--debug"], "debug", is_flag=True, callback=_set_debugging),
    ]


def quiet() -> bool:
    """Whether only results and errors are wanted: no progress, no hints."""
    return _quiet.get()


def reraise_when_debugging() -> None:
    """Within an except block: show the whole traceback when --debug was given."""
    if _debugging.get():
        raise  # noqa: PLE0704 - called from except blocks only


def pairs(option: str, given: Iterable[str], /) -> dict[str, str]:
    """`KEY=VALUE` texts of a repeated option as a mapping. Raises UsageError for one without `=`."""
    pairs = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise UsageError("run.bad_pair", option=option, value=shown(text))
        pairs[key.strip()] = value.strip()
    return pairs


def usage_problem(problem: click.ClickException) -> str:
    """What is wrong with a command line, in the language in force, with how to get help."""
    command = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "raggauge"
    match problem:
        case click.NoSuchOption():
            hint = say("cli.did_you_mean", name=problem.possibilities[0]) if problem.possibilities else ""
            text = say("cli.no_such_option", name=problem.option_name, hint=hint)
        case click.MissingParameter():
            text = say("cli.missing_parameter", name=_name(problem))
        case click.BadParameter():
            text = say("cli.bad_parameter", name=_name(problem), problem=_said(problem.message))
        case _:
            text = _said(problem.format_message())
    return f"{text.rstrip()}\n{say('cli.try_help', command=command)}"


def _said(text: str) -> str:
    """What click says of a value, in the language in force; as click says it where it is none of these."""
    for key, pattern in SAID_BY_CLICK.items():
        if found := re.fullmatch(pattern, text, re.DOTALL):
            values: dict[str, Any] = found.groupdict()
            return say(f"cli.{key}", **values)
    return text


def _name(problem: click.BadParameter) -> str:
    if problem.param is None:
        return str(problem.param_hint or "?")
    names = [*problem.param.opts, *problem.param.secondary_opts]
    return " / ".join(names) if isinstance(problem.param, click.Option) else problem.param.human_readable_name


def _option(names: list[str], key: str, **kwargs: Any) -> click.Option:
    return click.Option(names, expose_value=False, help=say(f"cli.{key}"), **kwargs)


def _set_level(ctx: click.Context, param: click.Parameter, value: int) -> None:
    if value:
        level = logging.DEBUG if value > 1 else logging.INFO
        _log_to(logging.StreamHandler(sys.stderr), level)


def _set_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    _quiet.set(value)


def _set_log_file(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        _log_to(logging.FileHandler(value, encoding="utf-8"), logging.DEBUG)


def _set_debugging(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    _debugging.set(value)


def _log_to(handler: logging.Handler, level: int) -> None:
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(level)
    logger = logging.getLogger("raggauge")
    logger.addHandler(handler)
    logger.setLevel(min(level, logger.level or level))

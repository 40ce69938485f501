"""The forms a report can have: a literal table of names, what writes each, and whether it is for a file."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

from raggauge.run.run import Run

FORMATS: Final[dict[str, str]] = {
    "terminal": "raggauge.report.terminal:chunks",
    "md": "raggauge.report.markdown_page:chunks",
    "html": "raggauge.report.html:chunks",
    "json": "raggauge.report.json:chunks",
    "csv": "raggauge.report.table:chunks",
    "spot": "raggauge.report.spot:chunks",
}

CI_FORMATS: Final[dict[str, str]] = {
    "junit": "raggauge.report.junit:chunks",
    "sarif": "raggauge.report.sarif:chunks",
    "github": "raggauge.report.github:chunks",
    "badge": "raggauge.report.badge:chunks",
}
"""Forms of a run together with what its gate decided."""

ENDINGS: Final[dict[str, str]] = {
    ".txt": "terminal",
    ".html": "html",
    ".htm": "html",
    ".md": "md",
    ".json": "json",
    ".csv": "csv",
    ".xml": "junit",
    ".sarif": "sarif",
    ".svg": "badge",
}
"""The form that a file's ending asks for."""


def ending_of(form: str, /) -> str:
    """The usual ending of a file in a form: `.xml` for `junit`."""
    others = {"spot": ".csv", "github": ".md"}
    return others.get(form) or next(ending for ending, one in ENDINGS.items() if one == form)


def chunks_of(run: Run, form: str, /, *, config: str | None = None, baseline: str | None = None) -> Iterable[bytes]:
    """A run in a form, piece by piece. `config` and `baseline` are what the forms for CI hold it against."""
    module, _, attribute = {**FORMATS, **CI_FORMATS}[form].partition(":")
    write: Callable[[Any], Iterable[bytes]] = getattr(import_module(module), attribute)
    if form in FORMATS:
        return write(run)
    from raggauge.report.verdict import verdict_of

    return write(verdict_of(run, config=config, baseline=baseline))

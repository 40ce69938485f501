"""The forms a report can have: a literal table of names, what writes each, and whether it is for a file."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final

from raggauge.run.run import Run

FORMATS: Final[dict[str, str]] = {
    "terminal": "raggauge.report.terminal:chunks",
    "md": "raggauge.report.markdown_page:chunks",
    "html": "raggauge.report.html:chunks",
    "json": "raggauge.report.json:chunks",
    "csv": "raggauge.report.table:chunks",
}

ENDINGS: Final[dict[str, str]] = {".html": "html", ".htm": "html", ".md": "md", ".json": "json", ".csv": "csv"}
"""The form that a file's ending asks for."""


def writer(form: str, /) -> Callable[[Run], Iterable[bytes]]:
    """The function that gives a run in a form, piece by piece."""
    module, _, attribute = FORMATS[form].partition(":")
    found: Callable[[Run], Iterable[bytes]] = getattr(import_module(module), attribute)
    return found

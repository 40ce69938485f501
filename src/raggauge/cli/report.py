"""`raggauge report`: a run as something to read or to work on: HTML, Markdown, JSON, CSV, terminal text, SVG plots."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import UsageError
from raggauge.messages import say, shown
from raggauge.report.formats import CI_FORMATS, ENDINGS, FORMATS, chunks_of, ending_of

if TYPE_CHECKING:
    from raggauge.run.run import Run


@click.command("report", cls=Command)
@click.argument("run", required=False, default="last", shell_complete=complete_run)
@click.option("--format", "form", type=click.Choice([*FORMATS, *CI_FORMATS]), help=say("report.format"))
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help=say("report.output"))
@click.option("--plots", type=click.Path(file_okay=False), metavar="FOLDER", help=say("report.plots"))
@click.option("--config", type=click.Path(dir_okay=False), help=say("gate.config"))
@click.option("--baseline", shell_complete=complete_run, help=say("gate.baseline"))
@click.option("--schema", is_flag=True, help=say("report.schema"))
def report(run: str, form: str | None, out: str | None, plots: str | None, schema: bool, **gate: str | None) -> None:
    """Write the report."""
    if schema:
        import msgspec

        from raggauge.report import json

        click.echo(msgspec.json.format(msgspec.json.encode(json.schema())).decode())
        return
    from raggauge.run.find import load

    found = load(run)
    if plots is not None:
        _plots(found, Path(plots))
        if form is None and out is None:
            return
    chosen = form or (_form_of(out) if out else "terminal")
    chunks = chunks_of(found, chosen, **gate)
    if out is None:
        _write(chunks, sys.stdout.buffer)
        return
    target = Path(out)
    if _is_folder(out):
        target = target / f"{found.id or 'run'}{ending_of(chosen)}"
    to_file(chunks, target)


def _form_of(out: str) -> str:
    """The form that a file's ending asks for. Raises UsageError for a folder or an ending that says nothing."""
    form = "" if _is_folder(out) else ENDINGS.get(Path(out).suffix.lower(), "")
    if not form:
        raise UsageError("report.which_form", path=shown(out), endings=" ".join(ENDINGS))
    return form


def _is_folder(out: str) -> bool:
    return out.endswith(("/", os.sep)) or Path(out).is_dir()


def to_file(chunks: Iterable[bytes], target: Path) -> None:
    """Write a report whole or not at all, and say where."""
    from raggauge.files import replacing

    with replacing(target) as draft, draft.open("wb") as file:
        _write(chunks, file)
    click.echo(say("report.written", path=str(target)), err=True)


def _plots(found: "Run", folder: Path) -> None:
    from raggauge.plot.svg import standalone
    from raggauge.report.html import distributions, overview
    from raggauge.report.html_data import collect

    contents = collect(found)
    plots = {f"overview-{number}": plot for number, (plot, _) in enumerate(overview(contents), 1)}
    plots |= {f"distribution-{metric}": plot for metric, plot, _ in distributions(contents)}
    for name, plot in plots.items():
        plain = "".join(letter if letter.isalnum() or letter in "-_@=," else "-" for letter in name)
        to_file([standalone(plot).encode()], folder / f"{plain}.svg")


def _write(chunks: Iterable[bytes], file: BinaryIO) -> None:
    for chunk in chunks:
        file.write(chunk)

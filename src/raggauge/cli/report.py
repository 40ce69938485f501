"""`raggauge report`: a run as something to read or to work on: HTML, Markdown, JSON, CSV, terminal text, SVG plots."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import StoreError
from raggauge.messages import say
from raggauge.report.formats import CI_FORMATS, ENDINGS, FORMATS, chunks_of

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
    chosen = form or (ENDINGS.get(Path(out).suffix.lower(), "json") if out else "terminal")
    chunks = chunks_of(found, chosen, **gate)
    if out is None:
        _write(chunks, sys.stdout.buffer)
        return
    target = Path(out)
    if target.is_dir():
        target = target / f"{found.id or 'run'}.{chosen}"
    to_file(chunks, target)


def to_file(chunks: Iterable[bytes], target: Path) -> None:
    """Write a draft beside the file and rename it, so that a report is whole or not there."""
    draft = target.with_name(f"{target.name}.draft")
    try:
        with draft.open("wb") as file:
            _write(chunks, file)
        draft.replace(target)
    except OSError as problem:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError("report.cannot_write", path=str(target), problem=problem.strerror or str(problem)) from None
    click.echo(say("report.written", path=str(target)), err=True)


def _plots(found: "Run", folder: Path) -> None:
    from raggauge.plot.svg import standalone
    from raggauge.report.html import distributions, overview
    from raggauge.report.html_data import collect

    folder.mkdir(parents=True, exist_ok=True)
    contents = collect(found)
    plots = {f"overview-{number}": plot for number, (plot, _) in enumerate(overview(contents), 1)}
    plots |= {f"distribution-{metric}": plot for metric, plot, _ in distributions(contents)}
    for name, plot in plots.items():
        plain = "".join(letter if letter.isalnum() or letter in "-_@=," else "-" for letter in name)
        to_file([standalone(plot).encode()], folder / f"{plain}.svg")


def _write(chunks: Iterable[bytes], file: BinaryIO) -> None:
    for chunk in chunks:
        file.write(chunk)

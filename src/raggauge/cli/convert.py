"""`raggauge convert`: a file in the format of another tool."""

from pathlib import Path
from typing import Any

import click

from raggauge.cli import settings as common
from raggauge.cli.command import Command
from raggauge.cli.reading import reading, reading_options
from raggauge.errors import UsageError
from raggauge.messages import say, shown


@click.command("convert", cls=Command)
@click.argument("source", metavar="IN", type=click.Path())
@click.argument("target", metavar="OUT", type=click.Path())
@click.option("--to", default="raggauge", metavar="FORMAT", help=say("convert.opt_to"))
@click.option("--force", is_flag=True, help=say("convert.opt_force"))
@reading_options
def convert(source: str, target: str, to: str, force: bool, **flags: Any) -> None:
    """Read one file, write the other, say what did not fit."""
    from raggauge.formats import read, write

    if target != "-" and Path(target).is_file() and not force:
        raise UsageError("formats.would_overwrite", file=shown(target, limit=200))
    dataset = read(source, **reading(flags))
    written = write(dataset, target, to=to)
    if common.quiet():
        return
    click.echo(say("convert.done", n=f"{written.n:,}", file=target), err=True)
    if dataset.skipped:
        click.echo(say("convert.skipped", n=f"{len(dataset.skipped):,}"), err=True)
    if written.lost:
        names = ", ".join(f"{field} ({n:,})" for field, n in written.lost.items())
        click.echo(say("convert.lost", format=to, fields=names), err=True)

"""`raggauge report`: a run as data."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.messages import say


@click.command("report", cls=Command)
@click.argument("run", required=False, default="last", shell_complete=complete_run)
@click.option("--format", "form", type=click.Choice(["json"]), default="json", help=say("report.format"))
@click.option("-o", "--out", type=click.Path(dir_okay=False), metavar="FILE", help=say("report.output"))
@click.option("--schema", is_flag=True, help=say("report.schema"))
def report(run: str, form: str, out: str | None, schema: bool) -> None:
    """Write the report."""
    from raggauge.report import json
    from raggauge.run.find import load

    if schema:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(json.schema())).decode())
        return
    chunks = json.chunks(load(run))
    if out is None:
        _write(chunks, sys.stdout.buffer)
        return
    with Path(out).open("wb") as file:
        _write(chunks, file)


def _write(chunks: Iterable[bytes], file: BinaryIO) -> None:
    for chunk in chunks:
        file.write(chunk)

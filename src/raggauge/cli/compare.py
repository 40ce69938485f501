"""`raggauge compare A B`: two runs side by side."""

import sys
from pathlib import Path
from typing import Any

import click

from raggauge.cli.command import Command
from raggauge.cli.report import to_file
from raggauge.cli.runs import complete_run
from raggauge.messages import say
from raggauge.report.formats import ENDINGS


@click.command("compare", cls=Command)
@click.argument("before", shell_complete=complete_run)
@click.argument("after", shell_complete=complete_run)
@click.option(
    "--movers", "n_movers", type=click.IntRange(min=0), default=5, show_default=True, help=say("compare.movers")
)
@click.option(
    "--margin", type=click.FloatRange(0, 1, min_open=True), default=0.02, show_default=True, help=say("compare.margin")
)
@click.option("--force", is_flag=True, help=say("compare.force"))
@click.option("--format", "form", type=click.Choice(["terminal", "md", "html", "json"]), help=say("compare.format"))
@click.option("-o", "--out", type=click.Path(), metavar="FILE", help=say("report.output"))
def compare(before: str, after: str, form: str | None, out: str | None, **how: Any) -> None:
    """Print what changed from one run to another."""
    from raggauge.comparison import compare as compared
    from raggauge.report import difference, difference_page, terminal
    from raggauge.run.find import load

    chosen = form or (ENDINGS.get(Path(out).suffix.lower(), "md") if out else "terminal")
    found = compared(load(before), load(after), **how)
    if out is not None:
        to_file([difference_page.written(found, chosen)], Path(out))
    elif chosen == "terminal":
        terminal.print_out(difference.as_terminal(found))
    else:
        sys.stdout.buffer.write(difference_page.written(found, chosen))

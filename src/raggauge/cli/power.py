"""`raggauge power RUN --drop 0.05`: how many questions are needed to see a drop, and what the present set can see."""

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.messages import say


@click.command("power", cls=Command)
@click.argument("run", shell_complete=complete_run)
@click.option(
    "--drop", type=click.FloatRange(0, 1, min_open=True), default=0.05, show_default=True, help=say("power.drop")
)
@click.option("--with", "other", shell_complete=complete_run, help=say("power.other"))
@click.option("--correlation", type=click.FloatRange(-1, 1), help=say("power.correlation"))
@click.option("--format", "form", type=click.Choice(["terminal", "json"]), default="terminal", help=say("power.format"))
def power(run: str, drop: float, other: str | None, correlation: float | None, form: str) -> None:
    """Print, per metric, the questions that a drop needs and the drop that the set shows."""
    import msgspec

    from raggauge.report import terminal
    from raggauge.report.visible import as_table, visible
    from raggauge.run.find import load

    rows = visible(load(run), drop=drop, other=load(other) if other else None, correlation=correlation)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    terminal.print_out(as_table(rows, drop=drop))

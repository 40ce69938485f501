"""`raggauge compare A B`: two runs side by side."""

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.messages import say


@click.command("compare", cls=Command)
@click.argument("before", shell_complete=complete_run)
@click.argument("after", shell_complete=complete_run)
@click.option("--movers", type=click.IntRange(min=0), default=5, show_default=True, help=say("compare.movers"))
@click.option(
    "--margin", type=click.FloatRange(0, 1, min_open=True), default=0.02, show_default=True, help=say("compare.margin")
)
@click.option("--force", is_flag=True, help=say("compare.force"))
@click.option(
    "--format", "form", type=click.Choice(["terminal", "md", "json"]), default="terminal", help=say("compare.format")
)
def compare(before: str, after: str, movers: int, margin: float, force: bool, form: str) -> None:
    """Print what changed from one run to another."""
    import msgspec

    from raggauge.comparison import compare as compared
    from raggauge.report import difference, terminal
    from raggauge.run.find import load

    found = compared(load(before), load(after), force=force, margin=margin, n_movers=movers)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif form == "md":
        click.echo(difference.as_markdown(found), nl=False)
    else:
        terminal.print_out(difference.as_terminal(found))

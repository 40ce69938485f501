"""`raggauge diagnose RUN`: which part of the system is broken, and what to change."""

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import UsageError
from raggauge.messages import say, shown


@click.command("diagnose", cls=Command, help=say("diagnosis.help"))
@click.argument("run", required=False, default="last", shell_complete=complete_run)
@click.option("--mean", "means", multiple=True, metavar="METRIC=NUMBER", help=say("diagnosis.mean_option"))
@click.option("--against", shell_complete=complete_run, metavar="RUN", help=say("diagnosis.against_option"))
@click.option("--composite", type=click.Choice(["mean", "product"]), help=say("diagnosis.composite_option"))
@click.option(
    "--format", "form", type=click.Choice(["terminal", "json"]), default="terminal", help=say("diagnosis.format_option")
)
def diagnose(run: str, means: tuple[str, ...], against: str | None, composite: str | None, form: str) -> None:
    """Print the faults, weakest stage first."""
    import msgspec

    from raggauge.diagnosis import Diagnosis, diagnose_means, whole
    from raggauge.run.find import load

    found: Diagnosis
    if means:
        found = diagnose_means(dict(_mean(text) for text in means))
    else:
        kind: whole.Composite | None = "mean" if composite == "mean" else "product" if composite else None
        found = whole.diagnose(load(run), composite=kind, against=load(against) if against else None)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        click.echo("\n".join(found.lines()))


def _mean(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        if equals and name:
            return name, float(value)
    except ValueError:
        pass
    raise UsageError("diagnosis.not_a_mean", text=shown(text))

"""`raggauge show`: a run's summary, its worst samples, or one sample with its evidence."""

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import UsageError
from raggauge.messages import say


@click.command("show", cls=Command)
@click.argument("run", required=False, default="last", shell_complete=complete_run)
@click.argument("sample", required=False, metavar="[ID]")
@click.option("--worst", type=click.IntRange(min=1), metavar="N", help=say("show.worst"))
@click.option("--metric", metavar="METRIC", help=say("show.metric"))
@click.option("--full", is_flag=True, help=say("show.full"))
def show(run: str, sample: str | None, worst: int | None, metric: str | None, full: bool) -> None:
    """Print the summary, the worst samples or one sample."""
    from raggauge.report import terminal
    from raggauge.report.sample_view import sample_view
    from raggauge.report.worst import metric_of
    from raggauge.report.worst import worst as worst_of
    from raggauge.run.find import load

    if sample is not None and worst is not None:
        raise UsageError("show.one_of")
    found = load(run)
    out = terminal.print_out
    if sample is not None:
        out(sample_view(found, found[sample], full=full))
    elif worst is not None or metric is not None:
        entry = metric_of(found, metric)
        out(terminal.worst_table(found, entry.text, worst_of(found, entry, worst or 10)))
    else:
        out(terminal.summary(found))

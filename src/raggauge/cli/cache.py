"""`raggauge cache`: the finished judge calls that are kept between runs."""

from datetime import UTC, datetime

import click

from raggauge.cli.command import Command
from raggauge.messages import say


@click.command("cache", cls=Command)
@click.argument("action", type=click.Choice(["stats", "prune", "clear"]), default="stats")
@click.option(
    "--days", type=click.FloatRange(min=0.0), default=30.0, show_default=True, metavar="N", help=say("cache.opt_days")
)
@click.option("--folder", type=click.Path(file_okay=False), metavar="DIR", help=say("cache.opt_folder"))
def cache(action: str, days: float, folder: str | None) -> None:
    """Show, prune or clear the cache."""
    from pathlib import Path

    from raggauge.llm.cache import FILE, FOLDER, CallCache

    kept = CallCache((Path(folder) if folder else FOLDER) / FILE)
    if action == "stats":
        found = kept.stats()
        click.echo(say("cache.holds", file=kept.path, n=f"{sum(found.calls.values()):,}", size=_size(found.n_bytes)))
        for purpose, n in found.calls.items():
            click.echo(f"  {purpose}: {n:,}")
        if found.newest is not None and found.oldest is not None:
            click.echo(say("cache.used", oldest=_day(found.oldest), newest=_day(found.newest)))
        if found.saved:
            click.echo(say("cache.saves", cost=f"{found.saved:,.4g}"))
    else:
        n = kept.prune(days=days) if action == "prune" else kept.clear()
        click.echo(say("cache.removed", n=f"{n:,}"))
    kept.close()


def _size(n: int) -> str:
    return f"{n / 2**20:,.1f} MiB" if n >= 2**20 else f"{n / 2**10:,.1f} KiB"


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"

"""`raggauge judge benchmark` and `raggauge judge calibrate`: a judge beside labels by people."""

import asyncio
from pathlib import Path

import click

from raggauge.cli.command import Command
from raggauge.errors import UsageError
from raggauge.messages import say


@click.command("benchmark", cls=Command)
@click.option("-j", "--judge", "spec", metavar="JUDGE", help=say("run.opt_judge"))
@click.option("--judge-option", "judge_options", multiple=True, metavar="KEY=VALUE", help=say("run.opt_judge_option"))
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True, help=say("embedded.opt_data"))
@click.option("--split", "splits", multiple=True, help=say("embedded.opt_split"))
@click.option("--limit", type=click.IntRange(min=1), help=say("embedded.opt_limit"))
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", help=say("embedded.opt_format")
)
def benchmark(
    spec: str | None, judge_options: tuple[str, ...], data: Path, splits: tuple[str, ...], limit: int | None, form: str
) -> None:
    """Print how far a judge agrees with people, set by set, beside plain recall of content words."""
    from raggauge.cli.asked import judge_options as asked_options
    from raggauge.config import resolve
    from raggauge.judge import make
    from raggauge.judge.benchmark import agreement, lines, read_rows

    known = resolve({"judge": spec})
    judge = make(known["judge"], asked_options(known, judge_options))
    sets = read_rows(data, splits=splits)
    if not sets:
        raise UsageError("embedded.no_rows", path=str(data))

    async def measured() -> list[object]:
        return [await agreement(judge, name, kind, rows[:limit]) for (name, kind), rows in sets.items()]

    found = asyncio.run(measured())
    if form == "json":
        import msgspec

        click.echo(msgspec.json.encode({"judge": judge.fingerprint, "sets": found}))
        return
    click.echo("\n".join(lines(found)))  # type: ignore[arg-type]
    click.echo(f"\n{judge.fingerprint.kind} {judge.fingerprint.model} ({judge.fingerprint.id})")


@click.command("calibrate", cls=Command)
@click.option("--labels", type=click.Path(exists=True, path_type=Path), required=True, help=say("embedded.opt_labels"))
@click.option("--name", default="default", help=say("embedded.opt_name"))
@click.option("--method", type=click.Choice(["platt", "isotonic"]), default="platt", help=say("embedded.opt_method"))
def calibrate(labels: Path, name: str, method: str) -> None:
    """Fit the embedded judge's probabilities to labels, print the error before and after, and store the result."""
    from raggauge.judge.benchmark import read_rows
    from raggauge.judge.embedded.calibrations import save
    from raggauge.judge.embedded.labels import fitted

    sets = read_rows(labels)
    rows = [row for group in sets.values() for row in group]
    calibration = asyncio.run(fitted(rows, name=name, method=method, file=str(labels)))
    for kind, line in calibration.lines.items():
        before, after = f"{line.before:.3f}", f"{line.after:.3f}"
        click.echo(say("embedded.calibrated", kind=kind, n=line.n, before=before, after=after))
    click.echo(say("embedded.stored", path=save(calibration), name=name))

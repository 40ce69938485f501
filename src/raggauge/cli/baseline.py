"""`raggauge baseline set|show`: the run that changes are held against."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import UsageError
from raggauge.messages import say, shown

if TYPE_CHECKING:
    from raggauge.run.run import Run


@click.command("baseline", cls=Command)
@click.argument("action", type=click.Choice(["set", "show"]))
@click.argument("run", required=False, shell_complete=complete_run)
@click.option("--name", default="main", show_default=True, help=say("baseline.name"))
@click.option("--why", default="", help=say("baseline.why"))
@click.option("--thresholds", metavar="PERCENT", help=say("baseline.thresholds"))
@click.option("--ratchet", is_flag=True, help=say("baseline.ratchet"))
@click.option("--config", "path", type=click.Path(dir_okay=False), help=say("baseline.config"))
def baseline(action: str, run: str | None, name: str, **options: Any) -> None:
    """Set or show a baseline."""
    if action == "show":
        _show(name)
    elif run is None:
        raise UsageError("baseline.which")
    else:
        _set(run, name, **options)


def _show(name: str) -> None:
    from raggauge.gate.baseline import read_baseline

    found = read_baseline(name)
    if found is None:
        raise UsageError("baseline.none", name=shown(name))
    click.echo(say("baseline.line", run=found.run, by=found.set_by, at=found.set_at, why=found.why or "-"))
    for metric, mean in found.means.items():
        click.echo(f"  {metric}  {'-' if mean is None else f'{mean:.3f}'}")


def _set(run: str, name: str, *, why: str, thresholds: str | None, ratchet: bool, path: str | None) -> None:
    from raggauge.gate.baseline import set_baseline
    from raggauge.run.find import load

    share = None if thresholds is None else _share(thresholds)
    chosen = load(run)
    made = set_baseline(chosen, name=name, why=why)
    click.echo(say("baseline.line", run=made.run, by=made.set_by, at=made.set_at, why=made.why or "-"))
    if chosen.manifest.repeats < 3:
        click.echo(say("baseline.few_repeats", n=chosen.manifest.repeats), err=True)
    if share is not None:
        _write_thresholds(chosen, share, Path(path or "raggauge.yaml"), only_raise=ratchet)


def _share(text: str) -> float:
    number = text.strip().removesuffix("%")
    try:
        share = float(number) / 100
    except ValueError:
        share = 0.0
    if not text.strip().endswith("%") or not 0 < share <= 1:
        raise UsageError("baseline.bad_share", value=shown(text))
    return share


def _write_thresholds(run: "Run", share: float, path: Path, *, only_raise: bool) -> None:
    """Write them into the config, keeping every other line and its comments as they are."""
    import yaml

    from raggauge import files
    from raggauge.config import resolve
    from raggauge.gate.baseline import ratchet, thresholds_from
    from raggauge.metrics import get
    from raggauge.metrics.metric import text_of

    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    settings = resolve(path=path) if lines else None
    if settings is not None and settings["gate"].get("thresholds"):
        raise UsageError("baseline.thresholds_in_gate", path=str(path))
    written = settings["thresholds"] if settings is not None else {}
    old = {name if name in run.metrics else text_of(get(name, aliases=True)): one for name, one in written.items()}
    down = {entry.text for entry in run.manifest.metrics if entry.direction == "down"}
    new = thresholds_from(run, share=share)
    merged = ratchet(old, new, down) if only_raise else {**old, **new}
    block = yaml.safe_dump({"thresholds": merged}, sort_keys=False, allow_unicode=True).splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("thresholds:")), None)
    if start is None:
        lines = [*lines, *block]
    else:
        end = start + 1
        while end < len(lines) and (lines[end].startswith((" ", "\t", "#")) or not lines[end].strip()):
            end += 1
        while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
            end -= 1  # what stands before the next section belongs to that
        lines[start:end] = block
    files.write(path, ("\n".join(lines) + "\n").encode())
    click.echo(say("baseline.written", n=len(merged), path=str(path)))

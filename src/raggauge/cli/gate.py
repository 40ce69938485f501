"""`raggauge gate RUN`: hold a run against rules; the exit code is the answer."""

from typing import TYPE_CHECKING, Any

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.errors import UsageError
from raggauge.messages import say, shown

if TYPE_CHECKING:
    from raggauge.gate.confirming import Confirmation
    from raggauge.gate.ruling import Decision

ON_INCONCLUSIVE = {"pass": 0, "fail": 1}


@click.command("gate", cls=Command)
@click.argument("run", required=False, default="last", shell_complete=complete_run)
@click.option("--config", "path", type=click.Path(dir_okay=False), help=say("gate.config"))
@click.option("--baseline", shell_complete=complete_run, help=say("gate.baseline"))
@click.option("--on-inconclusive", type=click.Choice(["pass", "fail"]), help=say("gate.on_inconclusive"))
@click.option("--force", is_flag=True, help=say("gate.force"))
@click.option("--confirm", type=int, metavar="N", help=say("gate.confirm"))
@click.option(
    "--format", "form", type=click.Choice(["terminal", "md", "json"]), default="terminal", help=say("gate.format")
)
def gate(run: str, path: str | None, baseline: str | None, on_inconclusive: str | None, **options: Any) -> int:
    """Print each rule's ruling and end with 0, 1 or 3."""
    from raggauge.config import resolve
    from raggauge.gate.baseline import place_of
    from raggauge.gate.confirming import confirm
    from raggauge.gate.decision import decide
    from raggauge.gate.rules import read
    from raggauge.run.find import load

    settings = resolve(path=path)
    found = load(run)
    known = found.manifest.metrics
    rules = read(settings["gate"], settings["thresholds"], place=str(settings.file or ""), known=known)
    if baseline and not rules.tolerance:
        raise UsageError("gate.no_tolerance", name=shown(baseline))
    named = place_of(baseline or rules.baseline) if rules.tolerance else ""
    before = load(named) if named else None
    decided = decide(found, rules, baseline=before, force=options["force"])
    if options["confirm"] is not None and decided.outcome == "fail":
        confirmation = confirm(found, rules, decided, baseline=before, rounds=options["confirm"])
        _say_confirmed(confirmation)
        decided = confirmation.second
    _print(decided, options["form"])
    if decided.outcome == "inconclusive" and on_inconclusive:
        return ON_INCONCLUSIVE[on_inconclusive]
    return decided.exit_code


def _print(decided: "Decision", form: str) -> None:
    import msgspec

    from raggauge.report import decision as report
    from raggauge.report import terminal

    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(decided), indent=2).decode())
    elif form == "md":
        click.echo(report.as_markdown(decided), nl=False)
    else:
        terminal.print_out(report.as_terminal(decided))


def _say_confirmed(found: "Confirmation") -> None:
    if not found.rounds:
        click.echo(say("gate.not_confirmed"), err=True)
        return
    outcomes = {name: say(f"gate.{getattr(found, name).outcome}") for name in ("first", "second")}
    first, second = outcomes["first"], outcomes["second"]
    n, rounds, run = len(found.samples), found.rounds, found.further
    click.echo(say("gate.confirmed", n=n, rounds=rounds, run=run, first=first, second=second), err=True)

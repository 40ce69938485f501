"""`raggauge gate RUN`: hold a run against rules; the exit code is the answer."""

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_run
from raggauge.messages import say

ON_INCONCLUSIVE = {"pass": 0, "fail": 1}


@click.command("gate", cls=Command)
@click.argument("run", shell_complete=complete_run)
@click.option("--config", "path", type=click.Path(dir_okay=False), help=say("gate.config"))
@click.option("--baseline", shell_complete=complete_run, help=say("gate.baseline"))
@click.option("--on-inconclusive", type=click.Choice(["pass", "fail"]), help=say("gate.on_inconclusive"))
@click.option("--force", is_flag=True, help=say("gate.force"))
@click.option(
    "--format", "form", type=click.Choice(["terminal", "md", "json"]), default="terminal", help=say("gate.format")
)
def gate(run: str, path: str | None, baseline: str | None, on_inconclusive: str | None, force: bool, form: str) -> int:
    """Print each rule's ruling and end with 0, 1 or 3."""
    import msgspec

    from raggauge.baseline import current
    from raggauge.config import resolve
    from raggauge.gate import decide
    from raggauge.gate_rules import read
    from raggauge.report import decision as report
    from raggauge.report import terminal
    from raggauge.run.find import load

    settings = resolve(path=path)
    rules = read(settings["gate"], settings["thresholds"], place=str(settings.file or ""))
    named = baseline or rules.baseline or (current() if rules.tolerance else "")
    decided = decide(load(run), rules, baseline=load(named) if named else None, force=force)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(decided), indent=2).decode())
    elif form == "md":
        click.echo(report.as_markdown(decided), nl=False)
    else:
        terminal.print_out(report.as_terminal(decided))
    if decided.outcome == "inconclusive" and on_inconclusive:
        return ON_INCONCLUSIVE[on_inconclusive]
    return decided.exit_code

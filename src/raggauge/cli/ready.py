"""`raggauge ready`: the go-live checklist."""

import click

from raggauge.cli.command import Command
from raggauge.messages import say


@click.command("ready", cls=Command)
@click.option("--json", "as_json", is_flag=True, help=say("ready.json"))
def ready(as_json: bool) -> int:
    """Print the checklist and end with 0, 1 or 3."""
    import msgspec

    from raggauge.ready import check, exit_code

    lines = check()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(lines), indent=2).decode())
        return exit_code(lines)
    from rich.table import Table
    from rich.text import Text

    from raggauge.report.terminal import clean, print_out

    colours = {"ok": "green", "missing": "bold red", "unknown": "yellow"}
    table = Table.grid(padding=(0, 2, 0, 0))
    for line in lines:
        text = Text(say(f"ready.name_{line.name}")).append(f"\n{clean(line.proof)}", style="dim")
        if line.remedy:
            text.append(f"\n→ {line.remedy}")
        table.add_row(Text(say(f"ready.{line.state}"), style=colours[line.state]), text)
    print_out(table)
    return exit_code(lines)

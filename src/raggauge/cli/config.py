"""`raggauge config`: the settings in force and where each comes from; the schema of the file."""

import json

import click

from raggauge.cli.command import Command
from raggauge.config import resolve
from raggauge.messages import say


@click.command("config", cls=Command)
@click.argument("action", type=click.Choice(["show", "schema"]), default="show")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help=say("config.format"))
@click.option("--config", "path", type=click.Path(dir_okay=False), help=say("config.file"))
def config(action: str, form: str, path: str | None) -> None:
    """Print every setting with its value and origin, or the schema."""
    if action == "schema":
        from raggauge.cli.config_schema import schema

        click.echo(json.dumps(schema(), ensure_ascii=False, indent=2))
        return
    settings = resolve(path=path)
    if form == "json":
        rows = {name: {"value": value, "from": settings.origins[name]} for name, value in settings.values.items()}
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    lines = [(say("config.name"), say("config.value"), say("config.origin"))]
    for name, value in settings.values.items():
        origin = settings.origins[name]
        text = "-" if value in (None, {}) else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        lines.append((name, text, say(f"config.{origin}") if origin in ("default", "flag") else origin))
    from rich.console import Console
    from rich.table import Table

    table = Table(*lines[0], box=None, pad_edge=False, header_style="bold")
    for line in lines[1:]:
        table.add_row(*line)
    Console(highlight=False, markup=False, soft_wrap=False).print(table)

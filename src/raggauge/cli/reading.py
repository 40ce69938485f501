"""The options that say how a file is to be read, for every command that reads one."""

from collections.abc import Callable
from typing import Any

import click

from raggauge.errors import UsageError
from raggauge.messages import say, shown


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --map, --id, --metadata, --encoding and --on-bad-row to a command."""
    for option in (
        click.option("--on-bad-row", type=click.Choice(["stop", "skip", "report"]), help=say("check.opt_on_bad_row")),
        click.option("--encoding", metavar="NAME", help=say("check.opt_encoding")),
        click.option(
            "--metadata", "metadata_columns", multiple=True, metavar="COL,...", help=say("check.opt_metadata")
        ),
        click.option("--id", "id_column", metavar="COLUMN", help=say("check.opt_id")),
        click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help=say("check.opt_map")),
    ):
        command = option(command)
    return command


def reading(flags: dict[str, Any], /) -> dict[str, Any]:
    """What those options say, as arguments of `raggauge.formats.read`."""
    mapping = {}
    for text in flags["mapping"]:
        field, equals, column = text.partition("=")
        if not equals or not field.strip() or not column.strip():
            raise UsageError("check.bad_map", value=shown(text))
        mapping[field.strip()] = column.strip()
    columns = [part.strip() for text in flags["metadata_columns"] for part in text.split(",") if part.strip()]
    return {
        "on_bad_row": flags["on_bad_row"] or "stop",
        "mapping": mapping,
        "id_column": flags["id_column"],
        "metadata_columns": tuple(columns),
        "encoding": flags["encoding"],
    }

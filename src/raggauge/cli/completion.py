"""`raggauge completion SHELL`: prints the script that completes commands, options and runs."""

import click
from click.shell_completion import get_completion_class

from raggauge.cli.command import Command
from raggauge.messages import say


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell."""
    from raggauge.cli.main import root

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(say("cli.no_completion", name=shell))
    click.echo(kind(root, {}, "raggauge", "_RAGGAUGE_COMPLETE").source())

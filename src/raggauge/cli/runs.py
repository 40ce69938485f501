"""Shell completion of RUN arguments."""

import click
from click.shell_completion import CompletionItem


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of runs that begin so, newest first, `last`, and files."""
    from raggauge.run.find import runs

    known = ["last", *(folder.name for folder in runs())]
    items = [CompletionItem(name) for name in known if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="dir")]

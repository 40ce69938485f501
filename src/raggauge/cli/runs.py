"""Shell completion of runs, metrics and judges."""

import click
from click.shell_completion import CompletionItem


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of runs that begin so, newest first, `last`, and files."""
    from raggauge.run.find import runs

    known = ["last", *(folder.name for folder in runs())]
    items = [CompletionItem(name) for name in known if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="dir")]


def complete_metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of metrics and groups, for the last of a comma-separated list."""
    from raggauge.metrics import GROUPS, METRICS

    before, comma, last = incomplete.rpartition(",")
    names = [name for name in (*GROUPS, *METRICS) if name.startswith(last)]
    return [CompletionItem(f"{before}{comma}{name}") for name in names]


def complete_judge(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of judges."""
    from raggauge.judge import JUDGES

    return [CompletionItem(name) for name in JUDGES if name.startswith(incomplete)]

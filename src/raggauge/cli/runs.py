"""Shell completion of runs, metrics and judges."""

from importlib.metadata import entry_points

import click
from click.shell_completion import CompletionItem


def complete_run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names and ids of runs that begin so, newest first, `last`, and folders."""
    from raggauge.run.find import name_of, runs

    folders = list(runs())
    known = dict.fromkeys(["last", *filter(None, map(name_of, folders)), *(folder.name for folder in folders)])
    items = [CompletionItem(name) for name in known if name.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="dir")]


def complete_metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of metrics and groups, for the last of a comma-separated list."""
    from raggauge.metrics import GROUPS, METRICS
    from raggauge.run.own import plugged

    before, comma, last = incomplete.rpartition(",")
    names = [name for name in (*GROUPS, *METRICS, *plugged()) if name.startswith(last)]
    return [CompletionItem(f"{before}{comma}{name}") for name in names]


def complete_judge(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of judges."""
    from raggauge.judge import JUDGES

    plugged = entry_points(group="raggauge.judges").names
    return [CompletionItem(name) for name in (*JUDGES, *plugged) if name.startswith(incomplete)]

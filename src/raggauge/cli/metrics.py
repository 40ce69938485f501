"""`raggauge metrics` lists what can be measured, `raggauge metrics NAME` explains one metric."""

from typing import TYPE_CHECKING

import click

from raggauge.cli.command import Command
from raggauge.cli.runs import complete_metrics
from raggauge.errors import UsageError
from raggauge.messages import language, say, shown
from raggauge.metrics.metric import bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from raggauge.metrics.catalogue import Entry


@click.command("metrics", cls=Command, help=say("metric.help"))
@click.argument("name", required=False, shell_complete=complete_metrics)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help=say("metric.format"))
def metrics(name: str | None, form: str) -> None:
    """List the metrics, or explain one."""
    from raggauge.metrics import GROUPS
    from raggauge.metrics.catalogue import entries

    if name is None:
        found = [*entries(language()), *_plugged()]
    elif name in GROUPS or name.endswith(".py"):
        found = _members(name)
    else:
        found = [_one(name)]
    if form == "json":
        _print_json(found)
    elif name is not None and len(found) == 1 and not name.endswith(".py"):
        _explain(found[0])
    else:
        _print_table(found)
    if name is None and form != "json":
        for group, members in GROUPS.items():
            text = say("metric.all") if group == "all" else ", ".join(members)
            click.echo(say("metric.group_line", group=group, members=text))
        click.echo(say("metric.more"))
        click.echo(say("metric.own"))


def _members(name: str) -> "list[Entry]":
    """The metrics of a group or of a Python file."""
    from raggauge.metrics import GROUPS
    from raggauge.metrics.catalogue import entry, entry_of
    from raggauge.metrics.metric import sketch
    from raggauge.run.own import classes_of

    if name in GROUPS:
        return [entry(part, language()) for part in dict.fromkeys(map(bare, GROUPS[name]))]
    found = classes_of(name)
    if not found:
        raise UsageError("metric.none_in_file", file=shown(name))
    return [entry_of(sketch(kind), language(), origin=f"{name}:{kind.__name__}") for kind in found]


def _one(text: str) -> "Entry":
    """The metric that a text means, also where other tools spell it differently."""
    import msgspec

    from raggauge.metrics import ALIASES
    from raggauge.metrics.catalogue import entry, entry_of
    from raggauge.metrics.metric import sketch
    from raggauge.run import own

    if not own.is_own(text):
        return entry(ALIASES.get(bare(text), bare(text)), language())
    found = own.load(text)
    if missing := own.lacking(found.kind):
        raise UsageError("run.no_metric", text=shown(text), lacking=", ".join(missing))
    if ".py:" in text:
        return entry_of(sketch(found.kind), language(), origin=text.partition("(")[0])
    return msgspec.structs.replace(entry_of(sketch(found.kind), language(), origin=found.source), name=bare(text))


def _plugged() -> "Iterator[Entry]":
    """The metrics that installed packages offer; one that cannot be used is listed with the reason."""
    from raggauge.metrics import METRICS
    from raggauge.metrics.catalogue import Entry
    from raggauge.run import own

    for name, point in sorted(own.plugged().items()):
        if name in METRICS:
            click.echo(say("metric.plugin_hidden", name=name, origin=own.origin(point)), err=True)
            continue
        try:
            yield _one(name)
        except UsageError as problem:
            said = say("metric.plugin_broken", problem=problem.say())
            yield Entry(name=name, question=said, origin=own.origin(point))


def _print_table(found: "list[Entry]") -> None:
    from rich.table import Table

    from raggauge.report import terminal

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("name", "needs", "better", "goal", "calls", "question"):
        table.add_column(say(f"metric.title.{title}"), no_wrap=title == "name")
    for one in found:
        goal = f"{one.goal:.2f}" if one.goal is not None else "-"
        arrow = "↑" if one.direction == "up" else "↓"
        table.add_row(one.name, ", ".join(one.needs), arrow, goal, str(len(one.calls)), one.question)
    terminal.print_out(table)


def _explain(one: "Entry") -> None:
    from rich.console import Group, RenderableType
    from rich.padding import Padding
    from rich.text import Text

    from raggauge.metrics.catalogue import lines
    from raggauge.report import terminal

    parts: list[RenderableType] = [Text(one.name, style="bold"), Text(one.question)]
    for title, texts in lines(one, language()):
        parts.append(Text(f"\n{title}", style="bold"))
        parts += [Padding(Text(text), (0, 0, 0, 2), expand=False) for text in texts]
    terminal.print_out(Group(*parts))


def _print_json(found: "list[Entry]") -> None:
    import json

    import msgspec

    rows = [msgspec.to_builtins(one) for one in found]
    click.echo(json.dumps(rows, ensure_ascii=False, indent=2))

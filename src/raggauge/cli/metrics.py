"""`raggauge metrics` lists what can be measured, `raggauge metrics NAME` explains one metric."""

from typing import TYPE_CHECKING

import click

from raggauge.cli.command import Command
from raggauge.messages import language, say

if TYPE_CHECKING:
    from raggauge.metrics.catalogue import Entry


@click.command("metrics", cls=Command, help=say("metric.help"))
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help=say("metric.format"))
def metrics(name: str | None, form: str) -> None:
    """List the metrics, or explain one."""
    from raggauge.metrics import GROUPS, METRICS
    from raggauge.metrics.catalogue import entries, entry

    if name is not None and name in GROUPS:
        found = [entry(part, language()) for part in _names(GROUPS[name]) if part in METRICS]
    elif name is not None:
        one = entry(_named(name), language())
        if form == "json":
            _print_json([one])
        else:
            _explain(one)
        return
    else:
        found = entries(language())
    if form == "json":
        _print_json(found)
        return
    _print_table(found)
    if name is None:
        for group, members in GROUPS.items():
            text = say("metric.all") if group == "all" else ", ".join(members)
            click.echo(say("metric.group_line", group=group, members=text))
        click.echo(say("metric.more"))


def _named(text: str) -> str:
    """The bare name that a text means, also where other tools spell it differently."""
    from raggauge.metrics import ALIASES

    (name,) = _names([text])
    return ALIASES.get(name, name)


def _names(texts: "list[str] | tuple[str, ...]") -> list[str]:
    return list(dict.fromkeys(text.partition("(")[0].partition("@")[0] for text in texts))


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

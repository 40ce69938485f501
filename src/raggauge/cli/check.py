"""`raggauge check`: what a file holds, what looks odd in it, and which metrics it allows."""

from typing import TYPE_CHECKING, Any, Final

import click

from raggauge.cli.command import Command
from raggauge.cli.reading import reading, reading_options
from raggauge.errors import UsageError
from raggauge.messages import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from raggauge.check import Checkup, FieldCount, Remark
    from raggauge.judge.judge import Judge

_STYLES: Final = {"problem": ("✗", "red"), "doubt": ("!", "yellow"), "note": ("·", "dim")}
_N_NAMES: Final = 12


@click.command("check", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@reading_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help=say("check.opt_format"))
def check(files: tuple[str, ...], form: str, **flags: Any) -> int:
    """Look at each file; exit code 2 where rows cannot be read."""
    from raggauge.check import examine
    from raggauge.formats import Reading

    how = reading(flags)
    encoding = how.pop("encoding")
    how.pop("on_bad_row")
    judge = _judge()
    found = [examine(file, reading=Reading(**how), encoding=encoding, judge=judge) for file in files]
    if form == "json":
        _print_json(found)
    else:
        _print_text(found, files)
    return 2 if any(one.n_bad_rows for one in found) else 0


def _judge() -> "Judge | None":
    """The configured judge; None where it cannot be made, which is for `run` to say."""
    from raggauge.config import resolve
    from raggauge.judge import make

    settings = resolve()
    try:
        return make(settings["judge"], settings["judge_options"])
    except UsageError:
        return None


def _print_json(found: "list[Checkup]") -> None:
    import msgspec

    rows: Any = found if len(found) > 1 else found[0]
    click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())


def _print_text(found: "list[Checkup]", files: tuple[str, ...]) -> None:
    from rich.console import Group
    from rich.text import Text

    from raggauge.report.terminal import print_out

    for position, (one, file) in enumerate(zip(found, files, strict=True)):
        parts = [_title(one, file), *_bad_rows(one)]
        if one.n_samples:
            parts = [
                _title(one, file),
                *_fields(one),
                *_bad_rows(one),
                *_remarks(one),
                *_metrics(one),
                _next(one, file),
            ]
        print_out(Group(*([Text()] if position else []), *parts))


def _title(one: "Checkup", file: str) -> "RenderableType":
    from rich.text import Text

    shapes = [name for name in one.shapes if name != one.source.get("format")]
    kind = ", ".join([str(one.source.get("format", "")), *shapes])
    return Text.assemble(
        (_clean(file), "bold"),
        "  ",
        say("check.title" if one.n_samples != 1 else "check.title_one", kind=kind, n=f"{one.n_samples:,}"),
    )


def _fields(one: "Checkup") -> "list[RenderableType]":
    """A line per field: the columns it came from, how many samples have it, and what it looks like."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("field", "column", "samples", "looks"):
        table.add_column(say(f"check.{key}"), overflow="fold", no_wrap=key == "field")
    sources: dict[str, list[str]] = {}
    for column in one.columns:
        if column.role == "field":
            sources.setdefault(column.target, []).append(column.name)
    table.add_row("id", Text(_id(one, sources.get("id", []))))
    for count in one.fields:
        there = count.n_filled + count.n_empty
        style = "" if there else "dim"
        name = ", ".join(sources.get(count.field, [])) or (one.shapes[0] if there and one.shapes else "—")
        table.add_row(
            Text(count.field, style), Text(_clean(name), style), _share(count, one), Text(_looks(count, one), style)
        )
    lines: list[RenderableType] = [Text(), table]
    if one.metadata:
        lines.append(Text(say("check.metadata_is", names=_names(one.metadata))))
    for tool, scores in one.imported.items():
        lines.append(Text(say("check.imported_is", tool=tool, names=_names(scores))))
    return lines


def _id(one: "Checkup", columns: list[str]) -> str:
    if one.n_numbered == one.n_samples:
        return say("check.row_numbers")
    return _clean(", ".join(columns) or (one.shapes[0] if one.shapes else ""))


def _share(count: "FieldCount", one: "Checkup") -> "RenderableType":
    from rich.text import Text

    if count.n_missing == one.n_samples:
        return Text(say("check.none"), "dim")
    text = say("check.all") if count.n_filled == one.n_samples else f"{count.n_filled:,}/{one.n_samples:,}"
    extra = [say("check.n_empty", n=f"{count.n_empty:,}")] if count.n_empty else []
    extra += [say("check.n_missing", n=f"{count.n_missing:,}")] if count.n_missing else []
    return Text.assemble((text, "" if not extra else "yellow"), ", " if extra else "", ", ".join(extra))


def _looks(count: "FieldCount", one: "Checkup") -> str:
    if count.lengths is None:
        return ""
    sizes = count.lengths
    parts = []
    if count.field == "contexts" and one.n_passages:
        least, most = one.n_passages.shortest, one.n_passages.longest
        several = say("check.passages", n=f"{least}-{most}" if least < most else f"{most}")
        parts.append(say("check.one_passage") if least == most == 1 else several)
    if sizes.shortest == sizes.longest:
        parts.append(say("check.length", n=f"{sizes.longest:,}"))
    else:
        low, high = f"{sizes.shortest:,}", f"{sizes.longest:,}"
        parts.append(say("check.lengths", median=f"{sizes.median:,}", low=low, high=high))
    total = sum(count.languages.values())
    named = list(count.languages.items())[:3]
    parts.append(" ".join(name if n == total else f"{name} {n / total:.0%}" for name, n in named))
    return " · ".join(parts)


def _bad_rows(one: "Checkup") -> "list[RenderableType]":
    from rich.text import Text

    if not one.n_bad_rows:
        return []
    counted = say("check.bad_rows" if one.n_bad_rows > 1 else "check.bad_row_one", n=f"{one.n_bad_rows:,}")
    lines: list[RenderableType] = [Text(), Text(counted, "bold red")]
    lines += [Text(f"  ✗ {_clean(sentence)}") for sentence in one.bad_rows]
    if one.n_bad_rows > len(one.bad_rows):
        lines.append(Text(say("check.more_bad_rows", n=f"{one.n_bad_rows - len(one.bad_rows):,}"), "dim"))
    return lines


def _remarks(one: "Checkup") -> "list[RenderableType]":
    from rich.table import Table
    from rich.text import Text

    if not one.remarks:
        return [Text(), Text(say("check.nothing_odd"), "green")]
    table = Table.grid(padding=(0, 1))
    table.add_column(width=2, justify="right")
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    for remark in one.remarks:
        mark, style = _STYLES[remark.level]
        named = Text(f" {', '.join(map(_clean, remark.samples))}" if remark.samples else "", "dim")
        table.add_row(Text(mark, style), f"{remark.n:,}", Text.assemble(_sentence(remark), named))
    return [Text(), Text(say("check.odd"), "bold"), table]


def _sentence(remark: "Remark") -> str:
    values: dict[str, Any] = {name: _clean(str(value)) for name, value in remark.values.items()}
    return say(f"check.{remark.kind}", **values)


def _metrics(one: "Checkup") -> "list[RenderableType]":
    """The metrics in three groups: for all samples, for some, for none and why."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    table.add_column(width=2, justify="right")
    table.add_column(overflow="fold")
    whole = [entry.metric for entry in one.metrics if one.n_samples and entry.n == one.n_samples and not entry.asks]
    if whole:
        table.add_row(Text("✓", "green"), ", ".join(whole))
    grouped: dict[tuple[int, tuple[str, ...], bool], list[str]] = {}
    for entry in one.metrics:
        if entry.metric not in whole:
            grouped.setdefault((entry.n, entry.lacking, bool(entry.asks)), []).append(entry.metric)
    for (n, lacking, beyond), names in sorted(grouped.items(), key=lambda group: (group[0][2], -group[0][0])):
        mark = Text("~", "yellow") if n and not beyond else Text("✗", "dim")
        why = _why_not(one, n, lacking, beyond=beyond)
        table.add_row(mark, Text.assemble(", ".join(names), (f" · {why}", "dim")))
    return [Text(), Text(say("check.metrics"), "bold"), table]


def _why_not(one: "Checkup", n: int, lacking: tuple[str, ...], *, beyond: bool) -> str:
    fields, parts = ", ".join(lacking), [say("check.needs_model")] if beyond else []
    if lacking and n:
        parts.append(say("check.for_some", n=f"{n:,}", total=f"{one.n_samples:,}", fields=fields))
    elif lacking:
        parts.append(say("check.needs", fields=fields))
    return " · ".join(parts)


def _next(one: "Checkup", file: str) -> "RenderableType":
    from shlex import quote

    from rich.text import Text

    problem = next((remark for remark in one.remarks if remark.kind == "no_field_but"), None)
    if one.n_bad_rows and problem is None:
        command = f"raggauge run {quote(file)} --on-bad-row skip"
    elif problem is not None:
        command = f"raggauge check {quote(file)} --map {problem.values['field']}={quote(problem.values['first'])}"
    else:
        command = f"raggauge run {quote(file)}"
    return Text.assemble("\n", say("check.next", command=_clean(command)))


def _names(counts: dict[str, int]) -> str:
    names = [f"{_clean(name)} ({n:,})" for name, n in list(counts.items())[:_N_NAMES]]
    return ", ".join(names) + (", …" if len(counts) > _N_NAMES else "")


def _clean(text: str) -> str:
    from raggauge.report.terminal import clean

    return clean(text)

"""A run on a terminal: the summary, the worst samples. Readable without colour, at 80 columns, and in a pipe."""

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from io import StringIO
from typing import Any, Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from raggauge.messages import reason, say
from raggauge.metrics import GROUPS
from raggauge.metrics.metric import bare
from raggauge.report import notes, screened
from raggauge.report.worst import Low
from raggauge.run.measured import asked
from raggauge.run.run import Run
from raggauge.run.summary import COLUMNS, cells_of, is_met, two

PIPE_WIDTH: Final = 160
NARROW: Final = 100
NARROW_NAME: Final = 24
SECTIONS: Final = ("", "report.judged", "report.retrieval", "report.lexical")
# C0 and C1 controls but newline and tab, and marks that reorder text: they can rewrite what a terminal shows.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def print_out(what: RenderableType, /) -> None:
    """Print to standard output: as wide as the terminal, without colour where it is none or NO_COLOR is set."""
    if sys.stdout.isatty():
        Console(highlight=False, markup=False, emoji=False).print(what)
    else:
        sys.stdout.write(plain(what))


def plain(what: RenderableType, /, *, width: int | None = None) -> str:
    """The same as text without colour or trailing blanks; `width` defaults to $COLUMNS, else 160."""
    columns = os.environ.get("COLUMNS", "")
    width = width or (int(columns) if columns.isdigit() and int(columns) else PIPE_WIDTH)
    target = StringIO()
    Console(file=target, width=width, color_system=None, highlight=False, markup=False, emoji=False).print(what)
    return "".join(f"{line.rstrip()}\n" for line in target.getvalue().splitlines())


def chunks(run: Run, /) -> Iterator[bytes]:
    """The summary as plain text, UTF-8, for a file or a pipe."""
    yield plain(summary(run)).encode("utf-8", "replace")


def clean(text: str, /) -> str:
    """A text of the user's data without anything that a terminal would obey: control characters become visible."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text.replace("\r\n", "\n"))


def summary(run: Run, /) -> RenderableType:
    """Every metric with mean, interval, counts and goal, then what was not run and who judged."""
    directions = {entry.text: entry.direction for entry in run.manifest.metrics}
    rows = run.summary()
    idle = [
        entry.text
        for entry in run.manifest.metrics
        if entry.free and rows[entry.text]["n_not_applicable"] == rows[entry.text]["n"]
    ]
    parts: list[RenderableType] = [_title(run), Text(), SummaryTable(sections(run, idle), directions), Text()]
    parts += [Text(_detail(name, found)) for name, found in run.details.items()]
    if idle:
        parts.append(Text(say("report.idle", metrics=", ".join(idle)), style="dim"))
    target = _target(run)
    parts += [Text(clean(line)) for line in screened.lines(run)]
    parts += [Text(clean(line), style="yellow") for line in notes.not_run(run)]
    parts += [Text(clean(line), style="dim") for line in notes.judge(run)]
    parts += [Text(clean(line), style="yellow") for line in (*notes.reasons(run), *notes.marks(run))]
    parts += [target] if target else []
    return Group(*parts)


def sections(run: Run, idle: Collection[str] = (), /) -> dict[str, dict[str, Mapping[str, Any]]]:
    """The summary's rows without those named, in parts: what was asked for or is core, then what came for free."""
    rows, parts = run.summary(), {title: dict[str, Mapping[str, Any]]() for title in SECTIONS}
    for entry in run.manifest.metrics:
        group = next((group for group in ("retrieval", "lexical") if bare(entry.text) in GROUPS[group]), "judged")
        if entry.text not in idle:
            parts[f"report.{group}" if entry.free else ""][entry.text] = rows[entry.text]
    return {title: part for title, part in parts.items() if part}


class SummaryTable:
    """The table alone, in as many words as there is room for. `parts` are rows under their titles (message ids)."""

    def __init__(self, parts: Mapping[str, Mapping[str, Mapping[str, Any]]], directions: Mapping[str, str], /) -> None:
        self._parts = parts
        self._directions = directions

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay it out for the width at hand."""
        narrow = options.max_width < NARROW
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for column, words in zip(COLUMNS, (False, False, True, False), strict=True):
            table.add_column(say(column), no_wrap=not words, overflow="fold", ratio=1 if words else None)
        for title, rows in self._parts.items():
            if title:
                table.add_row()
                table.add_row(Text(say(title), style="italic dim"))
            for name, row in rows.items():
                table.add_row(*self._cells(name, row, narrow=narrow))
        yield table

    def _cells(self, name: str, row: Mapping[str, Any], *, narrow: bool) -> tuple[Text, ...]:
        direction = self._directions.get(name, "up")
        met = is_met(row, direction)
        style = "" if met is None else "green" if met else "red"
        metric, mean, counts, goal = cells_of(name, row, direction, short=narrow)
        head = clean(metric).replace("(", "\n  (", 1) if narrow and len(metric) > NARROW_NAME else clean(metric)
        weight = "bold" if row["mean"] is not None else "dim"
        return Text(head), Text(mean, style=weight), Text(counts), Text(goal, style=style)


def worst_table(run: Run, metric: str, lows: list[Low], /) -> RenderableType:
    """The samples that fared worst on a metric, each with its question and why."""
    if not lows:
        return Text(say("report.none_scored", metric=metric))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("report.sample"), no_wrap=True, overflow="ellipsis", max_width=24)
    table.add_column(clean(metric), no_wrap=True, overflow="ellipsis", max_width=16)
    table.add_column(say("report.question").lower(), ratio=2, overflow="fold")
    table.add_column(say("report.why"), ratio=3, overflow="fold")
    for low in lows:
        value = Text(two(low.value), style="red" if low.below_goal else "")
        question = short(low.sampled.sample.question or "–", 80)
        table.add_row(Text(clean(low.sampled.id)), value, Text(question), Text(clean(low.why())))
    return Group(Text(say("report.worst", n=len(lows), metric=clean(metric)), style="bold"), Text(), table)


def short(text: str, limit: int, /) -> str:
    """The beginning of a text on one line."""
    line = " ".join(clean(text).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def reason_text(text: str | None, /) -> str:
    """A reason in the language in force."""
    return clean(reason(text)) if text else ""


def _title(run: Run) -> Text:
    manifest = run.manifest
    name = f" · {clean(manifest.name)}" if manifest.name else ""
    title = Text(clean(manifest.dataset.name), style="bold")
    return title.append(f" · {say('run.n_samples', n=len(run))}{name}", style="not bold")


def _detail(name: str, found: Mapping[str, Any]) -> str:
    """`abstention: answered 35, right_refusal 3, ..., refusal_precision 0.75`."""
    shown = (
        f"{key} {two(value) if value % 1 else f'{value:.0f}'}"
        for key, value in sorted(found.items())
        if value is not None
    )
    return f"{clean(name)}: {', '.join(shown)}"


def _target(run: Run) -> Text | None:
    """How long the system under test took, how often it failed, what it used."""
    if "target" not in run.manifest.dataset.lineage:
        return None
    found = asked(run)
    if found.p50 is None or found.p95 is None:
        return None
    said = say("report.target", p50=found.p50, p95=found.p95, n=found.n_timed, n_failed=found.n_failed)
    if found.tokens is not None:
        said += say("report.target_tokens", tokens=found.tokens, n=found.n_counted)
    if found.cost is not None:
        said += say("report.target_cost", cost=found.cost, n=found.n_priced)
    return Text(said, style="yellow" if found.n_failed else "")

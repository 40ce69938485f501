"""A run on a terminal: the summary, the worst samples. Readable without colour, at 80 columns, and in a pipe."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from raggauge.messages import reason, say
from raggauge.report.worst import Low
from raggauge.run.record import NotRun
from raggauge.run.run import Run
from raggauge.run.summary import COLUMNS, cells_of, is_met, two

PIPE_WIDTH: Final = 160
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
    parts: list[RenderableType] = [_title(run), Text(), summary_table(run.summary(), directions), Text()]
    parts += [
        line for line in (_not_run(run.manifest.not_run, run), _judge(run), _skipped(run), _unfinished(run)) if line
    ]
    return Group(*parts)


def summary_table(rows: Mapping[str, Mapping[str, Any]], directions: Mapping[str, str], /) -> Table:
    """The table alone."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column, words in zip(COLUMNS, (False, False, True, False), strict=True):
        table.add_column(say(column), no_wrap=not words, overflow="fold", ratio=1 if words else None)
    for name, row in rows.items():
        metric, mean, counts, goal = cells_of(name, row, directions.get(name, "up"))
        met = is_met(row, directions.get(name, "up"))
        style = "" if met is None else "green" if met else "red"
        table.add_row(
            Text(clean(metric)),
            Text(mean, style="bold" if row["mean"] is not None else "dim"),
            counts,
            Text(goal, style),
        )
    return table


def worst_table(run: Run, metric: str, lows: list[Low], /) -> RenderableType:
    """The samples that fared worst on a metric, each with its question and why."""
    if not lows:
        return Text(say("report.none_scored", metric=metric))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("report.sample"), no_wrap=True, overflow="ellipsis", max_width=24)
    table.add_column(clean(metric), no_wrap=True, overflow="ellipsis", max_width=16)
    table.add_column(say("report.question"), ratio=2, overflow="fold")
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


def _not_run(left: tuple[NotRun, ...], run: Run) -> Text | None:
    if not left:
        return None
    judge = run.manifest.judge.kind if run.manifest.judge else "–"
    why: dict[str, list[str]] = {}
    for one in left:
        text = (
            say("report.needs", field=one.needs)
            if one.needs
            else say("report.judge_cannot", judge=judge, facet=one.facet)
        )
        why.setdefault(text, []).append(clean(one.metric))
    lines = [f"{', '.join(names)} ({text})" for text, names in why.items()]
    return Text(say("report.not_run", metrics="; ".join(lines)), style="yellow")


def _judge(run: Run) -> Text | None:
    judge = run.manifest.judge
    if judge is None:
        return None
    name = " ".join(part for part in (judge.kind, judge.model) if part)
    note = say("report.embedded_agreement") if judge.kind == "embedded" else ""
    if not judge.calibration:
        note = f"{say('report.uncalibrated')}{note}"
    return Text(say("report.judge", judge=clean(name))).append(note, style="dim")


def _skipped(run: Run) -> Text | None:
    n = run.skipped.get("faulty", 0)
    return Text(say("report.skipped", n=n), style="yellow") if n else None


def _unfinished(run: Run) -> Text | None:
    if run.complete:
        return None
    text = say("report.unfinished", done=len(run), n=run.manifest.dataset.n, path=str(run.path))
    return Text(text, style="bold yellow")

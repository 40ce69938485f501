"""A comparison of two runs as something to read: a table of metrics, what moved most, in terminal or Markdown."""

import re
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from raggauge.comparison import Change, Comparison, Mover, Side
from raggauge.messages import say
from raggauge.report.markdown import cell, table
from raggauge.report.terminal import clean, short

STYLES = {"better": "green", "worse": "bold red", "equivalent": "green"}
COLUMNS = ("metric", "before", "after", "difference", "p", "pairs", "word")
MARKS = {"supported": "✓", "contradicted": "✗", "not_found": "✗", "unsure": "?"}
LONGEST, MOST_CLAIMS, MOST_PASSAGES = 160, 6, 3


def as_terminal(comparison: Comparison, /) -> RenderableType:
    """The comparison for a terminal."""
    rows = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name in COLUMNS:
        if name != "pairs":  # who has no pair stands in the notes
            rows.add_column(say(f"compare.{name}"), no_wrap=name in ("metric", "difference", "word"))
    for change in comparison.metrics:
        *cells, _, word = row(change)
        rows.add_row(*(clean(text) for text in cells), Text(word, style=STYLES.get(change.word, "")))
    parts: list[RenderableType] = [Text(title(comparison), style="bold"), rows]
    parts += [Text(clean(line), style="yellow") for line in notes(comparison)]
    if comparison.movers:
        parts += [Text(), Text(say("compare.movers_title"), style="bold"), Text(say("compare.legend"), style="dim")]
        parts += [_mover(mover) for mover in comparison.movers]
    return Group(*parts)


def as_markdown(comparison: Comparison, /) -> str:
    """The comparison for a pull request."""
    rows = [[cell(text) for text in row(change)] for change in comparison.metrics]
    lines = [f"### {cell(title(comparison))}", "", table([say(f"compare.{name}") for name in COLUMNS], rows), ""]
    lines += [f"> {cell(line)}" for line in notes(comparison)]
    if comparison.movers:
        moved = [
            [cell(m.id), cell(m.metric), f"{m.before:.2f} → {m.after:.2f}", *(_joined(side) for side in (m.was, m.now))]
            for m in comparison.movers
        ]
        names = ("metric", "score", "before", "after")
        lines += ["", f"#### {say('compare.movers_title')}", "", say("compare.legend"), ""]
        lines.append(table([say("compare.sample"), *(say(f"compare.{name}") for name in names)], moved))
    return "\n".join(lines) + "\n"


def title(comparison: Comparison, /) -> str:
    """What was compared."""
    return say("compare.title", a=comparison.a, b=comparison.b, n=comparison.n_common)


def row(change: Change, /) -> tuple[str, ...]:
    """The line of one metric: name, means, difference with interval, p, pairs, verdict."""
    word = say(f"compare.{change.word.replace(' ', '_')}")
    pairs = f"{change.n}/{change.n_common}"
    if change.difference is None or change.low is None or change.high is None:
        return change.metric, "-", "-", "-", "-", pairs, word
    difference = f"{change.difference:+.3f} [{change.low:+.3f}, {change.high:+.3f}]"
    p = "-" if change.p_adjusted is None else f"{change.p_adjusted:.2g}"
    return change.metric, f"{change.mean_a or 0:.3f}", f"{change.mean_b or 0:.3f}", difference, p, pairs, word


def notes(comparison: Comparison, /) -> Iterable[str]:
    """What must be known beside the numbers."""
    if comparison.forced:
        yield say("compare.forced")
    if comparison.added or comparison.removed or comparison.changed:
        added, removed, changed = (len(found) for found in (comparison.added, comparison.removed, comparison.changed))
        yield say("compare.set_changes", added=added, removed=removed, changed=changed)
    yield from losses(comparison)
    yield from _corrected(comparison)
    for moved in comparison.slices:
        values = {name: getattr(moved, name) for name in ("key", "value", "metric", "n", "difference", "rest", "p")}
        yield say("compare.slice", **values)
    for one, two in comparison.unequal:
        yield say("compare.unequal", a=one, b=two)
    named = {metric for pair in comparison.unequal for metric in pair}
    for run, metrics in ((comparison.a, comparison.only_in_a), (comparison.b, comparison.only_in_b)):
        if rest := [metric for metric in metrics if metric not in named]:
            yield say("compare.only_in", run=run, metrics=", ".join(rest))


def _corrected(comparison: Comparison) -> Iterable[str]:
    """Metrics whose interval leaves 0 out, while p does not count after the correction for all metrics."""
    n = sum(change.p is not None for change in comparison.metrics)
    for change in comparison.metrics:
        p, adjusted = change.p, change.p_adjusted
        if p is not None and adjusted is not None and p <= 0.05 < adjusted:
            yield say("compare.corrected", metric=change.metric, p=p, adjusted=adjusted, n=n)


def losses(comparison: Comparison, /) -> Iterable[str]:
    """Per metric, why samples are no pair."""
    for change in comparison.metrics:
        if change.lost:
            reasons = ", ".join(f"{n} {_lost(reason)}" for reason, n in sorted(change.lost.items()))
            yield say("compare.lost", metric=change.metric, reasons=reasons)


def _lost(reason: str) -> str:
    """Why samples are no pair, in the language in force: `unscored in b`, `not applicable in both`."""
    if reason == "weight 0":
        return say("compare.lost_weight")
    parts = re.findall(r"(unscored|not applicable|scored) in (both|a|b)", reason)
    said = [say(f"compare.lost_{side}", state=say(f"compare.state_{state.split()[0]}")) for state, side in parts]
    return say("compare.and").join(said) or reason


def _mover(mover: Mover) -> RenderableType:
    """The two sides beside each other; an answer that did not change stands once."""
    head = say("compare.mover", id=clean(mover.id), metric=mover.metric, before=mover.before, after=mover.after)
    sides = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for _ in range(2):
        sides.add_column(ratio=1)
    title = [Text(say(f"compare.{name}"), style="dim") for name in ("before", "after")]
    was, now = (evidence(side) for side in (mover.was, mover.now))
    sides.add_row(*title)
    sides.add_row(_hanging(was), _hanging(now) if was != now else Text(say("compare.the_same"), style="dim"))
    return Group(Text(head, style="red" if mover.gain < 0 else "green"), Padding(sides, (0, 0, 0, 2)))


def _hanging(lines: list[str]) -> RenderableType:
    """The answer, then each mark with its text beside it, so that text without blanks never leaves its mark behind."""
    answer, *rest = lines
    rows = Table.grid(padding=(0, 1, 0, 0))
    for line in rest:
        mark, _, text = line.partition(" ")
        marked = mark in ("+", "·", *MARKS.values())
        rows.add_row(Text(mark if marked else ""), Text(text if marked else line))
    return Group(Text(answer), rows) if rest else Text(answer)


def evidence(side: Side, /) -> list[str]:
    """One side of a mover: the answer, its claims with verdicts, the passages that the other side lacks."""
    lines = [short(side.answer, LONGEST) or "-"]
    lines += [f"{MARKS.get(verdict, '·')} {short(text, LONGEST)}" for text, verdict in side.claims.items()][
        :MOST_CLAIMS
    ]
    if (left := len(side.claims) - MOST_CLAIMS) > 0:
        lines.append(say("compare.more", n=left))
    lines += [f"+ {short(text, LONGEST // 2)}" for text in side.passages[:MOST_PASSAGES]]
    if (left := len(side.passages) - MOST_PASSAGES) > 0:
        lines.append(say("compare.more", n=left))
    return lines


def _joined(side: Side) -> str:
    return "<br>".join(cell(line) for line in evidence(side))

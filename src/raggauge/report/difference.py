"""A comparison of two runs as something to read: a table of metrics, what moved most, in terminal or Markdown."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from raggauge.comparison import Change, Comparison, Mover
from raggauge.messages import say
from raggauge.report.markdown import cell, table
from raggauge.report.terminal import clean, short

STYLES = {"better": "green", "worse": "bold red", "equivalent": "green"}
COLUMNS = ("metric", "before", "after", "difference", "p", "pairs", "word")


def as_terminal(comparison: Comparison, /) -> RenderableType:
    """The comparison for a terminal."""
    rows = Table(*(say(f"compare.{name}") for name in COLUMNS), box=None, pad_edge=False, header_style="bold")
    for change in comparison.metrics:
        *cells, word = row(change)
        rows.add_row(*(clean(text) for text in cells), Text(word, style=STYLES.get(change.word, "")))
    parts: list[RenderableType] = [Text(title(comparison), style="bold"), rows]
    parts += [Text(clean(line), style="yellow") for line in notes(comparison)]
    if comparison.movers:
        parts += [Text(), Text(say("compare.movers_title"), style="bold")]
        parts += [_mover(mover) for mover in comparison.movers]
    return Group(*parts)


def as_markdown(comparison: Comparison, /) -> str:
    """The comparison for a pull request."""
    rows = [[cell(text) for text in row(change)] for change in comparison.metrics]
    lines = [f"### {cell(title(comparison))}", "", table([say(f"compare.{name}") for name in COLUMNS], rows), ""]
    lines += [f"> {cell(line)}" for line in notes(comparison)]
    if comparison.movers:
        moved = [
            [cell(m.id), m.metric, f"{m.before:.2f}", f"{m.after:.2f}", cell(m.answer_after[:200])]
            for m in comparison.movers
        ]
        head = ["", say("compare.metric"), say("compare.before"), say("compare.after"), say("compare.answer_after")]
        lines += ["", f"#### {say('compare.movers_title')}", "", table(head, moved)]
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
    for change in comparison.metrics:
        if change.lost:
            reasons = ", ".join(f"{n} {reason}" for reason, n in sorted(change.lost.items()))
            yield say("compare.lost", metric=change.metric, reasons=reasons)
    for moved in comparison.slices:
        values = {name: getattr(moved, name) for name in ("key", "value", "metric", "n", "difference", "rest", "p")}
        yield say("compare.slice", **values)
    for one, two in comparison.unequal:
        yield say("compare.unequal", a=one, b=two)
    named = {metric for pair in comparison.unequal for metric in pair}
    for run, metrics in ((comparison.a, comparison.only_in_a), (comparison.b, comparison.only_in_b)):
        if rest := [metric for metric in metrics if metric not in named]:
            yield say("compare.only_in", run=run, metrics=", ".join(rest))


def _mover(mover: Mover) -> RenderableType:
    head = say("compare.mover", id=clean(mover.id), metric=mover.metric, before=mover.before, after=mover.after)
    lines: list[RenderableType] = [Text(head, style="red" if mover.gain < 0 else "green")]
    if mover.answer_before == mover.answer_after:
        texts = [say("compare.answer", text=short(mover.answer_after, 200))]
    else:
        before, after = (short(text, 200) for text in (mover.answer_before, mover.answer_after))
        texts = [say("compare.answer_before", text=before), say("compare.answer_now", text=after)]
    texts += [short(text, 200) for text in mover.verdicts]
    return Group(*lines, *(Text(f"    {text}", style="dim") for text in texts))

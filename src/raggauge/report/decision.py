"""What a gate decided, as something to read: one sentence per rule, in terminal or Markdown."""

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from raggauge.gate.ruling import Decision, Ruling
from raggauge.messages import say
from raggauge.report.markdown import cell
from raggauge.report.terminal import clean

STYLES = {"pass": "green", "fail": "bold red", "inconclusive": "bold yellow"}
MARKS = {"pass": "✓", "fail": "✗", "inconclusive": "?"}
ORDER = {"fail": 0, "inconclusive": 1, "pass": 2}


def as_terminal(decision: Decision, /) -> RenderableType:
    """The decision for a terminal: the worst first, the verdict last."""
    lines: list[RenderableType] = []
    for ruling in ordered(decision):
        text = Text(f"{MARKS[ruling.outcome]} ", style=STYLES[ruling.outcome])
        lines.append(text.append(clean(sentence(ruling)), style="not bold default"))
        if ruling.outcome != "pass" and ruling.samples:
            lines.append(Text(f"    {say('gate.worst', ids=clean(', '.join(ruling.samples)))}", style="dim"))
    return Group(*lines, Text(verdict(decision), style=STYLES[decision.outcome]))


def as_markdown(decision: Decision, /, *, fold: bool = False) -> str:
    """The decision for a pull request; `fold` hides the rules that passed behind their number where others did not."""
    lines = [f"## {cell(verdict(decision))}", ""]
    rulings = ordered(decision)
    passed = [ruling for ruling in rulings if ruling.outcome == "pass"]
    folded = fold and len(passed) < len(rulings) and len(passed) > 1
    lines += [_line(ruling) for ruling in rulings if not (folded and ruling.outcome == "pass")]
    if folded:
        summary = cell(say("gate.passed", n=len(passed)))
        lines += ["", f"<details><summary>{summary}</summary>", "", *map(_line, passed), "", "</details>"]
    return "\n".join(lines) + "\n"


def _line(ruling: Ruling) -> str:
    worst = ""
    if ruling.outcome != "pass" and ruling.samples:
        worst = f" ({say('gate.worst', ids=cell(', '.join(ruling.samples)))})"
    return f"- {MARKS[ruling.outcome]} {cell(sentence(ruling))}{worst}"


def ordered(decision: Decision, /) -> list[Ruling]:
    """The rulings, failures first."""
    return sorted(decision.rulings, key=lambda ruling: ORDER[ruling.outcome])


def sentence(ruling: Ruling, /) -> str:
    """A ruling in words."""
    values = {name: getattr(ruling, name) for name in ("about", "value", "bound", "low", "high")}
    where = ruling.values.get("where")
    return say(ruling.message, **{**values, **ruling.values, "where": f" ({where})" if where else ""})


def verdict(decision: Decision, /) -> str:
    """The outcome in one line with its counts."""
    counts: dict[str, Any] = {
        f"n_{name}": sum(ruling.outcome == name for ruling in decision.rulings) for name in STYLES
    }
    return say("gate.verdict", outcome=say(f"gate.{decision.outcome}"), **counts)

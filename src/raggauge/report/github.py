"""A gate as a comment on a pull request or a step summary: verdict, changes old to new, the worst samples first.

At most 60,000 characters, since a comment holds 65,536: what is cut is counted.
"""

from collections.abc import Iterator
from typing import Final

from raggauge.messages import say
from raggauge.report import decision as decisions
from raggauge.report import difference
from raggauge.report.markdown import cell, table
from raggauge.report.markdown_page import summary
from raggauge.report.notes import marks
from raggauge.report.verdict import Verdict
from raggauge.report.worst import worst

LONGEST: Final = 60_000
N_WORST: Final = 20


def chunks(verdict: Verdict, /) -> Iterator[bytes]:
    """The comment, UTF-8; its first line is a mark by which a later run finds and replaces it."""
    parts = ["<!-- raggauge -->"]
    if verdict.decision is not None:
        parts.append(decisions.as_markdown(verdict.decision, fold=True))
    if verdict.comparison is not None:
        parts.append(difference.as_markdown(verdict.comparison))
    else:
        directions = {entry.text: entry.direction for entry in verdict.run.manifest.metrics}
        parts.append(summary(verdict.run.summary(), directions) + "\n")
    parts += [f"{cell(line)}\n" for line in marks(verdict.run)]
    parts += _lows(verdict)
    text = "\n".join(parts)
    if len(text) > LONGEST:
        kept = text[:LONGEST].rsplit("\n", 1)[0]
        text = f"{kept}\n\n{cell(say('gate.cut', n=len(text) - len(kept)))}\n"
    yield text.encode("utf-8", "replace")


def _lows(verdict: Verdict) -> list[str]:
    """The worst samples of the metrics whose rule did not pass."""
    decision = verdict.decision
    failed = {ruling.about for ruling in decision.rulings if ruling.outcome != "pass"} if decision else set()
    parts = []
    for entry in verdict.run.manifest.metrics:
        if entry.text in failed:
            lows = [low for low in worst(verdict.run, entry, N_WORST) if low.value < 1 or entry.direction == "down"]
            rows = [
                [
                    cell(low.sampled.id),
                    f"{low.value:.2f}",
                    cell((low.sampled.sample.question or "")[:150]),
                    cell(low.why()[:300]),
                ]
                for low in lows
            ]
            head = [say("report.sample"), entry.text, say("report.question"), say("report.why")]
            title = cell(say("report.worst", n=len(rows), metric=entry.text))
            parts.append(f"<details><summary>{title}</summary>\n\n{table(head, rows)}\n\n</details>\n")
    return parts

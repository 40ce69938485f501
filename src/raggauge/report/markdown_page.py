"""A run as Markdown: the summary and the worst samples, for a wiki, an issue or a pull request."""

from collections.abc import Iterator, Mapping
from typing import Any

from raggauge.diagnosis import diagnose, headline
from raggauge.messages import say
from raggauge.report import notes, screened
from raggauge.report.markdown import cell, table
from raggauge.report.worst import Low, worst
from raggauge.run.run import Run
from raggauge.run.summary import COLUMNS, cells_of

N_WORST = 5


def chunks(run: Run, /) -> Iterator[bytes]:
    """The report in pieces, UTF-8."""
    name = run.manifest.name or run.manifest.dataset.name or run.id
    yield f"# {cell(name)}\n\n".encode()
    yield (summary(run.summary(), {m.text: m.direction for m in run.manifest.metrics}) + "\n").encode()
    yield f"\n{_notes(run)}\n".encode()
    yield _diagnosis(run).encode("utf-8", "replace")
    for entry in run.manifest.metrics[:4]:
        lows = worst(run, entry, N_WORST)
        if lows:
            yield f"\n## {cell(say('report.worst', n=len(lows), metric=entry.text))}\n\n".encode()
            rows = [_row(low) for low in lows]
            head = [say("report.sample"), entry.text, say("report.question"), say("report.why")]
            yield (table(head, rows) + "\n").encode("utf-8", "replace")


def _diagnosis(run: Run) -> str:
    """The faults, weakest stage first, each with what to change."""
    found = diagnose(run)
    rows = [
        f"{i}. **{cell(headline(fault))}** {cell(fault.sign())} → {cell(fault.knob())}"
        for i, fault in enumerate(found, 1)
    ]
    body = "\n".join(rows) or cell(say("diagnosis.nothing"))
    if note := found.open_refusals():
        body += f"\n\n{cell(note)}"
    return f"\n## {cell(say('html.diagnosis'))}\n\n{body}\n"


def summary(rows: Mapping[str, Mapping[str, Any]], directions: Mapping[str, str], /) -> str:
    """The summary as a table."""
    lines = [[cell(text) for text in cells_of(metric, row, directions[metric])] for metric, row in rows.items()]
    return table([say(column) for column in COLUMNS], lines)


def _row(low: Low) -> list[str]:
    question = (low.sampled.sample.question or "")[:120]
    return [cell(low.sampled.id), f"{low.value:.2f}", cell(question), cell(low.why()[:200])]


def _notes(run: Run) -> str:
    lines = [*notes.judge(run), *screened.lines(run), *notes.reasons(run), *notes.marks(run), *notes.not_run(run)]
    return "  \n".join(map(cell, lines))

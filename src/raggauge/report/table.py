"""A run as CSV: one line a sample, a column per score, and the reason where there is none.

Cells that a spreadsheet would take for a formula get an apostrophe in front, as OWASP advises for CSV injection.
"""

import csv
import io
from collections.abc import Iterator

from raggauge.messages import reason
from raggauge.run.run import Run, Sampled

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def chunks(run: Run, /) -> Iterator[bytes]:
    """The table in UTF-8 with a byte order mark, so that spreadsheets read Chinese right."""
    yield "\ufeff".encode()
    head = ["id", "question", "answer", *(part for metric in run.metrics for part in (metric, f"{metric} reason"))]
    yield line(head)
    for sampled in run:
        yield line(_cells(run, sampled))


def _cells(run: Run, sampled: Sampled) -> list[str]:
    cells = [sampled.id, sampled.sample.question or "", sampled.sample.answer or ""]
    for metric in run.metrics:
        score = sampled.scores[metric]
        value = "" if score.value is None else repr(score.value)
        cells += [value, "" if score.value is not None else f"{score.state}: {reason(score.reason or '')}"]
    return safe(cells)


def safe(cells: list[str], /) -> list[str]:
    """Cells that no spreadsheet takes for formulas."""
    return [f"'{cell}" if cell.startswith(_FORMULA) and not _is_number(cell) else cell for cell in cells]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def line(cells: list[str], /) -> bytes:
    """One line of CSV, UTF-8."""
    target = io.StringIO()
    csv.writer(target, lineterminator="\r\n").writerow(cells)
    return target.getvalue().encode("utf-8", "replace")

"""What drop a set of questions can show, per metric."""

import math
from collections.abc import Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from raggauge.gate.gathered import Scored, gather
from raggauge.messages import say
from raggauge.run.run import Run
from raggauge.stats import drop_visible, n_for_drop

CAUTIOUS_CORRELATION = 0.5


class Visible(msgspec.Struct, frozen=True, kw_only=True):
    """One metric: how many samples scored, their spread, the correlation of two versions, and what follows.

    At 80% power. `n_needed` is None when the scores have no spread, `drop_shown` when not even a drop of 1 would show.
    """

    metric: str
    n: int
    sd: float
    correlation: float
    measured: bool
    n_needed: int | None
    drop_shown: float | None


def visible(run: Run, /, *, drop: float, other: Run | None = None, correlation: float | None = None) -> list[Visible]:
    """Per metric of a run, what it can show.

    The correlation between two versions of the system is measured with `other`, else as given, else 0.5.
    """
    mine, theirs = gather(run), gather(other) if other else {}
    rows = []
    for metric, scored in mine.items():
        values = list(scored.values.values())
        if len(values) < 2:
            continue
        sd = _sd(values)
        found = _correlation(scored, theirs[metric]) if metric in theirs else None
        used = found if found is not None else CAUTIOUS_CORRELATION if correlation is None else correlation
        row = Visible(
            metric=metric,
            n=len(values),
            sd=sd,
            correlation=used,
            measured=found is not None,
            n_needed=n_for_drop(drop, sd=sd, correlation=used) if sd > 0 else None,
            drop_shown=drop_visible(len(values), sd=sd, correlation=used) if sd > 0 else None,
        )
        rows.append(row)
    return rows


def as_table(rows: Sequence[Visible], /, *, drop: float) -> RenderableType:
    """The rows for a terminal."""
    head = [say(f"power.column_{name}") for name in ("metric", "n", "sd", "shown")]
    table = Table(*head, say("power.column_needed", drop=drop), box=None, pad_edge=False, header_style="bold")
    for row in rows:
        shown = "-" if row.drop_shown is None else f"{row.drop_shown:.3f}"
        needed = "-" if row.n_needed is None else str(row.n_needed)
        table.add_row(row.metric, str(row.n), f"{row.sd:.3f}", shown, needed)
    measured = all(row.measured for row in rows)
    return Group(table, Text(say("power.measured") if measured else say("power.assumed"), style="dim"))


def _sd(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def _correlation(one: Scored, two: Scored) -> float | None:
    shared = [id for id in one.values if id in two.values]
    if len(shared) < 3:
        return None
    a, b = [one.values[id] for id in shared], [two.values[id] for id in shared]
    spread = _sd(a) * _sd(b)
    if spread == 0:
        return None
    mean_a, mean_b = math.fsum(a) / len(a), math.fsum(b) / len(b)
    covariance = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)
    return max(-1.0, min(1.0, covariance / spread))

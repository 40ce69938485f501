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
from raggauge.stats.power import spread_of_difference

CAUTIOUS_CORRELATION = 0.5


class Visible(msgspec.Struct, frozen=True, kw_only=True):
    """One metric: how many samples scored, their spread, that of the differences to expect, and what follows.

    At 80% power. `sd_difference` is measured between two runs, or follows from `correlation`, which is None where one
    of two runs has no spread. `n_needed` is None when there is no spread to reckon with, `drop_shown` then, too, and
    when not even a drop of 1 would show.
    """

    metric: str
    n: int
    sd: float
    correlation: float | None
    sd_difference: float
    measured: bool
    n_needed: int | None
    drop_shown: float | None


def visible(run: Run, /, *, drop: float, other: Run | None = None, correlation: float | None = None) -> list[Visible]:
    """Per metric of a run, what it can show.

    The spread of the differences between two versions of the system is measured with `other`; else it follows from the
    correlation, as given or 0.5.
    """
    mine, theirs = gather(run), gather(other) if other else {}
    rows = []
    for metric, scored in mine.items():
        values = list(scored.values.values())
        if len(values) < 2:
            continue
        pairs = _pairs(scored, theirs[metric]) if metric in theirs else []
        measured = len(pairs) >= 3
        used = CAUTIOUS_CORRELATION if correlation is None else correlation
        sd = _sd(values)
        spread = _sd([y - x for x, y in pairs]) if measured else sd and spread_of_difference(sd, correlation=used)
        # two runs without any difference show what a judge does not do, not what a change would
        known = spread > 0 and not (measured and all(x == y for x, y in pairs))
        row = Visible(
            metric=metric,
            n=len(values),
            sd=sd,
            correlation=_correlation(pairs) if measured else used,
            sd_difference=spread,
            measured=measured,
            n_needed=n_for_drop(drop, sd=spread, correlation=0.5) if known else None,
            drop_shown=drop_visible(len(values), sd=spread, correlation=0.5) if known else None,
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


def _pairs(one: Scored, two: Scored) -> list[tuple[float, float]]:
    return [(one.values[id], two.values[id]) for id in one.values if id in two.values]


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    a, b = ([pair[i] for pair in pairs] for i in (0, 1))
    spread = _sd(a) * _sd(b)
    if spread == 0:
        return None
    mean_a, mean_b = math.fsum(a) / len(a), math.fsum(b) / len(b)
    covariance = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)
    return max(-1.0, min(1.0, covariance / spread))

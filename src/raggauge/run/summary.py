"""A run in one table: means with intervals, counts, bounds and goals, computed while samples stream by."""

import html
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from raggauge.messages import say
from raggauge.metrics.metric import Metric, SetLevel
from raggauge.run.record import ChosenMetric, Mark
from raggauge.score import Score, scored

EXACT_UP_TO: Final = 5_000
SAME: Final = 1e-9
KEYS: Final = (
    *("mean", "low", "high", "n", "n_scored", "n_not_applicable", "n_unscored", "n_refused"),
    *("lowest", "highest", "goal", "share_below_goal"),
)
COLUMNS: Final = ("run.column_metric", "run.column_mean", "run.column_counts", "run.column_goal")


class Tally:
    """What is known so far of one metric over a set. Memory is constant above 5,000 scores.

    `clustered` says that samples name clusters; one without then stands for itself.
    """

    def __init__(self, entry: ChosenMetric, /, *, clustered: bool = False) -> None:
        self.entry = entry
        self._clustered = clustered
        self._n = {"scored": 0, "not_applicable": 0, "unscored": 0}
        self._n_refused = 0
        self._n_screened = 0
        self._n_below = 0.0
        self._n_counted = 0.0
        self._weight = 0.0
        self._bounds = [0.0, 0.0]
        self._parts: dict[str, float] = {}
        self._rows: list[tuple[float, float, Any]] = []
        self._moments: Any = None

    def add(self, mark: Mark, /, *, id: str, weight: float = 1.0, cluster: str | None = None) -> None:
        """Count one more score; what a screening left out is counted apart, those audited stand for it."""
        if mark.screened:
            self._n_screened += 1
            return
        weight *= mark.weight
        self._n[mark.state] += 1
        self._n_refused += mark.refused
        if mark.state == "not_applicable":
            return
        if weight > 0:
            self._weight += weight
            self._bounds[0] += weight * (0.0 if mark.lowest is None else mark.lowest)
            self._bounds[1] += weight * (1.0 if mark.highest is None else mark.highest)
        for name, part in mark.parts.items():
            self._parts[name] = self._parts.get(name, 0.0) + part
        if mark.value is not None:
            self._n_below += mark.weight * self._misses(mark.value)
            self._n_counted += mark.weight
            if weight > 0:
                self._count((mark.value, weight, (cluster or f"\0{id}") if self._clustered else None))

    def row(self, metric: Metric | None = None, /) -> dict[str, Any]:
        """The metric's line of the summary; `metric` combines parts where the value of the set is no mean."""
        mean, low, high = self._interval()
        whole = self.whole(metric)
        lowest, highest = (bound / self._weight for bound in self._bounds) if self._weight else (None, None)
        if whole is not None and (mean is None or whole.value is None or abs(whole.value - mean) > SAME):
            mean, low, high, lowest, highest = whole.value, None, None, whole.lowest, whole.highest
        n_scored = self._n["scored"]
        return {
            "mean": mean,
            "low": low,
            "high": high,
            "n": sum(self._n.values()) + self._n_screened,
            "n_scored": n_scored,
            "n_not_applicable": self._n["not_applicable"],
            "n_unscored": self._n["unscored"],
            "n_refused": self._n_refused,
            "lowest": lowest,
            "highest": highest,
            "goal": self.entry.goal,
            "share_below_goal": self._n_below / self._n_counted if n_scored and self.entry.goal is not None else None,
        } | ({"n_screened": self._n_screened} if self._n_screened else {})

    def whole(self, metric: Metric | None, /) -> Score | None:
        """The value of the set from the parts of its scores, for a metric that defines one."""
        if isinstance(metric, SetLevel) and self._parts and self._n["scored"]:
            return metric.combine([scored(0.0, parts=self._parts)])
        return None

    def _misses(self, value: float) -> bool:
        goal = self.entry.goal
        return goal is not None and (value > goal if self.entry.direction == "down" else value < goal)

    def _count(self, row: tuple[float, float, Any]) -> None:
        if self._moments is None and len(self._rows) < EXACT_UP_TO:
            self._rows.append(row)
            return
        if self._moments is None:
            from raggauge.stats import Moments

            self._moments = Moments()
            for value, weight, cluster in self._rows:
                self._moments.add(value, weight, cluster=cluster)
            self._rows = []
        self._moments.add(row[0], row[1], cluster=row[2])

    def _interval(self) -> tuple[float | None, float | None, float | None]:
        if self._moments is not None:
            found = self._moments.interval()
            return self._moments.mean, found.low, found.high
        if not self._rows:
            return None, None, None
        from raggauge.stats import mean_interval

        values, weights, clusters = zip(*self._rows, strict=True)
        plain = all(weight == 1.0 for weight in weights)
        found = mean_interval(
            values, weights=None if plain else weights, clusters=clusters if self._clustered else None
        )
        mean = math.fsum(v * w for v, w, _ in self._rows) / math.fsum(weights)
        return min(1.0, mean), found.low, found.high


class Tallies:
    """One tally per metric of a run."""

    def __init__(self, entries: Sequence[ChosenMetric], /, *, clustered: bool = False) -> None:
        self._tallies = [Tally(entry, clustered=clustered) for entry in entries]

    def add(self, marks: Sequence[Mark], /, *, id: str, weight: float = 1.0, cluster: str | None = None) -> None:
        """Count the scores of one more sample, in the order of the metrics."""
        for tally, mark in zip(self._tallies, marks, strict=True):
            tally.add(mark, id=id, weight=weight, cluster=cluster)

    def summary(self, metrics: Iterable[Metric | None], /) -> dict[str, dict[str, Any]]:
        """The summary of the run, by metric text."""
        return {tally.entry.text: tally.row(metric) for tally, metric in zip(self._tallies, metrics, strict=True)}

    def details(self, metrics: Iterable[Metric | None], /) -> dict[str, dict[str, Any]]:
        """What a metric says of the set beside its value, by metric text; nothing for those that say nothing."""
        wholes = {tally.entry.text: tally.whole(metric) for tally, metric in zip(self._tallies, metrics, strict=True)}
        return {text: dict(whole.details) for text, whole in wholes.items() if whole is not None and whole.details}


def is_met(row: Mapping[str, Any], direction: str, /) -> bool | None:
    """Whether a summary's mean reaches its goal; None without a goal or a mean."""
    if row["goal"] is None or row["mean"] is None:
        return None
    return bool(row["mean"] <= row["goal"] if direction == "down" else row["mean"] >= row["goal"])


def as_html(title: str, rows: Mapping[str, Mapping[str, Any]], directions: Mapping[str, str], /) -> str:
    """The summary as an HTML table, escaped, for notebooks."""
    head = "".join(f"<th style='text-align:left'>{html.escape(say(column))}</th>" for column in COLUMNS)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
        for cells in (cells_of(name, row, directions.get(name, "up")) for name, row in rows.items())
    )
    caption = f"<caption style='text-align:left'>{html.escape(title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cells_of(name: str, row: Mapping[str, Any], direction: str, /, *, short: bool = False) -> tuple[str, str, str, str]:
    """A summary's line as texts: metric, mean with interval, counts (in few words if `short`), goal."""
    met = is_met(row, direction)
    goal = ""
    if row["goal"] is not None:
        sign = "≤" if direction == "down" else "≥"
        verdict = "" if met is None else say("run.goal_met" if met else "run.goal_missed")
        goal = f"{sign} {row['goal']:.2f} {verdict}".rstrip()
    return f"{name} ↓" if direction == "down" else name, mean_text(row), counts_text(row, short=short), goal


def mean_text(row: Mapping[str, Any], /) -> str:
    """`0.83 [0.79, 0.87]`; a dash where there is no mean."""
    if row["mean"] is None:
        return "–"
    interval = "" if row["low"] is None else f" [{two(row['low'])}, {two(row['high'])}]"
    return f"{two(row['mean'])}{interval}"


def counts_text(row: Mapping[str, Any], /, *, short: bool = False) -> str:
    """`47/50 scored, 2 n/a (1 refused), 1 unscored (mean within 0.81 to 0.83)`; in fewer words if `short`."""
    parts = [f"{row['n_scored']}/{row['n']}" if short else say("run.n_scored", scored=row["n_scored"], n=row["n"])]
    if short and row["n_refused"] and row["n_refused"] == row["n_not_applicable"]:
        parts.append(say("run.n_refused", n=row["n_refused"]))
    elif row["n_not_applicable"]:
        refused = say("run.of_them_refused", n=row["n_refused"]) if row["n_refused"] else ""
        parts.append(say("run.n_not_applicable", n=row["n_not_applicable"]) + refused)
    if row.get("n_screened"):
        parts.append(say("screen.n_out", n=row["n_screened"]))
    if row["n_unscored"]:
        parts.append(say("run.n_unscored", n=row["n_unscored"]))
        if row["lowest"] is not None:
            parts[-1] += say("run.within", lowest=two(row["lowest"]), highest=two(row["highest"]))
    return say("run.comma").join(parts)


def two(value: float, /) -> str:
    """Two decimals, never rounding up to 1.00 or down to 0.00 what is neither."""
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        return ">0.99"
    return "<0.01" if text == "0.00" and value > 0 else text

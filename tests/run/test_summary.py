"""The summary: means, bounds, counts and goals, exact where few and streamed where many."""

import random
from typing import Any, ClassVar

import pytest

from raggauge.run.record import ChosenMetric, Mark
from raggauge.run.summary import Tally, cells_of, counts_text, is_met, two
from raggauge.score import Score, scored


def _marks(values: list[float]) -> list[Mark]:
    return [Mark("scored", value, value, value) for value in values]


def _tally(marks: list[Mark], *, goal: float | None = 0.5, direction: Any = "up", **one: Any) -> dict[str, Any]:
    tally = Tally(ChosenMetric(text="m", goal=goal, direction=direction))
    for number, mark in enumerate(marks):
        tally.add(mark, id=str(number), **one)
    return tally.row()


def test_counts_and_bounds() -> None:
    """Unscored samples widen the bounds of the mean; those that are not applicable leave it."""
    marks = [
        *_marks([1.0, 0.5]),
        Mark("unscored", None, 0.25, 0.75),
        Mark("unscored", None, None, None),
        Mark("not_applicable", None, None, None, refused=True),
        Mark("not_applicable", None, None, None),
    ]
    row = _tally(marks)
    assert row["mean"] == 0.75
    assert (row["n"], row["n_scored"], row["n_unscored"], row["n_not_applicable"], row["n_refused"]) == (6, 2, 2, 2, 1)
    assert row["lowest"] == pytest.approx((1.0 + 0.5 + 0.25 + 0.0) / 4)
    assert row["highest"] == pytest.approx((1.0 + 0.5 + 0.75 + 1.0) / 4)
    assert row["share_below_goal"] == 0.0


def test_nothing_scored_is_none() -> None:
    """There is no mean of nothing: no NaN, no 0, no -1."""
    row = _tally([Mark("not_applicable", None, None, None)])
    assert {row[key] for key in ("mean", "low", "high", "lowest", "highest", "share_below_goal")} == {None}
    assert _tally([Mark("unscored", None, 0.0, 1.0)])["lowest"] == 0.0


def test_weights_and_clusters() -> None:
    """The mean is weighted, a weight of 0 takes a sample out of it, and clusters widen the interval."""
    tally = Tally(ChosenMetric(text="m"), clustered=True)
    loose = Tally(ChosenMetric(text="m"))
    chance = random.Random(3)
    for number in range(200):
        value = float((number // 20) % 2)
        weight = chance.choice([0.0, 1.0, 3.0])
        tally.add(Mark("scored", value, value, value), id=str(number), weight=weight, cluster=f"doc {number // 20}")
        loose.add(Mark("scored", value, value, value), id=str(number), weight=weight)
    one, two_ = tally.row(), loose.row()
    assert one["mean"] == pytest.approx(two_["mean"])
    assert one["high"] - one["low"] > 2 * (two_["high"] - two_["low"])


@pytest.mark.parametrize("n", [4_999, 5_000, 5_001, 20_000])
def test_many_scores_are_streamed(n: int) -> None:
    """Above 5,000 the interval comes from moments and stays that of all values."""
    from raggauge.stats import mean_interval

    chance = random.Random(5)
    values = [chance.choice([0.0, 0.25, 0.5, 1.0]) for _ in range(n)]
    row, exact = _tally(_marks(values)), mean_interval(values)
    assert row["mean"] == pytest.approx(sum(values) / n, abs=1e-12)
    assert row["low"] == pytest.approx(exact.low, abs=5e-4)
    assert row["high"] == pytest.approx(exact.high, abs=5e-4)


class Pooled:
    """A metric whose value for a set is a ratio of sums."""

    fields: ClassVar[Any] = ()
    facets: ClassVar[Any] = frozenset()

    def score(self, sample: Any, evidence: Any, /) -> Score:
        return scored(0.0)

    def combine(self, scores: Any, /) -> Score:
        hits, asked = (sum(score.parts[name] for score in scores) for name in ("hits", "asked"))
        return scored(hits / asked)


def test_a_set_level_metric_combines_its_parts() -> None:
    """Its value is computed from summed parts, not the mean of values."""
    tally = Tally(ChosenMetric(text="pooled"))
    for number, (hits, asked) in enumerate([(1, 1), (0, 9)]):
        value = hits / asked
        tally.add(Mark("scored", value, value, value, False, {"hits": hits, "asked": asked}), id=str(number))
    row = tally.row(Pooled())
    assert (row["mean"], row["low"], row["high"]) == (pytest.approx(0.1), None, None)
    assert tally.row()["mean"] == 0.5


def test_a_set_level_value_that_is_the_mean_keeps_the_interval() -> None:
    """Only where the value of the set is another one than the mean is the mean's interval out of place."""
    tally = Tally(ChosenMetric(text="pooled"))
    for number, value in enumerate([1.0, 0.0, 1.0, 1.0]):
        tally.add(Mark("scored", value, value, value, False, {"hits": value, "asked": 1}), id=str(number))
    row = tally.row(Pooled())
    assert row["mean"] == 0.75
    assert row["low"] < 0.75 < row["high"]


@pytest.mark.parametrize(
    ("mean", "goal", "direction", "met"),
    [(0.8, 0.8, "up", True), (0.79, 0.8, "up", False), (0.1, 0.2, "down", True), (0.3, 0.2, "down", False)],
)
def test_goals(mean: float, goal: float, direction: str, met: bool) -> None:
    """At the goal it is met; for a metric where lower is better, below it."""
    row = _tally(_marks([mean]), goal=goal, direction=direction)
    assert is_met(row, direction) is met
    assert row["share_below_goal"] == (0.0 if met else 1.0)
    assert cells_of("m", row, direction)[3] == f"{'≤' if direction == 'down' else '≥'} {goal:.2f} " + (
        "met" if met else "missed"
    )


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1.00"), (0.999, ">0.99"), (0.0, "0.00"), (0.001, "<0.01"), (0.994, "0.99")]
)
def test_only_perfect_is_printed_as_perfect(value: float, text: str) -> None:
    """1.00 and 0.00 stand for exactly that."""
    assert two(value) == text


@pytest.mark.parametrize(
    ("counts", "short", "text"),
    [
        ((21, 19, 19), False, "21/40 scored, 19 n/a (19 refused)"),
        ((21, 19, 19), True, "21/40, 19 refused"),
        ((32, 8, 5), True, "32/40, 8 n/a (5 refused)"),
        ((35, 5, 0), True, "35/40, 5 n/a"),
    ],
)
def test_counts_take_few_words_where_there_is_little_room(counts: tuple[int, int, int], short: bool, text: str) -> None:
    """Refusals that are all that is not applicable are said once."""
    n_scored, n_not_applicable, n_refused = counts
    row = {"n": 40, "n_scored": n_scored, "n_not_applicable": n_not_applicable, "n_refused": n_refused}
    assert counts_text({**row, "n_unscored": 0}, short=short) == text

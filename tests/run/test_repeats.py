"""Repeats: the first one fixes the claims, each is scored, the rule makes one value of them."""

from typing import Any

import pytest

import raggauge
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.scoring import merge
from raggauge.score import Score, not_applicable, scored, unscored


class Up:
    """Stands for a metric where higher is better."""

    direction = "up"


class Down:
    """Stands for a metric where lower is better."""

    direction = "down"


A, B, C = scored(1.0), scored(0.5), scored(0.5)
NA, OPEN = not_applicable("abstained"), unscored("judge failed", lowest=0.25, highest=0.75)


@pytest.mark.parametrize(
    ("scores", "rule", "kind", "expected"),
    [
        ([A, B, C], "mean", Up, (2 / 3, "scored")),
        ([A, B, C], "majority", Up, (0.5, "scored")),
        ([A, B], "majority", Up, (0.5, "scored")),
        ([A, B], "majority", Down, (1.0, "scored")),
        ([A, B, C], "pass^k", Up, (0.5, "scored")),
        ([A, B, C], "pass^k", Down, (1.0, "scored")),
        ([A, NA, B], "mean", Up, (0.75, "scored")),
        ([A, NA, NA], "mean", Up, (None, "not_applicable")),
        ([A, OPEN], "mean", Up, (None, "unscored")),
        ([NA, OPEN], "mean", Up, (None, "unscored")),
    ],
)
def test_rules(scores: list[Score], rule: Any, kind: Any, expected: tuple[float | None, str]) -> None:
    """Mean, most frequent value (the worse of equals), worst value; an open repeat leaves the whole open."""
    merged = merge([{"m": score} for score in scores], [kind()], rule)["m"]
    assert (merged.value, merged.state) == (pytest.approx(expected[0]) if expected[0] else expected[0], expected[1])


def test_bounds_of_an_open_repeat() -> None:
    """The bounds are those of the merged value: known repeats narrow them."""
    merged = merge([{"m": A}, {"m": OPEN}], [Up()], "mean")["m"]  # type: ignore[list-item]
    assert (merged.lowest, merged.highest) == (0.625, 0.875)


def test_later_repeats_get_the_claims_of_the_first(scripted: ScriptedJudge, make_samples: Any) -> None:
    """Nothing but claims and refusals is given, so that every repeat judges anew."""
    run = raggauge.evaluate(make_samples(4), metrics=["faithfulness"], judge=scripted, repeats=3, out=False)
    first = {ask.sample.id: ask for ask in scripted.asked if ask.repeat == 0}
    assert all(ask.given is None for ask in first.values())
    for ask in scripted.asked:
        if ask.repeat:
            assert ask.given is not None
            assert ask.given.claims == run[ask.sample.id].evidence[0].claims
            assert ask.given.findings == ()
    sampled = run["q2"]
    assert [evidence.repeat for evidence in sampled.evidence] == [0, 1, 2]
    values = [scores["faithfulness"].value for scores in sampled.repeats]
    assert sampled.scores["faithfulness"].value == pytest.approx(sum(v for v in values if v is not None) / 3)
    assert run.manifest.repeats == 3

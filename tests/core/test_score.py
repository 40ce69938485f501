"""A Score is a number in [0, 1] or states why there is none."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.errors import UsageError
from raggauge.score import Score, not_applicable, scored, unscored


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), -0.01, 1.0000000000000004, 2])
def test_values_outside_the_unit_interval_are_refused(value: float) -> None:
    """NaN, infinity and anything outside [0, 1] never become a score."""
    with pytest.raises(UsageError):
        scored(value)


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "scored"},
        {"state": "unscored"},
        {"state": "not_applicable"},
        {"state": "unscored", "value": 0.5, "reason": "judge failed"},
        {"state": "unscored", "reason": "judge failed", "highest": float("nan")},
        {"state": "scored", "value": 0.5, "parts": {"n": float("inf")}},
    ],
)
def test_states_that_contradict_themselves_are_refused(fields: dict[str, Any]) -> None:
    """A score without a value, a missing score without a reason, a bound or part that is no number."""
    with pytest.raises(UsageError):
        Score(**fields)


@given(st.floats(0, 1))
def test_a_score_survives_json(value: float) -> None:
    """Writing and reading a score changes no bit of it."""
    for score in (scored(value, n_asked=3), not_applicable("abstained"), unscored("judge failed", lowest=value)):
        assert msgspec.json.decode(msgspec.json.encode(score), type=Score) == score

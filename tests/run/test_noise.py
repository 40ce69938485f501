"""The spread of repeated judgements."""

import pytest

from raggauge.run.noise import judge_noise
from raggauge.score import Score, not_applicable, scored


@pytest.mark.parametrize(
    ("values", "noise"),
    [
        ([[1.0, 1.0], [0.5, 0.5]], 0.0),
        ([[0.0, 1.0]], 0.7071067811865476),
        ([[0.0, 1.0], [0.5, 0.5]], 0.5),
        ([[0.2, None, 0.4]], 0.1414213562373095),
    ],
)
def test_noise_is_pooled_over_samples(values: list[list[float | None]], noise: float) -> None:
    """The root of the mean variance within samples; a repeat without a value counts for nothing."""
    samples: list[dict[str, Score]] = [{"m": scored(0.5, details={"values": row})} for row in values]
    assert judge_noise(samples) == pytest.approx({"m": noise})


def test_no_values_no_noise() -> None:
    """A metric without repeated values has no noise, not a noise of 0."""
    assert judge_noise([{"m": not_applicable("abstained")}, {"m": scored(1.0)}]) == {}

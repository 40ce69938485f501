"""Intervals of means hold at small n and at the boundary, and name their method."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.errors import UsageError
from raggauge.stats import mean_interval, rate_interval

UNIT = st.floats(0, 1, allow_nan=False)


@given(st.lists(UNIT, min_size=1, max_size=80), st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_hold_their_mean_and_stay_in_bounds(values: list[float], level: float) -> None:
    """0 <= low <= mean <= high <= 1 for any scores, and the width is never 0."""
    interval = mean_interval(values, level=level)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.width > 0
    assert interval.n == len(values)


@given(st.lists(UNIT, min_size=2, max_size=40))
@settings(max_examples=40)
def test_order_does_not_matter(values: list[float]) -> None:
    """Reversed scores give the same interval."""
    first, second = mean_interval(values), mean_interval(values[::-1])
    assert (first.low, first.high) == pytest.approx((second.low, second.high), abs=1e-9)


@given(st.lists(UNIT, min_size=1, max_size=40))
@settings(max_examples=40)
def test_intervals_mirror(values: list[float]) -> None:
    """The interval of 1 - x is the mirror image of that of x."""
    first, second = mean_interval(values), mean_interval([1 - x for x in values])
    assert (first.low, first.high) == pytest.approx((1 - second.high, 1 - second.low), abs=1e-7)


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (47, 49), (199, 200), (1990, 2000)])
def test_zeros_and_ones_give_clopper_pearson(k: int, n: int) -> None:
    """For 0/1 scores the bounded interval is the exact one for rates."""
    mean, rate = mean_interval([1.0] * k + [0.0] * (n - k)), rate_interval(k, n)
    assert mean.method == "gaffke"
    assert (mean.low, mean.high) == pytest.approx((rate.low, rate.high), abs=1e-10)


@pytest.mark.parametrize(
    ("values", "method"),
    [
        (np.linspace(0, 1, 49), "gaffke"),
        (np.linspace(0, 1, 50), "hall-t"),
        ([1.0] * 81 + [0.5] * 19, "gaffke"),
        ([0.5] * 500, "gaffke"),
        ([0.9] * 198 + [0.0] * 2, "gaffke"),
        (np.linspace(0, 1, 3_000), "hall-t"),
    ],
)
def test_the_method_fits_the_scores(values: Sequence[float], method: str) -> None:
    """Few, crowded, equal or very skewed scores get the bounded interval, others the corrected t."""
    assert mean_interval(values).method == method


def test_copies_in_a_cluster_count_as_one() -> None:
    """Ten copies of each of 60 scores, named as clusters, give the interval of the 60 scores."""
    values = np.random.default_rng(3).random(60)
    once = mean_interval(values)
    copied = mean_interval(np.repeat(values, 10), clusters=np.repeat(np.arange(60), 10))
    assert (copied.low, copied.high, copied.n) == pytest.approx((once.low, once.high, 60))
    assert copied.method == "hall-t-cluster"


def test_clusters_without_a_name_stand_alone() -> None:
    """A cluster of None is a group of its own."""
    assert mean_interval([0.2, 0.4, 0.9], clusters=["a", None, None]).n == 3


def test_weights_undo_the_sampling() -> None:
    """A stratum that was sampled at half the rate counts twice, in the mean and by its own weight in the interval."""
    interval = mean_interval([0.0] * 30 + [1.0] * 60, weights=[2.0] * 30 + [1.0] * 60)
    assert interval.estimate == pytest.approx(0.5)
    assert interval.method == "hall-t-weighted"
    assert mean_interval([0.1, 0.9, 0.5], weights=[7.0] * 3).low == pytest.approx(mean_interval([0.1, 0.9, 0.5]).low)


@pytest.mark.parametrize("power", [6, -6])
def test_wild_weights_still_give_an_interval(power: int) -> None:
    """One score that weighs a million times the others, or a millionth."""
    values, weights = [0.3, *[1.0] * 30], [10.0**power, *[1.0] * 30]
    interval = mean_interval(values, weights=weights)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.width > 0


def test_quantities_without_bounds_use_a_seeded_bootstrap() -> None:
    """Latencies get a studentised bootstrap: same seed, same interval."""
    latencies = np.random.default_rng(1).lognormal(size=40)
    first, again = (mean_interval(latencies, bounds=None, seed=7) for _ in range(2))
    assert first == again
    assert first.method == "bootstrap-t"
    assert first.low < latencies.mean() < first.high


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"values": []}, "at least 1"),
        ({"values": [0.5, float("nan")]}, "values[1] is nan"),
        ({"values": [0.5, 1.5]}, "values[1] is 1.5, outside [0.0, 1.0]"),
        ({"values": [[0.5]]}, "flat list"),
        ({"values": [0.5, 0.6], "weights": [1.0]}, "must run in parallel"),
        ({"values": [0.5], "weights": [0.0]}, "weights[0] is 0.0"),
        ({"values": [0.5], "level": 95}, "between 0 and 1"),
        ({"values": [2.0] * 9, "bounds": None}, "no bounds"),
        ({"values": [2.0], "bounds": (3.0, 1.0)}, "lower bound"),
    ],
)
def test_what_has_no_interval_is_refused(arguments: dict[str, object], said: str) -> None:
    """Bad numbers get one sentence that names them."""
    with pytest.raises(UsageError) as caught:
        mean_interval(**arguments)  # type: ignore[arg-type]
    assert said in str(caught.value)


@pytest.mark.parametrize("method", ["clopper-pearson", "wilson"])
@pytest.mark.parametrize("k", [0, 3, 20])
def test_rates_have_width_at_the_ends(k: int, method: str) -> None:
    """0 of 20 and 20 of 20 are no certainty."""
    interval = rate_interval(k, 20, method=method)  # type: ignore[arg-type]
    assert 0 <= interval.low <= k / 20 <= interval.high <= 1
    assert interval.width > 0.1


def test_no_trials_have_no_rate() -> None:
    """0 of 0 is refused."""
    with pytest.raises(UsageError, match="0 successes of 0"):
        rate_interval(0, 0)

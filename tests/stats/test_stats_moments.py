"""Streamed means equal those of the whole array."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.errors import UsageError
from raggauge.stats import Moments, mean_interval

PAIRS = st.lists(st.tuples(st.floats(0, 1), st.floats(0.1, 10)), min_size=1, max_size=60)


def _filled(values: np.ndarray, weights: np.ndarray | None = None) -> Moments:
    moments = Moments()
    moments.add_many(values, weights)
    return moments


@given(PAIRS, st.integers(0, 60))
@settings(max_examples=30)
def test_parts_merge_to_the_whole(pairs: list[tuple[float, float]], cut: int) -> None:
    """Adding one by one, in one go, or in two merged parts gives the same mean and interval."""
    single, first, second = Moments(), Moments(), Moments()
    for i, (value, weight) in enumerate(pairs):
        single.add(value, weight)
        (first if i < cut else second).add(value, weight)
    first.merge(second)
    whole = _filled(np.array([v for v, _ in pairs]), np.array([w for _, w in pairs]))
    for other in (single, first):
        assert other.mean == pytest.approx(whole.mean, abs=1e-12)
        assert other.interval().low == pytest.approx(whole.interval().low, abs=1e-9)
        assert other.interval().high == pytest.approx(whole.interval().high, abs=1e-9)


@pytest.mark.parametrize("n", [60, 5_000])
@pytest.mark.parametrize("perfect", [0.0, 0.95])
@pytest.mark.parametrize("weighted", [False, True])
def test_streamed_intervals_are_those_of_the_array(n: int, perfect: float, weighted: bool) -> None:
    """The interval of a stream is that of `mean_interval`, up to the histogram of scores and of their weights."""
    r = np.random.default_rng(n)
    values = np.where(r.random(n) < perfect, 1.0, r.random(n))
    weights = 1 + r.random(n) if weighted else None
    streamed, whole = _filled(values, weights).interval(), mean_interval(values, weights=weights)
    assert (streamed.method, streamed.n) == (whole.method, whole.n)
    assert streamed.estimate == pytest.approx(whole.estimate, abs=1e-12)
    assert (streamed.low, streamed.high) == pytest.approx((whole.low, whole.high), abs=2e-3 if weighted else 2e-4)


def test_streamed_clusters_are_units() -> None:
    """Scores that name their document give the cluster-robust interval."""
    values = np.random.default_rng(9).random(200)
    moments = Moments()
    for i, value in enumerate(values):
        moments.add(value, cluster=i // 5)
    streamed, whole = moments.interval(), mean_interval(values, clusters=np.arange(200) // 5)
    assert (streamed.low, streamed.high) == pytest.approx((whole.low, whole.high), abs=1e-12)
    assert (streamed.method, streamed.n) == (whole.method, 40)


@pytest.mark.parametrize("n", [40, 400])
def test_scores_without_a_cluster_stand_alone_in_a_stream(n: int) -> None:
    """Where some scores name their document and some do not, the stream agrees with the array."""
    values = np.random.default_rng(n).random(n)
    clusters = [i // 4 if i < n // 2 else None for i in range(n)]
    first, second = Moments(), Moments()
    for i, (value, cluster) in enumerate(zip(values, clusters, strict=True)):
        (first if i % 3 else second).add(value, cluster=cluster)
    first.merge(second)
    streamed, whole = first.interval(), mean_interval(values, clusters=clusters)
    assert (streamed.method, streamed.n) == (whole.method, whole.n)
    assert (streamed.low, streamed.high) == pytest.approx((whole.low, whole.high), abs=5e-4)


def test_nothing_has_no_mean() -> None:
    """Before the first score the mean is None and an interval is refused."""
    assert Moments().mean is None
    with pytest.raises(UsageError, match="at least 1"):
        Moments().interval()


def test_what_does_not_fit_is_refused() -> None:
    """Values out of bounds, bad weights and other bounds each get a sentence."""
    moments = Moments()
    with pytest.raises(UsageError, match=r"outside \[0.0, 1.0\]"):
        moments.add(1.5)
    with pytest.raises(UsageError, match="positive number"):
        moments.add(0.5, float("nan"))
    moments.add(0.5)
    with pytest.raises(UsageError, match="cannot be merged"):
        moments.merge(Moments(bounds=(-1.0, 1.0)))
    assert moments.n == 1

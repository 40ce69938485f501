"""Detection of change: alarms that keep their promise, evidence that may be looked at, tests that know their n."""

import numpy as np
import pytest

from raggauge.errors import UsageError
from raggauge.stats import (
    ConfidenceSequence,
    CusumState,
    asymptotic_sequence,
    change_point,
    chi_square_test,
    design_cusum,
    design_e_detector,
    drop_evidence,
    energy_test,
    ks_test,
    psi,
)
from raggauge.stats.checks import Floats
from raggauge.stats.cusum import run_length

LEVELS = np.array([0, 1 / 3, 2 / 3, 1.0])
CHANCES = np.array([0.05, 0.13, 0.19, 0.63])


def _scores(r: np.random.Generator, n: int, drop: float = 0.0) -> Floats:
    scores = r.choice(LEVELS, n, p=CHANCES)
    return np.where(r.random(n) < drop / float(LEVELS @ CHANCES), 0.0, scores)


def test_run_lengths_agree_with_simulation() -> None:
    """The Markov chain's mean run length is that of 200 simulated streams."""
    r = np.random.default_rng(1)
    steps = float(LEVELS @ CHANCES) - 0.05 - LEVELS
    lengths = []
    for _ in range(200):
        path = np.concatenate(([0.0], np.cumsum(r.choice(steps, 20_000, p=CHANCES))))
        over = np.flatnonzero(path - np.minimum.accumulate(path) >= 3.0)
        lengths.append(over[0] if over.size else 20_000)
    assert run_length(steps, CHANCES, 3.0) == pytest.approx(float(np.mean(lengths)), rel=0.2)


def test_null_streams_keep_the_promise() -> None:
    """30 streams of a tenth of the promised length bring at most 3 false alarms in expectation, and at most 7 here."""
    r = np.random.default_rng(2)
    alarms = 0
    for _ in range(30):
        cusum = design_cusum(_scores(r, 1_000), drop=0.1, between_false_alarms=20_000)
        alarms += cusum.first_alarm(_scores(r, 2_000)) is not None
    assert alarms <= 7


@pytest.mark.parametrize("drop", [0.10, 0.05])
def test_planted_drops_are_found_about_when_promised(drop: float) -> None:
    """Every planted drop is found, after about the stated mean delay, and its onset is placed."""
    r = np.random.default_rng(3)
    delays, onsets = [], []
    for _ in range(12):
        cusum = design_cusum(_scores(r, 3_000), drop=drop, between_false_alarms=100_000)
        stream = np.concatenate((_scores(r, 300), _scores(r, 8_000, drop)))
        alarm = cusum.first_alarm(stream)
        assert alarm is not None
        delays.append(alarm[0] - 300)
        onsets.append(alarm[1] - 300)
    assert 0.4 * cusum.delay < np.mean(delays) < 1.6 * cusum.delay
    assert abs(np.median(onsets)) < 0.5 * np.median(delays)


def test_steps_and_arrays_agree() -> None:
    """Feeding scores one by one alarms where the array form does, and both name the same onset."""
    r = np.random.default_rng(4)
    cusum = design_cusum(_scores(r, 1_000), drop=0.1, between_false_alarms=10_000)
    stream = np.concatenate((_scores(r, 200), _scores(r, 800, 0.2)))
    state = CusumState()
    for score in stream:
        state = cusum.step(state, float(score))
        if state.alarm:
            break
    assert cusum.first_alarm(stream) == (state.n - 1, state.n - state.n_since_zero)


def test_a_higher_promise_raises_the_bar() -> None:
    """Rarer false alarms, smaller drops and dependent scores each raise the bar."""
    reference = _scores(np.random.default_rng(5), 4_000)
    bars = [design_cusum(reference, drop=0.1, between_false_alarms=goal).bar for goal in (1e3, 1e4, 1e5)]
    assert bars == sorted(bars)
    assert design_cusum(reference, drop=0.05, between_false_alarms=1e4).bar > bars[1]
    moving = np.convolve(reference, np.ones(3) / 3, mode="valid")
    assert design_cusum(moving, drop=0.1, between_false_alarms=1e4).inflation > 2


def test_a_promise_that_asks_for_nothing_has_a_low_bar() -> None:
    """When false alarms may come at once, the bar is near 0 and the design ends; a perfect reference has a bar too."""
    assert 0 < design_cusum(_scores(np.random.default_rng(5), 4_000), drop=0.1, between_false_alarms=1).bar < 0.01
    assert 0 < design_cusum([1.0] * 500, drop=0.05, between_false_alarms=1e5).bar < 2.5


def test_too_small_a_reference_is_refused() -> None:
    """100 scores cannot tell a drop of .02 from their own uncertainty; the sentence says how many can."""
    reference = _scores(np.random.default_rng(6), 100)
    for design in (design_cusum, design_e_detector):
        with pytest.raises(UsageError, match="needs about"):
            design(reference, drop=0.02, between_false_alarms=1e4)
    with pytest.raises(UsageError, match="leaves nothing"):
        design_cusum(reference, drop=0.9, between_false_alarms=1e4)


def test_the_betting_detector_keeps_its_promise_and_finds_drops() -> None:
    """No false alarm on null streams of the promised length, and every drop of .15 found, step by step or at once."""
    r = np.random.default_rng(7)
    detector = design_e_detector(_scores(r, 2_000), drop=0.1, between_false_alarms=5_000)
    assert sum(detector.first_alarm(_scores(r, 2_000)) is not None for _ in range(30)) <= 12
    stream = np.concatenate((_scores(r, 200), _scores(r, 3_000, 0.15)))
    index = detector.first_alarm(stream)
    assert index is not None
    state = detector.start()
    for score in stream[: index + 1]:
        assert detector.evidence(state) < detector.bar
        state = detector.step(state, float(score))
    assert detector.evidence(state) >= detector.bar


def test_evidence_grows_only_when_there_is_a_drop() -> None:
    """E values of null streams average at most 1 (here under 1.5); a real drop is worth thousands."""
    r = np.random.default_rng(8)
    mean = float(LEVELS @ CHANCES)
    null = [drop_evidence(_scores(r, 200), mean=mean) for _ in range(200)]
    assert np.mean(null) < 1.5
    assert sum(e >= 20 for e in null) <= 0.05 * 200
    assert drop_evidence(_scores(r, 500, 0.2), mean=mean) > 1_000


def test_confidence_sequences_hold_at_every_look() -> None:
    """At most 5% (plus noise) of streams ever exclude the mean in 300 looks, and the interval shrinks."""
    r = np.random.default_rng(9)
    mean, missed = float(LEVELS @ CHANCES), 0
    for _ in range(40):
        sequence = ConfidenceSequence()
        for score in _scores(r, 300):
            sequence.add(float(score))
        interval = sequence.interval()
        missed += not interval.low <= mean <= interval.high
        assert interval.low <= interval.estimate <= interval.high
        assert 0.04 < interval.width < 0.25
    assert missed <= 5
    assert (ConfidenceSequence().interval().low, ConfidenceSequence().interval().high) == (0.0, 1.0)


def test_sequences_without_bounds_are_wider_than_one_look() -> None:
    """The price of looking at any time is a factor of about 1.3 to 2."""
    interval = asymptotic_sequence(500, mean=2.0, sd=1.0)
    assert 1.3 < interval.width / (2 * 1.96 / np.sqrt(500)) < 2


def test_the_change_is_placed() -> None:
    """A drop after 120 of 200 scores is found there; a series without a change has a large p."""
    r = np.random.default_rng(10)
    found = change_point(np.concatenate((_scores(r, 120), _scores(r, 80, 0.4))))
    assert found.low <= 120 <= found.high
    assert abs(found.index - 120) <= 15
    assert found.p <= 0.01
    assert found.before - found.after > 0.2
    assert change_point(_scores(r, 200)).p > 0.05


@pytest.mark.parametrize("test", [ks_test, chi_square_test, energy_test, psi])
def test_drift_tests_know_their_n(test: object) -> None:
    """At n = 50 each rejects at most 5% (plus noise) of 60 unchanged windows, where PSI > 0.1 would reject many."""
    r = np.random.default_rng(11)
    reference = _scores(r, 500)
    results = [test(reference, _scores(r, 50), seed=i) for i in range(60)]  # type: ignore[operator]
    assert sum(result.p <= 0.05 for result in results) <= 8
    assert sum(result.statistic > result.null_quantile for result in results) <= 8
    changed = test(reference, _scores(r, 200, 0.3))  # type: ignore[operator]
    assert changed.p <= 0.01
    assert changed.statistic > changed.null_quantile
    assert changed == test(reference, _changed_again(), seed=0)  # type: ignore[operator]


def _changed_again() -> Floats:
    r = np.random.default_rng(11)
    _scores(r, 500)
    for _ in range(60):
        _scores(r, 50)
    return _scores(r, 200, 0.3)


def test_psi_of_a_small_window_is_large_without_a_change() -> None:
    """With 10 bins and 100 scores the 95% point of PSI without any change is far above 0.1."""
    r = np.random.default_rng(12)
    assert psi(r.random(2_000), r.random(100)).null_quantile > 0.14
    assert psi(r.random(2_000), r.random(2_000)).null_quantile < 0.03

"""Paired comparison: what counts as one case, what p means, and what may be said."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.errors import UsageError
from raggauge.stats import benjamini_hochberg, e_bh, holm, mean_interval, paired, rate_interval
from raggauge.stats.pairs import mcnemar, mcnemar_at, sign_flip

LEVELS = [0.0, 0.25, 0.5, 0.75, 1.0]
PAIRS = st.lists(st.tuples(st.sampled_from(LEVELS), st.sampled_from(LEVELS)), min_size=1, max_size=12)


@given(PAIRS)
@settings(max_examples=40)
def test_swapping_the_runs_mirrors_the_result(pairs: list[tuple[float, float]]) -> None:
    """Comparing b with a is the negative of comparing a with b, with the same p."""
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    there, back = paired(a, b), paired(b, a)
    assert there.difference == pytest.approx(-back.difference, abs=1e-12)
    assert (there.p, there.n_better, there.n_worse) == (back.p, back.n_worse, back.n_better)
    assert (there.interval.low, there.interval.high) == pytest.approx(
        (-back.interval.high, -back.interval.low), abs=1e-8
    )


@given(PAIRS)
@settings(max_examples=40)
def test_p_is_that_of_all_sign_flips(pairs: list[tuple[float, float]]) -> None:
    """Up to 16 cases p is the share of all sign patterns with a sum at least as far from 0."""
    difference = np.array([y - x for x, y in pairs])
    sums = [abs(sum(np.multiply(signs, difference))) for signs in itertools.product((-1, 1), repeat=difference.size)]
    exact = sum(total >= abs(difference.sum()) - 1e-9 for total in sums) / len(sums)
    assert sign_flip(difference)[0] == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize(("gained", "lost", "p"), [(6, 0, 2 / 64), (1, 8, 20 / 512), (3, 3, 1.0), (0, 0, 1.0)])
def test_binary_scores_get_mcnemar(gained: int, lost: int, p: float) -> None:
    """The exact binomial p of the cases that changed, whatever the number that did not."""
    a = [0] * gained + [1] * lost + [1] * 20
    b = [1] * gained + [0] * lost + [1] * 20
    result = paired(a, b)
    assert result.method == "mcnemar-exact"
    assert result.p == pytest.approx(p, abs=1e-12)


def test_repeats_of_a_case_are_one_unit() -> None:
    """50 cases x 10 repeats count as 50, as rows and as clusters, with the same numbers."""
    r = np.random.default_rng(8)
    case = 0.5 * r.random((50, 1))
    a, b = case + 0.5 * r.random((50, 10)), case + 0.5 * r.random((50, 10))
    rows, clusters = paired(a, b), paired(a.ravel(), b.ravel(), clusters=np.repeat(np.arange(50), 10))
    assert rows.n == clusters.n == 50
    assert rows.difference == pytest.approx(clusters.difference)
    assert rows.p == pytest.approx(clusters.p)
    assert rows.interval.low == pytest.approx(clusters.interval.low)


def test_copies_prove_nothing() -> None:
    """Ten identical repeats leave the interval of the single run, where 500 cases would have shrunk it."""
    r = np.random.default_rng(8)
    a, b = r.random(50), r.random(50)
    once = paired(a, b)
    copied = paired(np.repeat(a[:, None], 10, axis=1), np.repeat(b[:, None], 10, axis=1))
    assert copied.p == once.p
    assert (copied.n, copied.interval.method) == (once.n, once.interval.method)
    assert (copied.interval.low, copied.interval.high) == pytest.approx((once.interval.low, once.interval.high))


def test_a_weight_counts_as_so_many_cases_in_the_mean() -> None:
    """A case of weight 3 moves the mean as three would, and is one unit of evidence; clusters of copies agree."""
    r = np.random.default_rng(12)
    a, b = r.random(30), r.random(30)
    weights = np.tile([1.0, 3.0], 15)
    found = paired(a, b, weights=weights)
    copies = np.repeat(np.arange(30), weights.astype(int))
    same = paired(a[copies], b[copies], clusters=copies)
    assert (found.n, found.interval.method) == (30, "gaffke-weighted")
    assert found.difference == pytest.approx(np.average(b - a, weights=weights)) == pytest.approx(same.difference)
    assert found.p == pytest.approx(same.p)
    assert (found.interval.low, found.interval.high) == pytest.approx((same.interval.low, same.interval.high))
    assert paired(a, b, weights=np.ones(30)).difference == pytest.approx(paired(a, b).difference)


def test_repeats_may_differ_in_number() -> None:
    """A case with three repeats and one with a single one count alike."""
    result = paired([[0.0, 0.5, 1.0], [0.2]], [[0.5, 0.5, 0.5], [0.4]])
    assert result.difference == pytest.approx(0.1)
    assert result.n == 2


@pytest.mark.parametrize(
    ("shift", "spread", "margin", "verdict"),
    [
        (-0.1, 0.1, 0.02, "worse"),
        (0.1, 0.1, 0.02, "better"),
        (0.0, 0.05, 0.02, "equivalent"),
        (0.0, 0.3, 0.02, "indistinguishable"),
        (0.0, 0.05, None, "indistinguishable"),
    ],
)
def test_verdicts_say_what_may_be_said(shift: float, spread: float, margin: float | None, verdict: str) -> None:
    """A change, sameness within the margin, or neither."""
    r = np.random.default_rng(2)
    a = 0.3 + 0.4 * r.random(200)
    noise = r.permutation(np.linspace(-spread, spread, 200))
    result = paired(a, np.clip(a + shift + noise, 0, 1), margin=margin)
    assert result.verdict == verdict
    assert (result.equivalent is None) == (margin is None)


def test_a_harmless_drop_is_not_inferior() -> None:
    """A sure drop of .01 is worse, and yet not inferior under a margin of .05."""
    a = np.linspace(0.3, 0.8, 100)
    result = paired(a, a - 0.01 + 0.005 * np.sin(np.arange(100)), margin=0.05)
    assert result.verdict == "worse"
    assert result.not_inferior
    assert result.equivalent


def test_no_difference_is_no_certainty() -> None:
    """20 cases that all stayed equal still allow a change of some cases that were not asked."""
    result = paired([1.0] * 20, [1.0] * 20, margin=0.02)
    assert (result.p, result.effect, result.verdict) == (1.0, None, "indistinguishable")
    assert result.interval.high == pytest.approx(-result.interval.low) == pytest.approx(1 - 0.025 ** (1 / 20))


def test_an_adjusted_p_decides() -> None:
    """After a correction for many metrics the verdict follows the adjusted p."""
    result = paired([0.5] * 6, [0.6] * 6)
    assert result.p == pytest.approx(2 / 64)
    assert result.verdict == "better"
    assert result.adjusted(0.2).verdict == "indistinguishable"


@given(PAIRS, st.sampled_from([1, 3, 6]), st.booleans())
@settings(max_examples=60)
def test_interval_and_p_never_contradict(pairs: list[tuple[float, float]], copies: int, grouped: bool) -> None:
    """0 lies outside the interval exactly when p is at most 5%, and then alone the verdict is a change."""
    a, b = ([pair[i] for pair in pairs] * copies for i in (0, 1))
    found = paired(a, b, clusters=[i // 2 for i in range(len(a))] if grouped else None)
    sure = found.interval.low > 0 or found.interval.high < 0
    assert sure == (found.p <= 1 - found.level)
    assert sure == (found.verdict in ("better", "worse"))
    assert found.interval.low <= found.difference <= found.interval.high
    assert found.interval.low <= found.inner.low <= found.inner.high <= found.interval.high


@pytest.mark.parametrize(("kind", "mean", "n"), [("steps", 0.0, 10), ("steps", -0.06, 20), ("losses", -0.225, 20)])
def test_intervals_of_few_differences_cover(kind: str, mean: float, n: int) -> None:
    """At least 93% of 200 seeded intervals hold the mean difference, though an end may come from the test."""
    r = np.random.default_rng(11)
    hits, moved = 0, 0
    for i in range(200):
        if kind == "steps":
            a, b = 0.5 + 0.1 * r.integers(-2, 3, n), 0.5 + mean + 0.1 * r.integers(-2, 3, n)
        else:
            a, b = np.full(n, 0.75), 0.75 * (r.random(n) >= 0.3)
        interval = paired(a, b, seed=i).interval
        hits += interval.low <= mean + 1e-12 and mean - 1e-12 <= interval.high
        moved += "+" in interval.method
    assert hits / 200 >= 0.93 - 0.036
    assert moved or kind == "losses" or mean == 0


def test_binary_shifts_are_tested_as_clopper_and_pearson_do() -> None:
    """Where the share of gains is at their limit, p is 5%; without a shift it is McNemar's."""
    difference = np.array([1.0] * 10 + [-1.0] * 2 + [0.0] * 40)
    limits = rate_interval(10, 12)
    for share in (limits.low, limits.high):
        assert mcnemar_at(difference, 12 / 52 * (2 * share - 1)) == pytest.approx(0.05, abs=1e-9)
    assert mcnemar_at(difference, 0.0) == pytest.approx(mcnemar(difference)[0]) == pytest.approx(2 * 79 / 4096)


def test_rounding_is_no_difference() -> None:
    """Differences of a rounding error never give a p of 0."""
    result = paired([0.5] * 5, [0.5 - 1.2e-12, 0.5 + 0.9e-12, 0.5 - 2e-12, 0.5 - 2e-12, 0.5 + 0.9e-12])
    assert result.p >= 1 / 2**5


def test_same_seed_same_result() -> None:
    """The sampled sign flips depend on the seed alone."""
    r = np.random.default_rng(4)
    a, b = r.random(40), r.random(40)
    assert paired(a, b, seed=3) == paired(a, b, seed=3)
    assert paired(a, b, seed=3).p != paired(a, b, seed=4).p


def test_many_units_use_the_limit_of_the_flips() -> None:
    """Above 5,000 units that differ, p is the normal limit, close to the sampled one."""
    r = np.random.default_rng(5)
    difference = r.normal(0.01, 0.3, 6_000)
    p, method = sign_flip(difference)
    assert method == "sign-flip-normal"
    assert p == pytest.approx(math.erfc(abs(difference.sum()) / math.sqrt(2 * (difference**2).sum())), rel=1e-5)


def test_runs_without_a_difference_are_rarely_told_apart() -> None:
    """At most 6% (plus two standard errors) of 250 seeded pairs of 30 are rejected at 5%."""
    r = np.random.default_rng(6)
    rejected = 0
    for i in range(250):
        case = r.random(30)
        a, b = (np.round(4 * (0.5 * case + 0.5 * r.random(30))) / 4 for _ in range(2))
        rejected += paired(a, b, seed=i).p <= 0.05
    assert 0.01 <= rejected / 250 <= 0.06 + 0.028


def test_a_planted_drop_is_found() -> None:
    """A drop of .10 at sd .3 and correlation .5 is found in at least 95% of 60 seeded runs of 200 cases."""
    r = np.random.default_rng(7)
    found = 0
    for i in range(60):
        case, first, second = 0.3 * math.sqrt(0.5) * r.standard_normal((3, 200)) / 3
        a, b = 0.6 + case + first, 0.6 - 0.1 / 3 + case + second
        found += paired(np.clip(a, 0, 1), np.clip(b, 0, 1), seed=i).verdict == "worse"
    assert found / 60 >= 0.95


def test_interval_of_a_plain_difference_is_that_of_the_mean() -> None:
    """The interval equals `mean_interval` of the differences over [-1, 1]."""
    r = np.random.default_rng(9)
    a, b = r.random(80), r.random(80)
    direct = mean_interval(b - a, bounds=(-1.0, 1.0))
    assert (paired(a, b).interval.low, paired(a, b).interval.high) == pytest.approx((direct.low, direct.high))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"a": [0.5], "b": [0.5, 0.6]}, "must run in parallel"),
        ({"a": [], "b": []}, "at least 1"),
        ({"a": [0.5], "b": [1.2]}, "b[0] is 1.2"),
        ({"a": [[0.5], []], "b": [[0.5], [0.1]]}, "a[1] holds 0 numbers"),
        ({"a": [0.5], "b": [0.5], "margin": 0.0}, "margin is 0.0"),
        ({"a": [0.5], "b": [0.5], "weights": [0.0]}, "weights[0] is 0.0"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: dict[str, object], said: str) -> None:
    """Bad input gets one sentence that names it."""
    with pytest.raises(UsageError) as caught:
        paired(**arguments)  # type: ignore[arg-type]
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("ps", "by_holm", "by_bh"),
    [
        ([], [], []),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06], [0.03, 0.04, 0.04]),
        ([0.5, 0.9], [1.0, 1.0], [0.9, 0.9]),
        ([0.02, 0.02], [0.04, 0.04], [0.02, 0.02]),
    ],
)
def test_p_values_are_adjusted(ps: list[float], by_holm: list[float], by_bh: list[float]) -> None:
    """Holm and Benjamini-Hochberg by hand."""
    assert holm(ps) == pytest.approx(by_holm)
    assert benjamini_hochberg(ps) == pytest.approx(by_bh)


def test_e_values_are_rejected_together() -> None:
    """Of 4 e values, the k largest are rejected when each is at least 4 / (k alpha)."""
    assert e_bh([100, 45, 3, 1]) == [True, True, False, False]
    assert e_bh([79, 3, 3, 1]) == [False] * 4
    assert e_bh([]) == []


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_numbers_that_are_no_p_are_refused(adjust: object) -> None:
    """A p above 1 is refused."""
    with pytest.raises(UsageError, match="no p value"):
        adjust([0.5, 1.1])  # type: ignore[operator]

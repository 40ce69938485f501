"""Agreement of raters, correlations, confusion and calibration."""

import numpy as np
import pytest

from raggauge.errors import UsageError
from raggauge.stats import (
    calibrate,
    calibration_error,
    cohen_kappa,
    confusion,
    kendall,
    krippendorff_alpha,
    pearson,
    spearman,
)


def test_kappa_of_a_known_table() -> None:
    """20 and 15 agreements, 5 and 10 disagreements of 50 items: kappa is .4."""
    a = ["yes"] * 25 + ["no"] * 25
    b = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    interval = cohen_kappa(a, b)
    assert interval.estimate == pytest.approx(0.4)
    assert 0.1 < interval.low < 0.25
    assert 0.55 < interval.high < 0.7


def test_weighted_kappa_forgives_near_misses() -> None:
    """A rater who is always one step off does better with weights than without."""
    a = [1, 2, 3, 4] * 5
    b = [2, 3, 4, 4] * 5
    plain, linear, quadratic = (cohen_kappa(a, b, weights=w).estimate for w in ("none", "linear", "quadratic"))
    assert plain < linear < quadratic < 1


def test_full_agreement_of_few_is_no_certainty() -> None:
    """Ten equal pairs give 1, with an interval that reaches well below."""
    labels = [0, 1] * 5
    for interval in (cohen_kappa(labels, labels), krippendorff_alpha([labels, labels]), pearson(labels, labels)):
        assert interval.estimate == pytest.approx(1.0)
        assert interval.low < 0.95
        assert interval.high == pytest.approx(1.0)


def test_alpha_leaves_out_what_only_one_rated() -> None:
    """Items with a single rating say nothing about agreement."""
    ratings = [["a", "b", "a", "a", None], ["a", "b", "b", None, "b"], ["a", None, "a", None, None]]
    fewer = [row[:3] for row in ratings]
    assert krippendorff_alpha(ratings).estimate == pytest.approx(krippendorff_alpha(fewer).estimate)
    assert krippendorff_alpha(ratings).n == 3


def test_alpha_needs_an_order_for_words() -> None:
    """Ordinal categories follow the order that is given."""
    ratings = [["low", "mid", "high", "low"], ["low", "high", "high", "mid"]]
    right = krippendorff_alpha(ratings, scale="ordinal", order=["low", "mid", "high"]).estimate
    wrong = krippendorff_alpha(ratings, scale="ordinal", order=["mid", "high", "low"]).estimate
    assert right > wrong


@pytest.mark.parametrize("measure", [pearson, spearman, kendall])
def test_correlations_are_symmetric_and_signed(measure: object) -> None:
    """Swapping sides changes nothing; mirroring one side turns the sign."""
    r = np.random.default_rng(2)
    x = r.random(60)
    y = x + 0.3 * r.random(60)
    there, back, turned = measure(x, y), measure(y, x), measure(x, -y)  # type: ignore[operator]
    assert there == back
    assert turned.estimate == pytest.approx(-there.estimate)
    assert turned.low == pytest.approx(-there.high)
    assert 0 < there.low < there.estimate < there.high < 1


@pytest.mark.parametrize("measure", ["kappa", "alpha", "pearson"])
def test_agreement_is_covered(measure: str) -> None:
    """At least 90% of 120 seeded 95% intervals hold the true agreement of 40 items."""
    r = np.random.default_rng(3)
    hits = 0
    for i in range(120):
        if measure == "pearson":
            x = r.standard_normal(40)
            interval = pearson(x, 0.8 * x + 0.6 * r.standard_normal(40))
            hits += interval.low <= 0.8 <= interval.high
            continue
        truth = r.integers(0, 2, 40)
        a, b = (np.where(r.random(40) < 0.1, 1 - truth, truth).tolist() for _ in range(2))
        interval = cohen_kappa(a, b, seed=i) if measure == "kappa" else krippendorff_alpha([a, b], seed=i)
        hits += interval.low <= 0.64 <= interval.high
    assert hits / 120 >= 0.90


def test_confusion_counts_and_rates() -> None:
    """Each cell by hand, and None for a rate of nothing."""
    result = confusion([1, 1, 0, 0, 1], [1, 0, 0, 0, 1])
    assert (result.true_positive, result.false_positive, result.false_negative, result.true_negative) == (2, 1, 0, 2)
    assert result.accuracy.estimate == pytest.approx(0.8)
    assert result.precision is not None
    assert result.precision.estimate == pytest.approx(2 / 3)
    assert confusion([0, 0], [0, 0]).sensitivity is None


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: cohen_kappa([1, 1], [1, 1]), "two different categories"),
        (lambda: cohen_kappa([1, 2], [2, 3], order=[1, 2]), "not in the order given"),
        (lambda: cohen_kappa([1], [1, 2]), "must run in parallel"),
        (lambda: krippendorff_alpha([["a", None], [None, "b"]]), "0 items"),
        (lambda: pearson([1, 2, 3, 4], [5, 5, 5, 5]), "y is 5.0 throughout"),
        (lambda: spearman([1, 2], [1, 2]), "at least 4"),
        (lambda: confusion([0.5], [1]), "judged holds 0.5"),
        (lambda: calibrate([0.1, 0.9, 0.8], [0, 1, 1]), "only 1 labels"),
        (lambda: calibrate([0.1, 0.9], [0, 2]), "labels holds 2.0"),
    ],
)
def test_undefined_agreement_is_refused(call: object, said: str) -> None:
    """What has no value gets a sentence, not a number."""
    with pytest.raises(UsageError) as caught:
        call()  # type: ignore[operator]
    assert said in str(caught.value)


@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_calibration_lowers_the_error_of_an_overconfident_judge(method: str) -> None:
    """Scores whose true rate is their square are mapped close to it, on data that was held out."""
    r = np.random.default_rng(4)
    scores = r.random(400)
    labels = (r.random(400) < scores**2).astype(int)
    result = calibrate(scores, labels, method=method)  # type: ignore[arg-type]
    assert result.after.brier < result.before.brier
    assert result.after.expected < 0.6 * result.before.expected
    mapped = result.apply(np.linspace(0, 1, 50))
    assert (np.diff(mapped) >= 0).all()
    assert result.apply([0.7])[0] == pytest.approx(0.49, abs=0.12)
    assert result == calibrate(scores, labels, method=method)  # type: ignore[arg-type]


def test_a_calibrated_judge_is_left_alone() -> None:
    """Scores that already are probabilities keep their place within a few points."""
    r = np.random.default_rng(5)
    scores = 0.05 + 0.9 * r.random(2_000)
    result = calibrate(scores, r.random(2_000) < scores)
    assert result.apply([0.2, 0.5, 0.8]) == pytest.approx([0.2, 0.5, 0.8], abs=0.04)


def test_a_judge_that_ranks_backwards_becomes_a_constant() -> None:
    """Calibration never turns a scale around: a contrary judge carries the base rate."""
    scores = np.linspace(0, 1, 100)
    mapped = calibrate(scores, (scores < 0.5).astype(int)).apply([0.0, 1.0])
    assert mapped == pytest.approx([0.5, 0.5], abs=1e-6)


@pytest.mark.parametrize("scores", [[0.7] * 40, [0.0] * 20 + [1.0] * 20])
def test_scores_without_shades_can_be_calibrated(scores: list[float]) -> None:
    """A constant judge gets the base rate, a judge of only 0 and 1 two rates strictly between."""
    mapped = calibrate(scores, [0, 1] * 20).apply(scores)
    assert mapped == pytest.approx([0.5] * 40, abs=1e-3)


def test_calibration_error_by_hand() -> None:
    """Two bins: .2 against 0 and .9 against .5."""
    error = calibration_error([0.2, 0.2, 0.9, 0.9], [0, 0, 1, 0], n_bins=2)
    assert error.expected == pytest.approx((0.4 + 0.8) / 4)
    assert error.brier == pytest.approx((0.04 + 0.04 + 0.01 + 0.81) / 4)

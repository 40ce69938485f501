"""Few labels and many judged samples give one honest number."""

import numpy as np
import pytest

from raggauge.errors import UsageError
from raggauge.stats import ppi_difference, ppi_mean, ppi_quantile, rogan_gladen
from raggauge.stats.checks import Floats


def _world(r: np.random.Generator, n: int, bias: float = 0.15) -> tuple[Floats, Floats, Floats]:
    """Labels with mean 1/2, and a judge that follows them but is too kind."""
    truth = r.random(n + 1_000)
    judged = np.clip(truth + bias + 0.1 * r.standard_normal(truth.size), 0, 1)
    return truth[:n], judged[:n], judged[n:]


@pytest.mark.parametrize("n", [30, 150])
def test_biased_judges_are_corrected(n: int) -> None:
    """The interval holds the truth where the judge's own mean is far off, and is narrower than labels alone."""
    r = np.random.default_rng(1)
    hits, naive, widths, alone = 0, 0, 0.0, 0.0
    for _ in range(120):
        result = ppi_mean(*_world(r, n))
        hits += result.interval.low <= 0.5 <= result.interval.high
        naive += abs(result.judge_only - 0.5) < 0.05
        widths += result.interval.width
        alone += result.labels_only.width
    assert hits / 120 >= 0.93 - 0.04
    assert naive == 0
    assert widths < 0.8 * alone


def test_a_useless_judge_is_not_trusted() -> None:
    """A judge that knows nothing gets almost no say."""
    r = np.random.default_rng(2)
    labels, judged, unlabelled = r.random(200), r.random(200), r.random(2_000)
    result = ppi_mean(labels, judged, unlabelled)
    assert result.tuning < 0.2
    assert result.interval.width < 1.05 * result.labels_only.width


def test_full_agreement_of_few_labels_is_no_certainty() -> None:
    """Twenty labels that all agree with the judge still leave room for its errors."""
    labels = [1.0] * 15 + [0.0] * 5
    result = ppi_mean(labels, labels, [1.0] * 750 + [0.0] * 250)
    assert result.interval.width > 0.2
    assert result.interval.low < 0.75 < result.interval.high


def test_differences_are_corrected_too() -> None:
    """A judge that flatters both runs does not hide that one is better by .095 on average."""
    r = np.random.default_rng(3)
    a, judged_a, more_a = _world(r, 150)
    b, judged_b, more_b = (np.clip(x + 0.1, 0, 1) for x in (a, judged_a, more_a))
    result = ppi_difference((a, b), (judged_a, judged_b), (more_a, more_b))
    assert 0.08 < result.interval.low < 0.095 < result.interval.high < 0.11


def test_quantiles_are_corrected() -> None:
    """The median of the labels, not of the judge."""
    interval = ppi_quantile(*_world(np.random.default_rng(4), 300), q=0.5)
    assert interval.low < 0.5 < interval.high < 0.62


def test_rates_of_a_known_judge_are_corrected() -> None:
    """300 of 1,000 called positive at sensitivity .8 and specificity .9 mean a rate of 2/7."""
    interval = rogan_gladen(300, 1_000, sensitivity=(80, 100), specificity=(90, 100))
    assert interval.estimate == pytest.approx(2 / 7)
    assert 0.15 < interval.low < 2 / 7 < interval.high < 0.4
    exact = rogan_gladen(300, 1_000, sensitivity=(80_000, 100_000), specificity=(90_000, 100_000))
    assert exact.width < 0.6 * interval.width


def test_a_judge_no_better_than_chance_cannot_be_corrected() -> None:
    """Sensitivity .5 and specificity .5 say nothing."""
    with pytest.raises(UsageError, match="no better than chance"):
        rogan_gladen(5, 10, sensitivity=(5, 10), specificity=(5, 10))


def test_labels_must_match_their_judgements() -> None:
    """Every label needs the judge's score of the same sample."""
    with pytest.raises(UsageError, match="must run in parallel"):
        ppi_mean([0.1, 0.2], [0.1, 0.2, 0.3], [0.5, 0.5])

"""Quantiles and tails against tabled values."""

import math

import pytest

from raggauge.stats import special


@pytest.mark.parametrize(
    ("p", "df", "value"),
    [
        (0.975, 1, 12.706204736174698),
        (0.975, 9, 2.2621571628540993),
        (0.975, 199, 1.971956544249395),
        (0.05, 5, -2.0150483733330233),
    ],
)
def test_t_quantiles_are_those_of_the_tables(p: float, df: int, value: float) -> None:
    """Student's t at the points every table prints."""
    assert special.t_quantile(p, df=df) == pytest.approx(value, abs=1e-10)


@pytest.mark.parametrize(
    ("x", "df", "value"), [(3.841458820694124, 1, 0.05), (18.307038053275146, 10, 0.05), (0, 3, 1)]
)
def test_chi_square_tails_are_those_of_the_tables(x: float, df: int, value: float) -> None:
    """The 5% points of the chi-square distribution have tails of 5%."""
    assert special.chi2_sf(x, df=df) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("p", [1e-9, 0.025, 0.5, 0.975, 1 - 1e-9])
@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (1, 20), (37, 4), (90_000, 10_000)])
def test_beta_quantiles_undo_the_distribution(p: float, a: float, b: float) -> None:
    """The distribution function of a quantile is its probability."""
    assert special.beta_cdf(special.beta_quantile(p, a=a, b=b), a=a, b=b) == pytest.approx(p, rel=1e-7, abs=1e-13)


def test_binomial_tails_add_up() -> None:
    """P(X <= 3) of ten fair coins is 176 of 1,024."""
    assert special.binomial_cdf(3, n=10, p=0.5) == pytest.approx(176 / 1024, abs=1e-14)
    assert (special.binomial_cdf(-1, n=10, p=0.5), special.binomial_cdf(10, n=10, p=0.5)) == (0.0, 1.0)


def test_normal_cdf_undoes_the_quantile() -> None:
    """Both directions of the normal distribution agree."""
    assert special.normal_cdf(special.normal_quantile(0.2)) == pytest.approx(0.2, abs=1e-15)
    assert special.normal_cdf(-math.inf) == 0.0

"""The same numbers as scipy, statsmodels, krippendorff and ppi-python, where they compute the same thing."""

import math
from types import ModuleType

import numpy as np
import pytest

from raggauge import stats
from raggauge.stats import special

pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def scipy_stats() -> ModuleType:
    """scipy.stats, or a skip."""
    return pytest.importorskip("scipy.stats")


@pytest.fixture
def sides() -> tuple[np.ndarray, np.ndarray]:
    """Two coarse, tied, correlated series."""
    r = np.random.default_rng(0)
    x = r.integers(0, 5, 80) / 4
    return x, np.clip(x + r.integers(-1, 2, 80) / 4, 0, 1)


def test_distributions_equal_scipy(scipy_stats: ModuleType) -> None:
    """Quantiles and tails over a grid of parameters."""
    for p in (1e-6, 0.025, 0.3, 0.5, 0.9, 0.999):
        for df in (1, 2.5, 9, 60, 5_000):
            assert special.t_quantile(p, df=df) == pytest.approx(scipy_stats.t.ppf(p, df), rel=1e-9, abs=1e-12)
            assert special.chi2_sf(20 * p * df, df=df) == pytest.approx(scipy_stats.chi2.sf(20 * p * df, df), rel=1e-9)
        for a, b in ((0.5, 3), (40, 2), (900, 100)):
            assert special.beta_quantile(p, a=a, b=b) == pytest.approx(scipy_stats.beta.ppf(p, a, b), rel=1e-9)
        assert special.normal_quantile(p) == pytest.approx(scipy_stats.norm.ppf(p), rel=1e-12, abs=1e-15)
    for k, n in ((0, 10), (3, 17), (60, 90)):
        assert special.binomial_cdf(k, n=n, p=0.4) == pytest.approx(scipy_stats.binom.cdf(k, n, 0.4), rel=1e-9)


@pytest.mark.parametrize(("k", "n"), [(0, 7), (3, 10), (10, 10), (450, 900)])
def test_rates_equal_statsmodels(k: int, n: int) -> None:
    """Clopper-Pearson and Wilson."""
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for ours, theirs in (("clopper-pearson", "beta"), ("wilson", "wilson")):
        interval = stats.rate_interval(k, n, method=ours)  # type: ignore[arg-type]
        expected = proportion.proportion_confint(k, n, method=theirs)
        assert (interval.low, interval.high) == pytest.approx([float(x) for x in expected], abs=1e-9)


def test_adjusted_p_equal_statsmodels() -> None:
    """Holm and Benjamini-Hochberg."""
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    ps = np.random.default_rng(1).random(20) ** 3
    assert stats.holm(ps) == pytest.approx(multitest.multipletests(ps, method="holm")[1], abs=1e-12)
    assert stats.benjamini_hochberg(ps) == pytest.approx(multitest.multipletests(ps, method="fdr_bh")[1], abs=1e-12)


def test_mcnemar_equals_statsmodels() -> None:
    """The exact p."""
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    a, b = np.random.default_rng(2).integers(0, 2, (2, 60))
    table = [[((a == i) & (b == j)).sum() for j in (0, 1)] for i in (0, 1)]
    assert stats.paired(a, b).p == pytest.approx(tables.mcnemar(table, exact=True).pvalue, abs=1e-12)


def test_sign_flips_equal_scipy(scipy_stats: ModuleType) -> None:
    """scipy's exact paired permutation test of the mean."""
    r = np.random.default_rng(3)
    a, b = r.random((2, 11)).round(1)
    expected = scipy_stats.permutation_test(
        (a, b), lambda x, y: float(np.mean(y - x)), permutation_type="samples", n_resamples=np.inf
    )
    assert stats.paired(a, b).p == pytest.approx(expected.pvalue, abs=1e-9)


def test_power_equals_statsmodels() -> None:
    """The approximation of the noncentral t is right to half a point."""
    power = pytest.importorskip("statsmodels.stats.power")
    for n in (8, 20, 60):
        for effect in (0.2, 0.4, 0.6):
            expected = power.TTestPower().power(effect, n, 0.05)
            assert stats.power_of(n, drop=effect, sd_difference=1.0) == pytest.approx(expected, abs=0.005)


def test_correlations_equal_scipy(scipy_stats: ModuleType, sides: tuple[np.ndarray, np.ndarray]) -> None:
    """Pearson with its interval, Spearman, Kendall's tau-b."""
    x, y = sides
    expected = scipy_stats.pearsonr(x, y)
    ours = stats.pearson(x, y)
    low, high = expected.confidence_interval()
    assert (ours.estimate, ours.low, ours.high) == pytest.approx((expected.statistic, low, high), abs=1e-9)
    assert stats.spearman(x, y).estimate == pytest.approx(scipy_stats.spearmanr(x, y).statistic, abs=1e-9)
    assert stats.kendall(x, y).estimate == pytest.approx(scipy_stats.kendalltau(x, y).statistic, abs=1e-9)


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_kappa_equals_statsmodels(weights: str, sides: tuple[np.ndarray, np.ndarray]) -> None:
    """Cohen's kappa; the interval is close to the usual large-sample one."""
    rater = pytest.importorskip("statsmodels.stats.inter_rater")
    a, b = ((4 * side).astype(int) for side in sides)
    table = np.zeros((5, 5))
    np.add.at(table, (a, b), 1)
    expected = rater.cohens_kappa(table, wt=None if weights == "none" else weights)
    ours = stats.cohen_kappa(a.tolist(), b.tolist(), weights=weights)  # type: ignore[arg-type]
    assert ours.estimate == pytest.approx(expected.kappa, abs=1e-9)
    assert (ours.low, ours.high) == pytest.approx((expected.kappa_low, expected.kappa_upp), abs=0.05)


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
def test_alpha_equals_krippendorff(scale: str) -> None:
    """Three raters, a fifth of the ratings missing."""
    krippendorff = pytest.importorskip("krippendorff")
    r = np.random.default_rng(5)
    truth = r.integers(0, 4, 60)
    table = np.where(r.random((3, 60)) < 0.6, truth, r.integers(0, 4, (3, 60))).astype(float)
    table[r.random(table.shape) < 0.2] = np.nan
    ratings = [[None if math.isnan(x) else x for x in row] for row in table]
    expected = krippendorff.alpha(table, level_of_measurement=scale)
    assert stats.krippendorff_alpha(ratings, scale=scale).estimate == pytest.approx(expected, abs=1e-9)  # type: ignore[arg-type]


def test_ppi_equals_ppi_python() -> None:
    """Means with power tuning, and quantiles."""
    ppi_py = pytest.importorskip("ppi_py")
    r = np.random.default_rng(6)
    truth = r.random(2_500)
    judged = np.clip(truth + 0.1 + 0.2 * r.standard_normal(2_500), 0, 1)
    y, f, u = truth[:500], judged[:500], judged[500:]
    for tuning in (None, 1.0, 0.4):
        ours = stats.ppi_mean(y, f, u, tuning=tuning).interval
        low, high = ppi_py.ppi_mean_ci(y, f, u, alpha=0.05, lam=tuning)
        assert (ours.low, ours.high) == pytest.approx((float(low.item()), float(high.item())), abs=1e-9)
    for q in (0.25, 0.5):
        ours = stats.ppi_quantile(y, f, u, q=q)
        low, high = ppi_py.ppi_quantile_ci(y, f, u, q, alpha=0.05, exact_grid=True)
        assert (ours.low, ours.high) == pytest.approx((float(low), float(high)), abs=1e-9)


def test_drift_statistics_equal_scipy(scipy_stats: ModuleType) -> None:
    """KS, energy distance and chi-square."""
    r = np.random.default_rng(7)
    x, y = r.random(300).round(1), (r.random(100) ** 1.3).round(1)
    assert stats.ks_test(x, y).statistic == pytest.approx(scipy_stats.ks_2samp(x, y).statistic, abs=1e-9)
    assert stats.energy_test(x, y).statistic == pytest.approx(scipy_stats.energy_distance(x, y), abs=1e-9)
    values = np.unique(np.concatenate((x, y)))
    table = [[(side == value).sum() for value in values] for side in (x, y)]
    expected = scipy_stats.chi2_contingency(table, correction=False)
    assert stats.chi_square_test(x, y).statistic == pytest.approx(expected.statistic, abs=1e-9)
    assert stats.chi_square_test(x, y).p == pytest.approx(expected.pvalue, abs=0.04)


def test_bradley_terry_equals_a_logistic_regression() -> None:
    """Without ties and order it is a logistic regression without an intercept, covariance included."""
    api = pytest.importorskip("statsmodels.api")
    r = np.random.default_rng(8)
    names, games, rows, won = ["a", "b", "c"], [], [], []
    for _ in range(200):
        i, j = r.choice(3, 2, replace=False)
        win = r.random() < 1 / (1 + math.exp(0.4 * (i - j)))
        games.append(stats.Game(first=names[i], second=names[j], outcome="first" if win else "second"))
        rows.append([float(k == i) - float(k == j) for k in (1, 2)])
        won.append(float(win))
    fit = api.GLM(won, np.array(rows), family=api.families.Binomial()).fit(tol=1e-14)
    theta = np.concatenate(([0.0], fit.params))
    turn = np.array([[-1, -1], [2, -1], [-1, 2]]) / 3
    error = np.sqrt(np.diag(turn @ fit.cov_params() @ turn.T))
    scale = 400 / math.log(10)
    for rating in stats.bradley_terry(games, with_order=False).ratings:
        i = names.index(rating.name)
        assert rating.elo.estimate == pytest.approx(1000 + scale * (theta[i] - theta.mean()), abs=1e-6)
        assert rating.elo.width == pytest.approx(2 * 1.959963984540054 * scale * error[i], rel=1e-6)

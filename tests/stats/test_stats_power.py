"""Power: how many cases a drop needs, and what drop a set can show."""

import numpy as np
import pytest

from raggauge.errors import UsageError
from raggauge.stats import design_effect, drop_visible, n_for_drop, power_of


@pytest.mark.parametrize("drop", [0.02, 0.05, 0.1, 0.3])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_n_is_the_least_that_suffices(drop: float, power: float) -> None:
    """The n that is named reaches the power, and one case fewer does not."""
    n = n_for_drop(drop, sd=0.3, power=power)
    assert power_of(n, drop=drop, sd_difference=0.3) >= power
    assert power_of(n - 1, drop=drop, sd_difference=0.3) < power


def test_both_directions_agree() -> None:
    """The drop visible with the n that a drop needs is that drop."""
    n = n_for_drop(0.05, sd=0.3, correlation=0.6)
    assert drop_visible(n, sd=0.3, correlation=0.6) == pytest.approx(0.05, abs=2e-4)


def test_pairing_saves_cases() -> None:
    """The closer two runs go together, the fewer cases are needed."""
    needs = [n_for_drop(0.05, sd=0.3, correlation=c) for c in (0.0, 0.5, 0.9)]
    assert needs == sorted(needs, reverse=True)
    assert needs[0] > 8 * needs[2]


@pytest.mark.parametrize(("n", "drop"), [(40, 0.12), (120, 0.08), (285, 0.05)])
def test_the_formula_agrees_with_simulation(n: int, drop: float) -> None:
    """Power is within 3 points (plus two standard errors) of 4,000 simulated t tests."""
    r = np.random.default_rng(1)
    difference = r.normal(-drop, 0.3, (4_000, n))
    t = difference.mean(axis=1) / (difference.std(axis=1, ddof=1) / np.sqrt(n))
    found = float((np.abs(t) > 1.96 + 2.4 / n).mean())
    assert power_of(n, drop=drop, sd_difference=0.3) == pytest.approx(found, abs=0.03)


def test_a_hopeless_set_shows_nothing() -> None:
    """Two cases cannot even show a drop of everything."""
    assert drop_visible(2, sd=0.4) is None
    assert power_of(1, drop=0.5, sd_difference=0.1) == 0.0


def test_dependent_cases_need_more() -> None:
    """Copies of five multiply the need by five; independent cases do not."""
    values = np.random.default_rng(2).random(200)
    copies = design_effect(np.repeat(values, 5), clusters=[i // 5 for i in range(1_000)])
    assert copies == pytest.approx(5.0, rel=0.02)
    assert design_effect(values, clusters=range(200)) == pytest.approx(1.0)
    assert n_for_drop(0.05, sd=0.3, design_effect=copies) == pytest.approx(5 * n_for_drop(0.05, sd=0.3), rel=0.03)


@pytest.mark.parametrize("drop", [0.0, -0.1, 1.5])
def test_drops_outside_the_scale_are_refused(drop: float) -> None:
    """A drop is in (0, 1]."""
    with pytest.raises(UsageError, match=r"not in \(0, 1\]"):
        n_for_drop(drop, sd=0.3)

"""Plots are well-formed SVG, draw what they were given, and show hostile labels as text."""

import xml.etree.ElementTree as ET

import pytest

from raggauge.plot.svg import Bar, histogram, ranges, standalone, triangle, win_loss

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> & "quotes" ]]>'


def parsed(plot: str) -> ET.Element:
    """The plot as XML, which must be well-formed."""
    return ET.fromstring(plot)


def test_every_value_is_in_a_bar() -> None:
    """The counts in the hover titles add up to the number of values; 1.0 is in the last bar."""
    bars = parsed(histogram([0.0, 0.049, 0.5, 0.99, 1.0], title="t")).iter(f"{SVG}rect")
    titles = [bar.findtext(f"{SVG}title", "") for bar in bars]
    assert titles == ["0.00-0.05: 2", "0.50-0.55: 1", "0.95-1.00: 2"]


def test_a_goal_is_a_line_and_no_values_are_an_empty_axis() -> None:
    """One more line with a goal than without."""
    n_lines = [len(list(parsed(histogram([], title="t", goal=goal)).iter(f"{SVG}line"))) for goal in (None, 0.8)]
    assert n_lines == [1, 2]


def test_bars_without_value_have_no_dot() -> None:
    """A metric that was not scored keeps its row and has no point."""
    plot = parsed(ranges([Bar("a", 0.5, 0.4, 0.6, 0.8), Bar("b", None)], title="t"))
    assert len(list(plot.iter(f"{SVG}circle"))) == 1
    assert [text.text for text in plot.iter(f"{SVG}text")].count("b") == 1


@pytest.mark.parametrize(("values", "n"), [((0.5, 0.5, 0.5), 5), ((0.5, None, 0.5), 4)])
def test_the_area_is_drawn_when_all_three_are_known(values: tuple[float | None, ...], n: int) -> None:
    """Four grid triangles, and one for the values."""
    plot = parsed(triangle(list(zip("abc", values, strict=True)), title="t"))
    assert len(list(plot.iter(f"{SVG}polygon"))) == n


def test_hostile_labels_are_text() -> None:
    """No element but ours comes out of a label or title."""
    plots = [
        histogram([0.5], title=HOSTILE),
        ranges([Bar(HOSTILE, 0.5)], title=HOSTILE),
        triangle([(HOSTILE, 0.5)] * 3, title=HOSTILE),
    ]
    for plot in plots:
        assert not list(parsed(plot).iter(f"{SVG}script"))
        assert parsed(standalone(plot).partition("\n")[2]).findtext(f"{SVG}title") == HOSTILE


def test_wins_and_losses_are_bars_on_both_sides() -> None:
    """One bar a difference, the greatest gain first, and the counts; many are drawn as means of neighbours."""
    plot = parsed(win_loss([-0.5, 0.25, 0.0, 1.0], title="t"))
    bars = list(plot.iter(f"{SVG}rect"))
    assert [bar.findtext(f"{SVG}title") for bar in bars] == ["+1.000", "+0.250", "+0.000", "-0.500"]
    assert [text.text for text in plot.iter(f"{SVG}text")][-2:] == ["+ 2", "− 1"]
    many = parsed(win_loss([i / 1000 for i in range(-500, 500)], title="t", most=100))
    assert len(list(many.iter(f"{SVG}rect"))) == 100
    assert list(parsed(win_loss([], title="t")).iter(f"{SVG}rect")) == []

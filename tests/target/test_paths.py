"""Paths into replies: names, indices, every element; anything else is refused."""

from typing import Any

import pytest

from raggauge.errors import UsageError
from raggauge.target.paths import find, parse

CONTENT = {"a": {"b c": [1, 2, {"t": "x"}]}, "s": [{"t": "p"}, {"t": "q"}, {}]}


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("$.s[*].t", ["p", "q"]),
        ("s[0].t", ["p"]),
        ("$['a']['b c'][-1].t", ["x"]),
        ("$.a['b c'][0]", [1]),
        ("$.s[9].t", []),
        ("$.missing.t", []),
        ("$", [CONTENT]),
    ],
)
def test_values_at_a_path(path: str, right: list[Any]) -> None:
    """All values in order; nothing where there is nothing."""
    assert find(CONTENT, parse(path)) == right


@pytest.mark.parametrize("path", ["$..t", "$.s[?(@.t)]", "$.s[1:2]", "$.s[", "$."])
def test_unknown_steps_are_refused(path: str) -> None:
    """Filters, slices and recursive descent are no part of it, and the error shows where reading stopped."""
    with pytest.raises(UsageError, match="is no path we read"):
        parse(path)

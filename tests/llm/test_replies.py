"""Reading the JSON in what models write."""

import math

import pytest

from raggauge.llm.loose import CONFLICT
from raggauge.llm.replies import find


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('\ufeff{"a": 1}', [{"a": 1}]),
        ('Based on [1] and {x} the result is {"a": [2]}', [[1], {"a": [2]}]),
        ('<think>maybe {"a": 2}</think>{"a": 1}', [{"a": 1}]),
        ('I weigh {"a": 2} ... </think>\n{"a": 1}', [{"a": 1}]),
        ('<|channel|>analysis<|message|>{"a": 2}<|channel|>final<|message|>{"a": 1}', [{"a": 1}]),
        ('```json\n{"a": 1,}\n```', [{"a": 1}]),
        ('{"a": "a } brace", "b": "a { too"} and more', [{"a": "a } brace", "b": "a { too"}]),
        ('{"a": 1} {"b": 2}', [{"a": 1}, {"b": 2}]),
        ('[{"a": 1}{"b": 2}]', [[{"a": 1}, {"b": 2}]]),
        ("{'a': 'don't', 'b': True, 'c': None}", [{"a": "don't", "b": True, "c": None}]),
        ('{a: 1, /* why */ "b": 2 // so\n}', [{"a": 1, "b": 2}]),
        ('{"a": "she said "yes" at once", "b": 2}', [{"a": 'she said "yes" at once', "b": 2}]),
        ("{“a”： “好”，“b”：1}", [{"a": "好", "b": 1}]),
        ('{"a": "one\nline" "b": 2}', [{"a": "one\nline", "b": 2}]),
        ('{"a": "\\d \\u4f60 \\ud83d\\ude00"} .', [{"a": "\\d 你 😀"}]),
        ("no JSON here, only [", []),
        ("", []),
    ],
)
def test_values_are_found(text: str, values: list[object]) -> None:
    """Whatever stands around it and whatever slips of form it has, the JSON is read as it was meant."""
    assert list(find(text).values) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"rows": [{"id": "a1", "v": "yes"}, {"id": "a2", "v": "y', [{"rows": [{"id": "a1", "v": "yes"}]}]),
        ('{"rows": [{"id": "a1", "v": 1}, {"id": "a2", "v": 1', [{"rows": [{"id": "a1", "v": 1}]}]),
        ('{"rows": [{"id": "a1"', []),
        ('{"a": "whole", "b": "par', [{"a": "whole"}]),
        ('[{"a": 1}, {"a": [1, 2', [[{"a": 1}]]),
    ],
)
def test_a_broken_off_reply_keeps_whole_items(text: str, values: list[object]) -> None:
    """Of a reply that ends too early the items that are whole are kept, a half one never."""
    found = find(text)
    assert (list(found.values), found.cut) == (values, True)


@pytest.mark.parametrize("text", ['{"a": "yes", "a": "no"}', '{"a": NaN}', '{"a": Infinity,}', '{"a": "x", "a": "y",}'])
def test_what_cannot_be_trusted_is_a_conflict(text: str) -> None:
    """A key that says two things and a number that is none are no values."""
    assert find(text).values[0]["a"] is CONFLICT


def test_a_conflict_equals_nothing() -> None:
    """A conflict is never taken for an answer, nor for another conflict."""
    assert CONFLICT != CONFLICT  # noqa: PLR0124
    assert CONFLICT != "supported"


@pytest.mark.parametrize(
    "text", ["{" * 100_000, "[" * 100_000, '{"a":' * 10_000, '"' * 50_000, '{"a": "' + "\\" * 9_999]
)
def test_nonsense_ends_soon(text: str) -> None:
    """No reply makes the reader recurse without end or raise."""
    assert all(not isinstance(value, float) or math.isfinite(value) for value in find(text).values)


def test_lone_surrogates_do_not_get_through() -> None:
    """What no file can hold is replaced when it is read."""
    assert find('{"a": "\\ud800"}').values == ({"a": "?"},)


@pytest.mark.parametrize("depth", range(880, 1000, 7))
def test_deep_replies_are_read_or_left(depth: int) -> None:
    """However deep a reply is nested, its objects are found in order or none is; nothing breaks."""
    found = find("[" * depth + '{"a": {"b": 1}, "c": [{"d": 2}]}' + "]" * depth)
    assert found.dicts() in ([], [{"a": {"b": 1}, "c": [{"d": 2}]}, {"b": 1}, {"d": 2}])
    assert {"b": 1} not in found.without("a").dicts()

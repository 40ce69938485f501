"""Samples coerce what users write and refuse what they cannot mean."""

import pickle
from typing import Any

import pytest

from raggauge.errors import DataError
from raggauge.sample import Context, Sample


def test_plain_strings_and_objects_become_passages() -> None:
    """A list of strings, mappings and Contexts is a tuple of Contexts in the same order."""
    sample = Sample(id="q", contexts=["a", {"text": "b", "doc_id": "d"}, Context("c")])  # type: ignore[arg-type]
    assert sample.contexts == (Context("a"), Context("b", doc_id="d"), Context("c"))


def test_lists_become_tuples() -> None:
    """Plural fields are tuples whatever sequence was given."""
    assert Sample(id="q", references=["r"]).references == ("r",)  # type: ignore[arg-type]


def test_missing_and_empty_differ() -> None:
    """None is a missing field, an empty tuple means that nothing was retrieved."""
    assert Sample(id="q").contexts is None
    assert Sample(id="q", contexts=()).contexts == ()


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"question": 3}, "question must be text, not 3"),
        ({"contexts": "one long text"}, "contexts must be a list of passages"),
        ({"contexts": [3]}, "not 3"),
        ({"contexts": [{"body": "x"}]}, "not {'body': 'x'}"),
        ({"references": "r"}, "references must be a list of texts"),
        ({"references": [None]}, "not None"),
        ({"weight": float("nan")}, "weight must be a finite number"),
        ({"weight": -1}, "not -1"),
        ({"metadata": []}, "metadata must be a mapping"),
        ({"id": ""}, "id must be a text that is not empty"),
    ],
)
def test_wrong_types_are_refused_by_name(fields: dict[str, Any], part: str) -> None:
    """The error names the sample, the field, what is expected and the value."""
    with pytest.raises(DataError) as refused:
        Sample(**{"id": "q17", "place": "eval.jsonl:18", **fields})
    assert part in str(refused.value)
    assert str(refused.value).endswith("(eval.jsonl:18)")


@pytest.mark.parametrize(("value", "right"), [(True, True), (False, False), ("yes", None), (1, None), (None, None)])
def test_answerable_is_a_truth_value_or_unknown(value: object, right: bool | None) -> None:
    """Only true and false say whether a question can be answered."""
    assert Sample(id="q", metadata={"answerable": value}).answerable is right


def test_errors_survive_pickling_with_their_place() -> None:
    """An error raised in another process still says where."""
    error = pickle.loads(pickle.dumps(DataError("core.unknown_metric", place="a.csv:2", name="x", nearest="y")))
    assert str(error).endswith("(a.csv:2)")
    assert error.say("zh").startswith("没有名为 x 的指标")

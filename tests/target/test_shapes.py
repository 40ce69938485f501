"""Outputs of systems are understood in every usual shape, or refused with what they were."""

from types import SimpleNamespace
from typing import Any

import pytest

from raggauge.sample import Context
from raggauge.target.shapes import NotUnderstood, Output, understand

NODE = SimpleNamespace(node=SimpleNamespace(text="p", node_id="n1", metadata={}), score=0.5)
DOCUMENT = SimpleNamespace(page_content="p", metadata={"source": "d.md"})


@pytest.mark.parametrize(
    ("output", "right"),
    [
        ("a", Output("a")),
        (("a", ["p"]), Output("a", (Context("p"),))),
        ({"answer": "a", "contexts": []}, Output("a", ())),
        ({"response": "a"}, Output("a")),
        ({"result": "a", "source_documents": [DOCUMENT]}, Output("a", (Context("p", doc_id="d.md"),))),
        (SimpleNamespace(response="a", source_nodes=[NODE]), Output("a", (Context("p", doc_id="n1", score=0.5),))),
        ({"replies": ["a"], "documents": [{"content": "p", "id": 3}]}, Output("a", (Context("p", doc_id="3"),))),
        ({"answer": {"content": "a"}}, Output("a")),
        ({"answer": "a", "contexts": [("p", 0.9)]}, Output("a", (Context("p", score=0.9),))),
        ({"answer": "a", "usage": {"input_tokens": 5, "cost": "x"}}, Output("a", None, {"prompt_tokens": 5.0})),
        ({"answer": ""}, Output("")),
    ],
)
def test_usual_shapes(output: Any, right: Output) -> None:
    """Texts, pairs, mappings and objects of frameworks give answer, passages with ids and scores, and usage."""
    assert understand(output) == right


@pytest.mark.parametrize(
    "output",
    [None, 3, {}, [], {"answer": None}, {"answer": 3}, {"answer": "a", "contexts": "one long text"},
     {"answer": "a", "contexts": [{"body": None}]}, {"answer": "a", "contexts": 7}],
)  # fmt: skip
def test_what_cannot_be_understood_is_refused(output: Any) -> None:
    """Nothing is guessed: no answer, or passages that are none, are an error."""
    with pytest.raises(NotUnderstood):
        understand(output)

"""LlamaIndex: labelled data sets, predictions, results of its evaluators and dumped responses."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, keys, plain_metadata, score
from raggauge.sample import Sample

_USED: Final = (
    *("query", "query_by", "reference_contexts", "reference_answer", "reference_answer_by", "response", "contexts"),
    *(
        "passing",
        "score",
        "feedback",
        "pairwise_source",
        "invalid_result",
        "invalid_reason",
        "source_nodes",
        "metadata",
    ),
)


def _fits(values: Values) -> bool:
    found = keys(values)
    return (
        {"query", "reference_answer"} <= found
        or {"query", "passing", "response"} <= found
        or {"response", "source_nodes"} <= found
    )


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    number = score(values.get("score"))
    contexts = values.get("contexts")
    yield filled(
        {
            **plain_metadata(values, _USED),
            "question": values.get("query"),
            "answer": values.get("response"),
            "contexts": contexts if contexts is not None else values.get("source_nodes"),
            "references": values.get("reference_answer"),
            "reference_contexts": values.get("reference_contexts"),
            "origin": _origin(values.get("query_by")),
            "imported": {"llamaindex": {"score": number}} if number is not None else None,
            "metadata": values.get("metadata") if isinstance(values.get("metadata"), Mapping) else None,
        }
    )


def _origin(by: Any) -> str | None:
    kind = by.get("type") if isinstance(by, Mapping) else None
    return {"human": "hand", "ai": "generated"}.get(str(kind))


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as an example of a LlamaIndex labelled data set, with the prediction beside it."""
    by = "human" if sample.metadata.get("origin") == "hand" else "ai"
    return filled(
        {
            "query": sample.question,
            "query_by": {"model_name": "", "type": by},
            "reference_contexts": None
            if sample.reference_contexts is None
            else [passage.text for passage in sample.reference_contexts],
            "reference_answer": sample.references[0] if sample.references else "",
            "reference_answer_by": {"model_name": "", "type": by},
            "response": sample.answer,
            "contexts": None if sample.contexts is None else [passage.text for passage in sample.contexts],
        }
    )


SHAPE: Final = Shape("llamaindex", _fits, unfold=_unfold, tool="llamaindex")

"""Phoenix: exported spans (frames and JSON Lines), questions with retrieved references, and data sets."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, passages_in, pick, plain_metadata, score, unpacked
from raggauge.sample import Sample

_SPAN: Final = "context.span_id"


def _is_span(values: Values) -> bool:
    attributes = values.get("attributes")
    return any(column.startswith("attributes.") for column in values) or (
        isinstance(attributes, Mapping) and ("context" in values or "span_id" in values)
    )


def _is_example(values: Values) -> bool:
    """A row of an exported data set: an input and an output (the right one), each a mapping."""
    return isinstance(unpacked(values.get("input")), Mapping) and (
        isinstance(unpacked(values.get("output")), Mapping) or isinstance(unpacked(values.get("expected")), Mapping)
    )


def _is_qa(values: Values) -> bool:
    return _SPAN in values and {"input", "output", "reference"} <= set(values)


def _at(values: Values, path: str) -> Any:
    """An attribute, whether its path is one column or nested mappings."""
    if path in values:
        return values[path]
    head, dot, rest = path.partition(".")
    while dot:
        if isinstance(values.get(head), Mapping):
            return _at(values[head], rest)
        more, dot, rest = rest.partition(".")
        head = f"{head}.{more}"
    return None


def _unfold_span(values: Values) -> Iterable[dict[str, Any]]:
    """A span that has an input; those that only retrieve or embed, and have no output of their own, are left to it."""
    question = pick(_at(values, "attributes.input.value"), "question")
    answer = pick(_at(values, "attributes.output.value"), "answer")
    kind = values.get("span_kind") or _at(values, "attributes.openinference.span.kind")
    documents = unpacked(_at(values, "attributes.retrieval.documents"))
    if question is None or kind in ("EMBEDDING", "RERANKER", "TOOL", "GUARDRAIL"):
        return
    retrieved = [_document(document) for document in documents] if isinstance(documents, list) else None
    yield filled(
        {
            "id": _at(values, _SPAN) or values.get("span_id") or values.get("id"),
            "question": question,
            "answer": None if kind == "RETRIEVER" else answer,
            "contexts": retrieved if retrieved is not None else passages_in(_at(values, "attributes.output.value")),
            "imported": _imported(values),
            "kind": kind,
            "trace": _at(values, "context.trace_id"),
        }
    )


def _document(document: Any) -> Any:
    if not isinstance(document, Mapping):
        return document
    inner = document.get("document", document)
    if not isinstance(inner, Mapping):
        return inner
    return filled({key.removeprefix("document."): unpacked(value) for key, value in inner.items()})


def _imported(values: Values) -> dict[str, Any] | None:
    scores = {
        column.removeprefix("eval.").removesuffix(".score"): value
        for column in values
        if column.startswith("eval.") and column.endswith(".score")
        if (value := score(values[column])) is not None
    }
    return {"phoenix": scores} if scores else None


def _unfold_qa(values: Values) -> Iterable[dict[str, Any]]:
    """The reference of this frame is what was retrieved, joined into one text."""
    yield filled(
        {
            "id": values[_SPAN],
            "question": pick(values["input"], "question"),
            "answer": pick(values["output"], "answer"),
            "contexts": values["reference"],
        }
    )


def _unfold_example(values: Values) -> Iterable[dict[str, Any]]:
    given, made = unpacked(values.get("input")), unpacked(values.get("output"))
    right = unpacked(values.get("expected"))
    if right is None:
        made, right = None, made
    metadata = unpacked(values.get("metadata"))
    found = pick(right, "references")
    contexts = passages_in(made)
    if contexts is None:
        contexts = passages_in(given)
    yield filled(
        {
            **plain_metadata(values, ("id", "example_id", "input", "output", "expected", "metadata")),
            "id": values.get("id") or values.get("example_id"),
            "question": pick(given, "question"),
            "answer": pick(made, "answer"),
            "contexts": contexts,
            "references": found if found is not None else pick(right, "answer"),
            "reference_contexts": pick(right, "reference_contexts") if isinstance(right, Mapping) else None,
            "metadata": metadata if isinstance(metadata, Mapping) else None,
        }
    )


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a row of a Phoenix data set."""
    made = {
        "answer": sample.answer,
        "contexts": None if sample.contexts is None else [passage.text for passage in sample.contexts],
    }
    right: dict[str, Any] = {"references": list(sample.references) if sample.references else None}
    if sample.reference_contexts is not None:
        right["reference_contexts"] = [passage.text for passage in sample.reference_contexts]
    return filled(
        {
            "id": sample.id,
            "input": {"question": sample.question},
            "output": filled(made) or None,
            "expected": filled(right),
            "metadata": dict(sample.metadata) or None,
        }
    ) | ({} if filled(right) else {"expected": {}})


QA: Final = Shape("phoenix-qa", _is_qa, unfold=_unfold_qa, tool="phoenix")
SPAN: Final = Shape("phoenix-spans", _is_span, unfold=_unfold_span, tool="phoenix")
SHAPE: Final = Shape("phoenix", _is_example, unfold=_unfold_example, tool="phoenix")

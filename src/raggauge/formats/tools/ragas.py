"""RAGAS: inputs of both generations, its result frames and test sets, and conversations as lists of messages."""

from collections.abc import Iterable
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, keys, loose, own_names, said
from raggauge.sample import Sample

_OLD_ONLY: Final = {"ground_truths", "answer_relevancy", "context_entity_recall", "answer_correctness"}


def _fits(values: Values) -> bool:
    found = keys(values)
    if "user_input" in found:
        return True
    return {"question", "answer"} <= found and bool(found & _OLD_ONLY)


def _is_chat(values: Values) -> bool:
    return isinstance(values.get("user_input"), list)


def _unfold_chat(values: Values) -> Iterable[dict[str, Any]]:
    turns = values["user_input"]
    rest = {key: value for key, value in values.items() if key != "user_input"}
    row = {"question": said(turns, "question"), "answer": said(turns, "answer"), **own_names(rest)}
    yield {**filled(row), "conversation": turns}


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a row of a RAGAS evaluation data set."""
    contexts, right = sample.contexts, sample.reference_contexts
    ids = [passage.doc_id for passage in contexts or ()]
    return filled(
        {
            "id": sample.id,
            "user_input": sample.question,
            "response": sample.answer,
            "retrieved_contexts": None if contexts is None else [passage.text for passage in contexts],
            "retrieved_context_ids": ids if any(ids) else None,
            "reference": sample.references[0] if sample.references else None,
            "reference_contexts": None if right is None else [passage.text for passage in right],
            **loose(sample.metadata),
        }
    )


def fold_old(sample: Sample, /) -> dict[str, Any]:
    """A sample as a row of the first generation of RAGAS."""
    return filled(
        {
            "id": sample.id,
            "question": sample.question,
            "answer": sample.answer,
            "contexts": None if sample.contexts is None else [passage.text for passage in sample.contexts],
            "ground_truths": None if sample.references is None else list(sample.references),
            **loose(sample.metadata),
        }
    )


CHAT: Final = Shape("ragas-chat", lambda values: _fits(values) and _is_chat(values), unfold=_unfold_chat, tool="ragas")
SHAPE: Final = Shape("ragas", _fits, tool="ragas")

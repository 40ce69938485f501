"""What systems return, in the shapes that are usual: a text, a pair, a mapping, an object of a framework.

"answer"
("answer", ["passage", ...])
{"answer": ..., "contexts": [...]}            any name that files may use, too
an object with .answer / .response / .content / .result and .contexts / .source_nodes / .documents
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from raggauge.sample import Context

ANSWERS: Final = (
    *("answer", "response", "output", "result", "actual_output", "text", "content"),
    *("generated_answer", "reply", "replies"),
)
CONTEXTS: Final = (
    *("contexts", "retrieved_contexts", "retrieval_context", "source_documents", "source_nodes"),
    *("documents", "sources", "passages", "chunks", "context"),
)
TEXTS: Final = ("text", "page_content", "content", "body", "passage", "chunk")
IDS: Final = ("doc_id", "id", "id_", "document_id", "chunk_id", "node_id", "source")
USAGES: Final = {
    "prompt_tokens": ("prompt_tokens", "input_tokens"),
    "completion_tokens": ("completion_tokens", "output_tokens"),
    "cost": ("cost",),
}


class Output(msgspec.Struct, frozen=True):
    """A system's output understood:

    The answer, the passages (None where it gave none) and what it reported of its usage.
    """

    answer: str
    contexts: tuple[Context, ...] | None = None
    usage: dict[str, float] = {}


class NotUnderstood(ValueError):
    """An output in no shape we know; the text says what it was."""


def understand(output: Any, /) -> Output:
    """An output in any usual shape. Raises NotUnderstood when no answer can be found in it."""
    if isinstance(output, str):
        return Output(output)
    if isinstance(output, tuple) and len(output) == 2 and isinstance(output[0], str):
        return Output(output[0], passages(output[1]))
    answer = _first(output, ANSWERS)
    if isinstance(answer, list) and answer and isinstance(answer[0], str):
        answer = answer[0]
    if answer is not None and not isinstance(answer, str):
        answer = _first(answer, ANSWERS)
    if not isinstance(answer, str):
        raise NotUnderstood(f"{type(output).__name__} holds no answer")
    return Output(answer, reported(output), usage_of(output))


def reported(output: Any, /) -> tuple[Context, ...] | None:
    """The passages that an output reports under any usual name, None where it reports none."""
    contexts = _first(output, CONTEXTS)
    return None if contexts is None else passages(contexts)


def passages(value: Any, /) -> tuple[Context, ...]:
    """Passages in any usual shape: texts, mappings, objects with `.text` or `.page_content`, scored pairs."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise NotUnderstood(f"the contexts are a {type(value).__name__}, not a list of passages")
    return tuple(_passage(part) for part in value)


def _passage(part: Any) -> Context:
    if isinstance(part, str):
        return Context(part)
    if isinstance(part, Context):
        return part
    if isinstance(part, Sequence) and len(part) == 2 and isinstance(part[1], int | float):
        return msgspec.structs.replace(_passage(part[0]), score=float(part[1]))
    inner = _get(part, "node")
    holder = part if inner is None else inner
    text = _first(holder, TEXTS)
    if not isinstance(text, str):
        raise NotUnderstood(f"a passage is a {type(part).__name__} without a text")
    doc_id = _first(holder, IDS)
    if doc_id is None:
        doc_id = _first(_get(holder, "metadata") or {}, IDS)
    score = _get(part, "score")
    number = float(score) if isinstance(score, int | float) and not isinstance(score, bool) else None
    return Context(text, doc_id=None if doc_id is None else str(doc_id), score=number)


def usage_of(output: Any, /) -> dict[str, float]:
    """The tokens and the cost that an output reports of itself."""
    holder = _first(output, ("usage", "token_usage", "measurements")) or {}
    found = {name: _first(holder, keys) for name, keys in USAGES.items()}
    return {name: float(value) for name, value in found.items() if _is_amount(value)}


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")


def _first(holder: Any, names: Iterable[str]) -> Any:
    return next((value for name in names if (value := _get(holder, name)) is not None), None)


def _get(holder: Any, name: str) -> Any:
    if isinstance(holder, Mapping):
        return holder.get(name)
    value = getattr(holder, name, None)
    return None if callable(value) else value

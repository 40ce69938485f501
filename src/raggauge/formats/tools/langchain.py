"""LangChain: what its retrieval chains return, with the passages as dumped Documents."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, own_names, pick

_ANSWERS: Final = ("answer", "result", "output", "output_text")


def _fits(values: Values) -> bool:
    """A bare `context` of Documents, or a `result` beside `source_documents`: in both, what was retrieved."""
    found = values.get("source_documents")
    return _are_documents(values.get("context")) or ("result" in values and _are_documents(found))


def _are_documents(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(part, Mapping) and isinstance(part.get("page_content"), str) for part in value)
    )


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    documents = next(name for name in ("context", "source_documents") if _are_documents(values.get(name)))
    made = next((name for name in _ANSWERS if isinstance(values.get(name), str)), "")
    rest = {name: value for name, value in values.items() if name not in (documents, made)}
    row = own_names(rest)
    yield filled(
        {
            **row,
            "question": pick(row.get("question"), "question"),
            "answer": values.get(made, row.get("answer")),
            "contexts": values[documents],
        }
    )


SHAPE: Final = Shape("langchain", _fits, unfold=_unfold)

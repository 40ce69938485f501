"""Reading comprehension: SQuAD and what is written like it (CMRC, DRCD, XQuAD), nested and flat."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, keys, own_names
from raggauge.sample import Sample


def _fits(values: Values) -> bool:
    return isinstance(values.get("paragraphs"), list) or isinstance(values.get("qas"), list)


def _is_flat(values: Values) -> bool:
    return {"question", "context", "answers"} <= keys(values)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    paragraphs = values.get("paragraphs", [values])
    for paragraph in paragraphs:
        if not isinstance(paragraph, Mapping):
            continue
        context = paragraph.get("context", paragraph.get("context_text"))
        title = values.get("title") or paragraph.get("title")
        name = paragraph.get("id") or paragraph.get("context_id")
        for entry in paragraph.get("qas") or ():
            if isinstance(entry, Mapping):
                yield _row(entry, context, title, name)


def _row(entry: Values, context: Any, title: Any, name: Any) -> dict[str, Any]:
    impossible = entry.get("is_impossible")
    answers = entry.get("answers") or ()
    texts = [answer.get("text") if isinstance(answer, Mapping) else answer for answer in answers]
    passage = filled({"text": context, "doc_id": None if name is None else str(name)})
    return filled(
        {
            "id": entry.get("id") or entry.get("query_id"),
            "question": entry.get("question", entry.get("query_text")),
            "answer": entry.get("prediction"),
            "contexts": [passage] if context is not None else None,
            "references": list(dict.fromkeys(text for text in texts if text is not None)) or None,
            "answerable": None if impossible is None else not impossible,
            "title": title,
        }
    )


def _unfold_flat(values: Values) -> Iterable[dict[str, Any]]:
    """The flat form has a row per question."""
    answers = values.get("answers")
    texts = answers.get("text") if isinstance(answers, Mapping) else answers
    texts = [texts] if isinstance(texts, str) else texts
    rest = {name: value for name, value in values.items() if name not in ("context", "answers", "is_impossible")}
    entry = {"answers": texts if isinstance(texts, list) else (), "is_impossible": values.get("is_impossible")}
    row = _row({**rest, **entry}, values["context"], values.get("title"), None)
    yield {**own_names(rest), **row}


def fold(sample: Sample, /) -> dict[str, Any]:
    """One paragraph per sample; its passages joined."""
    passages = sample.contexts if sample.contexts is not None else sample.reference_contexts or ()
    context = "\n\n".join(passage.text for passage in passages)
    answers = [{"text": text, "answer_start": context.find(text)} for text in sample.references or ()]
    entry: dict[str, Any] = {"id": sample.id, "question": sample.question, "answers": answers}
    if sample.answerable is not None:
        entry["is_impossible"] = not sample.answerable
    if sample.answer is not None:
        entry["prediction"] = sample.answer
    return {"title": str(sample.metadata.get("title", "")), "paragraphs": [{"context": context, "qas": [entry]}]}


SHAPE: Final = Shape("squad", _fits, unfold=_unfold)
FLAT: Final = Shape("squad-flat", _is_flat, unfold=_unfold_flat)

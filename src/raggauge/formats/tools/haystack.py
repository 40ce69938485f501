"""Haystack: inputs and reports of evaluation runs, and answers with their documents."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.tools.shape import Shape, Values, filled, keys, plain_metadata, score
from raggauge.sample import Sample

_FIELDS: Final = {
    "questions": "question",
    "question": "question",
    "query": "question",
    "predicted_answers": "answer",
    "predicted_answer": "answer",
    "responses": "answer",
    "answers": "answer",
    "contexts": "contexts",
    "retrieved_documents": "contexts",
    "documents": "contexts",
    "ground_truth_answers": "references",
    "ground_truth_answer": "references",
    "ground_truth_documents": "reference_contexts",
}

_PREDICTED: Final = {"predicted_answers", "predicted_answer"}
_BOTH: Final = {"predicted_answers", "ground_truth_answers"}


def _fits(values: Values) -> bool:
    found = keys(values)
    return "questions" in found or ("question" in found and bool(found & _PREDICTED)) or found >= _BOTH


def _is_answer(values: Values) -> bool:
    inner = values.get("init_parameters", values)
    return isinstance(inner, Mapping) and {"data", "query", "documents"} <= set(inner)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    row: dict[str, Any] = {}
    scores: dict[str, float] = {}
    # Beside predictions, "answers" are the right ones; the names of inputs are up to the user.
    fields = {**_FIELDS, "answer": "references", "answers": "references"} if _PREDICTED & set(values) else _FIELDS
    for column, value in values.items():
        field = fields.get(column)
        if field and field not in row:
            row[field] = value
        elif (number := score(value)) is not None:
            scores[column] = number
    rest = plain_metadata(values, {*fields, *scores})
    yield filled({**rest, **row, "imported": {"haystack": scores} if scores else None})


def _unfold_answer(values: Values) -> Iterable[dict[str, Any]]:
    inner = values.get("init_parameters", values)
    yield filled(
        {
            "question": inner["query"],
            "answer": inner["data"],
            "contexts": inner["documents"],
            "metadata": inner.get("meta") if isinstance(inner.get("meta"), Mapping) else None,
        }
    )


def rows_of_run(document: Values, /) -> list[dict[str, Any]] | None:
    """The rows of a saved evaluation run: columns of inputs, and per metric the scores of the single rows."""
    inputs, results = document.get("inputs"), document.get("results")
    if not isinstance(inputs, Mapping) or not isinstance(results, Mapping):
        return None
    columns = {name: column for name, column in inputs.items() if isinstance(column, list)}
    for name, entry in results.items():
        scores = entry.get("individual_scores") if isinstance(entry, Mapping) else None
        if isinstance(scores, list):
            columns[name] = scores
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1 or not columns:
        return None
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [{"questions": row.get("questions", row.get("question")), **row} for row in rows]


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample under the names of the columns of a Haystack evaluation run."""
    return filled(
        {
            "questions": sample.question,
            "contexts": None if sample.contexts is None else [passage.text for passage in sample.contexts],
            "predicted_answers": sample.answer,
            "ground_truth_answers": sample.references[0] if sample.references else None,
        }
    )


SHAPE: Final = Shape("haystack", _fits, unfold=_unfold, tool="haystack")
ANSWER: Final = Shape("haystack-answer", _is_answer, unfold=_unfold_answer, tool="haystack")

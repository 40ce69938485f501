"""promptfoo: the results of an evaluation, as one document, as JSON Lines, or as tests to run."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from raggauge.formats.columns import field_of
from raggauge.formats.tools.shape import Shape, Values, filled, pick, score
from raggauge.sample import Sample

# Assertions whose value is a right answer.
_RIGHT: Final = ("factuality", "similar", "equals", "model-graded-factuality", "context-recall")

# `[provider] prompt`, above what the model said.
_OUTPUT: Final = re.compile(r"\[[^\]]+\] .*", re.DOTALL)
_REPEATED: Final = re.compile(r" \(\d+\)$")


def _fits(values: Values) -> bool:
    return isinstance(values.get("vars"), Mapping)


def _unfold(values: Values) -> Iterable[dict[str, Any]]:
    given: Values = values["vars"]
    response = values.get("response")
    made = response.get("output") if isinstance(response, Mapping) else response
    test = values.get("testCase")
    checks = values.get("assert") or (test.get("assert") if isinstance(test, Mapping) else None)
    contexts = given.get("context", pick(given, "contexts"))
    if contexts is None and isinstance(response, Mapping) and isinstance(response.get("metadata"), Mapping):
        contexts = response["metadata"].get("context")
    right = pick(given, "references") if any(field_of(name) == "references" for name in given) else _right(checks)
    provider, prompt = values.get("provider"), values.get("prompt")
    yield filled(
        {
            "id": values.get("id"),
            "question": pick(given, "question"),
            "answer": pick(made, "answer"),
            "contexts": contexts,
            "references": right,
            "imported": _imported(values),
            "provider": provider.get("id") if isinstance(provider, Mapping) else provider,
            "prompt": prompt.get("label") if isinstance(prompt, Mapping) else None,
            "success": values.get("success"),
            "error": values.get("error"),
            **{
                name: value
                for name, value in given.items()
                if name != "context" and field_of(name) is None and isinstance(value, str | int | float)
            },
        }
    )


def _is_table(values: Values) -> bool:
    return {"Status", "Score", "Grader Reason"} <= set(values) and any(map(_OUTPUT.fullmatch, values))


def apart(header: list[str], /) -> list[str]:
    """The columns of a table with several prompts, whose names repeat for each, told apart by numbers."""
    if not {"Status", "Score", "Grader Reason"} <= set(header):
        return header
    return [f"{name} ({header[:n].count(name) + 1})" if name in header[:n] else name for n, name in enumerate(header)]


def _unfold_table(values: Values) -> Iterable[dict[str, Any]]:
    """A row per prompt: what stands in front of the first one is given to all."""
    given: dict[str, Any] = {}
    block: dict[str, Any] = given
    blocks = []
    for column, value in values.items():
        if _OUTPUT.fullmatch(column):
            block = {"": value, "prompt": _REPEATED.sub("", column)}
            blocks.append(block)
        else:
            block[_REPEATED.sub("", column) if block is not given else column] = value
    for block in blocks:
        scores = {name.removeprefix("Metric: "): score(value) for name, value in block.items() if "Metric: " in name}
        scores["score"] = score(block.get("Score"))
        yield filled(
            {
                **{name: value for name, value in given.items() if field_of(name) is None and name != "context"},
                "question": pick(given, "question"),
                "answer": block[""],
                "contexts": given.get("context", pick(given, "contexts")),
                "references": pick(given, "references")
                if any(field_of(name) == "references" for name in given)
                else None,
                "imported": {"promptfoo": {name: value for name, value in scores.items() if value is not None}},
                "prompt": block["prompt"],
                "status": block.get("Status"),
            }
        )


def _right(checks: Any) -> Any:
    for check in checks if isinstance(checks, list) else ():
        if isinstance(check, Mapping) and check.get("type") in _RIGHT and isinstance(check.get("value"), str):
            return check["value"] if "{{" not in check["value"] else None
    return None


def _imported(values: Values) -> dict[str, Any] | None:
    scores = {}
    named = values.get("namedScores")
    for name, value in named.items() if isinstance(named, Mapping) else ():
        if (number := score(value)) is not None:
            scores[name] = number
    grading = values.get("gradingResult")
    for part in (grading.get("componentResults") or ()) if isinstance(grading, Mapping) else ():
        check = part.get("assertion") if isinstance(part, Mapping) else None
        number = score(part.get("score")) if isinstance(check, Mapping) else None
        if number is not None and isinstance(check, Mapping):
            scores.setdefault(str(check.get("metric") or check.get("type")), number)
    total = score(values.get("score"))
    if total is not None:
        scores.setdefault("score", total)
    return {"promptfoo": scores} if scores else None


def fold(sample: Sample, /) -> dict[str, Any]:
    """A sample as a promptfoo test with its response."""
    given: dict[str, Any] = {"question": sample.question}
    if sample.contexts is not None:
        given["context"] = [passage.text for passage in sample.contexts]
    row: dict[str, Any] = {"id": sample.id, "vars": filled(given)}
    if sample.references:
        row["assert"] = [{"type": "factuality", "value": sample.references[0]}]
    if sample.answer is not None:
        row["response"] = {"output": sample.answer}
    return row


SHAPE: Final = Shape("promptfoo", _fits, unfold=_unfold, tool="promptfoo")
TABLE: Final = Shape("promptfoo-table", _is_table, unfold=_unfold_table, tool="promptfoo")

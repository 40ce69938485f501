"""How far a judge agrees with people: labelled rows in, one line per set out.

A row is JSON with ``id, language, question, contexts, answer, reference, label_kind, human_label`` (0 to 1), ``split``
and ``label_origin``; a pairwise row has ``answer_a, answer_b, preferred`` (``a``, ``b`` or ``tie``), and may have
``contexts_a, contexts_b``. Rows of one file and one kind make one set.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raggauge.errors import DataError
from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Grades, Refusals, ReverseQuestions, Support, Usefulness
from raggauge.judge.judge import Ask, Judge
from raggauge.sample import Sample
from raggauge.text.likeness import overlap

KINDS = ("faithfulness", "correctness", "context_relevance", "relevance", "pairwise")
GOOD = 0.75
_FACETS: dict[str, frozenset[Facet]] = {
    "faithfulness": frozenset({Claims("answer"), Refusals("answer"), Support("answer", "contexts")}),
    "correctness": frozenset({Claims("references"), Support("references", "answer")}),
    "context_relevance": frozenset({Usefulness("reference")}),
    "grades": frozenset({Grades()}),
    "relevance": frozenset({ReverseQuestions(3), Refusals("answer")}),
}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a judge agrees with people on one set.

    The judge's value of an answer lies halfway between the mean and the least of its claims. ``auc`` and ``floor_auc``
    (plain recall of content words) are areas under the ROC curve with 95% half widths (Hanley and McNeil 1982);
    ``balanced_accuracy`` is at the judge's own bound of one half; ``mean_auc`` and ``least_auc`` take the mean and the
    least claim alone; ``calibration_error`` is the expected one over ten bins. For a
    pairwise set ``accuracy`` is the share of pairs ordered as people order them, ties counting half, and the others
    are None. ``n_open`` rows got no value from the judge; they count as one half.
    """

    name: str
    kind: str
    n: int
    n_open: int
    auc: float | None = None
    half_width: float | None = None
    mean_auc: float | None = None
    least_auc: float | None = None
    floor_auc: float | None = None
    balanced_accuracy: float | None = None
    calibration_error: float | None = None
    accuracy: float | None = None
    floor_accuracy: float | None = None


def read_rows(folder: Path, *, splits: Sequence[str] = ()) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Read all ``*.jsonl`` of a folder, or one file: rows by (set, kind), of these splits where any are named.

    Raises DataError for a line that is no object, or a row without a kind or label.
    """
    sets: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder]:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.strip():
                row = _row(line, f"{path}:{number}")
                if not splits or row.get("split", "dev") in splits:
                    sets.setdefault((path.stem, row["label_kind"]), []).append(row)
    return sets


async def agreement(judge: Judge, name: str, kind: str, rows: Sequence[dict[str, Any]], /) -> Agreement:
    """Run a judge over one set and compare it with its labels."""
    if kind == "pairwise":
        return await _pairwise(judge, name, rows)
    values = await _values(judge, kind, rows)
    mean, least = ([0.5 if value is None else value[place] for value in values] for place in (0, 1))
    scores = [(one + other) / 2 for one, other in zip(mean, least, strict=True)]
    labels = [row["human_label"] >= GOOD for row in rows]
    n_open = sum(value is None for value in values)
    if not any(labels) or all(labels):
        return Agreement(name, kind, len(rows), n_open)
    found = auc(scores, labels)
    return Agreement(
        name, kind, len(rows), n_open, auc=found, half_width=half_width(found, labels),
        mean_auc=auc(mean, labels), least_auc=auc(least, labels),
        floor_auc=auc([_floor(kind, row) for row in rows], labels),
        balanced_accuracy=balanced_accuracy([None if v is None else sum(v) / 2 for v in values], labels),
        calibration_error=calibration_error(scores, labels),
    )  # fmt: skip


def auc(scores: Sequence[float], labels: Sequence[bool], /) -> float:
    """Area under the ROC curve: the chance that a good row scores above a bad one, ties counting half."""
    import numpy as np

    values, good = np.asarray(scores, float), np.asarray(labels, bool)
    bad = np.sort(values[~good])
    below = np.searchsorted(bad, values[good], "left") + np.searchsorted(bad, values[good], "right")
    return float(below.sum() / (2 * good.sum() * (~good).sum()))


def half_width(found: float, labels: Sequence[bool], /) -> float:
    """Half the 95% interval of an AUC, by Hanley and McNeil (1982)."""
    good = sum(labels)
    bad = len(labels) - good
    q1, q2 = found / (2 - found), 2 * found**2 / (1 + found)
    variance = (found * (1 - found) + (good - 1) * (q1 - found**2) + (bad - 1) * (q2 - found**2)) / (good * bad)
    return 1.96 * math.sqrt(max(variance, 0.0))


def balanced_accuracy(scores: Sequence[float | None], labels: Sequence[bool], /, *, bound: float = 0.5) -> float:
    """Mean of the shares of good rows at or above the bound and of bad rows below it; rows without value are half."""
    passes = [0.5 if score is None else float(score >= bound) for score in scores]
    good = [share for share, label in zip(passes, labels, strict=True) if label]
    bad = [1 - share for share, label in zip(passes, labels, strict=True) if not label]
    return (sum(good) / len(good) + sum(bad) / len(bad)) / 2


def calibration_error(scores: Sequence[float], labels: Sequence[bool], /) -> float:
    """Expected calibration error over ten bins of equal counts."""
    from raggauge.stats.calibration import calibration_error as of_stats

    return of_stats(list(scores), [float(label) for label in labels]).expected


async def support_scores(judge: Judge, rows: Sequence[dict[str, Any]], /, *, kind: str) -> list[float | None]:
    """Give the judge's mean over the claims of each row of a kind, None where it has none."""
    return [None if value is None else value[0] for value in await _values(judge, kind, rows)]


async def _values(judge: Judge, kind: str, rows: Sequence[dict[str, Any]]) -> list[tuple[float, float] | None]:
    """Ask the judge about rows in its own batches: (value, least value) of each, None where it has none."""
    asked = "grades" if kind == "context_relevance" and not any(row.get("reference") for row in rows) else kind
    asks = [Ask(_sample(row), _FACETS[asked]) for row in rows]
    found: list[Evidence] = []
    for start in range(0, len(asks), max(judge.batch, 1)):
        found.extend(await judge.examine(asks[start : start + max(judge.batch, 1)]))
    return [_value(asked, evidence) for evidence in found]


def _value(kind: str, evidence: Evidence) -> tuple[float, float] | None:
    if kind in ("faithfulness", "correctness"):
        groups: dict[str, list[float]] = {}
        for finding in evidence.findings:
            known = finding.confidence is not None
            value = finding.confidence if known else float(finding.verdict == "supported")
            groups.setdefault(finding.claim.partition(".")[0] if kind == "correctness" else "", []).append(value or 0.0)
        means = [(sum(values) / len(values), min(values)) for values in groups.values()]
        return max(means, default=None)
    if kind == "relevance":
        cosines = evidence.similarities.get("question~answer") or evidence.similarities.get(
            "question~reverse_questions"
        )
        return (sum(cosines) / len(cosines),) * 2 if cosines else None
    graded = [(g.grade / 3 if g.confidence is None else g.confidence) for g in evidence.grades]
    useful = [(float(u.useful) if u.confidence is None else u.confidence) for u in evidence.usefulness]
    values = graded or useful
    return (max(values),) * 2 if values else None


async def _pairwise(judge: Judge, name: str, rows: Sequence[dict[str, Any]]) -> Agreement:
    """Order the two answers of each pair by the decision that the pair is about."""
    kinds = [_pair_kind(row) for row in rows]
    right = floor = 0.0
    n_open = 0
    for kind in sorted(set(kinds)):
        chosen = [row for row, k in zip(rows, kinds, strict=True) if k == kind]
        sides = [[_side(row, side) for row in chosen] for side in ("a", "b")]
        first, second = [await support_scores(judge, side, kind=kind) for side in sides]
        for row, a, b, left, other in zip(chosen, first, second, *sides, strict=True):
            n_open += a is None or b is None
            right += _agrees(row["preferred"], 0.5 if a is None else a, 0.5 if b is None else b)
            floor += _agrees(row["preferred"], _floor(kind, left), _floor(kind, other))
    n = len(rows)
    return Agreement(name, "pairwise", n, n_open, accuracy=right / n, floor_accuracy=floor / n)


def _pair_kind(row: dict[str, Any]) -> str:
    dimension = str(row.get("meta", {}).get("dimension", ""))
    if row.get("contexts_a") is not None:
        return "context_relevance"
    if row.get("reference") and ("correct" in dimension or "complete" in dimension or not row.get("contexts")):
        return "correctness"
    return "faithfulness" if row.get("contexts") and "relevance" not in dimension else "relevance"


def _side(row: dict[str, Any], side: str) -> dict[str, Any]:
    contexts = row.get(f"contexts_{side}")
    return {
        **row,
        "id": f"{row['id']}-{side}",
        "answer": row.get(f"answer_{side}") or "",
        "contexts": row.get("contexts", []) if contexts is None else contexts,
    }


def _agrees(preferred: str, a: float, b: float) -> float:
    if abs(a - b) < 1e-9 or preferred not in ("a", "b"):
        return 1.0 if abs(a - b) < 1e-9 and preferred not in ("a", "b") else 0.5
    return float((a > b) == (preferred == "a"))


def _sample(row: dict[str, Any]) -> Sample:
    listed = (row.get("meta") or {}).get("all_references")
    references = listed if isinstance(listed, list) and listed else [row["reference"]] if row.get("reference") else None
    return Sample(
        id=str(row["id"]),
        question=row.get("question") or "",
        answer=row.get("answer") or "",
        contexts=tuple(row.get("contexts") or ()),
        references=tuple(references) if references else None,
    )


def _floor(kind: str, row: dict[str, Any]) -> float:
    """Plain recall of content words, of what each kind compares."""
    passages = " ".join(row.get("contexts") or ())
    answer, question = row.get("answer") or "", row.get("question") or ""
    if kind == "faithfulness":
        return overlap(answer, passages, content_only=True).recall
    if kind == "context_relevance":
        return overlap(question, passages, content_only=True).recall
    if kind == "correctness":
        return max((_recall(text, answer) for text in _sample(row).references or ()), default=0.0)
    return overlap(question, answer, content_only=True).recall


def _recall(text: str, source: str) -> float:
    return overlap(text, source, content_only=True).recall


def _row(line: str, place: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as problem:
        raise DataError("embedded.bad_row", place=place, problem=str(problem)) from None
    if not isinstance(row, dict) or "id" not in row:
        raise DataError("embedded.bad_row", place=place, problem="id")
    if row.get("label_kind") not in KINDS:
        raise DataError("embedded.bad_row", place=place, problem="label_kind")
    if "preferred" not in row and not isinstance(row.get("human_label"), int | float):
        raise DataError("embedded.bad_row", place=place, problem="human_label")
    return row


def lines(found: Iterable[Agreement], /) -> list[str]:
    """Write agreements as the lines of a Markdown table; the last is the mean over the sets that have an AUC."""
    kept = list(found)
    table = [
        "| set | kind | rows | open | AUC | mean claim | least claim | word recall | balanced acc. | calibration error "
        "| pairs |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in kept:
        spread = "" if one.half_width is None else f" ± {one.half_width:.3f}"
        pairs = "" if one.accuracy is None else f"{one.accuracy:.3f} (recall {one.floor_accuracy:.3f})"
        cells = [
            one.name, one.kind, str(one.n), str(one.n_open), _number(one.auc) + spread, _number(one.mean_auc),
            _number(one.least_auc), _number(one.floor_auc), _number(one.balanced_accuracy),
            _number(one.calibration_error), pairs,
        ]  # fmt: skip
        table.append(f"| {' | '.join(cells)} |")
    scored = [one for one in kept if one.auc is not None and one.kind == "faithfulness"]
    if scored:
        means = [_mean(getattr(one, name) for one in scored) for name in
                 ("auc", "mean_auc", "least_auc", "floor_auc", "balanced_accuracy", "calibration_error")]  # fmt: skip
        table.append("| mean | faithfulness | | | " + " | ".join(f"{value:.3f}" for value in means) + " | |")
    return table


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)

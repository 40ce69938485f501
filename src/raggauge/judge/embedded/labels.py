"""Fit a calibration of the embedded judge on labelled rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from raggauge.errors import UsageError
from raggauge.judge.benchmark import GOOD, support_scores
from raggauge.judge.embedded.calibrations import Calibration, Line
from raggauge.judge.embedded.examiner import EmbeddedJudge
from raggauge.judge.embedded.model import models

_LABELS = {"faithfulness": "support", "context_relevance": "useful"}
_LEAST = 20


async def fitted(rows: Sequence[dict[str, Any]], *, name: str, method: str, file: str) -> Calibration:
    """Fit one map per kind of decision that has labels: support (faithfulness rows), useful (context_relevance rows).

    Rows of other kinds are left aside. Raises UsageError when no kind has 20 labels with both good and bad ones.
    """
    from raggauge.stats.calibration import calibrate

    lines: dict[str, Line] = {}
    judge = EmbeddedJudge()
    for kind, decision in _LABELS.items():
        chosen = [row for row in rows if row["label_kind"] == kind]
        scores = await support_scores(judge, chosen, kind=kind) if chosen else []
        known = [(s, float(row["human_label"] >= GOOD)) for s, row in zip(scores, chosen, strict=True) if s is not None]
        labels = [label for _, label in known]
        if len(known) < _LEAST or min(labels.count(0.0), labels.count(1.0)) < 2:
            if chosen:
                raise UsageError("embedded.few_labels", file=file, n=len(known), kind=kind)
            continue
        made = calibrate([score for score, _ in known], labels, method=cast("Any", method))
        lines[decision] = Line(
            made.slope, made.offset, made.knots, made.levels, made.n, made.before.expected, made.after.expected
        )
    if not lines:
        raise UsageError("embedded.few_labels", file=file, n=0, kind="faithfulness")
    return Calibration(name, models().version, lines)

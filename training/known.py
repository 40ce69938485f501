"""What the embedded judge makes of rows that people approve of, and of rows that they do not: data/known.json.

    python training/known.py --data data/judge [--leave-out data/rag]

For each set of labelled dev rows the means that a diagnosis looks at, on rows whose claims people found supported and
on those that they did not; for passages, the rows' own ones and such of other rows. The middle of the sets is written,
with the lowest quarter, the least and the greatest. Questions of --leave-out take no part, so that they can serve to
test the diagnosis. To be run again whenever the coefficients change; the language is that of the set.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from corpus import rows

import raggauge
from raggauge.diagnosis.sight import RANKED, Eyes
from raggauge.diagnosis.watch import Watch
from raggauge.judge.embedded.known import FILE, Known, Sight
from raggauge.judge.embedded.model import models

Rows = list[dict[str, Any]]
Levels = dict[str, float]

CLAIMS = {
    "en": ("attributionbench", "begin", "expertqa_claims", "q2_wow", "ragtruth_qa", "wice"),
    "zh": ("uhgeval_clauses", "cmrc_zh", "drcd_zh"),
}
ANSWERS = {"en": ("evouna",), "zh": ("cmrc_zh",)}
SEVERAL = ("ragtruth_qa", "wice", "uhgeval_clauses")
"""Sets with several passages a row: only there is an order to be judged."""
OF_CLAIMS = ("faithfulness", "context_recall")
OF_PASSAGES = ("context_precision", RANKED)
OF_ANSWERS = ("context_utilization",)
GOOD, BAD = 0.99, 0.5
MOST = 400


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--leave-out", type=Path)
    asked = parser.parse_args()
    left_out = questions(asked.leave_out) if asked.leave_out else set()
    found: dict[str, dict[str, Sight]] = {}
    for lang, names in CLAIMS.items():
        of_claims = [_claims(_rows(asked.data, name, left_out), name) for name in names]
        of_answers = [_answers(_rows(asked.data, name, left_out), name) for name in ANSWERS[lang]]
        found[lang] = {metric: _sight(metric, of_claims) for metric in (*OF_CLAIMS, "context_precision")}
        found[lang][RANKED] = _sight(RANKED, [one for one in of_claims if one[0] in SEVERAL])
        found[lang] |= {metric: _sight(metric, of_answers) for metric in OF_ANSWERS}
    FILE.write_text(json.dumps(_as_json(Known(models().version, found)), indent=1) + "\n", encoding="utf-8")
    print(f"written: {FILE}")
    return 0


def questions(folder: Path) -> set[str]:
    """The questions of a folder of outputs."""
    lines = [line for path in folder.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return {json.loads(line)["question"] for line in lines}


def _rows(data: Path, name: str, left_out: set[str]) -> Rows:
    """The dev rows of a set, in an order of their own, with an answer and a passage or reference."""
    kept = [
        {**row, "answer": row.get("answer") or row.get("reference")}
        for row in rows(data, name)
        if row["split"] == "dev" and row["question"] not in left_out
    ]
    random.Random(name).shuffle(kept)
    return kept[: 3 * MOST]


def _claims(found: Rows, name: str) -> tuple[str, Levels, Levels]:
    """Means on supported and on unsupported rows; on passages of other rows in the place of the latter's."""
    kind = {"cmrc_zh": "context_relevance", "drcd_zh": "context_relevance"}.get(name, "faithfulness")
    found = [row for row in found if row["label_kind"] == kind and row["answer"] and row["contexts"]][:MOST]
    good = [row for row in found if row["human_label"] >= GOOD]
    bad = [row for row in found if row["human_label"] < BAD]
    rng = random.Random(name)
    pool = [context for row in found for context in row["contexts"]]
    foreign = [{**row, "contexts": [rng.choice(pool) for _ in row["contexts"]]} for row in good]
    strange = {metric: value for metric, value in _levels(foreign).items() if metric == "context_precision"}
    wrong = {metric: value for metric, value in _levels(bad).items() if metric in OF_CLAIMS}
    print(name, len(good), len(bad), levels := _levels(good), wrong | strange, flush=True)
    return name, levels, wrong | strange


def _answers(found: Rows, name: str) -> tuple[str, Levels, Levels]:
    """Means on right and on wrong answers whose reference is all that the passages say."""
    chosen = [row for row in found if row["label_kind"] == "correctness"][:MOST]
    told = [{**row, "contexts": [row["reference"]]} for row in chosen]
    good = _levels([row for row in told if row["human_label"] >= GOOD], own=False)
    bad = _levels([row for row in told if row["human_label"] < BAD], own=False)
    print(name, good, bad, flush=True)
    return name, good, bad


def _levels(chosen: Rows, *, own: bool = True) -> Levels:
    """The means of a diagnosis over rows; the answer is the reference where the row's `own` is none."""
    if not chosen:
        return {}
    data = [
        {
            "id": f"{k}",
            "question": row["question"] or "?",
            "answer": row["answer"],
            "contexts": row["contexts"],
            "references": [row["answer"] if own else row["reference"]],
            "metadata": {"answerable": True},
        }
        for k, row in enumerate(chosen)
    ]
    watch = Watch(Eyes({}))
    for _ in watch.over(raggauge.evaluate(data, judge="embedded", out=False)):
        pass
    ranked = watch.ranked()
    means = {metric: level.mean for metric, level in watch.levels().items()}
    means |= {} if ranked is None else {RANKED: ranked.mean}
    return {metric: round(means[metric], 3) for metric in (*OF_CLAIMS, *OF_PASSAGES, *OF_ANSWERS) if metric in means}


def _sight(metric: str, sets: Sequence[tuple[str, Levels, Levels]]) -> Sight:
    good = [levels[metric] for _, levels, _ in sets if metric in levels]
    bad = [levels[metric] for _, _, levels in sets if metric in levels]
    return Sight(
        good=round(median(good), 2),
        low=round(quantiles(good, method="inclusive")[0] if len(good) > 1 else good[0], 2),
        bad=round(median(bad), 2) if bad else 0.0,
        least=round(min(good), 2),
        most=round(max(good), 2),
        sets=len(good),
    )


def _as_json(known: Known) -> dict[str, Any]:
    import msgspec

    return dict(msgspec.to_builtins(known))


if __name__ == "__main__":
    sys.exit(main())

"""Agreement with people on sets that the fit has not seen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from corpus import FAITHFULNESS, MEASURE_ONLY, rows, shared
from decisions import Measured, Weights, fit_support, fit_support_zh
from solver import Array

from raggauge.judge.embedded.claims import split_claims
from raggauge.judge.embedded.features import NAMES
from raggauge.judge.embedded.model import Model, Models, models
from raggauge.judge.embedded.reading import read
from raggauge.judge.embedded.support import support
from raggauge.text.likeness import overlap

N_FOR_BOUND = 200
BOUNDS = np.linspace(0.2, 0.8, 61)


def report(data: Path, parts: dict[str, tuple[Measured, Measured]], zh: tuple[Measured, Measured]) -> int:
    """Print the table: AUC and balanced accuracy per set, of the judge and of word recall."""
    kin = shared(data, (*FAITHFULNESS, *MEASURE_ONLY))
    heads = "set|rows|AUC|mean|min|recall|bal. acc.|mean|min|fitted bound|recall|best bound|with it|"
    heads += "conflicts by answer|by claim"
    print(f"| {heads.replace('|', ' | ')} |\n|{'---|' * (heads.count('|') + 1)}")
    lines: list[list[float]] = []
    for name in (*FAITHFULNESS, *MEASURE_ONLY):
        names = [other for other in parts if other not in kin[name]]
        english = fit_support(
            Measured(*_stack([parts[n][0] for n in names])), Measured(*_stack([parts[n][1] for n in names]))
        )
        chosen = [row for row in rows(data, name) if row["split"] == "dev"]
        chinese = fit_support_zh(*zh, english)
        values = _judged(chosen, english, chinese)
        labels = np.array([row["human_label"] >= 0.75 for row in chosen])
        between = (values[0] + values[1]) / 2
        bound = _recall_bound(data, names)
        own = _own_bound(data, names, (english, chinese))
        line = [
            auc(between, labels), auc(values[0], labels), auc(values[1], labels), auc(values[2], labels),
            accuracy(between >= 0.5, labels), accuracy(values[0] >= 0.5, labels), accuracy(values[1] >= 0.5, labels),
            accuracy(between >= own, labels), accuracy(values[2] >= bound, labels),
            *_best(between, labels),
            float((values[3] > 0)[labels].mean()), float(values[3][labels].sum() / values[4][labels].sum()),
        ]  # fmt: skip
        lines.append(line)
        print(f"| {name} | {len(chosen)} | " + " | ".join(f"{value:.3f}" for value in line) + " |", flush=True)
    print("| mean | | " + " | ".join(f"{value:.3f}" for value in np.mean(lines, 0)) + " |")
    return 0


def auc(scores: Array, labels: Array) -> float:
    """Area under the ROC curve; ties count half."""
    positive, negative = scores[labels], scores[~labels]
    order = np.sort(negative)
    below = np.searchsorted(order, positive, "left") + np.searchsorted(order, positive, "right")
    return float(below.sum() / 2 / len(positive) / len(negative))


def accuracy(passes: Array, labels: Array) -> float:
    """Balanced accuracy."""
    return float((passes[labels].mean() + (~passes[~labels]).mean()) / 2)


def _best(values: Array, labels: Array) -> tuple[float, float]:
    """Give the bound that would serve the set itself best, and its balanced accuracy: no judge can know it."""
    found = [accuracy(values >= bound, labels) for bound in BOUNDS]
    place = int(np.argmax(found))
    return float(BOUNDS[place]), found[place]


def _stack(parts: Sequence[Measured]) -> tuple[Array, Array, tuple[str, ...], tuple[str, ...]]:
    return (
        np.vstack([part.values for part in parts]),
        np.concatenate([part.labels for part in parts]),
        tuple(group for part in parts for group in part.groups),
        tuple(kind for part in parts for kind in part.kinds),
    )


def _judged(chosen: Sequence[dict], english: Weights, chinese: Weights) -> tuple[Array, Array, Array, Array, Array]:
    """Judge answers claim by claim: mean and least probability, word recall, claims with a named conflict, claims."""
    shipped = models()
    fitted = Models(shipped.version, _model(english), _model(chinese), shipped.useful, shipped.grade, shipped.relevance)
    table = []
    for row in chosen:
        sources = [read(context) for context in row["contexts"]]
        claims = [claim.text for claim in split_claims(row["answer"]) if claim.checkable] or [row["answer"]]
        made = [support(claim, sources, question=row["question"], fitted=fitted) for claim in claims]
        odds = [decision.probability for decision in made]
        recall = overlap(row["answer"], " ".join(row["contexts"]), content_only=True).recall
        table.append(
            (float(np.mean(odds)), min(odds), recall, float(sum(bool(d.conflicts) for d in made)), float(len(made)))
        )
    columns = np.array(table).T
    return columns[0], columns[1], columns[2], columns[3], columns[4]


def _model(weights: Weights) -> Model:
    return Model("held out", weights.intercept, dict(zip(NAMES, map(float, weights.values), strict=True)))


def _own_bound(data: Path, names: Sequence[str], fitted: tuple[Weights, Weights]) -> float:
    """Find the bound of the judge's value that serves the train rows of the other sets best; 0.5 is what ships."""
    rng = random.Random(3)
    curves = []
    for name in names:
        chosen = [row for row in rows(data, name) if row["split"] == "train"]
        chosen = rng.sample(chosen, min(N_FOR_BOUND, len(chosen)))
        judged = _judged(chosen, *fitted)
        between = (judged[0] + judged[1]) / 2
        labels = np.array([row["human_label"] >= 0.75 for row in chosen])
        curves.append([accuracy(between >= bound, labels) for bound in BOUNDS])
    return float(BOUNDS[int(np.argmax(np.mean(curves, 0)))])


def _recall_bound(data: Path, names: Sequence[str]) -> float:
    """Find the bound of word recall with the best mean balanced accuracy on the train rows of the other sets."""
    rng = random.Random(3)
    tables = []
    for name in names:
        chosen = [row for row in rows(data, name) if row["split"] == "train"]
        chosen = rng.sample(chosen, min(500, len(chosen)))
        recall = [overlap(r["answer"], " ".join(r["contexts"]), content_only=True).recall for r in chosen]
        tables.append((np.array(recall), np.array([r["human_label"] >= 0.75 for r in chosen])))
    bounds = np.linspace(0.2, 0.98, 79)
    means = [np.mean([accuracy(recall >= bound, labels) for recall, labels in tables]) for bound in bounds]
    return float(bounds[int(np.argmax(means))])

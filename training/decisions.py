"""Fit each decision of the embedded judge on the rows that may be fitted."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from corpus import CHINESE, Example, rows
from solver import Array, Drops, Task, solve

from raggauge.judge.embedded.claims import abstains, split_claims
from raggauge.judge.embedded.conflicts import differences
from raggauge.judge.embedded.features import NAMES, SIGNED, best_of, features
from raggauge.judge.embedded.matching import match
from raggauge.judge.embedded.reading import ClaimReading, read, read_claim
from raggauge.judge.embedded.relevance import (
    GRADE_NAMES,
    RELEVANCE_NAMES,
    USEFUL_NAMES,
    grade_features,
    relevance_features,
    useful_features,
)
from raggauge.judge.embedded.support import claim_reading
from raggauge.text.likeness import overlap

SIGN = np.array([sign for _, sign in SIGNED], float)
CONFLICTS = np.array([name.startswith(("near_", "held_")) for name in NAMES])
SLOPE = 1.75
EDIT_WEIGHT = {"exchange": 4.0, "unlike": 2.5}


@dataclass(frozen=True)
class Measured:
    """Examples as numbers: features, labels, and the group each belongs to."""

    values: Array
    labels: Array
    groups: tuple[str, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Weights:
    """A fitted decision: one weight per feature, and the intercept."""

    values: Array
    intercept: float

    def logit(self, values: Array) -> Array:
        """Give the log odds of rows of features."""
        return values @ self.values + self.intercept


def measure(examples: Sequence[Example], *, split: bool = False) -> Measured:
    """Compute the support features of examples; with ``split`` their mean over the claims of each."""
    values = [_mean(example) if split else _of(read_claim(example.claim), example.contexts) for example in examples]
    return Measured(
        np.array(values, float),
        np.array([example.label for example in examples], float),
        tuple(example.group for example in examples),
        tuple(example.kind for example in examples),
    )


def _mean(example: Example) -> list[float]:
    texts = [claim.text for claim in split_claims(example.claim) if claim.checkable] or [example.claim]
    claims = [claim for claim in (claim_reading(text, example.question) for text in texts) if claim.items]
    table = [_of(claim, example.contexts) for claim in claims or [read_claim(example.claim)]]
    return [float(value) for value in np.mean(table, 0)]


def _of(claim: ClaimReading, contexts: Sequence[str]) -> list[float]:
    found = [match(claim, read(context)) for context in contexts]
    return features(claim, found, differences(claim, best_of(found), [m.source for m in found]))


def balanced(labels: Array, groups: Sequence[str]) -> Array:
    """Weigh rows so that every group counts the same, and in it both labels: a prior of one half."""
    weights = np.zeros(len(labels))
    names = np.array(groups)
    for group in set(groups):
        for label in (0, 1):
            chosen = (names == group) & (labels == label)
            if chosen.any():
                weights[chosen] = 0.5 / chosen.sum()
    return weights / weights.sum()


def fit_support(labelled: Measured, edits: Measured) -> Weights:
    """Fit the English decision: what people's labels say first, and on top of it what a conflict costs.

    The weights of the first step are fixed (the log odds times ``SLOPE``, which moves nothing across one half). The
    second fits the features that are zero where nothing conflicts: the probability of every edit of a claim that passes
    is to fall by more than .2 (as a squared shortfall), while the labelled rows keep what they have.
    """
    scale = np.maximum(labelled.values.std(0), 0.1)
    rows_ = labelled.values * SIGN / scale
    weights = balanced(labelled.labels, labelled.groups)
    plain = ~CONFLICTS
    nothing = np.zeros(len(rows_))
    broad, intercept = solve(
        Task(rows_[:, plain], labelled.labels, weights, nothing, ridge=0.1), np.zeros(int(plain.sum())), 0.0
    )
    values = np.zeros(len(NAMES))
    values[plain] = broad * SLOPE / scale[plain] * SIGN[plain]
    first = Weights(values, intercept * SLOPE)
    size = np.maximum(edits.values[:, CONFLICTS].std(0), 0.1)
    signed = labelled.values[:, CONFLICTS] * SIGN[CONFLICTS] / size
    offset = labelled.values @ values
    cost, moved = np.zeros(int(CONFLICTS.sum())), first.intercept
    for _ in range(2):
        drops = _drops(edits, first, Weights(_with(values, cost / size), moved), size)
        task = Task(signed, labelled.labels, weights, offset, drops=drops, strength=0.4, ridge=0.01)
        cost, moved = solve(task, np.zeros(len(cost)), first.intercept)
    return Weights(_with(values, cost / size), moved)


def _with(values: Array, costs: Array) -> Array:
    """Give the weights with the costs of conflicts put in."""
    both = values.copy()
    both[CONFLICTS] = costs * SIGN[CONFLICTS]
    return both


def _drops(edits: Measured, first: Weights, now: Weights, size: Array) -> Drops:
    """Pair every edit with its claim, and say by how much the log odds must fall."""
    last = 0
    pairs: list[tuple[int, int]] = []
    for i, kind in enumerate(edits.kinds):
        if kind:
            pairs.append((last, i))
        else:
            last = i
    before, after = (edits.values[[pair[side] for pair in pairs]] for side in (0, 1))
    odds = now.logit(before)
    p = 1 / (1 + np.exp(-odds))
    target = np.maximum(p - 0.22, 0.03)
    need = np.where(p > 0.3, np.minimum(odds - np.log(target / (1 - target)) + 0.1, 4.0), 0.2)
    passing = np.clip((p - 0.4) / 0.15, 0, 1)
    kinds = np.array([edits.kinds[i] for _, i in pairs])
    weight = np.zeros(len(pairs))
    for kind in set(kinds):
        chosen = kinds == kind
        weight[chosen] = EDIT_WEIGHT.get(kind, 1.0) * passing[chosen] / max(passing[chosen].sum(), 1.0)
    gain = (before - after)[:, CONFLICTS] * SIGN[CONFLICTS] / size
    return Drops(gain, need - (before - after) @ first.values, weight / weight.sum())


def fit_support_zh(edits: Measured, others: Measured, english: Weights) -> Weights:
    """Fit the Chinese decision on constructed claims, near the English weights.

    The log odds are divided by 1.5, and moved so that nine of ten supported claims that are no copies pass.
    """
    values = np.vstack([edits.values, others.values])
    labels = np.concatenate([edits.labels, others.labels])
    groups = [*("edit" for _ in edits.labels), *("other" for _ in others.labels)]
    scale = np.maximum(values.std(0), 0.1)
    prior = np.maximum(_with(english.values, np.zeros(int(CONFLICTS.sum()))) * SIGN * scale, 0.0)
    task = Task(values * SIGN / scale, labels, balanced(labels, groups), np.zeros(len(labels)), ridge=0.05, prior=prior)
    v, intercept = solve(task, prior, english.intercept)
    weights = v / scale * SIGN / 1.5
    stated = np.array([kind == "stated" for kind in others.kinds]) & (others.labels == 1)
    odds = others.values[stated] @ weights
    return Weights(weights, max(intercept / 1.5, float(-np.quantile(odds, 0.1))))


def fit_simple(values: Array, labels: Array, groups: Sequence[str], signs: Sequence[int]) -> Weights:
    """Fit one of the small decisions."""
    sign = np.array(signs, float)
    scale = np.maximum(values.std(0), 0.05)
    task = Task(values * sign / scale, labels, balanced(labels, groups), np.zeros(len(labels)), ridge=0.003)
    v, intercept = solve(task, np.zeros(values.shape[1]), 0.0)
    return Weights(v / scale * sign, intercept)


def passage_rows(data: Path, split: str) -> list[tuple[str, str, str, int, str]]:
    """Give (passage, question, target, label, group) of both languages.

    Chinese rows are labelled; English ones are made of answers that people found attributed to a passage, and of the
    passages of the questions most like theirs.
    """
    made = []
    for name in CHINESE:
        made += [
            (row["contexts"][0], row["question"], row["reference"], int(row["human_label"] >= 0.5), name)
            for row in rows(data, name)
            if row["label_kind"] == "context_relevance" and row["split"] == split
        ]
    english = [
        row for row in rows(data, "attributionbench")
        if row["split"] == split and row["human_label"] >= 0.75 and len(row["contexts"]) == 1
    ]  # fmt: skip
    for row in english[:400]:
        others = [r for r in english if r["question"] != row["question"]]
        near = max(others, key=lambda r: overlap(row["question"], r["contexts"][0][:600], content_only=True).recall)
        made.append((row["contexts"][0], row["question"], row["answer"], 1, "en"))
        made.append((near["contexts"][0], row["question"], row["answer"], 0, "en"))
    return made


def fit_useful(data: Path) -> Weights:
    """Fit usefulness of passages."""
    made = passage_rows(data, "train")
    values = np.array([useful_features(read(passage), question, target) for passage, question, target, _, _ in made])
    signs = [-1 if name == "other_date" else 1 for name in USEFUL_NAMES]
    fitted = fit_simple(values, np.array([m[3] for m in made], float), [m[4] for m in made], signs)
    return _with_date(fitted, USEFUL_NAMES)


def fit_grade(data: Path) -> Weights:
    """Fit relevance of passages to a question."""
    made = passage_rows(data, "train")
    values = np.array([grade_features(read(passage), question) for passage, question, _, _, _ in made])
    signs = [-1 if name == "other_date" else 1 for name in GRADE_NAMES]
    fitted = fit_simple(values, np.array([m[3] for m in made], float), [m[4] for m in made], signs)
    return _with_date(fitted, GRADE_NAMES)


def _with_date(fitted: Weights, names: Sequence[str]) -> Weights:
    """Let another year settle it: the rows hold too few such cases to fit its weight."""
    values = fitted.values.copy()
    values[list(names).index("other_date")] = -8.0
    return Weights(values, fitted.intercept)


def relevance_rows(data: Path, split: str) -> list[tuple[str, str, int, str]]:
    """Give (question, answer, label, group): graded by people, and answers put to another question."""
    rng = random.Random(11)
    made: list[tuple[str, str, int, str]] = []
    for name in ("alce_utility", "expertqa_usefulness", "evouna", "cmrc_zh"):
        chosen = [row for row in rows(data, name) if row["split"] == split and row.get("answer")]
        if name.startswith(("alce", "expert")):
            made += [(row["question"], row["answer"], int(row["human_label"] >= 0.75), name) for row in chosen]
        right = [row for row in chosen if row["human_label"] >= 0.75][:500]
        made += [(row["question"], row["answer"], 1, "other:" + name) for row in right]
        made += [(row["question"], rng.choice(chosen)["answer"], 0, "other:" + name) for row in right]
    return made


def fit_relevance(data: Path) -> Weights:
    """Fit the relevance of an answer to its question, at a prior of four in five: most answers address theirs."""
    made = relevance_rows(data, "train")
    values = np.array([relevance_features(q, a, refused=abstains(a)) for q, a, _, _ in made])
    signs = [-1 if name in ("refusal", "off_topic") else 1 for name in RELEVANCE_NAMES]
    fitted = fit_simple(values, np.array([m[2] for m in made], float), [m[3] for m in made], signs)
    values = fitted.values.copy()
    values[RELEVANCE_NAMES.index("refusal")] = -6.0
    return Weights(values, fitted.intercept + math.log(4.0))

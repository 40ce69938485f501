"""Decide on passages and answers: useful or not, how relevant, which sentences are needed, does it answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from raggauge.judge.embedded.matching import match
from raggauge.judge.embedded.model import models, probability
from raggauge.judge.embedded.phrases import bare_question
from raggauge.judge.embedded.reading import ClaimReading, Reading, read, read_claim
from raggauge.judge.embedded.support import claim_reading
from raggauge.text.folding import fold
from raggauge.text.vectors import cosine, vector

USEFUL_NAMES = (
    "target_recall", "target_window", "target_full", "question_recall", "question_window", "near", "joined_window",
    "other_date",
)  # fmt: skip
GRADE_NAMES = ("recall", "window", "sentence", "near", "soft", "rarest", "other_date")
RELEVANCE_NAMES = ("cosine", "recall", "rarest", "kind", "off_topic", "refusal")
_GRADES = (0.2, 0.45, 0.75)


def usefulness(passage: str | Reading, question: str, target: str) -> float:
    """Estimate, in [0, 1], that a passage helps to reach the target (a reference or an answer) of a question."""
    return probability(models().useful.logit(useful_features(_read(passage), question, target), USEFUL_NAMES))


def useful_features(passage: Reading, question: str, target: str) -> list[float]:
    """Compute the features of usefulness, in the order of ``USEFUL_NAMES``."""
    question = bare_question(question)
    wanted, asked = claim_reading(target), read_claim(question)
    joined = read_claim(f"{question} {target}")
    a, q, both = match(wanted, passage), match(asked, passage), match(joined, passage)
    found = _weight(wanted, [bool(p) for p in a.places])
    n_near = sum(both.near) / len(both.near) if both.near else 0.0
    return [
        found, _share(wanted, a.window_weight), float(found > 0.999),
        _weight(asked, [bool(p) for p in q.places]), _share(asked, q.window_weight), n_near,
        _share(joined, both.window_weight), other_date(asked, passage),
    ]  # fmt: skip


def relevance(passage: str | Reading, question: str) -> float:
    """Estimate, in [0, 1], that a passage has to do with a question and answers it."""
    return probability(models().grade.logit(grade_features(_read(passage), question), GRADE_NAMES))


def grade_of(estimate: float) -> int:
    """Turn an estimate of relevance into a grade from 0 (not at all) to 3 (answers it)."""
    return sum(estimate >= bound for bound in _GRADES)


def grade_features(passage: Reading, question: str) -> list[float]:
    """Compute the features of a passage's relevance to a question, in the order of ``GRADE_NAMES``."""
    asked = read_claim(bare_question(question))
    q = match(asked, passage)
    present = [bool(places) for places in q.places]
    rarest = sorted(range(len(present)), key=lambda k: -asked.items[k].weight)[:3]
    return [
        _weight(asked, present), _share(asked, q.window_weight), _share(asked, q.sentence_weight),
        sum(q.near) / len(q.near) if q.near else 0.0, _weight(asked, q.soft),
        sum(present[k] for k in rarest) / len(rarest) if rarest else 0.0, other_date(asked, passage),
    ]  # fmt: skip


def other_date(asked: ClaimReading, passage: Reading) -> float:
    """Say (1.0) that the question is about a year that the passage does not have, while it has another."""
    wanted = [quantity for _, _, quantity in asked.amounts if quantity.date and quantity.date[0]]
    held = [quantity for _, _, quantity in passage.amounts if quantity.date and quantity.date[0]]
    missing = [quantity for quantity in wanted if not any(quantity.same(other) for other in held)]
    return float(bool(missing) and bool(held))


def needed_sentences(passages: Sequence[Reading], question: str) -> list[list[tuple[int, int]]]:
    """Choose the sentences that the question needs: per passage their spans.

    A sentence is needed when it covers at least two thirds of what the best sentence of all covers, and the passage is
    relevant at all; when no passage is, nothing is needed.
    """
    asked = read_claim(bare_question(question))
    total = asked.weight or 1.0
    covered: list[list[float]] = []
    for passage in passages:
        weights = [0.0] * len(passage.spans)
        if grade_of(relevance(passage, question)) >= 1:
            for item, places in zip(asked.items, match(asked, passage).places, strict=True):
                for s in {passage.sentence_of[p] for p in places}:
                    weights[s] += item.weight / total
        covered.append(weights)
    best = max((weight for weights in covered for weight in weights), default=0.0)
    bound = max(0.2, 0.67 * best)
    return [
        [span for span, weight in zip(passage.spans, weights, strict=True) if weight >= bound]
        for passage, weights in zip(passages, covered, strict=True)
    ]


def answer_relevance(question: str, answer: str | Reading, *, refused: bool) -> float:
    """Estimate, in [0, 1], that an answer addresses its question, without making up any question in reverse."""
    if not (answer if isinstance(answer, str) else answer.text).strip() or not question.strip():
        return 0.0
    values = relevance_features(question, answer, refused=refused)
    return probability(models().relevance.logit(values, RELEVANCE_NAMES))


def relevance_features(question: str, answer: str | Reading, *, refused: bool) -> list[float]:
    """Compute the features of an answer's relevance, in the order of ``RELEVANCE_NAMES``."""
    question = bare_question(question)
    asked, said = read_claim(question), _read(answer)
    present = [bool(places) for places in match(asked, said).places]
    rarest = sorted(range(len(present)), key=lambda k: -asked.items[k].weight)[:2]
    found = _weight(asked, present)
    long = min(1.0, len(said.words) / 20.0)
    return [
        max(0.0, cosine(vector(question), vector(said.text))), found,
        sum(present[k] for k in rarest) / len(rarest) if rarest else 0.0, _kind(question, said),
        long * max(0.0, 0.4 - found), float(refused),
    ]  # fmt: skip


_ASKS_AMOUNT = re.compile(
    r"\bhow (?:many|much|long|old|far|tall|big|often)\b|\bwhen\b|\bwhat (?:year|date|time|day)\b"
    r"|多少|几|多长|多久|何时|什么时候|哪年|哪一年|多大"
)
_ASKS_NAME = re.compile(r"\bwho(?:se|m)?\b|\bwhere\b|\bwhich\b|谁|哪里|哪儿|哪个|何地|什么地方|哪位")


def _kind(question: str, answer: Reading) -> float:
    """Say whether the answer has the kind of thing asked for: 1 yes, 0 no, a half when the question does not tell."""
    folded = fold(question)
    if _ASKS_AMOUNT.search(folded):
        return float(bool(answer.amounts))
    if _ASKS_NAME.search(folded):
        named = any(answer.text[start].isupper() for start in answer.starts[1:])
        return float(named or len(answer.words) <= 8)
    return 0.5


def _read(passage: str | Reading) -> Reading:
    return read(passage) if isinstance(passage, str) else passage


def _weight(claim: ClaimReading, present: Sequence[bool]) -> float:
    return _share(claim, sum(item.weight for item, yes in zip(claim.items, present, strict=True) if yes))


def _share(claim: ClaimReading, weight: float) -> float:
    return weight / claim.weight if claim.weight else 0.0

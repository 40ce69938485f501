"""The labelled rows that may be fitted, and claims constructed from them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from edits import EDITS, Pool, is_chinese

from raggauge.text.segment import sentences

FAITHFULNESS = ("attributionbench", "begin", "expertqa_claims", "q2_wow", "wice")
MEASURE_ONLY = ("ragtruth_qa", "uhgeval_clauses")
CHINESE = ("cmrc_zh", "drcd_zh")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_LOWER = re.compile(r"\b[a-z]{4,}\b")
_HAN = re.compile("[\u4e00-\u9fff]{2,}")
_ASKED = re.compile(
    "(?:什么|哪个|哪一个|哪里|谁|哪位|哪一年|何时|何地|多少|甚麼|什麼|哪個|哪裡|誰|多少|何)[\u4e00-\u9fff]{0,3}"
)

_QUESTION_WORDS = (
    *("什么", "什麼", "甚麼", "哪一个", "哪一年", "哪个", "哪個", "哪里", "哪裡"),
    *("哪位", "谁", "誰", "何时", "何地", "多少", "何"),
)


@dataclass(frozen=True)
class Example:
    """A claim with passages and whether it is supported; ``group`` shares a weight, ``kind`` names an edit."""

    claim: str
    contexts: tuple[str, ...]
    label: int
    group: str
    kind: str = ""
    question: str = ""


def rows(data: Path, name: str) -> list[dict]:
    """Read the rows of one set."""
    return [json.loads(line) for line in (data / f"{name}.jsonl").read_text("utf-8").splitlines()]


def labelled(data: Path, name: str) -> list[Example]:
    """Give the train rows of one set that may be fitted; "partial" support counts as none."""
    return [
        Example(row["answer"], tuple(row["contexts"]), int(row["human_label"] >= 0.75), name, question=row["question"])
        for row in rows(data, name)
        if row["split"] == "train" and row["use"] == "train_ok" and row["label_kind"] == "faithfulness"
    ]


def shared(data: Path, names: Sequence[str]) -> dict[str, set[str]]:
    """Tell which sets share passages (or questions) and must be held out together."""
    held = {}
    for name in names:
        texts: set[str] = set()
        for row in rows(data, name):
            texts.update(" ".join(context.lower().split())[:200] for context in row["contexts"])
            texts.add(" ".join(row["question"].lower().split()))
        held[name] = {text for text in texts if len(text) > 25}
    return {a: {b for b in names if a == b or len(held[a] & held[b]) >= 3} for a in names}


def edited(examples: Sequence[Example], rng: random.Random, *, group: str, times: int = 1) -> list[Example]:
    """Give supported claims as they are, and each with one change of every kind that applies."""
    right = [example for example in examples if example.label == 1]
    pool = _pool(right)
    made: list[Example] = []
    for example in right:
        context = " ".join(example.contexts)
        made.append(Example(example.claim, example.contexts, 1, group))
        for kind, edit in EDITS.items():
            for _ in range(times):
                new = edit(example.claim, context, pool, rng)
                if new is not None and new != example.claim:
                    made.append(Example(new, example.contexts, 0, group, kind))
    return made


def copies(examples: Sequence[Example], rng: random.Random, *, limit: int) -> list[Example]:
    """Give sentences of the passages as supported claims, some shortened."""
    made: list[Example] = []
    for example in rng.sample(list(examples), min(limit, len(examples))):
        context = rng.choice(example.contexts)
        spans = [(a, b) for a, b in sentences(context) if 25 <= b - a <= 250]
        if not spans:
            continue
        a, b = rng.choice(spans)
        claim = context[a:b].strip()
        made.append(Example(shortened(claim, rng), example.contexts, 1, example.group))
    return made


def shortened(claim: str, rng: random.Random) -> str:
    """Leave a parenthesis or one of several clauses out of a sentence."""
    claim = re.sub(r" ?[(（][^)）]*[)）]", "", claim) if rng.random() < 0.5 else claim
    parts = re.split(r"(?<=[，,；;])", claim)
    if len(parts) > 2 and rng.random() < 0.6:
        parts.pop(rng.randrange(1, len(parts)))
        claim = "".join(parts).rstrip("，,；; ")
    return claim


def chinese(data: Path, rng: random.Random) -> tuple[list[Example], list[Example]]:
    """Make Chinese claims from reading questions: (supported claims, claims of another passage).

    A supported claim is a sentence, a clause, or a question with its answer put where the question word stands; a
    wrong one is such a claim held against another passage of the same article, or with another answer.
    """
    right: list[Example] = []
    wrong: list[Example] = []
    for name in CHINESE:
        own: dict[str, tuple[str, str, str]] = {}
        for row in rows(data, name):
            if row["split"] != "train" or row["label_kind"] != "context_relevance":
                continue
            context, question, answer = row["contexts"][0], row["question"], row.get("reference") or ""
            key = row["id"].rsplit("-", 1)[0]
            statement = _stated(question, answer)
            if row["human_label"] >= 0.75:
                own[key] = (context, question, answer)
                right += [Example(text, (context,), 1, "zh") for text in _clauses(context, rng)]
                if statement:
                    right.append(Example(statement, (context,), 1, "zh", "stated"))
            elif statement:
                wrong.append(Example(statement, (context,), 0, "zh"))
        wrong += _other_answers(list(own.values()), rng)
    return right, wrong


def _other_answers(own: Sequence[tuple[str, str, str]], rng: random.Random) -> Iterator[Example]:
    for context, question, _ in own:
        other = rng.choice(own)[2]
        statement = _stated(question, other)
        if statement and other not in context:
            yield Example(statement, (context,), 0, "zh")


def _stated(question: str, answer: str) -> str | None:
    """Put the answer where the question word stands."""
    match = _ASKED.search(question)
    if not match or not answer or len(answer) > 25:
        return None
    kept = match[0]
    word = next(w for w in _QUESTION_WORDS if kept.startswith(w))
    return (question[: match.start()] + answer + question[match.start() + len(word) :]).rstrip("?？ ") + "。"


def _clauses(context: str, rng: random.Random) -> Iterator[str]:
    spans = [(a, b) for a, b in sentences(context) if 10 <= b - a <= 90]
    for a, b in rng.sample(spans, min(2, len(spans))):
        yield shortened(context[a:b], rng)


def _pool(examples: Sequence[Example]) -> Pool:
    names: set[str] = set()
    words: set[str] = set()
    han: set[str] = set()
    for example in examples:
        for context in example.contexts:
            if is_chinese(context):
                han.update(run[i : i + 3] for run in _HAN.findall(context) for i in range(0, len(run) - 2, 3))
            else:
                names.update(_NAME.findall(context))
                words.update(_LOWER.findall(context))
    return Pool(sorted(names), sorted(words), sorted(han))

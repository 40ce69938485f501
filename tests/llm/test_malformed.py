"""A corpus of replies as models write them: what is said is read, what is not is never made up."""

import json
from pathlib import Path
from typing import Any

import pytest

from raggauge.judge.llm.jobs import Piece, Work
from raggauge.judge.llm.prompt import prompt
from raggauge.judge.llm.verdicts import Material, VerdictQuestion
from raggauge.llm.replies import find


@pytest.fixture(scope="module")
def corpus(root: Path) -> list[dict[str, Any]]:
    """Rows of kind, text, the ids asked, the verdicts that the text gives."""
    lines = (root / "tests/llm/malformed.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _read(row: dict[str, Any]) -> dict[str, str]:
    pieces = tuple(Piece(k, f"passage {k}") for k in range(3))
    material = Material("Which?", {}, {claim: f"claim {claim}" for claim in row["asked"]}, {})
    question = VerdictQuestion(prompt("verdicts", "en"), material, Work(pieces, tuple(row["asked"])))
    found = find(row["text"])
    question.read(found, row.get("cut", False) or found.cut)
    return {claim: read.verdict for claim, read in question.rows.items()}


def test_nothing_is_read_wrongly(corpus: list[dict[str, Any]]) -> None:
    """No reply of the corpus gives a verdict that it does not state."""
    wrong = {}
    for row in corpus:
        read = _read(row)
        if any(row["right"].get(claim) != verdict for claim, verdict in read.items()):
            wrong[row["kind"]] = (read, row["right"])
    assert wrong == {}


def test_almost_everything_is_read(corpus: list[dict[str, Any]]) -> None:
    """Of more than 200 malformed replies at least 99 in 100 are read as they were meant."""
    missed = [row["kind"] for row in corpus if _read(row) != row["right"]]
    assert len(corpus) >= 200
    assert len(missed) <= len(corpus) // 100, missed

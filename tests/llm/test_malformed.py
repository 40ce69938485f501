"""A corpus of replies as models write them: what is said is read, what is not is never made up."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


WORDS = st.sampled_from(["supported", "contradicted", "unsure", "not_found"])
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "verdict": WORDS,
            "by": st.lists(st.integers(1, 3), max_size=3),
            "together": st.booleans(),
            "against": st.lists(st.integers(1, 3), max_size=2),
            "quotes": st.lists(st.text(max_size=30), max_size=2),
        }
    ),
    min_size=1,
    max_size=6,
)


def _asked(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"asked": [f"a{n}" for n in range(1, len(rows) + 1)]}


def _reply(rows: list[dict[str, Any]], indent: int | None) -> str:
    numbered = [{"id": f"a{n}", **row} for n, row in enumerate(rows, 1)]
    return json.dumps({"against_passages": numbered}, ensure_ascii=False, indent=indent)


@given(ROWS, st.integers(0, 2_000), st.sampled_from([None, 1]))
def test_a_beginning_never_says_more_than_the_whole(rows: list[dict[str, Any]], cut: int, indent: int | None) -> None:
    """Wherever a reply breaks off, what is read of it is a part of what the whole says."""
    text = _reply(rows, indent)
    whole = _read({**_asked(rows), "text": text})
    part = _read({**_asked(rows), "text": text[:cut], "cut": True})
    assert part.items() <= whole.items()


@given(ROWS, st.text(max_size=40), st.text(max_size=40))
def test_what_stands_around_changes_nothing(rows: list[dict[str, Any]], before: str, after: str) -> None:
    """Text before and after a reply adds no verdict and changes none; at worst it makes it unreadable."""
    whole = _read({**_asked(rows), "text": _reply(rows, None)})
    found = _read({**_asked(rows), "text": f"{before}\n{_reply(rows, None)}\n{after}"})
    assert found.items() <= whole.items()


@given(st.text(max_size=300))
def test_no_text_stops_the_reader(text: str) -> None:
    """Any text at all is read without an error and holds no verdict that was not asked for."""
    assert _read({"asked": ["a1"], "text": text}).keys() <= {"a1"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_sound_json_is_read_as_it_is(value: Any) -> None:
    """JSON without a slip means what the standard reader says."""
    root = {"root": value}
    assert find(json.dumps(root)).values == (json.loads(json.dumps(root)),)

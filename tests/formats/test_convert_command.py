"""The command `raggauge convert`."""

import io
import json
import sys
from pathlib import Path

import pytest

from raggauge.cli.main import call

SHAPES = Path(__file__).parent / "shapes"


def test_file_of_one_tool_becomes_one_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A RAGAS row becomes a DeepEval test case, and what was lost is said on stderr."""
    out = tmp_path / "cases.json"
    assert call(["convert", str(SHAPES / "ragas.jsonl"), str(out), "--to", "deepeval"]) == 0
    (case,) = json.loads(out.read_text())
    assert case["input"] == "How long is the warranty?"
    assert case["expected_output"] == "Two years."
    said = capsys.readouterr()
    assert "1 samples written" in said.err
    assert "imported (1)" in said.err
    assert said.out == ""


def test_standard_output_is_json_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`-` writes rows to stdout and nothing else there."""
    assert call(["convert", str(SHAPES / "squad.json"), "-"]) == 0
    rows = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [row["id"] for row in rows] == ["s1", "s2"]


def test_file_is_not_overwritten_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An existing file stays as it is without --force."""
    out = tmp_path / "t.csv"
    out.write_text("precious")
    assert call(["convert", str(SHAPES / "ragas.jsonl"), str(out)]) == 2
    assert "--force overwrites it" in capsys.readouterr().err
    assert out.read_text() == "precious"
    assert call(["convert", str(SHAPES / "ragas.jsonl"), str(out), "--force"]) == 0
    assert out.read_text().startswith("id,question")


def test_faulty_rows_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--on-bad-row skip counts them."""
    source = tmp_path / "t.jsonl"
    source.write_text('{"question": "a"}\n{"question": 3}\n')
    arguments = ["convert", str(source), str(tmp_path / "out.json")]
    assert call(arguments) == 2
    assert not (tmp_path / "out.json").exists()
    assert call([*arguments, "--on-bad-row", "skip"]) == 0
    assert "1 faulty rows left out" in capsys.readouterr().err


class _Piped(io.TextIOWrapper):
    def isatty(self) -> bool:
        return False


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`-` reads whatever format is piped in, twice if need be."""
    for text in ("question,answer\na,b\n", '[{"question": "a", "answer": "b"}]', "Q: a\nA: b\n"):
        monkeypatch.setattr(sys, "stdin", _Piped(io.BytesIO(text.encode()), encoding="utf-8"))
        out = tmp_path / "out.csv"
        assert call(["convert", "-", str(out), "--force"]) == 0
        assert out.read_text().splitlines() == ["id,question,answer", "row-1,a,b"]

"""The command `raggauge check`."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose

SHAPES = Path(__file__).parents[1] / "formats" / "shapes"
ODD = (
    '{"id": "a", "qestion": "Where?", "answer": "Error: timeout", "contexts": ["x", "x"], "team": "blue"}\n'
    '{"id": "a", "qestion": "Where?", "answer": "There.", "contexts": ["x"]}\n'
    '{"id": "b", "qestion": "Where?", "answer": 3}\n'
    '{"id": "c", "qestion": "Wh\n'
)


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    yield
    choose(None)


def _without_metrics(text: str) -> str:
    """What is printed but the list of metrics, which grows with the catalogue."""
    return re.sub(r"\n(metrics|指标)\n.*?\n\n", r"\n\1\n ...\n\n", text, flags=re.DOTALL)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["langfuse_traces.json", "ragas.jsonl", "squad.json", "dialogue_zh.txt"])
def test_output_is_as_it_was(
    lang: str,
    name: str,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The whole output of a check, in both languages."""
    monkeypatch.chdir(SHAPES)
    assert call(["check", name, "--lang", lang]) == 0
    golden(f"check/{name}.{lang}.txt", _without_metrics(capsys.readouterr().out))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_odd_file_is_described(
    lang: str,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Faulty rows, odd samples, a misspelt column: all of it is said, and the exit code is 2."""
    monkeypatch.chdir(tmp_path)
    Path("odd.jsonl").write_text(ODD)
    assert call(["check", "odd.jsonl", "--lang", lang]) == 2
    golden(f"check/odd.{lang}.txt", _without_metrics(capsys.readouterr().out))


def test_columns_can_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--map, --id and --metadata say what the names do not."""
    path = tmp_path / "t.jsonl"
    path.write_text('{"key": "k1", "q1": {"text": "Where?"}, "input": "kept", "answer": "There."}\n')
    options = ["--map", "question=q1.text", "--id", "key", "--metadata", "input"]
    assert call(["check", str(path), *options, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["metadata"] == {"input": 1, "q1": 1}
    assert found["fields"][0]["n_filled"] == 1


def test_several_files_are_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Each file has its own checkup."""
    files = [str(SHAPES / name) for name in ("ragas.jsonl", "squad.json")]
    assert call(["check", *files, "--format", "json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == ["ragas", "squad"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["gone.jsonl"], "there is no file 'gone.jsonl'"),
        ([str(SHAPES / "ragas.jsonl"), "--map", "question"], "--map takes FIELD=COLUMN"),
        ([str(SHAPES / "ragas.jsonl"), "--map", "qestion=user_input"], "there is no field 'qestion'"),
        ([str(SHAPES / "ragas.jsonl"), "--map", "question=nowhere"], "there is no column 'nowhere'"),
        ([str(SHAPES / "ragas.jsonl"), "--encoding", "klingon"], "there is no encoding 'klingon'"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is printed but the sentence, and the exit code is 2."""
    assert call(["check", *arguments]) == 2
    said = capsys.readouterr()
    assert part in said.err
    assert said.out == ""
    assert said.err.count("\n") <= 2


def test_metrics_are_grouped_by_what_they_lack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Metrics for all samples, for some and for none stand apart, with the fields that are lacking."""
    path = tmp_path / "t.jsonl"
    path.write_text(
        '{"question": "q", "answer": "a", "contexts": ["c"], "reference": "r"}\n{"question": "q", "contexts": ["c"]}\n'
    )
    assert call(["check", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(" ✓") and "context_relevance" in line for line in lines)
    assert any(line.startswith(" ~") and "faithfulness" in line for line in lines)
    assert "in 1 of 2 samples" in " ".join(lines)


def test_what_the_judge_cannot_give_is_no_allowed_metric(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rating metrics need a model: they are allowed where one is configured, and else listed with what they need."""
    monkeypatch.chdir(tmp_path)
    row = {"id": "1", "question": "Where?", "answer": "In Oslo.", "contexts": ["In Oslo."]}
    Path("data.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    for config, mark in (("judge: embedded", "✗"), ("judge: openai:some-model", "✓")):
        Path("raggauge.yaml").write_text(config + "\n", encoding="utf-8")
        assert call(["check", "data.jsonl"]) == 0
        text = capsys.readouterr().out
        line = next(part for part in re.split(r"\n (?=[✓✗~])", text) if "toxicity" in part)
        assert (line[0], "needs an LLM judge" in line) == (mark, mark == "✗")
        assert call(["check", "data.jsonl", "--format", "json"]) == 0
        found = {one["metric"]: one["asks"] for one in json.loads(capsys.readouterr().out)["metrics"]}
        assert found["toxicity"].startswith("rating(") is (mark == "✗")
        assert found["faithfulness"] == ""

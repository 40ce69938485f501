"""Agreement with people, and calibrations on the user's own labels."""

import asyncio
import json

import pytest

from raggauge.cli.main import call
from raggauge.errors import DataError, UsageError
from raggauge.judge import make
from raggauge.judge.benchmark import agreement, auc, balanced_accuracy, half_width, lines, read_rows

PASSAGE = "Goods can be returned within 14 days of delivery."


def _row(k, good, **more):
    answer = f"Goods {'can' if good else 'cannot'} be returned within {14 if good else 40 + k} days of delivery."
    return {
        "id": f"r{k}", "question": "How long?", "contexts": [PASSAGE], "answer": answer, "label_kind": "faithfulness",
        "human_label": 1 if good else 0, "split": "dev", **more,
    }  # fmt: skip


def _write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_auc_and_accuracy():
    """Areas and accuracies are those worked out by hand."""
    labels = [True, True, False, False]
    assert auc([0.9, 0.4, 0.4, 0.1], labels) == pytest.approx(3.5 / 4)
    assert balanced_accuracy([0.9, 0.4, 0.4, 0.1], labels) == pytest.approx(0.75)
    assert half_width(0.5, labels) > half_width(0.5, labels * 10) > 0


def test_agreement(tmp_path):
    """A set that the judge gets right has an AUC of 1, beside the floor."""
    rows = [_row(k, k % 2 == 0) for k in range(20)]
    sets = read_rows(_write(tmp_path / "mine.jsonl", rows))
    (key, listed), *rest = sets.items()
    assert (key, rest) == (("mine", "faithfulness"), [])
    found = asyncio.run(agreement(make("embedded"), *key, listed))
    assert found.auc == 1.0
    assert found.n == 20
    assert "| mine | faithfulness | 20 |" in "\n".join(lines([found]))


def test_pairwise():
    """The answer that people prefer should get the higher value; a tie counts half."""
    row = {
        "id": "p",
        "question": "How long?",
        "contexts": [PASSAGE],
        "label_kind": "pairwise",
        "preferred": "a",
        "answer_a": "Goods can be returned within 14 days.",
        "answer_b": "Goods can be returned within 99 days.",
    }
    found = asyncio.run(
        agreement(make("embedded"), "mine", "pairwise", [row, {**row, "id": "q", "answer_b": row["answer_a"]}])
    )
    assert (found.accuracy, found.auc) == (0.75, None)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "x", "label_kind": "tone", "human_label": 1}', '{"id": "x", "label_kind": "relevance"}']
)
def test_bad_rows(tmp_path, line):
    """A line that is no labelled row is named with its place."""
    (tmp_path / "bad.jsonl").write_text(line + "\n")
    with pytest.raises(DataError, match=r"bad\.jsonl:1"):
        read_rows(tmp_path)


def test_calibrate_and_use(tmp_path, monkeypatch, capsys):
    """A calibration is printed, stored, used by name and part of the fingerprint."""
    monkeypatch.chdir(tmp_path)
    rows = [_row(k, k % 3 != 0) for k in range(60)]
    _write(tmp_path / "labels.jsonl", rows)
    assert call(["--lang", "en", "judge", "calibrate", "--labels", "labels.jsonl", "--name", "mine"]) == 0
    assert "60 labels" in capsys.readouterr().out
    plain, fitted = make("embedded"), make("embedded:mine")
    assert fitted.fingerprint.calibration.startswith("mine@")
    assert plain.fingerprint.id != fitted.fingerprint.id
    with pytest.raises(UsageError, match="other"):
        make("embedded:other")


def test_too_few_labels(tmp_path, monkeypatch, capsys):
    """Too few labels are refused in one sentence."""
    monkeypatch.chdir(tmp_path)
    _write(tmp_path / "few.jsonl", [_row(k, k % 2 == 0) for k in range(6)])
    assert call(["--lang", "en", "judge", "calibrate", "--labels", "few.jsonl"]) == 2
    assert "at least 20" in capsys.readouterr().err


def test_benchmark_command(tmp_path, capsys):
    """The command prints a table, or JSON with the judge's fingerprint."""
    _write(tmp_path / "mine.jsonl", [_row(k, k % 2 == 0) for k in range(8)])
    assert call(["--lang", "en", "judge", "benchmark", "--judge", "embedded", "--data", str(tmp_path)]) == 0
    assert "| mine | faithfulness | 8 |" in capsys.readouterr().out
    assert call(["judge", "benchmark", "--judge", "embedded", "--data", str(tmp_path), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sets"][0]["auc"] == 1.0
    assert found["judge"]["kind"] == "embedded"

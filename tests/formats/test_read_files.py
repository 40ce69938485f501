"""Files that teams have are read untouched."""

import json
from pathlib import Path

import pytest

from raggauge.errors import DataError
from raggauge.formats import read
from raggauge.sample import Context, Sample

FILES = [
    ("ragtruth_120.jsonl", 120, "human_faithful"),
    ("cmrc_zh_150.jsonl", 150, "human_correct"),
    ("ragtruth_60_ragas.csv", 60, None),
    ("ragtruth_80_deepeval.json", 80, None),
]


@pytest.mark.parametrize(("name", "n", "kept"), FILES)
def test_real_files_are_read(data_dir: Path, name: str, n: int, kept: str | None) -> None:
    """Real outputs give a question, an answer and passages in every row, and keep unknown columns as metadata."""
    samples = list(read(data_dir / "rag" / name))
    assert len(samples) == n
    assert all(sample.question and sample.answer and sample.contexts for sample in samples)
    assert all(kept is None or kept in sample.metadata for sample in samples)


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".jsonl", '{"question": "q", "answer": "a", "contexts": ["c", "d"], "ground_truth": "g"}\n'),
        (".json", '[{"question": "q", "answer": "a", "contexts": ["c", "d"], "ground_truth": "g"}]'),
        (".json", '{"data": [{"question": "q", "answer": "a", "contexts": ["c", "d"], "ground_truth": "g"}]}'),
        (".json", '{"question": ["q"], "answer": ["a"], "contexts": [["c", "d"]], "ground_truth": ["g"]}'),
        (".json", '{"q": {"0": "q"}, "answer": {"0": "a"}, "contexts": {"0": ["c", "d"]}, "reference": {"0": "g"}}'),
        (".csv", "question,answer,contexts,ground_truth\nq,a,\"['c', 'd']\",g\n"),
        (".csv", 'question;answer;contexts;ground_truth\nq;a;"[""c"", ""d""]";g\n'),
        (".tsv", "question\tanswer\tcontexts\tground_truth\nq\ta\t['c' 'd']\tg\n"),
        (".csv", "问题,回答,上下文,参考答案\nq,a,\"['c', 'd']\",g\n"),
    ],
)
def test_layouts_hold_the_same_sample(tmp_path: Path, suffix: str, text: str) -> None:
    """A row means the same in every layout."""
    path = tmp_path / f"eval{suffix}"
    path.write_text(text, encoding="utf-8")
    (sample,) = read(path)
    assert sample == Sample(
        id="row-1",
        question="q",
        answer="a",
        contexts=(Context("c"), Context("d")),
        references=("g",),
        place=sample.place,
    )


def test_python_rows_are_read() -> None:
    """A list may mix dicts and Samples, and is read twice alike."""
    data = [{"query": "q", "response": "a"}, Sample(id="s", question="x")]
    dataset = read(data)
    assert [sample.question for sample in dataset] == ["q", "x"]
    assert [sample.place for sample in dataset] == ["data[0]", ""]


def test_places_are_lines(tmp_path: Path) -> None:
    """A sample knows the line on which its row begins, also behind cells that span lines and behind empty lines."""
    path = tmp_path / "t.csv"
    path.write_text('question,answer\na,"b\nc"\nd,e\n')
    assert [sample.place for sample in read(path)] == [f"{path}:2", f"{path}:4"]
    path = tmp_path / "t.json"
    path.write_text('\n[\n{"question": "a"},\n\n{"question":\n"b"}\n]\n')
    assert [sample.place for sample in read(path)] == [f"{path}:3", f"{path}:5"]


def test_skipped_rows_are_counted(tmp_path: Path) -> None:
    """Faulty rows and repeated ids are left out on demand, and counted anew at each reading."""
    path = tmp_path / "t.jsonl"
    rows = ['{"id": "a", "question": "x"}', "{broken", '{"id": "a", "question": "y"}', '{"id": "b", "question": 3}']
    path.write_text("\n".join(rows))
    dataset = read(path, on_bad_row="skip")
    for _ in range(2):
        assert [sample.id for sample in dataset] == ["a"]
        assert dataset.skipped is not None
        assert dataset.skipped.n == 3


def test_memory_of_ids_names_the_first_place(tmp_path: Path) -> None:
    """A repeated id names where it stood first, however many lie between."""
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps({"id": f"{k % 5000}", "question": "x"}) + "\n" for k in range(5001)))
    with pytest.raises(DataError, match=r"first: .*t\.jsonl:1\)"):
        list(read(path))


def test_reported_rows_are_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With `report`, each row that is left out is a warning with its sentence."""
    path = tmp_path / "t.jsonl"
    path.write_text('{"question": "x"}\n{"question": 3}\n')
    dataset = read(path, on_bad_row="report")
    assert len(list(dataset)) == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "question must be text" in caplog.text

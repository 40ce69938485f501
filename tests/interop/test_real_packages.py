"""Files written by the real packages of other tools, and frames of real libraries, are read."""

from pathlib import Path
from typing import Any

import pytest

from raggauge.formats import read, write
from raggauge.sample import Context, Sample

pytestmark = pytest.mark.interop

QUESTION, ANSWER, RIGHT = "How long is the warranty?", "Two years.", "Two years"
PASSAGES = ["The warranty is two years.", "Batteries: six months."]
ROW: dict[str, Any] = {
    "question": QUESTION,
    "answer": ANSWER,
    "contexts": PASSAGES,
    "reference": RIGHT,
    "faithfulness": 0.5,
    "team": None,
}


def _assert_understood(sample: Sample) -> None:
    assert (sample.question, sample.answer) == (QUESTION, ANSWER)
    assert [passage.text for passage in sample.contexts or ()] == PASSAGES
    assert sample.references == (RIGHT,)


def test_pandas_frames_and_files(tmp_path: Path) -> None:
    """A frame is read as it is, and so is all that pandas writes of it."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([ROW, {**ROW, "faithfulness": float("nan"), "team": "blue"}])
    frame.to_csv(tmp_path / "a.csv")
    frame.to_json(tmp_path / "b.json")
    frame.to_json(tmp_path / "c.json", orient="records")
    frame.to_json(tmp_path / "d.jsonl", orient="records", lines=True)
    frame.to_json(tmp_path / "e.json", orient="split")
    for source in (frame, *(tmp_path / name for name in ("a.csv", "b.json", "c.json", "d.jsonl", "e.json"))):
        first, second = read(source)
        _assert_understood(first)
        _assert_understood(second)
        assert first.imported == {"file": {"faithfulness": 0.5}}
        assert second.imported == {}
        assert second.metadata["team"] == "blue"


def test_numpy_arrays_in_cells(tmp_path: Path) -> None:
    """Lists that pandas prints as numpy arrays keep their passages apart."""
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    frame = pandas.DataFrame({"question": [QUESTION], "contexts": [numpy.array(PASSAGES, dtype=object)]})
    frame.to_csv(tmp_path / "a.csv", index=False)
    for source in (frame, tmp_path / "a.csv"):
        (sample,) = read(source)
        assert [passage.text for passage in sample.contexts or ()] == PASSAGES


def test_polars_frames() -> None:
    """A frame and a lazy frame of polars are read as they are."""
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame([ROW])
    for source in (frame, frame.lazy()):
        (sample,) = read(source)
        _assert_understood(sample)


def test_datasets(tmp_path: Path) -> None:
    """A Hugging Face data set is read from memory and from the folder that it is saved in."""
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_list([ROW, ROW])
    data.save_to_disk(str(tmp_path / "one"))
    datasets.DatasetDict({"test": data}).save_to_disk(str(tmp_path / "split"))
    for source in (data, tmp_path / "one", tmp_path / "split"):
        samples = list(read(source))
        assert len(samples) == 2
        _assert_understood(samples[0])


def test_parquet_of_others(tmp_path: Path) -> None:
    """Parquet and Arrow with lists, structs, times and decimals are read."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    passages = [[{"page_content": text, "score": 0.5} for text in PASSAGES]]
    table = pyarrow.table(
        {"question": [QUESTION], "contexts": passages, "at": pyarrow.array([0], pyarrow.timestamp("ms"))}
    )
    parquet.write_table(table, tmp_path / "a.parquet")
    (sample,) = read(tmp_path / "a.parquet")
    assert sample.contexts == tuple(Context(text, score=0.5) for text in PASSAGES)
    assert sample.metadata["at"].startswith("1970-01-01")


def test_deepeval_data_sets(tmp_path: Path) -> None:
    """What DeepEval saves is read, and what is converted to it is loaded by it."""
    dataset = pytest.importorskip("deepeval.dataset")
    golden = dataset.Golden(
        input=QUESTION, actual_output=ANSWER, expected_output=RIGHT, retrieval_context=PASSAGES, context=PASSAGES[:1]
    )
    saved = dataset.EvaluationDataset(goldens=[golden])
    for kind in ("json", "csv", "jsonl"):
        path = saved.save_as(kind, str(tmp_path), file_name=kind)
        (sample,) = read(path or next(tmp_path.glob(f"{kind}.*")))
        _assert_understood(sample)
        assert [passage.text for passage in sample.reference_contexts or ()] == PASSAGES[:1]
    write([sample], tmp_path / "out.json", to="deepeval")
    loaded = dataset.EvaluationDataset()
    loaded.add_goldens_from_json_file(str(tmp_path / "out.json"))
    assert loaded.goldens[0].input == QUESTION
    assert loaded.goldens[0].retrieval_context == PASSAGES


def test_haystack_answers() -> None:
    """A dumped answer of Haystack and the report of a run are read."""
    haystack = pytest.importorskip("haystack")
    evaluation = pytest.importorskip("haystack.evaluation")
    documents = [haystack.Document(content=text, score=0.5) for text in PASSAGES]
    (sample,) = read([haystack.GeneratedAnswer(data=ANSWER, query=QUESTION, documents=documents).to_dict()])
    assert (sample.question, sample.answer) == (QUESTION, ANSWER)
    assert [passage.text for passage in sample.contexts or ()] == PASSAGES
    inputs = {
        "questions": [QUESTION],
        "contexts": [PASSAGES],
        "predicted_answers": [ANSWER],
        "ground_truth_answers": [RIGHT],
    }
    results = {"faithfulness": {"score": 0.5, "individual_scores": [0.5]}}
    report = evaluation.EvaluationRunResult("run", inputs=inputs, results=results).detailed_report()
    (sample,) = read(report)
    _assert_understood(sample)
    assert sample.imported == {"haystack": {"faithfulness": 0.5}}

"""What is written is read back."""

import gzip
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.dataset import Dataset
from raggauge.errors import DataError, UsageError
from raggauge.formats import read, write
from raggauge.formats.targets import TARGETS
from raggauge.sample import Context, Sample

N_EXAMPLES = max(15, settings().max_examples // 10)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
FILLED = TEXT.filter(lambda text: bool(text.strip()))
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
METADATA = st.dictionaries(TEXT.filter(lambda key: key != "answerable"), VALUE, max_size=3)
PASSAGE = st.builds(
    Context,
    TEXT,
    doc_id=st.none() | FILLED,
    score=st.none() | NUMBER,
    grade=st.none() | NUMBER,
    metadata=METADATA,
)
PASSAGES = st.lists(PASSAGE, max_size=3).map(tuple)
FIELDS: dict[str, Any] = {
    "question": st.none() | TEXT,
    "answer": st.none() | TEXT,
    "contexts": st.none() | PASSAGES,
    "references": st.none() | st.lists(TEXT, max_size=3).map(tuple),
    "reference_contexts": st.none() | PASSAGES,
    "metadata": METADATA,
    "weight": st.floats(0, 1e6),
    "cluster": st.none() | TEXT,
    "imported": st.dictionaries(FILLED, st.dictionaries(FILLED, NUMBER, min_size=1, max_size=2), max_size=2),
}
SAMPLES = st.lists(
    st.builds(Sample, id=FILLED.map(str.strip), **FIELDS), min_size=1, max_size=4, unique_by=lambda sample: sample.id
)


def _again(samples: list[Sample], name: str, *, to: str = "raggauge") -> list[Sample]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(samples, path, to=to)
        return [msgspec.structs.replace(sample, place="") for sample in read(path)]


@pytest.mark.parametrize("name", ["t.jsonl", "t.json", "t.jsonl.gz"])
@given(samples=SAMPLES)
@settings(max_examples=N_EXAMPLES)
def test_everything_comes_back(name: str, samples: list[Sample]) -> None:
    """JSON holds every sample exactly, whatever stands in it."""
    assert _again(samples, name) == samples


@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
@given(samples=SAMPLES)
@settings(max_examples=N_EXAMPLES)
def test_tables_hold_all_but_the_difference_of_empty_and_missing(name: str, samples: list[Sample]) -> None:
    """A cell is text: what is missing and what is empty look alike, all else comes back."""
    filled = [
        msgspec.structs.replace(
            sample,
            question=sample.question or "q",
            answer=sample.answer or "",
            contexts=sample.contexts or (),
            references=sample.references or ("r",),
            reference_contexts=sample.reference_contexts or (Context("c"),),
            cluster=sample.cluster or "c",
        )
        for sample in samples
    ]
    assert _again(filled, name) == filled


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow"])
@given(samples=SAMPLES)
@settings(max_examples=N_EXAMPLES)
def test_columnar_files_hold_everything(name: str, samples: list[Sample]) -> None:
    """Parquet and Arrow hold every sample exactly."""
    pytest.importorskip("pyarrow")
    assert _again(samples, name) == samples


@given(samples=SAMPLES)
@settings(max_examples=N_EXAMPLES)
def test_python_rows_come_back(samples: list[Sample]) -> None:
    """A Dataset of the folded rows is a Dataset of the samples."""
    from raggauge.formats.own import fold

    rows = [fold(sample) for sample in samples]
    assert [msgspec.structs.replace(sample, place="") for sample in read(rows)] == samples


PLAIN = st.builds(
    Sample,
    id=st.from_regex(r"[a-z]{1,8}", fullmatch=True),
    question=FILLED,
    answer=FILLED,
    contexts=st.lists(FILLED.map(Context), min_size=1, max_size=3).map(tuple),
    references=FILLED.map(lambda text: (text,)),
)
# Fields that each shape cannot hold as they are.
LOST = {"llamaindex": {"id"}, "haystack": {"id"}, "chat": {"contexts", "references"}, "trulens": {"references"}}


@pytest.mark.parametrize("to", sorted(set(TARGETS) - {"squad"}))
@given(sample=PLAIN)
@settings(max_examples=N_EXAMPLES)
def test_shapes_of_tools_come_back(to: str, sample: Sample) -> None:
    """A plain sample survives the shape of every tool, but for the fields that the tool has no place for."""
    (again,) = _again([sample], "t.jsonl", to=to)
    for field in {"id", "question", "answer", "contexts", "references"} - LOST.get(to, set()):
        assert getattr(again, field) == getattr(sample, field), field


def test_losses_are_counted(tmp_path: Path) -> None:
    """What a format cannot hold is counted by field."""
    samples = [
        Sample(id="a", question="q", answer="x", references=("r", "s")),
        Sample(id="b", question="q", answer="x", references=("r",), metadata={"answerable": True}),
    ]
    assert write(samples, tmp_path / "t.json", to="ragas").lost == {"references": 1}
    assert write(samples, tmp_path / "t.jsonl").lost == {}
    assert write(samples, tmp_path / "t.txt").lost == {"id": 2, "metadata": 1}
    judged = [Sample(id="c", question="q", reference_contexts=(Context("one"),)), *samples]
    assert write(judged, tmp_path / "folder", to="beir").lost == {"answer": 2, "references": 2, "metadata": 1}


def test_documents_keep_their_frame(tmp_path: Path) -> None:
    """SQuAD and LlamaIndex files are documents with the rows under a key."""
    sample = Sample(id="a", question="Who?", contexts=(Context("Ada did."),), references=("Ada",))
    for to, key in (("squad", "data"), ("llamaindex", "examples")):
        write([sample], tmp_path / "t.json", to=to)
        document = msgspec.json.decode((tmp_path / "t.json").read_bytes())
        assert len(document[key]) == 1
        (again,) = read(tmp_path / "t.json")
        assert again.references == ("Ada",)


def test_folder_of_beir_comes_back(tmp_path: Path) -> None:
    """Questions and judged passages survive the form of BEIR."""
    right = (Context("one", doc_id="d1", grade=2), Context("two", doc_id="d2", grade=0))
    write([Sample(id="q1", question="Who?", reference_contexts=right)], tmp_path / "beir", to="beir")
    (again,) = read(tmp_path / "beir")
    assert (again.id, again.question, again.reference_contexts) == ("q1", "Who?", right)
    with pytest.raises(DataError, match="is not empty"):
        write([], tmp_path / "beir", to="beir")


@pytest.mark.parametrize(
    ("second", "said"), [(Sample(id="b", answer="x"), "no question"), (Sample(id="b", question="q"), "which passages")]
)
def test_a_folder_that_cannot_be_whole_is_not_begun(second: Sample, said: str, tmp_path: Path) -> None:
    """A question missing half way, or nothing that people judged: neither the folder nor a draft stays."""
    with pytest.raises(DataError, match=said):
        write([Sample(id="a", question="q", answer="x"), second], tmp_path / "beir", to="beir")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    """One made beforehand is as good as none."""
    (tmp_path / "beir").mkdir()
    write([Sample(id="a", question="q", reference_contexts=(Context("one"),))], tmp_path / "beir", to="beir")
    assert [sample.id for sample in read(tmp_path / "beir")] == ["a"]


def test_nothing_is_left_of_a_failed_write(tmp_path: Path) -> None:
    """A faulty row at the end leaves neither a new file nor the remains of one, and the old file as it was."""
    rows = [{"question": "a"}, {"question": 3}]
    out = tmp_path / "t.jsonl"
    out.write_text("old")
    with pytest.raises(DataError, match="question must be text"):
        write(read(rows), out)
    assert [path.name for path in tmp_path.iterdir()] == ["t.jsonl"]
    assert out.read_text() == "old"


def test_packed_bytes_are_repeatable(tmp_path: Path) -> None:
    """The same samples give the same packed bytes, whatever the file is called."""
    sample = Sample(id="a", question="q")
    write([sample], tmp_path / "a.jsonl.gz")
    write([sample], tmp_path / "b.jsonl.gz")
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()) == b'{"id": "a", "question": "q"}\n'


@pytest.mark.parametrize(
    ("name", "to", "part"),
    [
        ("t.jsonl", "ragass", "no format 'ragass'"),
        ("t.docx", "raggauge", "does not say how to write"),
        ("t.txt", "ragas", "holds questions and answers"),
    ],
)
def test_wrong_targets_are_refused(tmp_path: Path, name: str, to: str, part: str) -> None:
    """An unknown shape or ending is said before anything is written."""
    with pytest.raises(UsageError, match=part):
        write([Sample(id="a", question="q")], tmp_path / name, to=to)
    assert list(tmp_path.iterdir()) == []


def test_dataset_is_written_as_it_is_read() -> None:
    """The fingerprint of a Dataset survives a file."""
    samples = [Sample(id="a", question="q", metadata={"k": [1, None]}), Sample(id="b", contexts=())]
    with tempfile.TemporaryDirectory() as folder:
        write(samples, Path(folder) / "t.json")
        assert read(Path(folder) / "t.json").fingerprint() == Dataset(samples).fingerprint()


def test_ids_with_blanks_come_back_from_a_folder_of_beir(tmp_path: Path) -> None:
    """Judgement files separate fields by white space: an id with a blank or a tab in it is still one field."""
    right = (Context("t", doc_id="warranty.md#How long\tis it"),)
    write([Sample(id="q 1", question="Who?", reference_contexts=right)], tmp_path / "beir", to="beir")
    (again,) = read(tmp_path / "beir")
    assert again.id == "q%201"
    assert again.reference_contexts is not None
    assert [(one.text, one.doc_id) for one in again.reference_contexts] == [("t", "warranty.md#How%20long%09is%20it")]

"""Encodings, packing, cells, Python data, columns: the parts that reading is made of."""

import bz2
import gzip
import lzma
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from raggauge.dataset import Dataset
from raggauge.errors import DataError
from raggauge.formats import read
from raggauge.formats.columns import ALIASES, PASSAGE, field_of, passage_field_of, plain
from raggauge.formats.encodings import guess
from raggauge.formats.literals import Unreadable, read_literal
from raggauge.sample import Context, Sample

HAN = "问题,回答\n保修期是多长时间？,我们的产品的保修期是两年。\n"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [("utf-8", None), ("utf-8-sig", None), ("utf-16", None), ("utf-32", None), ("gbk", "gbk"), ("gb18030", "gbk"),
     ("utf-16-le", "utf-16-le"), ("utf-16-be", "utf-16-be")],
)  # fmt: skip
def test_encodings_are_read(tmp_path: Path, encoding: str, named: str | None) -> None:
    """A byte order mark is believed; another encoding is read once it is named."""
    path = tmp_path / "t.csv"
    path.write_bytes(HAN.encode(encoding))
    (sample,) = read(path, encoding=named)
    assert sample.question == "保修期是多长时间？"


def test_named_encoding_drops_its_own_mark(tmp_path: Path) -> None:
    """A mark of the encoding that was named is no part of the first column."""
    path = tmp_path / "t.csv"
    path.write_bytes(HAN.encode("utf-8-sig"))
    (sample,) = read(path, encoding="utf-8")
    assert sample.question == "保修期是多长时间？"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("我们的产品的保修期是两年，可以在任何一家店里办理。", "gbk"),
        ("我們的產品的保修期是兩年，可以在任何一家店裡辦理。", "big5"),
        ("保証期間はどのくらいですか。二年です。", "shift_jis"),
        ("보증 기간은 얼마나 되나요? 이 년을 보증하고 있습니다.", "euc-kr"),
        ("La durée de la garantie à l'étranger était réduite.", "cp1252"),
        ("谁付运费", "gbk"),
        ("问题,答案\n价格,北京\n", "gbk"),
        ("Straße größer über", "cp1252"),
        ("how long is it", "utf-16-le"),
        ("how long is it", "utf-16-be"),
    ],
)
def test_encodings_are_guessed(text: str, encoding: str) -> None:
    """The name that an error offers is the right one."""
    assert guess(text.encode(encoding)) == encoding


@pytest.mark.parametrize(
    ("name", "pack"), [("a.jsonl.gz", gzip.compress), ("a.bz2", bz2.compress), ("b", lzma.compress)]
)
def test_packed_files_are_read(tmp_path: Path, name: str, pack: Any) -> None:
    """The content says how a file is packed, whatever it is called."""
    path = tmp_path / name
    path.write_bytes(pack(b'{"question": "q"}\n' * 2))
    dataset = read(path)
    assert [sample.question for sample in dataset] == ["q", "q"]
    assert dataset.name == name[0]


def test_zstd_is_read_with_the_extra(tmp_path: Path) -> None:
    """zstd, whole and cut."""
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.compress(b"".join(b'{"question": "q%d"}\n' % k for k in range(5000)))
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(packed)
    assert sum(1 for _ in read(path)) == 5000
    path.write_bytes(packed[:-30])
    with pytest.raises(DataError, match="zstd data"):
        list(read(path))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('["a", "b"]', ["a", "b"]),
        ("['a', \"b's\"]", ["a", "b's"]),
        ("('a', 'b')", ["a", "b"]),
        ("['a' 'b'\n 'c']", ["a", "b", "c"]),
        ("array(['a', 'b'])", ["a", "b"]),
        ("{'text': 'a', 'score': 0.5, 'n': -3, 'ok': True, 'none': None, 'x': nan}",
         {"text": "a", "score": 0.5, "n": -3, "ok": True, "none": None, "x": None}),
        ("[Document(metadata={'source': 'a.md'}, page_content='x\\ny')]",
         [{"metadata": {"source": "a.md"}, "page_content": "x\ny"}]),
        (r"['\u4fdd \x41 \101 \' \q']", ["保 A A ' \\q"]),
        (r"[r'\n', '''it's''']", [r"\n", "it's"]),
        ("[]", []),
        ("[1, 2.5]", [1, 2.5]),
    ],
)  # fmt: skip
def test_cells_are_read_as_literals(text: str, value: object) -> None:
    """JSON, Python's own forms and what numpy and LangChain print."""
    assert read_literal(text) == value


@pytest.mark.parametrize(
    "text", ["", "[", "['a'", "['a'] x", "__import__('os')", "open('x').read()", "[lambda: 1]", "['a', b]", "{'a': }",
             "[" * 150 + "]" * 150, r"['\ud800']", "1 +", "{'a', 'b': 1}"]
)  # fmt: skip
def test_nothing_is_evaluated(text: str) -> None:
    """Anything that is no literal is refused."""
    with pytest.raises(Unreadable):
        read_literal(text)


def _rows() -> Iterator[dict[str, Any]]:
    yield {"question": "a"}
    yield {"question": "b", "tags": ["x"]}


@dataclass
class Case:
    """As a test case of another tool."""

    input: str
    actual_output: str
    retrieval_context: list[str]


class Model:
    """As a pydantic model."""

    def model_dump(self) -> dict[str, Any]:
        """Its fields."""
        return {"user_input": "q", "response": "a"}


def test_iterator_can_be_read_again() -> None:
    """An iterator runs once and is read as often as need be, also when the first reading stopped half-way."""
    dataset = read(_rows())
    assert next(iter(dataset)).question == "a"
    for _ in range(2):
        assert [sample.question for sample in dataset] == ["a", "b"]
    samples = [Sample(id="x", contexts=(Context("c", score=1.0),))]
    kept = read(iter(samples))
    assert list(kept) == samples
    assert list(kept) == samples


def test_function_is_called_anew() -> None:
    """A function that gives rows is asked for each reading."""
    dataset = read(_rows)
    assert [sample.id for sample in dataset] == [sample.id for sample in dataset] == ["row-1", "row-2"]


def test_objects_of_other_tools_are_rows() -> None:
    """Dataclasses and pydantic models are read by their fields."""
    first, second = read([Case("q", "a", ["c"]), Model()])
    assert (first.question, first.answer, first.contexts) == ("q", "a", (Context("c"),))
    assert (second.question, second.answer) == ("q", "a")


def test_dataset_is_itself() -> None:
    """A Dataset is returned as it is."""
    dataset = Dataset([Sample(id="a")])
    assert read(dataset) is dataset


def test_an_alias_means_one_thing() -> None:
    """No name stands for two fields, and each is written as it is compared."""
    for table, lookup in ((ALIASES, field_of), (PASSAGE, passage_field_of)):
        for field, names in table.items():
            assert {name for name in names if lookup(name) != field} == set()
            assert {name for name in names if plain(name) != name} == set()


@pytest.mark.parametrize(
    "name", ["userInput", "User Input", "user-input", " user_input ", "USER_INPUT", "user.input"]
)  # fmt: skip
def test_spellings_are_one(name: str) -> None:
    """Case, blanks and hyphens make no difference."""
    assert field_of(name) == "question"


@pytest.mark.parametrize(
    ("values", "field", "expected"),
    [
        ({"contexts": "one text"}, "contexts", (Context("one text"),)),
        ({"contexts": '["a", "b"]'}, "contexts", (Context("a"), Context("b"))),
        ({"contexts": "[1] no list"}, "contexts", (Context("[1] no list"),)),
        ({"contexts": []}, "contexts", ()),
        ({"contexts": None}, "contexts", None),
        ({"contexts": [["a", "b"]]}, "contexts", (Context("a"), Context("b"))),
        ({"contexts": ["a"], "doc_ids": ["d"], "retrieval_scores": [0.5]}, "contexts",
         (Context("a", doc_id="d", score=0.5),)),
        ({"retrieved_context_ids": ["d1", 2]}, "contexts", (Context("", doc_id="d1"), Context("", doc_id="2"))),
        ({"contexts": [{"page_content": "a", "metadata": {"source": "s"}, "id": 3}]}, "contexts",
         (Context("a", doc_id="3", metadata={"source": "s"}),)),
        ({"reference": "a"}, "references", ("a",)),
        ({"ground_truths": ["a", "b"]}, "references", ("a", "b")),
        ({"reference": '["a", "b"]'}, "references", ("a", "b")),
        ({"reference": "[1, 2]"}, "references", ("[1, 2]",)),
        ({"input": "q", "actual_output": "a", "context": ["c"]}, "reference_contexts", (Context("c"),)),
        ({"question": "q", "context": "c", "answers": {"text": ["a"]}}, "contexts", (Context("c"),)),
        ({"question": "q", "input": None}, "question", "q"),
        ({"question": "q", "query": "q"}, "question", "q"),
        ({"answerable": "no", "question": "q"}, "metadata", {"answerable": False}),
        ({"answerable": 1, "question": "q"}, "metadata", {"answerable": True}),
        ({"id": 7.0, "question": "q"}, "id", "7"),
        ({"id": "", "question": "q"}, "id", "row-1"),
        ({"name": "n", "query_id": "k", "question": "q"}, "id", "n"),
        ({"id": "i", "name": "n"}, "metadata", {"name": "n"}),
        ({"metadata": {"a": 1}, "b": 2}, "metadata", {"a": 1, "b": 2}),
        ({"metadata": "free text"}, "metadata", {"metadata": "free text"}),
        ({"faithfulness": 0.5, "question": "q"}, "imported", {"file": {"faithfulness": 0.5}}),
        ({"faithfulness": "high", "question": "q"}, "metadata", {"faithfulness": "high"}),
    ],
)  # fmt: skip
def test_values_mean(values: dict[str, Any], field: str, expected: object) -> None:
    """What a row's values become."""
    (sample,) = read([values])
    assert getattr(sample, field) == expected


def test_empty_cells_of_a_table(tmp_path: Path) -> None:
    """An empty cell is no passage, an empty answer, and missing for everything else."""
    path = tmp_path / "t.csv"
    path.write_text("question,answer,contexts,reference,reference_contexts,team\n,,,,,\nq,,,,,\n")
    (sample,) = read(path)
    assert (sample.answer, sample.contexts) == ("", ())
    assert (sample.references, sample.reference_contexts, sample.metadata) == (None, None, {})


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a.b", "x"), ("a.list.0", "first"), ("a.list.-1", "last"), ("dotted.name", "flat"), ("a.items.t", ["1", "2"])],
)
def test_dots_go_into_values(path: str, expected: object) -> None:
    """A path of dots finds nested values, positions and each item's part; a column of that very name comes first."""
    row = {"a": {"b": "x", "list": ["first", "last"], "items": [{"t": "1"}, {"t": "2"}]}, "dotted.name": "flat"}
    (sample,) = read([row], mapping={"metadata.found": path})
    assert sample.metadata["found"] == expected


def test_mapped_column_may_be_rare() -> None:
    """A column that only some rows have is no error."""
    first, second = read([{"q": "a"}, {"q": "b", "why": "c"}], mapping={"question": "q", "metadata.reason": "why"})
    assert (first.metadata, second.metadata) == ({}, {"reason": "c"})


@pytest.mark.parametrize("around", [b'{"version": 1, "data": [', b'{"info": {"data": [1]}, "test_cases":\n ['])
def test_large_documents_are_read_row_by_row(tmp_path: Path, around: bytes) -> None:
    """Rows under a known key are found in a document of some megabytes, with their lines."""
    rows = [b'{"question": "%d", "answer": "%s"}' % (k, b"x" * 1000) for k in range(3000)]
    path = tmp_path / "t.json"
    path.write_bytes(around + b",\n".join(rows) + b'], "more": {"a": [2]}}')
    samples = list(read(path))
    assert [sample.question for sample in samples] == [str(k) for k in range(3000)]
    assert samples[-1].place == f"{path}:{3000 + around.count(10)}"
    path.write_bytes(around + b",\n".join(rows))
    with pytest.raises(DataError, match="list is not closed"):
        list(read(path))


def test_many_shapes_of_rows_do_not_fill_the_memory() -> None:
    """Rows with columns of their own are read without a plan being kept for each."""
    from raggauge.formats import Reader, Reading

    reader = Reader([{"question": "q", f"column {k}": k} for k in range(1500)], Reading())
    assert sum(1 for _ in reader()) == 1500
    assert len(reader.understanding.plans) <= 1000


def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    """What a shell puts for `<(command)` can be read only once; it is kept, and may be iterated again."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b'{"question": "a"}\n{"question": "b"}\n' * 3,))
    writer.start()
    dataset = read(path)
    writer.join()
    assert [sample.question for sample in dataset] == ["a", "b"] * 3
    assert len(list(dataset)) == 6
    assert next(iter(dataset)).place == f"{path}:1"

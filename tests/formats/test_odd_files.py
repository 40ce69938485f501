"""Files that are odd but can mean one thing only are read as they are."""

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from raggauge.errors import RaggaugeError
from raggauge.formats import read
from raggauge.sample import Context, Sample

ROW = {"question": "Wer zahlt?", "answer": "Der Käufer.", "contexts": ["eins", "zwei"]}
LINE = json.dumps(ROW, ensure_ascii=False)
TALL = json.dumps(ROW, indent=2)

# name -> (name of the file, its bytes): all hold the row above, twice
TWICE: dict[str, tuple[str, str | bytes]] = {
    "lines in a .csv": ("a.csv", f"{LINE}\n{LINE}\n"),
    "list in a .csv": ("a.csv", json.dumps([ROW, ROW], indent=1)),
    "table in a .jsonl": (
        "a.jsonl",
        "question,answer,contexts\n" + "Wer zahlt?,Der Käufer.,\"['eins', 'zwei']\"\n" * 2,
    ),
    "table in a .json": ("a.json", "question\tanswer\tcontexts\n" + "Wer zahlt?\tDer Käufer.\t['eins', 'zwei']\n" * 2),
    "objects over several lines": ("a.jsonl", f"{TALL}\n{TALL}\n"),
    "objects over several lines, .json": ("a.json", f"\n{TALL}\n\n{TALL}"),
    "objects without a break": ("a.json", LINE + LINE),
    "lines with commas": ("a.ndjson", f"{LINE},\n{LINE},\n"),
    "objects with commas": ("a.json", f"{TALL},\n{TALL}"),
    "list of a line each": ("a.jsonl", f"[\n{LINE},\n{LINE}\n]\n"),
    "marks in the middle": ("a.jsonl", codecs.BOM_UTF8 + f"{LINE}\n".encode() + codecs.BOM_UTF8 + LINE.encode()),
    "json in json": ("a.jsonl", f"{json.dumps(LINE)}\n{LINE}\n"),
    "rows by id": ("a.json", json.dumps({"q1": ROW, "q2": ROW})),
    "rows under a key of its own": ("a.json", json.dumps({"meta": {"n": 2}, "export": {"turns": [ROW, ROW]}})),
    "chain of langchain": (
        "a.jsonl",
        2
        * (
            json.dumps(
                {
                    "input": ROW["question"],
                    "context": [{"page_content": text, "metadata": {}, "type": "Document"} for text in ROW["contexts"]],
                    "answer": ROW["answer"],
                }
            )
            + "\n"
        ),
    ),
    "older chain of langchain": (
        "a.jsonl",
        2
        * (
            json.dumps(
                {
                    "query": ROW["question"],
                    "result": ROW["answer"],
                    "source_documents": [{"page_content": text} for text in ROW["contexts"]],
                }
            )
            + "\n"
        ),
    ),
    "questions with numbers": (
        "a.txt",
        "".join(f"{n}. 问：Wer zahlt?\n   答：Der Käufer.\n   资料：eins\n   资料：zwei\n" for n in (1, 2)),
    ),
    "delimiter told": ("a.csv", "sep=;\nquestion;answer;contexts\n" + 'Wer zahlt?;Der Käufer.;["eins", "zwei"]\n' * 2),
    "utf-16 with tabs": (
        "a.csv",
        codecs.BOM_UTF16_LE
        + ("question\tanswer\tcontexts\r\n" + "Wer zahlt?\tDer Käufer.\t['eins' 'zwei']\r\n" * 2).encode("utf-16-le"),
    ),
    "table of markdown": (
        "a.md",
        "| question | answer | contexts |\n|:---|---|---:|\n" + "| Wer zahlt? | Der Käufer. | ['eins', 'zwei'] |\n" * 2,
    ),
    "columns spelt with blanks": (
        "a.csv",
        "User Input , AI Response,RETRIEVED  Contexts\n" + "Wer zahlt?,Der Käufer.,\"('eins', 'zwei')\"\n" * 2,
    ),
    "chinese names": (
        "a.jsonl",
        2 * (json.dumps({"用户提问": ROW["question"], "模型回复": ROW["answer"], "召回片段": ROW["contexts"]}) + "\n"),
    ),
    "column per passage": (
        "a.csv",
        "question,answer,context_2,context_1,context_3\n" + "Wer zahlt?,Der Käufer.,zwei,eins,\n" * 2,
    ),
    "column per place in a list": (
        "a.csv",
        "question,answer,contexts[0],contexts[1]\n" + "Wer zahlt?,Der Käufer.,eins,zwei\n" * 2,
    ),
    "arrays printed": (
        "a.csv",
        "question,answer,contexts\n" + "Wer zahlt?,Der Käufer.,\"array(['eins', 'zwei'], dtype=object)\"\n" * 2,
    ),
    "arrays in a list": (
        "a.csv",
        "question,answer,contexts\n" + "Wer zahlt?,Der Käufer.,\"[array(['eins', 'zwei'], dtype='<U4')]\"\n" * 2,
    ),
}


@pytest.mark.parametrize("name", TWICE)
def test_oddity_is_read(name: str, tmp_path: Path) -> None:
    """Whatever the file is called and however it is laid out, both rows are there."""
    file, content = TWICE[name]
    path = tmp_path / file
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    samples = list(read(path))
    assert len(samples) == 2
    for sample in samples:
        assert (sample.question, sample.answer) == (ROW["question"], ROW["answer"])
        assert [passage.text for passage in sample.contexts or ()] == ROW["contexts"]


def test_places_in_a_stream_of_objects(tmp_path: Path) -> None:
    """A faulty object among objects over several lines is named by its line, and those around it are read."""
    path = tmp_path / "a.jsonl"
    path.write_text(f'{TALL},\n{{"question": 1,\n "answer" "b"}}\n{TALL}\n{{"question": "cut')
    dataset = read(path, on_bad_row="skip")
    assert [sample.place.rpartition(":")[2] for sample in dataset] == ["1", "11"]
    assert dataset.skipped is not None
    assert [str(error).rpartition("a.jsonl:")[2][:2] for error in dataset.skipped.errors] == ["10", "19"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"d1": "one", "d2": "two"}, (Context("one", doc_id="d1"), Context("two", doc_id="d2"))),
        ({"d1": {"text": "one", "score": 0.5}}, (Context("one", doc_id="d1", score=0.5),)),
        ('{"d1": "one"}', (Context("one", doc_id="d1"),)),
        ('{"text": "one", "id": 7}', (Context("one", doc_id="7"),)),
        ('{"price": 3}', (Context('{"price": 3}'),)),
        ("{braces} in a text {all}", (Context("{braces} in a text {all}"),)),
        ([["one", 0.9], [{"page_content": "two"}, 0.5]], (Context("one", score=0.9), Context("two", score=0.5))),
    ],
)
def test_forms_of_passages(value: Any, expected: tuple[Context, ...]) -> None:
    """Passages by their ids and passages with their scores are taken apart; other braces are text."""
    (sample,) = read([{"question": "a", "contexts": value}])
    assert sample.contexts == expected


def test_several_right_answers_in_columns() -> None:
    """Columns that are numbered hold several references; one alone is no list."""
    (sample,) = read([{"question": "a", "ground_truth_1": "b", "ground_truth_2": "c", "context_1": "d"}])
    assert sample.references == ("b", "c")
    assert sample.contexts is None
    assert sample.metadata == {"context_1": "d"}


class Document:
    """What a retriever returns: an object with a text."""

    def __init__(self, page_content: str) -> None:
        self.page_content = page_content
        self._secret = object()


def test_values_of_python_become_plain() -> None:
    """Times, sets and objects in rows of Python become what a file can hold."""
    from datetime import date

    row = {1: "x", "question": "a", "contexts": [Document("b")], "on": date(2026, 5, 1), "tags": {"t"}, "raw": b"r"}
    (sample,) = read([row])
    assert sample.contexts == (Context("b"),)
    assert sample.metadata == {"1": "x", "on": "2026-05-01", "tags": "{'t'}", "raw": "r"}


def _failing() -> Iterator[dict[str, str]]:
    yield {"question": "a"}
    raise ConnectionError("the database went away")


def test_iterator_that_fails_does_not_end() -> None:
    """An iterator that failed once fails each time: what it gave before is not all there is."""
    dataset = read(_failing())
    for _ in range(2):
        with pytest.raises(ConnectionError):
            list(dataset)


@pytest.mark.parametrize(
    ("given", "part"),
    [
        (lambda: None, "NoneType cannot be read"),
        (lambda: "text", "str cannot be read"),
        ({"question": ["a", "b"], "answer": ["c"]}, "different lengths"),
    ],
)
def test_python_data_that_cannot_be_read(given: Any, part: str) -> None:
    """What gives no rows, or columns that do not match, is a sentence."""
    with pytest.raises(RaggaugeError, match=part):
        list(read(given))


def test_frames_with_a_column_twice() -> None:
    """A frame in which a name stands twice is refused: one of its columns would be lost."""
    pandas = pytest.importorskip("pandas")
    with pytest.raises(RaggaugeError, match="'answer' stands twice"):
        list(read(pandas.DataFrame([["a", "b", "c"]], columns=["question", "answer", "answer"])))
    frame = pandas.DataFrame([["a", "b"]], columns=pandas.MultiIndex.from_tuples([("in", "text"), ("out", "text")]))
    (sample,) = read(frame, mapping={"question": "in.text", "answer": "out.text"})
    assert (sample.question, sample.answer) == ("a", "b")


def test_columnar_data_in_memory() -> None:
    """Batches of Arrow and their readers are read like tables, also twice."""
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"question": ["a", "b"]})
    for given in (table, table.to_batches()[0], table.to_reader()):
        dataset = read(given)
        for _ in range(2):
            assert [sample.question for sample in dataset] == ["a", "b"]
    with pytest.raises(RaggaugeError, match="several splits"):
        read({"train": table, "test": table})
    assert [sample.question for sample in read({"train": table})] == ["a", "b"]


def test_folder_of_parquet_parts(tmp_path: Path) -> None:
    """Parts of one data set are read one behind the other; two data sets in a folder are asked about."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for number in (0, 1):
        parquet.write_table(
            pyarrow.table({"question": [f"q{number}"]}), tmp_path / f"train-0000{number}-of-00002.parquet"
        )
    assert [sample.question for sample in read(tmp_path)] == ["q0", "q1"]
    parquet.write_table(pyarrow.table({"question": ["z"]}), tmp_path / "test-00000-of-00001.parquet")
    with pytest.raises(RaggaugeError, match=r"several splits \(test, train\)"):
        read(tmp_path)
    parquet.write_table(pyarrow.table([["a"], ["b"]], names=["question", "question"]), tmp_path / "twice.parquet")
    with pytest.raises(RaggaugeError, match="'question' stands twice"):
        list(read(tmp_path / "twice.parquet"))


def _sheet(book: Any, name: str, rows: list[list[Any]]) -> None:
    sheet = book.create_sheet(name)
    for row in rows:
        sheet.append(row)


def _book(path: Path, sheets: dict[str, list[list[Any]]], merged: str = "") -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        _sheet(book, name, rows)
    if merged:
        book[next(iter(sheets))].merge_cells(merged)
    book.save(path)
    return path


def test_sheets_of_a_workbook(tmp_path: Path) -> None:
    """The sheet with known columns is read; its empty cells are those of any table, and numbers are numbers."""
    pytest.importorskip("python_calamine")
    rows = [["question", "answer", "contexts", "n"], ["a", None, None, 3], [None] * 4, [None, "b", "['c']", 0.5]]
    first, second = read(_book(tmp_path / "a.xlsx", {"Notes": [["of May"], ["by us"]], "Data": rows}))
    assert first == Sample(id="row-1", question="a", answer="", contexts=(), metadata={"n": 3}, place=first.place)
    assert second.question is None
    assert second.contexts == (Context("c"),)
    assert second.metadata == {"n": 0.5}


@pytest.mark.parametrize(
    ("sheets", "merged", "part"),
    [
        ({"A": [["Export of May", None], ["question", "answer"], ["a", "b"]]}, "A1:B1", "this row names the columns"),
        ({"A": [["question", "answer", "answer"], ["a", "b", "c"]]}, "", "'answer' stands twice"),
        ({"A": [["question"], ["a"]], "B": [["query"], ["b"]]}, "", r"several sheets \(A, B\)"),
        ({"A": [["question", "answer"]]}, "", "holds no row"),
    ],
)
def test_workbooks_that_are_asked_about(
    tmp_path: Path, sheets: dict[str, list[list[Any]]], merged: str, part: str
) -> None:
    """A title above the header, a column or a data set too many are said, not guessed."""
    pytest.importorskip("python_calamine")
    with pytest.raises(RaggaugeError, match=part):
        list(read(_book(tmp_path / "a.xlsx", sheets, merged)))

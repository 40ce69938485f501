"""Whatever is wrong with a file is said in one sentence: what, where, and what to do.

`tests/golden/formats/bad_inputs.{en,zh}.txt` hold the exact sentence of each input of the tables below.
"""

import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from raggauge.errors import RaggaugeError
from raggauge.formats import read

HAN = "question,answer\n保修期是多长时间？,我们的产品的保修期是两年，从开具发票的那一天起算。\n"
TRADITIONAL = "question\n我們的產品的保修期是兩年，從開具發票的那一天起算，可以在任何一家店裡辦理。\n"
JAPANESE = "question\n保証期間はどのくらいですか。領収書の日付からの二年です。\n"
KOREAN = "question\n보증 기간은 얼마나 되나요? 영수증의 날짜에서 이 년을 보증하고 있습니다.\n"
ROW = '{"id": "q1", "question": "a", "answer": "b"}\n'


def _packed(text: str = ROW * 3000) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


# name -> (ending of the file, its bytes, arguments of read)
FILES: dict[str, tuple[str, bytes | str, dict[str, Any]]] = {
    "empty": ("jsonl", b"", {}),
    "only blanks": ("jsonl", "\n \n\t\n", {}),
    "only a byte order mark": ("csv", b"\xef\xbb\xbf", {}),
    "pdf": ("jsonl", b"%PDF-1.7\n\xff\xfe\x00", {}),
    "png": ("csv", b"\x89PNG\r\n\x1a\n\x00\x00", {}),
    "zip": ("json", b"PK\x03\x04\x14\x00\x00", {}),
    "pickle": ("jsonl", b"\x80\x04\x95\x00", {}),
    "gzip cut": ("jsonl.gz", _packed()[:-40], {}),
    "gzip damaged": ("jsonl.gz", _packed()[:60] + b"\xff\xff\xff\xff" + _packed()[64:], {}),
    "bz2 cut": ("jsonl.bz2", bz2.compress(ROW.encode() * 3000)[:-20], {}),
    "xz cut": ("jsonl.xz", lzma.compress(ROW.encode() * 3000)[:-20], {}),
    "gbk table": ("csv", HAN.encode("gbk"), {}),
    "gbk lines": ("jsonl", json.dumps({"question": HAN}, ensure_ascii=False).encode("gbk"), {}),
    "big5": ("csv", TRADITIONAL.encode("big5"), {}),
    "shift-jis": ("csv", JAPANESE.encode("shift_jis"), {}),
    "euc-kr": ("csv", KOREAN.encode("euc-kr"), {}),
    "latin-1": ("csv", "question\nQuelle est la durée de la garantie à l'étranger ?\n".encode("latin-1"), {}),
    "utf-16 without a mark": ("csv", "question,answer\nhow long,two years\n".encode("utf-16-le"), {}),
    "one byte wrong, far in": ("jsonl", b'{"question": "a"}\n' * 5000 + b'{"question": "caf\xe9 au lait"}\n', {}),
    "one byte wrong in a table": ("csv", b"question\n" + b"a\n" * 50_000 + b"caf\xe9\n", {}),
    "wrong encoding named": ("csv", HAN, {"encoding": "ascii"}),
    "no such encoding": ("csv", HAN, {"encoding": "klingon"}),
    "nul in a table": ("csv", "question,answer\na,b\0c\n", {}),
    "nul in lines": ("jsonl", ROW + '{"question": "a\0b"}\n', {}),
    "zeros at the end": ("jsonl", ROW.encode() + b"\0" * 50, {}),
    "line cut": ("jsonl", ROW + '{"question": "Where is the', {}),
    "no comma": ("jsonl", '{"question": "a" "answer": "b"}\n', {}),
    "no quotes around a key": ("jsonl", "{question: 1}\n", {}),
    "python instead of json": ("jsonl", "{'question': 'a'}\n", {}),
    "comma before the end": ("jsonl", '{"question": "a",}\n', {}),
    "raw line break in a text": ("jsonl", '{"question": "a\nb"}\n', {}),
    "raw tab in a text": ("jsonl", '{"question": "a\tb"}\n', {}),
    "two objects on a line": ("jsonl", ROW + '{"question": "a"}{"question": "b"}\n', {}),
    "wrong escape": ("jsonl", '{"question": "C:\\data"}\n', {}),
    "endless number": ("jsonl", '{"question": "a", "n": ' + "9" * 5000 + "}\n", {}),
    "quotes that never end": ("jsonl", '{"question": "' + '\\"' * 100_000 + "\n", {}),
    "list on a line": ("jsonl", '["a", "b"]\n{"question": "a"}\n', {}),
    "number on a line": ("jsonl", ROW + "42\n", {}),
    "text on a line": ("jsonl", ROW + '"hello"\n', {}),
    "key twice": ("jsonl", '{"question": "a", "answer": "b", "question": "c"}\n', {}),
    "key twice, inside": ("jsonl", '{"question": "a", "contexts": [{"text": "b", "text": "c"}]}\n', {}),
    "half a character": ("jsonl", '{"question": "nice \\ud83d face"}\n', {}),
    "too deep": ("jsonl", '{"question": ' + "[" * 2000 + "]" * 2000 + "}\n", {}),
    "too deep in a list": ("json", "[" + '{"a": ' * 200 + "1" + "}" * 200 + "]", {}),
    "list not closed": ("json", '[{"question": "a"},\n {"question": "b"}', {}),
    "list closed twice": ("json", '[{"question": "a"}]\n[{"question": "b"}]', {}),
    "list of numbers": ("json", "[1, 2]", {}),
    "document is broken": ("json", '{\n "data": [\n  {"question": "a"},\n  {"question" "b"}\n ]\n}', {}),
    "only a header": ("csv", "question,answer\n", {}),
    "first line empty": ("csv", "\nquestion,answer\na,b\n", {}),
    "column twice": ("csv", "question,answer,answer\na,b,c\n", {}),
    "too many cells": ("csv", "question,answer\nWhere, please?,There.\n", {}),
    "quote not closed": ("csv", 'question,answer\n"a,b\nc,d\n', {}),
    "text behind a quote": ("csv", 'question,answer\n"a"x,b\n', {}),
    "carriage return alone": ("csv", "question,answer\na\rb,c\n", {}),
    "another delimiter": ("csv", "question:answer\na:b\n", {}),
    "list cut in a cell": ("csv", "question,contexts\na,\"['one', 'tw\"\n", {}),
    "list of numbers in a cell": ("csv", 'question,contexts\na,"[1, 2]"\n', {}),
    "weight is a word": ("csv", "question,weight\na,heavy\n", {}),
    "answerable is a word": ("csv", "question,answerable\na,perhaps\n", {}),
    "question is a number": ("jsonl", '{"id": 7, "question": 42}\n', {}),
    "question is a list": ("jsonl", '{"question": ["a", "b"]}\n', {}),
    "answer is true": ("jsonl", '{"question": "a", "answer": true}\n', {}),
    "answer is NaN": ("jsonl", '{"question": "a", "answer": NaN}\n', {}),
    "metadata is infinite": ("jsonl", '{"question": "a", "cost": Infinity}\n', {}),
    "NaN inside": ("jsonl", '{"question": "a", "costs": {"input": [1, NaN]}}\n', {}),
    "number of 70 bits": ("jsonl", '{"question": "a", "serial": 1180591620717411303424}\n', {}),
    "passages are a number": ("jsonl", '{"question": "a", "contexts": 3}\n', {}),
    "a passage is a number": ("jsonl", '{"question": "a", "contexts": ["b", 3]}\n', {}),
    "a passage is null": ("jsonl", '{"question": "a", "contexts": ["b", null]}\n', {}),
    "a passage has no text": ("jsonl", '{"question": "a", "contexts": [{"page": 3}]}\n', {}),
    "references are a number": ("jsonl", '{"question": "a", "reference": 3.5}\n', {}),
    "references are mixed": ("jsonl", '{"question": "a", "ground_truths": ["b", 3]}\n', {}),
    "id is a list": ("jsonl", '{"id": ["a"], "question": "a"}\n', {}),
    "id twice": ("jsonl", ROW + ROW, {}),
    "weight is negative": ("jsonl", '{"question": "a", "weight": -1}\n', {}),
    "weight is text": ("jsonl", '{"question": "a", "weight": "2"}\n', {}),
    "two columns for one field": ("jsonl", '{"question": "a", "input": "b"}\n', {}),
    "two columns for one field in a table": ("csv", "answer,response\na,b\n", {}),
    "context alone": ("jsonl", '{"question": "a", "answer": "b", "context": ["c"]}\n', {}),
    "context alone in a table": ("csv", "question,answer,context\na,b,c\n", {}),
    "ids and passages differ": ("jsonl", '{"question": "a", "contexts": ["b", "c"], "doc_ids": ["1"]}\n', {}),
    "imported is a text": ("jsonl", '{"question": "a", "imported": "0.9"}\n', {}),
    "map to no field": ("jsonl", ROW, {"mapping": {"qestion": "id"}}),
    "map from no column": ("jsonl", ROW, {"mapping": {"contexts": "chunks.text"}}),
    "no such id column": ("csv", "question,answer\na,b\n", {"id_column": "key"}),
    "no such metadata column": ("csv", "question,answer\na,b\n", {"metadata_columns": ["team"]}),
    "no such thing to do with a row": ("jsonl", ROW, {"on_bad_row": "ignore"}),
    "not utf-16": ("txt", "Q: a\nA: b\n\nQ: c\n", {"encoding": "utf-16"}),
    "prose": ("txt", "Dear team,\nplease find the answers attached.\n", {}),
    "markdown": ("md", "# Answers\n\nThe warranty is two years.\n", {}),
    "packed twice": ("jsonl.gz", gzip.compress(_packed(), mtime=0), {}),
    "parquet inside gzip": ("parquet.gz", gzip.compress(b"PAR1" + b"\0" * 40, mtime=0), {}),
    "feather of the first kind": ("feather", b"FEA1\0\0\0\0", {}),
    "archive of files": ("tar", b"eval.jsonl".ljust(257, b"\0") + b"ustar\x0000", {}),
    "login page": ("json", "<!DOCTYPE html>\n<html><body>Please log in</body></html>\n", {}),
    "login page as a table": ("csv", "\n<html>\n<body>Please log in</body></html>\n", {}),
    "xml": ("xml", "<?xml version='1.0'?><rows/>\n", {}),
    "gb18030": ("csv", "问题,回答\n保修多久？𠮷,从开票算起两年。\n".encode("gb18030"), {}),
    "windows quotes": ("csv", "question,answer\nWhat’s “new”?,Don’t – ask\n".encode("cp1252"), {}),
    "empty list": ("json", "[ \n ]\n", {}),
    "empty list under a key": ("json", '{"data": []}', {}),
    "object without a key": ("jsonl", "{}\n", {}),
    "comments in lines": ("jsonl", '# exported\n{"question": "a"}\n', {}),
    "comments in a list": ("json", '[\n // first\n {"question": "a"}\n]', {}),
    "log in front of lines": ("jsonl", 'INFO 200 rows\n{"question": "a"}\n', {}),
    "events of a stream": ("jsonl", 'data: {"question": "a"}\n\ndata: {"question": "b"}\n', {}),
    "columns of different lengths": ("json", '{"question": ["a", "b"], "answer": ["c"]}', {}),
    "title above the header": ("csv", "Export of May,,\n,,\nquestion,answer,contexts\na,b,c\n", {}),
    "two tables in one file": ("csv", "question,answer\na,b\nquestion,answer\nc,d\n", {}),
    "header after sep= is empty": ("csv", "sep=;\n\nquestion;answer\n", {}),
    "row put into quotes": ("csv", '"question,""answer"""\n"a,""b"""\n', {}),
    "line ends of old": ("csv", "question,answer\ra,b\rc,d\r", {}),
    "list printed with dots": ("csv", "question,contexts\na,\"['a' 'b' ... 'z']\"\n", {}),
    "passages in two lists": ("jsonl", '{"question": "a", "contexts": [["b"], ["c"]]}\n', {}),
    "passage of metadata alone": ("jsonl", '{"question": "a", "contexts": {"source": "a.md", "page": "3"}}\n', {}),
    "answer is an object": ("jsonl", '{"question": "a", "answer": {"text": "b", "model": "m"}}\n', {}),
    "spelt twice": ("jsonl", '{"question": "a", "Question": "b"}\n', {}),
    "dates as ids": ("csv", "id,question\n2026-11-01,a\n2026-11-01,b\n", {}),
    "yaml with a tag of python": ("yaml", "- question: !!python/object/apply:os.system ['true']\n", {}),
    "yaml with a tab": ("yml", "- question: a\n\tanswer: b\n", {}),
    "yaml that grows": (
        "yaml",
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 10)}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)),
        {},
    ),
    "yaml that holds itself": ("yaml", "&a [*a]\n", {}),
    "yaml of words": ("yaml", "just words\n", {}),
    "yaml says yes": ("yaml", "- question: a\n  answer: yes\n", {}),
    "dialogue with a wrong byte": ("txt", b"Q: a\nA: b\n" * 9000 + b"Q: caf\xe9\n", {}),
}


def _sentence(name: str, lang: str) -> str:
    ending, content, arguments = FILES[name]
    path = Path(f"eval.{ending}")
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(RaggaugeError) as raised:
        list(read(path, **arguments))
    return raised.value.say("zh" if lang == "zh" else "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_fault_has_its_sentence(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    """The exact sentence of each broken input; all are of the project's own kind, none is a traceback."""
    monkeypatch.chdir(tmp_path)
    assert len(FILES) >= 60
    golden(f"formats/bad_inputs.{lang}.txt", "".join(f"{name}: {_sentence(name, lang)}\n" for name in FILES))


@pytest.mark.parametrize("name", FILES)
def test_sentence_is_one_line_and_names_the_place(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence is short, on one line, names the file or what was asked, and holds no raw control character."""
    monkeypatch.chdir(tmp_path)
    sentence = _sentence(name, "en")
    assert "\n" not in sentence
    assert sentence.isprintable()
    assert len(sentence) < 330
    asked = ("map to no field", "no such encoding", "no such thing to do with a row")
    assert "eval." in sentence or name in asked


@pytest.mark.parametrize("name", [name for name, (ending, _, how) in FILES.items() if ending == "jsonl" and not how])
def test_a_faulty_row_does_not_spoil_the_next(name: str, tmp_path: Path) -> None:
    """With `skip`, rows behind a faulty line are read; only a file that is no text at all ends the reading."""
    content = FILES[name][1]
    raw = content.encode() if isinstance(content, str) else content
    if name in ("empty", "only blanks", "pdf", "pickle", "gbk lines", "id twice"):
        pytest.skip("not a matter of one row")
    path = tmp_path / "eval.jsonl"
    path.write_bytes(raw.rstrip(b"\n") + b'\n{"id": "last", "question": "z"}\n')
    dataset = read(path, on_bad_row="skip")
    assert [sample.id for sample in dataset][-1] == "last"
    assert dataset.skipped
    assert len(dataset.skipped) >= 1


def test_missing_file_and_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not there, is a folder or goes round in circles is said before anything is read."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("circle.csv").symlink_to("circle.csv")
    for name, part in (("gone.csv", "there is no file"), ("folder", "is a folder"), ("circle.csv", "cannot be opened")):
        with pytest.raises(RaggaugeError, match=part):
            read(name)


def test_file_that_may_not_be_read(tmp_path: Path) -> None:
    """A lack of permission is called so."""
    path = tmp_path / "eval.jsonl"
    path.write_text(ROW)
    path.chmod(0)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)
    try:
        with pytest.raises(RaggaugeError, match="may not be read"):
            read(path)
    finally:
        if was_root:
            os.seteuid(0)


def test_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A file that unpacks to a multiple that no text has is left alone."""
    path = tmp_path / "eval.jsonl.gz"
    with gzip.open(path, "wb") as file:
        file.write(ROW.encode())
        for _ in range(80):
            file.write((b" " * 1023 + b"\n") * 1024)
    with pytest.raises(RaggaugeError, match="like a zip bomb"):
        list(read(path))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eval.jsonl", "eval.csv", "eval.json"])
def test_endless_line_is_given_up(name: str, tmp_path: Path) -> None:
    """A row of 100 MB ends the reading with a question, in bounded memory."""
    path = tmp_path / name
    start = {"eval.jsonl": b'{"question": "', "eval.csv": b'question\n"', "eval.json": b'[{"question": "'}[name]
    with path.open("wb") as file:
        file.write(start)
        for _ in range(100):
            file.write(b"x" * (1 << 20))
    with pytest.raises(RaggaugeError, match="longer than 64 MB"):
        list(read(path))


@pytest.mark.parametrize("given", [3, None, object(), {1, 2}, b"bytes", "\0"])
def test_no_data_at_all(given: object) -> None:
    """What cannot hold rows is refused with a sentence."""
    with pytest.raises(RaggaugeError):
        list(read(given))


def test_damaged_tables(tmp_path: Path) -> None:
    """A damaged Parquet, Arrow or Excel file is called so, not by the error of the package that reads it."""
    pytest.importorskip("pyarrow")
    for name, content in (
        ("a.parquet", b"PAR1" + b"\0" * 100),
        ("a.arrow", b"ARROW1\0\0" + b"\1" * 100),
        ("a.xlsx", b"PK\x03\x04" + b"\0" * 100),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RaggaugeError, match="cannot be read as"):
            list(read(tmp_path / name))


def test_empty_tables(tmp_path: Path) -> None:
    """A Parquet file without a row is no data set."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"question": pyarrow.array([], pyarrow.string())}), tmp_path / "a.parquet")
    with pytest.raises(RaggaugeError, match="holds no row"):
        list(read(tmp_path / "a.parquet"))


def test_disk_that_is_full(tmp_path: Path) -> None:
    """A file that cannot grow is a sentence, and nothing is left of it."""
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100));"
        "from raggauge.formats import write; from raggauge.sample import Sample;"
        "write([Sample(id='a', question='q' * 1000)], 'eval.jsonl')"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=False)
    assert b"'eval.jsonl' cannot be written" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_reader_that_went_away() -> None:
    """A pipe that closes early ends the command quietly."""
    script = "from raggauge.cli.main import main; main()"
    shapes = Path(__file__).parent / "shapes"
    with subprocess.Popen(
        [sys.executable, "-c", script, "convert", str(shapes / "squad.json"), "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(30) == 0
    assert b"Traceback" not in said
    assert b"error" not in said


def test_python_rows_are_checked() -> None:
    """Rows that are no mappings are named by their position."""
    with pytest.raises(RaggaugeError, match=r"data\[1\]"):
        list(read([{"question": "a"}, 3]))
    with pytest.raises(RaggaugeError, match=r"data\[0\]"):
        list(read(io.StringIO("question,answer\na,b\n")))

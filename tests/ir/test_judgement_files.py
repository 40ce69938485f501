"""Judgement and run files in every form in which they come."""

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.errors import DataError
from raggauge.formats.beir import texts
from raggauge.formats.decimals import decimals
from raggauge.formats.trec import read_qrels, read_run
from raggauge.formats.trec_columns import read_columns
from raggauge.formats.trec_text import read_lines
from raggauge.ir import Triples, evaluate, parse_measure
from raggauge.ir.ids import PAD, padded

Write = Callable[[str, str | bytes], Path]

RUN = "q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 1.5 t\nq2 Q0 文档 1 -0.25 t\n"
ROWS = [("q1", "d1", 2.5), ("q1", "d2", 1.5), ("q2", "文档", -0.25)]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of the test's folder."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


def rows(table: Triples) -> list[tuple[str, str, float]]:
    """Query, document and number of each row."""
    return [
        (table.queries[query], table.docs.text(i), table.value[i].item())
        for i, query in enumerate(table.query.tolist())
    ]


@pytest.mark.parametrize(
    "content",
    [
        RUN,
        RUN.rstrip("\n"),
        RUN.replace(" ", "\t"),
        RUN.replace("\n", "\r\n"),
        "\ufeff" + RUN,
        RUN.replace(" ", "   "),
        RUN.replace("d2 ", "d2 \t"),
        RUN.replace("\n", " \n"),
        "\n\n" + RUN.replace("\n", "\n\n"),
        "  " + RUN,
        RUN.replace("2.5", "2.5e0").replace("1.5", "+15E-1"),
        RUN.encode("utf-16"),
        gzip.compress(RUN.encode(), mtime=0),
        "query_id\tdoc_id\tscore\nq1\td1\t2.5\nq1\td2\t1.5\nq2\t文档\t-0.25\n",
        "score qid docno\n2.5 q1 d1\n1.5 q1 d2\n-0.25 q2 文档\n",
        json.dumps({"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"文档": -0.25}}),
        json.dumps({"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"文档": -0.25}}, indent=1),
        "".join(json.dumps({"query_id": q, "doc_id": d, "score": s}) + "\n" for q, d, s in ROWS),
        json.dumps([{"qid": q, "docno": d, "score": s} for q, d, s in ROWS]),
        gzip.compress(json.dumps({"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"文档": -0.25}}).encode(), mtime=0),
    ],
)
def test_run_files(write: Write, content: str | bytes) -> None:
    """White space, line ends, marks, packing and shape do not change what is read."""
    assert rows(read_run(write("run", content))) == ROWS


@pytest.mark.parametrize(
    "content",
    [
        "q1 0 d1 1\nq1 0 d2 -1\n",
        "q1\t0\td1\t1\r\nq1\t0\td2\t-1",
        "q1 d1 1\nq1 d2 -1\n",
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t-1\n",
        '{"q1": {"d1": 1, "d2": -1}}',
        '{"query_id": "q1", "doc_id": "d1", "relevance": 1}\n{"query_id": "q1", "doc_id": "d2", "relevance": -1}\n',
    ],
)
def test_judgement_files(write: Write, content: str) -> None:
    """Four columns, three, BEIR's header and JSON say the same."""
    assert rows(read_qrels(write("qrels", content))) == [("q1", "d1", 1), ("q1", "d2", -1)]


def test_parquet(tmp_path: Path) -> None:
    """A table with named columns, whatever the type of its strings and numbers."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    docs = pa.array([row[1] for row in ROWS]).dictionary_encode()
    table = {"qid": [row[0] for row in ROWS], "docno": docs, "score": pa.array([r[2] for r in ROWS], pa.float32())}
    pq.write_table(pa.table(table), tmp_path / "run.parquet")
    assert rows(read_run(tmp_path / "run.parquet")) == ROWS
    judged = {"query_id": ["q1", "q1"], "doc_id": [7, 8], "rel": pa.array([1, 0], pa.int8()), "need": ["a", None]}
    pq.write_table(pa.table(judged), tmp_path / "qrels.parquet")
    found = read_qrels(tmp_path / "qrels.parquet", needs=True)
    assert rows(found) == [("q1", "7", 1), ("q1", "8", 0)]
    assert found.need is not None
    assert found.need.tolist() == [0, -1]


def test_beir_folder(write: Write) -> None:
    """The judgements of the test part are found in the folder; queries and passages are read with their titles."""
    path = write("set/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\n")
    write("set/corpus.jsonl", '{"_id": "d1", "title": "Tides", "text": "High at six."}\n')
    write("set/queries.jsonl", '{"_id": "q1", "text": "when is high tide?"}\n\n')
    folder = path.parent.parent
    assert rows(read_qrels(folder)) == [("q1", "d1", 2)]
    assert list(texts(folder, "corpus")) == [("d1", "Tides\nHigh at six.")]
    assert list(texts(folder, "queries")) == [("q1", "when is high tide?")]


@pytest.mark.parametrize(
    ("kind", "content", "said"),
    [
        ("run", RUN + "q2 Q0 d3 2 1.0\n" + RUN, r"has 5 fields where 6 are needed: 'q2 Q0 d3 2 1.0' \(.*bad:4\)"),
        ("run", RUN + RUN.replace("1.5", "high"), r"'high' is not a score.*bad:5\)"),
        ("run", RUN + RUN.replace("1.5", "nan"), r"'nan' is not a score.*bad:5\)"),
        ("run", RUN + RUN.replace("1.5", "1_5"), r"'1_5' is not a score.*bad:5\)"),
        ("run", RUN.replace("d2", "d\x002"), r"without a zero character.*bad:2\)"),
        ("run", "q1\td1\t3\n", r"this is no run file.*it has 3 fields: 'q1\\td1\\t3' \(.*bad:1\)"),
        ("run", "q1 0 d1 1\n", "this is no run file"),
        ("qrels", RUN, "this is no judgement file"),
        ("qrels", "\n\nq 0 d 1\nq 0 e 1.5\n", r"1.5 is not a judgement.*bad:4\)"),
        ("qrels", "q 0 d 1\n\nq 0 e 1\nq 0 d 2\n", r"query q judges document d twice, as 1 and as 2.*bad:4\)"),
        ("qrels", "\n  \n", "holds no row"),
        ("qrels", '{"q": {"d": "1"}}', r"'1' is not a judgement.*bad: 'q' 'd'"),
        ("run", '{"q": {"d": 1, "e": null}}', r"None is not a score.*bad: 'q' 'e'"),
        ("run", '{"q": ["d", "e"]}', "neither an object"),
        ("run", "[]", r"holds no row \(.*bad"),
        ("qrels", "q 0 d yes\n", r"'yes' is not a judgement.*bad:1\)"),
        ("qrels", "q 0 d 1e30\n", "at most 15 digits"),
        ("qrels", '{"q": 1}\n', "no column query_id"),
        ("run", '{"qid": "q", "docid": "d", "score": 1}\n{"qid": "q", "docid": "d"}\n', r"no column score.*bad:2"),
    ],
)
def test_what_is_wrong_is_named(write: Write, kind: str, content: str, said: str) -> None:
    """Every refusal says what is wrong, and in which line."""
    path = write("bad", content)
    with pytest.raises(DataError, match=said):
        judged_or_ranked(kind, path)


def judged_or_ranked(kind: str, path: Path) -> None:
    """Read a run, or read judgements and measure something by them."""
    if kind == "run":
        read_run(path)
    else:
        run = Triples.from_dict({"q": {"d": 1.0}}, grades=False)
        evaluate(read_qrels(path), run, [parse_measure("map")])


def test_a_folder_without_judgements_is_refused(tmp_path: Path) -> None:
    """The message names what was looked for."""
    with pytest.raises(DataError, match=r"neither qrels/test.tsv"):
        read_qrels(tmp_path)


def test_needs_are_the_second_column(write: Write) -> None:
    """TREC's diversity judgements name the subtopic there."""
    found = read_qrels(write("q", "q 1 d1 1\nq 1 d2 1\nq 2 d3 1\n"), needs=True)
    assert found.need is not None
    assert found.need.tolist() == [0, 0, 1]


def test_files_longer_than_a_stretch(write: Write) -> None:
    """Regular and irregular stretches of one long file give the same rows as lines split one by one."""
    rng = np.random.default_rng(5)
    lines = [
        f"q{i // 50} Q0 doc-{rng.integers(1 << 40)} {i % 50} {float(rng.normal() * 10.0 ** rng.integers(-9, 9))!r} tag"
        for i in range(30_000)
    ]
    lines[20_000] = lines[20_000].replace(" ", "  ")
    expected = [(f[0], f[2], float(f[4])) for f in map(str.split, lines)]
    found = read_run(write("long.trec", "\n".join(lines)))
    assert rows(found) == expected
    assert found.place(25_000).endswith("long.trec:25001")


numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.from_regex(r"-?[0-9]{1,20}(\.[0-9]{0,20})?", fullmatch=True),
    st.from_regex(r"-?\.[0-9]{1,20}", fullmatch=True),
    st.from_regex(r"[-0-9.e]{0,12}", fullmatch=True),
)


@given(st.lists(numbers, min_size=1, max_size=20))
def test_decimals_are_read_as_python_reads_them(written: list[str]) -> None:
    """What is read in bulk is what `float()` gives, to the last bit; the rest is left, never guessed."""
    ends = np.cumsum([len(text) + 1 for text in written]) - 1 + PAD
    starts = np.array([end - len(text) for text, end in zip(written, ends.tolist(), strict=True)])
    value, left = decimals(padded(" ".join(written).encode() + b" "), starts, ends)
    for i, text in enumerate(written):
        try:
            right = float(text)
        except ValueError:
            assert i in left
            continue
        if i not in left:
            assert value[i] == right
            assert math.copysign(1, value[i]) == math.copysign(1, right)


def test_common_numbers_are_read_in_bulk() -> None:
    """Six decimals and the 17 digits of Python's floats need no second look."""
    written = ["12.345678", "0.1", "7", "-3.25", "12.345678901234567", "0.012345678901234567", "100000000000000000"]
    ends = np.cumsum([len(text) + 1 for text in written]) - 1 + PAD
    starts = np.array([end - len(text) for text, end in zip(written, ends.tolist(), strict=True)])
    value, left = decimals(padded(" ".join(written).encode() + b" "), starts, ends)
    assert len(left) == 0
    assert value.tolist() == [float(text) for text in written]


CRANFIELD = {  # printed by pytrec_eval-terrier 0.5.11 for these files
    "map": 0.25354648849965455,
    "mrr": 0.48676425794135025,
    "bpref": 0.222129215269308,
    "r_precision": 0.2670241918384334,
    "ndcg@10": 0.33944704865154957,
    "recall@100": 0.6858077931891136,
    "precision@5": 0.29777777777777786,
}


def test_the_cranfield_run_has_the_values_of_trec_eval(data_dir: Path) -> None:
    """A real BM25 run: the values are those that trec_eval's code prints for the same files."""
    folder = data_dir / "retrieval" / "cranfield"
    found = evaluate(
        read_qrels(folder / "qrels.trec"),
        read_run(folder / "run.bm25.trec"),
        [parse_measure(text) for text in CRANFIELD],
        no_relevant="zero",
        missing="skip",
    )
    for text, right in CRANFIELD.items():
        assert found.values[parse_measure(text)].mean == pytest.approx(right, abs=1e-9), text


@pytest.mark.parametrize(
    "content",
    [
        RUN,
        RUN.replace(" ", "\t"),
        "\ufeff" + RUN,
        RUN + "q1 Q0 d1 9 1e-3 t\nq3 Q0 d9 1 -inf t\nq3 Q0 d8 1 12.345678901234567 t\n",
        RUN.encode() * 6_000 + b"q3 Q0 d\xff 1 3 \xfe\n" * 2,
        RUN.replace("1.5", "+1.5"),
        RUN * 30_000,
    ],
)
def test_large_files_are_read_as_small_ones(content: str | bytes, write: Write) -> None:
    """The columnar reader gives the rows of the reader of lines, in its order, with the same numbers and hashes."""
    pytest.importorskip("pyarrow")
    path = write("run.trec", content)
    by_lines, by_columns = read_lines(path, kind="run"), read_columns(path, at_least=0)
    assert by_columns is not None
    assert by_columns.queries == by_lines.queries
    assert by_columns.query.tolist() == by_lines.query.tolist()
    assert by_columns.value.tolist() == by_lines.value.tolist()
    assert by_columns.docs.hash.tolist() == by_lines.docs.hash.tolist()
    assert by_columns.docs.same(by_lines.docs).all()


@pytest.mark.parametrize(
    "content",
    [
        RUN.replace("\n", "\r\n"),
        RUN.replace(" Q0", "  Q0", 1),
        RUN.replace("Q0 ", " ", 1),
        RUN.replace(" t\n", " \n", 1),
        RUN.replace("\n", "\n\n", 1),
        " " + RUN,
        RUN.replace("d2 ", "d2\t"),
        RUN.replace("d2", "d\t2"),
        RUN.replace("1.5", "nan"),
        RUN.replace("1.5", "high"),
        RUN.replace("1.5", ""),
        RUN.replace(" t", ""),
        RUN.replace("d2", "d\x002"),
        RUN.replace("文档", "é").encode("latin-1"),
        RUN.rstrip("\n"),
        "query_id Q0 doc_id rank score tag\n" + RUN,
    ],
)
def test_what_is_irregular_is_left_to_the_reader_of_lines(content: str | bytes, write: Write) -> None:
    """Everything that might be read otherwise, or is wrong and must be named with its line."""
    pytest.importorskip("pyarrow")
    assert read_columns(write("run.trec", content), at_least=0) is None


def test_rows_may_have_more_columns_of_any_kind(write: Write) -> None:
    """JSON Lines whose rows hold lists or objects beside the three columns are rows all the same."""
    line = '{"query_id": "q1", "doc_id": "d1", "score": 2.5, "meta": {"a": [1]}, "tags": []}\n'
    assert rows(read_run(write("run.jsonl", line))) == [("q1", "d1", 2.5)]


def test_another_encoding_is_read_where_it_is_named(write: Write) -> None:
    """`encoding` holds for lines and JSON; without it the file is refused."""
    path = write("run.trec", RUN.encode("gbk"))
    assert rows(read_run(path, encoding="gbk")) == ROWS
    with pytest.raises(DataError, match="not UTF-8"):
        read_run(path)
    judged = write("qrels.json", json.dumps({"查询": {"文档": 1}}, ensure_ascii=False).encode("gbk"))
    assert rows(read_qrels(judged, encoding="gbk")) == [("查询", "文档", 1)]


def test_numbers_of_tables(tmp_path: Path) -> None:
    """Parquet holds scores as numbers of any kind; text, empty cells and NaN are named."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "run.parquet"

    def table(score: object) -> Path:
        pq.write_table(pa.table({"query_id": ["q"], "doc_id": ["d"], "score": score}), path)
        return path

    for kind in (pa.int32(), pa.float32(), pa.decimal128(5, 2)):
        assert rows(read_run(table(pa.array([3], kind)))) == [("q", "d", 3.0)]
    wrong = [(["3"], "column score holds string"), ([math.nan], "parquet: 'q' 'd'"), ([None], "has empty cells")]
    for score, said in wrong:
        with pytest.raises(DataError, match=said):
            read_run(table(pa.array(score)))

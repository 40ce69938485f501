"""Random files against every reader: only errors of our own kind, no hang, bounded memory.

The quick suite tries some hundred inputs, the slow one 10,000 a reader; `make fuzz` (5,000 examples a property, each of
200 mutations) a million.
"""

import contextlib
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raggauge.dataset import identity
from raggauge.errors import RaggaugeError
from raggauge.formats import read
from raggauge.formats.literals import Unreadable, read_literal
from raggauge.formats.strict_json import decode

SHAPES = Path(__file__).parents[1] / "formats" / "shapes"
ENDINGS = (".jsonl", ".json", ".csv", ".tsv", ".txt", ".yaml", ".md", ".jsonl.gz", ".csv.bz2", "")
PEERS = SHAPES.parent / "peers" / "files"
SEEDS = [
    (path.suffix, path.read_bytes())
    for path in (*sorted(SHAPES.iterdir()), *sorted(PEERS.glob("*/*.*")))
    if path.suffix in (".json", ".jsonl", ".csv", ".yaml", ".txt") and path.stat().st_size < 9_000
]
# Pieces that mean something to some reader.
TOKENS = [
    *(
        b'"',
        b"'",
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b",",
        b";",
        b"\t",
        b"\n",
        b"\r",
        b"\0",
        b"\\",
        b"\\u",
        b"\\ud83d",
        b"|",
    ),
    *(
        b"null",
        b"NaN",
        b"Infinity",
        b"-",
        b"1e999",
        b"true",
        b"Q: ",
        b"A: ",
        "问：".encode(),
        "，".encode(),
        b"\xff\xfe",
    ),
    *(b"\xef\xbb\xbf", b"\xe9", b"\x1f\x8b", b"BZh9", b'"messages":', b'"context":', b'"contexts":', b'"id":', b"[[[["),
    *(b"sep=;\n", b"- ", b"&a ", b"*a", b": ", b"---\n", b"| --- |\n", b'"queries":{', b'"corpus":{', b"dtype=object"),
    *(b"{}\n", b"},\n{", b"[local] p,Status,Score,Grader Reason,", b"contexts[0],contexts[1],", b"// ", b"<html>"),
    *(b'"inputs":{', b'"qas":[{', b'"metadata":', b'"vars":{', b'"answers":', b"Document(", b"array(", b"''", b'""'),
]
N_MUTATIONS = 200 if settings().max_examples >= 1000 else 10


def _check_reading(given_data: object) -> None:
    """Read something to its end in both ways; only errors of the project may come out, each with a sentence."""
    for on_bad_row in ("stop", "skip"):
        said = _said(given_data, on_bad_row)
        assert said is None or (said and "\n" not in said)


def _said(given_data: object, on_bad_row: str) -> str | None:
    try:
        for sample in read(given_data, on_bad_row=on_bad_row):  # type: ignore[arg-type]
            identity(sample)
    except RaggaugeError as error:
        return error.say("en") and error.say("zh")
    return None


def _mutated(content: bytes, chance: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            data[at:at] = chance.choice(TOKENS)
        elif kind == 1:
            del data[at : at + chance.randint(1, 20)]
        elif kind == 2 and at < len(data):
            data[at] = chance.randrange(256)
        elif kind == 3:
            data[at:at] = data[chance.randrange(len(data) + 1) :][: chance.randint(1, 60)]
        else:
            other = chance.choice(SEEDS)[1]
            data[at:at] = other[chance.randrange(len(other)) :][: chance.randint(1, 60)]
        if not data:
            break
    return bytes(data)


def _mutations(seed: int, n: int) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(seed)
    for _ in range(n):
        suffix, content = chance.choice(SEEDS)
        ending = suffix if chance.random() < 0.8 else chance.choice(ENDINGS)
        yield ending, _mutated(content, chance)


@given(content=st.binary(max_size=200), ending=st.sampled_from(ENDINGS))
def test_any_bytes(content: bytes, ending: str) -> None:
    """Bytes of any kind under any name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{ending}"
        path.write_bytes(content)
        _check_reading(path)


@given(pieces=st.lists(st.sampled_from(TOKENS) | st.binary(max_size=4), max_size=40), ending=st.sampled_from(ENDINGS))
def test_pieces_that_mean_something(pieces: list[bytes], ending: str) -> None:
    """Brackets, quotes, marks and names in any order."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{ending}"
        path.write_bytes(b"".join(pieces))
        _check_reading(path)


@given(seed=st.integers(0, 2**63))
def test_broken_exports(seed: int) -> None:
    """Files of known tools with pieces lost, doubled and mixed."""
    with tempfile.TemporaryDirectory() as folder:
        for ending, content in _mutations(seed, N_MUTATIONS):
            path = Path(folder) / f"t{ending}"
            path.write_bytes(content)
            _check_reading(path)


NAMES = st.sampled_from(
    [
        *("question", "answer", "contexts", "context", "reference", "id", "metadata", "input", "output", "inputs"),
        *("outputs", "messages", "role", "content", "vars", "response", "qas", "paragraphs", "answers", "text", "node"),
        *(
            "attributes",
            "data",
            "query",
            "documents",
            "source_nodes",
            "record_id",
            "app_id",
            "expected",
            "observations",
        ),
        *("user_input", "scores", "metricsData", "retrieval_context", "actual_output", "score", "doc_ids", "imported"),
        *("feedback", "reference_answer", "passing", "questions", "span_id", "context.span_id", "weight", "nuggets"),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(rows=st.lists(st.dictionaries(NAMES, JSON, max_size=6), max_size=3))
def test_any_values_under_known_names(rows: list[dict[str, object]]) -> None:
    """Known names with values that no tool would write."""
    for given_rows in (rows, *rows):
        _check_reading(given_rows)


@given(text=st.text(alphabet="[](){}'\",:=\\ rub01.-eN\nDat", max_size=60))
def test_any_cell(text: str) -> None:
    """A cell is a literal or it is not; nothing else happens."""
    value: object = None
    with contextlib.suppress(Unreadable):
        value = read_literal(text)
    assert value is None or isinstance(value, str | int | float | list | dict)


@given(value=JSON)
def test_literals_are_what_python_prints(value: object) -> None:
    """What Python prints for plain values is read back, NaN and infinity apart."""
    text = repr(value)
    if "nan" in text or "inf" in text or "\\ud" in text:
        return
    assert read_literal(text) == value


@given(value=JSON)
def test_strict_json_agrees_with_json(value: object) -> None:
    """Strict reading of valid JSON gives what plain reading gives."""
    text = json.dumps(value)
    if "NaN" in text or "Infinity" in text or "\\ud" in text:
        return
    assert decode(text.encode(), place="") == json.loads(text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_broken_exports(seed: int, tmp_path: Path) -> None:
    """10,000 broken files, the same ones in every run."""
    for ending, content in _mutations(seed, 1000):
        path = tmp_path / f"t{ending}"
        path.write_bytes(content)
        _check_reading(path)

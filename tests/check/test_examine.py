"""What a check says of a file."""

import json
from pathlib import Path

import pytest

from raggauge.check import examine
from raggauge.check.findings import Checkup, Remark
from raggauge.errors import DataError

GOOD = {"question": "How long is the warranty?", "answer": "Two years from the invoice.", "contexts": ["Two years."]}


def _remark(found: Checkup, kind: str) -> Remark | None:
    return next((remark for remark in found.remarks if remark.kind == kind), None)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("answer_is_error", {"answer": "Error: upstream timed out"}),
        ("answer_is_error", {"answer": "系统错误，请稍后再试"}),
        ("mojibake", {"answer": "It costs 5 â€™ a day"}),
        ("template", {"question": "Use {context} to answer {question}"}),
        ("joined_passages", {"contexts": ["word " * 1000]}),
        ("joined_passages", {"contexts": ["\n".join(f"[{k}] " + "word " * 60 for k in range(4))]}),
        ("joined_passages", {"contexts": ["one\n---\ntwo"]}),
        ("joined_passages", {"contexts": ["one ||| two"]}),
        ("joined_passages", {"contexts": ["【文档1】两年\n【文档2】半年"]}),
        ("printed_list", {"contexts": ["[The warranty is two years., Six months.]"]}),
        ("printed_list", {"contexts": ["{'The warranty is two years.', 'Six months.'}"]}),
        ("printed_list", {"contexts": ["0    The warranty\n1    Batteries\nName: contexts, dtype: object"]}),
        ("printed_list", {"contexts": ["[<Document object at 0x7f3a10>, <Document object at 0x7f3a90>]"]}),
        ("printed_list", {"contexts": ["[Document(id=3f, content: 'The warranty', score: 0.5)]"]}),
        ("spreadsheet_error", {"answer": "#REF!"}),
        ("cut_cell", {"contexts": ["one", "x" * 32_767]}),
        ("entities", {"answer": "Two years &quot;from&quot; the invoice."}),
        ("answer_is_context", {"answer": "A" * 30, "contexts": ["A" * 30]}),
        ("answer_is_question", {"answer": GOOD["question"]}),
        ("reference_is_question", {"references": [GOOD["question"]]}),
        ("mark_out_of_range", {"answer": "Two years [2]."}),
        ("unsorted_scores", {"contexts": [{"text": str(k), "score": score} for k, score in enumerate((1, 3, 2))]}),
        ("repeats_passage", {"contexts": ["c", "c"]}),
        ("empty_passage", {"contexts": ["c", " "]}),
        ("control_characters", {"answer": "Two\u0007years from the invoice."}),
        ("languages_differ", {"answer": "自开具发票之日起保修期为两年整。"}),
        ("no_field", {"question": None}),
    ],
)
def test_odd_samples_are_named(kind: str, changes: dict[str, object]) -> None:
    """A sign is seen in the sample that has it, and not in the one that has not."""
    assert _remark(examine([GOOD]), kind) is None
    found = _remark(examine([{**GOOD, **changes, "id": "odd"}]), kind)
    assert found is not None
    assert found.n == 1
    assert found.samples in (("odd",), ())


@pytest.mark.parametrize(
    "text",
    ["[1] The warranty is two years [2].", "Use array[0].", "Call f(x) first (see below)", "R&D; a & b", "# N/A"],
)
def test_ordinary_passages_are_not_odd(text: str) -> None:
    """Brackets, hashes and ampersands of ordinary text are no sign of a broken export."""
    assert examine([{**GOOD, "contexts": [text]}]).remarks == ()


def test_blank_texts_are_empty() -> None:
    """A text of blanks alone counts as empty."""
    found = examine([{**GOOD, "answer": " \n"}])
    assert [(field.field, field.n_empty) for field in found.fields if field.n_empty] == [("answer", 1)]


def test_repeats_are_counted() -> None:
    """A question asked again, a whole row given again and nearly the same question are told apart."""
    rows = [GOOD, GOOD, {**GOOD, "answer": "One."}, {**GOOD, "question": "How long is the warranty ?"}]
    found = examine(rows)
    assert {remark.kind: remark.n for remark in found.remarks} == {
        "repeated_row": 1,
        "repeated_question": 1,
        "near_duplicates": 2,
    }


def test_misspelt_column_is_suggested() -> None:
    """A column whose name comes close to a field is offered for it."""
    found = _remark(examine([{"qestion": "q", "answer": "a"}]), "no_field_but")
    assert found is not None
    assert found.values["first"] == "qestion"
    assert found.level == "problem"


def test_same_answer_everywhere_is_seen() -> None:
    """An answer that comes back again and again is most often a fallback of the system."""
    rows = [{"question": f"q{k}", "answer": "Please contact our support."} for k in range(6)]
    assert _remark(examine(rows), "same_answer") is not None
    assert _remark(examine(rows[:4]), "same_answer") is None


def test_metrics_need_their_fields() -> None:
    """A metric is allowed in as many samples as have its fields; the others say which are lacking."""
    found = examine([GOOD, {**GOOD, "references": ["g"]}])
    allowed = {entry.metric: (entry.n, entry.lacking) for entry in found.metrics}
    assert allowed["faithfulness"] == (2, ())
    assert allowed["context_recall"] == (1, ("references",))


def test_faulty_rows_do_not_stop_the_check(tmp_path: Path) -> None:
    """They are counted and said, up to twenty of them."""
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + "{oops\n" * 30)
    found = examine(path)
    assert (found.n_samples, found.n_bad_rows, len(found.bad_rows)) == (1, 30, 20)
    assert "t.jsonl:2:2" in found.bad_rows[0]


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    """A missing file is no empty file."""
    with pytest.raises(DataError, match="there is no file"):
        examine(tmp_path / "gone.jsonl")


def test_lengths_are_measured_in_flat_memory() -> None:
    """Shortest and longest are exact, the median to a class of 10%."""
    found = examine([{"question": "x" * n} for n in range(1, 1002)])
    lengths = found.fields[0].lengths
    assert lengths is not None
    assert (lengths.n, lengths.shortest, lengths.longest) == (1001, 1, 1001)
    assert abs(lengths.median - 501) <= 51

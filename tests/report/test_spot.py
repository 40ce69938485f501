"""Items to check by hand: the doubtful, the low and some of the rest, each once; hostile cells stay text."""

import csv
import io

from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.report import spot
from raggauge.run.run import Run
from raggauge.run.start import evaluate

TEXT = '=cmd()|"x", \x00 答\n]]>'


def ran(n: int) -> Run:
    """The first samples are doubtful, the next are not supported, the rest are sure and good."""

    def script(ask: Ask) -> Evidence:
        number = int(ask.sample.id)
        sure = 0.5 + 0.01 * number if number < 10 else 0.99
        verdict = "not_found" if 10 <= number < 20 else "supported"
        claim = Claim("a1", "answer", f"claim {number}")
        finding = Finding("a1", "contexts", verdict, confidence=sure)
        return Evidence(sample=ask.sample.id, claims=(claim,), findings=(finding,))

    rows = [{"id": f"{i:02}", "question": TEXT, "answer": TEXT, "contexts": [TEXT]} for i in range(n)]
    return evaluate(rows, metrics=["faithfulness"], judge=ScriptedJudge(script), out=False)


def test_three_kinds_are_picked_and_no_sample_twice() -> None:
    """Eight of least confidence, eight of the lowest scores, four others, the same at every call."""
    found = spot.chosen(ran(60))
    assert found[:8] == [("unsure", f"{i:02}") for i in range(8)]
    assert found[8:16] == [("low", f"{i:02}") for i in range(10, 18)]
    assert [why for why, _ in found[16:]] == ["good"] * 4
    assert len({id for _, id in found}) == 20
    assert spot.chosen(ran(60)) == found


def test_small_runs_give_what_they_have() -> None:
    """Three samples, three rows."""
    assert len(spot.chosen(ran(3))) == 3


def test_the_file_is_a_table_for_people() -> None:
    """One row a sample with two empty columns; no cell is a formula."""
    rows = list(csv.reader(io.StringIO(b"".join(spot.chunks(ran(12))).decode("utf-8-sig"), newline="")))
    assert len(rows) == 13
    assert all(len(row) == len(spot.COLUMNS) for row in rows)
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    assert rows[1][-2:] == ["", ""]
    assert rows[1][4:6] == ["claim 0", "supported"]

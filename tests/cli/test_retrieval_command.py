"""`raggauge retrieval` from files to tables, JSON and CSV."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose
from raggauge.run.find import load

QRELS = "q1 0 a 1\nq1 0 b 1\nq2 0 c 2\nq3 0 d 0\n"
FIRST = "q1 Q0 a 1 3 t\nq1 Q0 x 2 2 t\nq1 Q0 b 3 1 t\nq3 Q0 d 1 1 t\nq9 Q0 a 1 1 t\n"
SECOND = "q1 Q0 x 1 3 t\nq1 Q0 a 2 2 t\nq2 Q0 c 1 1 t\n"


@pytest.fixture(autouse=True)
def language_of_the_environment() -> Iterator[None]:
    """`--lang` of one test does not reach the next."""
    yield
    choose(None)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Judgements and two runs."""
    for name, content in (("qrels", QRELS), ("first.trec", FIRST), ("second.trec", SECOND)):
        (tmp_path / name).write_text(content)
    return [str(tmp_path / name) for name in ("qrels", "first.trec", "second.trec")]


def test_json(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Means and every query's values by system; null where a query has no value."""
    assert call(["retrieval", *files, "-m", "map recall@1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    first, second = found["systems"]
    assert first["name"] == "first"
    assert first["mean"] == {"map": pytest.approx((1 + 2 / 3) / 4), "recall@1": 0.25}
    assert first["per_query"] == {
        "q1": {"map": pytest.approx(5 / 6), "recall@1": 0.5},
        "q2": {"map": 0.0, "recall@1": 0.0},
        "q3": {"map": None, "recall@1": None},
    }
    assert (first["n_missing"], first["n_unjudged"], first["n_no_relevant"]) == (1, 1, 1)
    assert second["mean"]["map"] == pytest.approx((1 / 4 + 1) / 2)
    assert [one["measure"] for one in found["comparisons"]] == ["map", "recall@1"]
    assert found["comparisons"][0]["difference"] == pytest.approx(second["mean"]["map"] - first["mean"]["map"])
    assert found["comparisons"][0]["n_better"] == 1
    assert found["comparisons"][0]["p_adjusted"] >= found["comparisons"][0]["p"]


def test_the_conventions_of_trec_eval_are_options(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A missing query is skipped and a query without relevant documents counts 0."""
    options = ["--no-relevant", "zero", "--missing", "skip", "-m", "map", "--format", "json"]
    assert call(["retrieval", *files[:2], *options]) == 0
    found = json.loads(capsys.readouterr().out)["systems"][0]
    assert {query: values["map"] for query, values in found["per_query"].items()} == {
        "q1": pytest.approx(5 / 6),
        "q2": None,
        "q3": 0.0,
    }


def test_csv(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each number; -o writes a file instead."""
    target = tmp_path / "out.csv"
    assert call(["retrieval", *files, "-m", "map", "--format", "csv", "--per-query", "-o", str(target)]) == 0
    assert capsys.readouterr().out == ""
    rows = list(csv.reader(target.read_text().splitlines()))
    assert rows[0] == ["system", "query", "measure", "value"]
    assert ["second", "q2", "map", "1.0"] in rows
    assert ["first", "q3", "map", ""] in rows
    assert call(["retrieval", *files, "-m", "map", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("system,measure,mean,low,high,n\nfirst,map,0.41666666666666")


@pytest.mark.parametrize(("lang", "said"), [("en", "3 judged queries, 1 of them"), ("zh", "3 个有判断的查询")])
def test_tables(files: list[str], lang: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each run, what was left out, the comparison, and each query where it is asked for."""
    assert call(["--lang", lang, "retrieval", *files, "-m", "map mrr", "--per-query"]) == 0
    out = capsys.readouterr().out
    assert said in out
    assert "second - first" in out
    assert "q1     0.8333  1.0000" in out
    assert "q3     -       -" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-m", "ndgc@10"], "'ndgc@10'|ndgc@10 is not a retrieval measure"),
        (["-m", "recall"], "recall needs a cutoff"),
        (["--needs", "-m", "map"], ""),
    ],
)
def test_mistakes_get_one_sentence(
    files: list[str], arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong measure is refused with exit code 2; options that fit are not."""
    code = call(["retrieval", *files, *arguments])
    error = capsys.readouterr().err
    assert code == (2 if said else 0)
    assert not said or any(part in error for part in said.split("|"))


def test_one_run_given_twice_is_refused(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The same file cannot be compared with itself."""
    assert call(["retrieval", files[0], files[1], files[1]]) == 2
    assert "is given twice" in capsys.readouterr().err


def test_a_page_shows_who_wins_where(files: list[str], tmp_path: Path) -> None:
    """-o with a name in .html writes one page without scripts, names escaped, a plot for each comparison."""
    hostile = tmp_path / "a<b>.trec"
    hostile.write_text(SECOND)
    target = tmp_path / "page.html"
    assert call(["retrieval", *files[:2], str(hostile), "-m", "map mrr", "-o", str(target)]) == 0
    page = target.read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "a&lt;b&gt; minus first" in page
    assert "<b>" not in page
    assert "<script" not in page
    assert "0.4167 [" in page
    assert "greatest gains: q2 +1.00" in page
    assert "greatest losses: q1 -0.50" in page


def test_a_folder_keeps_the_runs(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """-o with another name writes a run for each system, with the same values, which show and compare read."""
    kept = tmp_path / "kept"
    assert call(["retrieval", *files, "-m", "map recall@1", "-o", str(kept)]) == 0
    assert f"run: {kept / 'second'}" in capsys.readouterr().out
    first, second = load(kept / "first"), load(kept / "second")
    assert first.complete
    assert first.manifest.inputs == tuple(files[:2])
    assert first.manifest.dataset.fingerprint == second.manifest.dataset.fingerprint
    row = first.summary()["map"]
    assert (row["mean"], row["n_scored"], row["n_not_applicable"]) == (pytest.approx((1 + 2 / 3) / 4), 2, 1)
    scores = dict(first.scores())
    assert scores["q1"]["recall@1"].value == 0.5
    assert (scores["q2"]["map"].value, scores["q2"]["map"].label) == (0.0, "no context was retrieved")
    assert (scores["q3"]["map"].state, scores["q3"]["map"].reason) == ("not_applicable", "no relevant document")
    assert call(["compare", str(kept / "first"), str(kept / "second")]) == 0
    assert "3 samples in both" in capsys.readouterr().out
    assert call(["show", str(kept / "second"), "q2"]) == 0
    assert "1.00" in capsys.readouterr().out


def test_one_run_is_kept_in_the_folder_itself(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A skipped query has a reason of its own, and a folder that holds something is not written over."""
    asked = ["retrieval", *files[:2], "-m", "map", "--missing", "skip", "-o", str(tmp_path / "one")]
    assert call(asked) == 0
    assert dict(load(tmp_path / "one").scores())["q2"]["map"].reason == "query not in the run"
    assert call(asked) == 2
    assert "give a new folder" in capsys.readouterr().err


def test_the_ending_of_a_file_chooses_its_form(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """.json and .csv need no --format; a file that cannot be written is one sentence."""
    assert call(["retrieval", *files[:2], "-m", "map", "-o", str(tmp_path / "a.json")]) == 0
    assert json.loads((tmp_path / "a.json").read_text())["systems"][0]["name"] == "first"
    assert call(["retrieval", *files[:2], "-m", "map", "-o", str(tmp_path / "a.csv")]) == 0
    assert (tmp_path / "a.csv").read_text().startswith("system,measure,mean")
    assert call(["retrieval", *files[:2], "-m", "map", "-o", str(tmp_path / "first.trec/a.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_runs_of_other_queries_are_refused(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no query is judged, the ids differ: a mean of 0 would say that the search engine is bad."""
    other = tmp_path / "other.trec"
    other.write_text("1 Q0 a 1 3 t\n")
    assert call(["retrieval", files[0], str(other)]) == 2
    assert "it has '1', the judgements 'q1'" in capsys.readouterr().err

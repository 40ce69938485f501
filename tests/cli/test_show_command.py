"""`raggauge show` and `raggauge report --format json`."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from raggauge.cli.main import call
from raggauge.messages import choose

JUDGE = ("--judge", "scripted:evidence.jsonl")


@pytest.fixture
def finished(outputs: Path, capsys: Any) -> Path:
    """A finished run named `mine`."""
    assert call(["run", "outputs.jsonl", *JUDGE, "--metrics", "faithfulness,contradiction", "--name", "mine"]) == 0
    capsys.readouterr()
    return outputs


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("sample", ["eiffel", "故宫", "evil"])
def test_a_sample(sample: str, lang: str, finished: Path, capsys: Any, golden: Any) -> None:
    """Question, answer, claims with verdicts, passages with marked spans, scores; nothing a terminal would obey."""
    assert call(["--lang", lang, "show", "mine", sample]) == 0
    choose(None)
    said = capsys.readouterr().out
    golden(f"cli/show-{'gugong' if sample == '故宫' else sample}-{lang}.txt", said)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)


def test_the_summary_is_that_of_the_run(finished: Path, capsys: Any) -> None:
    """By name, by `last`, by path and without any the same."""
    texts = []
    for run in (["mine"], ["last"], [str(next(Path(".raggauge/runs").iterdir()))], []):
        assert call(["show", *run]) == 0
        texts.append(capsys.readouterr().out)
    assert len(set(texts)) == 1
    assert "0.75" in texts[0]


def test_the_worst_samples(finished: Path, capsys: Any, golden: Any) -> None:
    """Worst first, with the claim that failed; for a metric where lower is better the highest is the worst."""
    assert call(["show", "mine", "--worst", "2", "--metric", "faithfulness"]) == 0
    golden("cli/worst.txt", capsys.readouterr().out)
    assert call(["show", "mine", "--worst", "1", "--metric", "contradiction"]) == 0
    assert "eiffel" in capsys.readouterr().out


def test_why_samples_are_unscored_is_said(outputs: Path, capsys: Any) -> None:
    """The first reason of each metric stands below the summary; a bare name finds a metric with parameters."""
    Path("faulty.py").write_text(
        "from dataclasses import dataclass\n"
        "@dataclass(frozen=True)\n"
        "class Faulty:\n"
        "    by: int = 0\n"
        "    fields = ()\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        "        return 1 / self.by\n",
        encoding="utf-8",
    )
    assert call(["run", "outputs.jsonl", "-m", "faulty.py:Faulty,faulty.py:Faulty(by=2)", "-q"]) == 0
    said = capsys.readouterr().out
    assert "unscored: faulty (first eiffel: metric failed: ZeroDivisionError: division by zero)" in said
    assert "unscored: faulty(by=2) (first eiffel: metric failed: it gave float, no Score)" in said
    assert call(["run", "outputs.jsonl", "-m", "faulty.py:Faulty(by=2)", "-q"]) == 0
    assert call(["show", "last", "--worst", "1", "--metric", "faulty"]) == 0
    assert "no sample has a value of faulty(by=2)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["mine", "nobody"], "the run has no sample 'nobody' among its 3"),
        (["mine", "--worst", "3", "--metric", "bleu"], "the run has no metric 'bleu'; it has: faithfulness"),
        (["mine", "eiffel", "--worst", "3"], "not both"),
        (["yours"], "there is no run 'yours'"),
        (["mine", "--worst", "0"], "--worst: 0 is not in the range"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], part: str, finished: Path, capsys: Any) -> None:
    """What is wrong and what there is."""
    assert call(["show", *arguments]) == 2
    assert part in capsys.readouterr().err


def test_the_json_fits_its_schema(finished: Path, capsys: Any) -> None:
    """The published schema accepts the report, and the stable core is there."""
    assert call(["report", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert call(["report", "mine", "--format", "json", "-o", "report.json"]) == 0
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    jsonschema.validate(report, schema)
    assert list(report) == ["run", "summary", "samples", "usage"]
    assert [sample["id"] for sample in report["samples"]] == ["eiffel", "故宫", "evil"]
    score = report["samples"][0]["scores"]["faithfulness"]
    assert (score["value"], score["state"], score["n_asked"]) == (0.5, "scored", 2)
    assert report["samples"][0]["evidence"]["findings"][0]["conflicts"][0]["said"] == "300 m"
    assert report["samples"][2]["scores"]["faithfulness"]["reason"] == "abstained"
    assert report["summary"]["faithfulness"]["n_refused"] == 1
    assert report["run"]["name"] == "mine"


@pytest.mark.parametrize("spoil", ["value", "state", "summary"])
def test_the_schema_refuses_what_is_wrong(spoil: str, finished: Path, capsys: Any) -> None:
    """A value above 1, an unknown state, a missing part."""
    assert call(["report", "mine", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    score = report["samples"][0]["scores"]["faithfulness"]
    if spoil == "summary":
        del report["summary"]
    else:
        score[spoil] = {"value": 1.2, "state": "skipped"}[spoil]
    from raggauge.report.json import schema

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, schema())


def test_gate_and_diagnose_take_the_last_run(finished: Path, capsys: Any) -> None:
    """Without a run they speak of the last one, as `show` and `report` do."""
    Path("raggauge.yaml").write_text("thresholds: {faithfulness: 0.1}\n", encoding="utf-8")
    for command in ("gate", "diagnose"):
        texts = []
        for run in ([], ["last"]):
            assert call([command, *run]) == 0
            texts.append(capsys.readouterr().out)
        assert texts[0] == texts[1] != ""


@pytest.mark.parametrize(
    ("flags", "written"),
    [
        (["-o", "new/page.html"], "new/page.html"),
        (["-o", "there", "--format", "md"], "there/ID.md"),
        (["-o", "new/", "--format", "spot"], "new/ID.csv"),
        (["-o", "there", "--format", "junit"], "there/ID.xml"),
        (["-o", "notes.txt"], "notes.txt"),
    ],
)
def test_a_report_is_written_where_it_is_wanted(finished: Path, capsys: Any, flags: list[str], written: str) -> None:
    """Folders are made; in a folder the file bears the run's id and the usual ending of its form."""
    Path("there").mkdir()
    assert call(["report", *flags]) == 0
    path = written.replace("ID", next(Path(".raggauge/runs").iterdir()).name)
    assert Path(path).stat().st_size > 0
    assert capsys.readouterr().err == f"written: {path}\n"


@pytest.mark.parametrize("out", ["there", "new/", "page.htlm", "page"])
def test_a_report_of_no_known_form_is_not_guessed(finished: Path, capsys: Any, out: str) -> None:
    """A folder or an ending that says nothing needs --format; nothing is written."""
    Path("there").mkdir()
    assert call(["report", "-o", out]) == 2
    assert f"'{out}' does not say what to write; add --format" in capsys.readouterr().err
    assert not list(Path("there").iterdir())
    assert not Path("new").exists()
    assert not Path("page.htlm").exists()

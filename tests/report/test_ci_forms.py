"""What CI reads: JUnit XML, SARIF, the comment on a pull request, the badge; hostile texts survive in each."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, read
from raggauge.judge.scripted import ScriptedJudge
from raggauge.report import badge, github, junit, sarif
from raggauge.report.verdict import Verdict, verdict_of
from raggauge.run.find import load
from raggauge.run.start import evaluate
from raggauge.sample import Context, Sample

sys.path.insert(0, str(Path(__file__).parent))
from made_run import PASSAGE, judged

NASTY = "]]> | <b>&amp;</b> \x00\x1b[31m \ufffe `code` @everyone [x](y) \u202e 好"


def verdict(
    section: dict[str, Any], thresholds: dict[str, Any] | None = None, *, text: str = NASTY, n: int = 3
) -> Verdict:
    """A run of half-supported answers held against rules."""
    samples = [
        Sample(
            id=f"q{i} {text}",
            question=text,
            answer=text,
            contexts=(Context(PASSAGE),),
            place=f"data/eval.jsonl:{i + 1}",
        )
        for i in range(n)
    ]
    run = evaluate(samples, metrics=["faithfulness"], judge=ScriptedJudge(judged), out=False)
    rules = read(section, thresholds)
    return Verdict(run=run, rules=rules, decision=None if rules == Rules() else decide(run, rules))


def text_of(pieces: Any) -> str:
    """The whole document."""
    return b"".join(pieces).decode()


def test_junit_counts_failures_errors_and_skips() -> None:
    """The gate's suite fails, the samples themselves do not unless they must pass."""
    one = verdict({"must_pass": [f"q0 {NASTY}"]}, {"faithfulness": 0.9}, n=60)
    suites = ET.fromstring(text_of(junit.chunks(one)))
    gate, metric = suites.findall("testsuite")
    assert (gate.get("name"), gate.get("failures"), gate.get("errors")) == ("gate", "2", "0")
    assert (metric.get("tests"), metric.get("failures")) == ("60", "1")
    assert len(metric.findall("testcase")) == 60


def test_a_judge_that_is_out_is_an_error_not_a_failure() -> None:
    """Unscored samples are errors with their reason."""
    run = evaluate(
        [Sample(id="q", answer="x", contexts=("y",))], metrics=["faithfulness"], judge=ScriptedJudge({}), out=False
    )  # type: ignore[arg-type]
    rules = read({}, {"faithfulness": 0.9})
    suites = ET.fromstring(text_of(junit.chunks(Verdict(run=run, rules=rules, decision=decide(run, rules)))))
    gate, metric = suites.findall("testsuite")
    assert (gate.get("failures"), metric.get("failures"), metric.get("errors")) == ("0", "0", "1")
    error = metric.find("testcase/error")
    assert error is not None
    assert "not in the script" in (error.text or "")


def test_sarif_points_at_the_line_of_the_dataset() -> None:
    """A failed rule is an error, a sample below the threshold a note at its line."""
    found = json.loads(text_of(sarif.chunks(verdict({}, {"faithfulness": 0.9}, n=60))))
    results = found["runs"][0]["results"]
    assert found["version"] == "2.1.0"
    assert (results[0]["ruleId"], results[0]["level"]) == ("threshold/faithfulness", "error")
    place = results[1]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("data/eval.jsonl", 1)
    assert {rule["id"] for rule in found["runs"][0]["tool"]["driver"]["rules"]} == {r["ruleId"] for r in results}


@pytest.mark.parametrize("size", [10, 100_000])
def test_the_comment_escapes_and_stays_small(size: int) -> None:
    """No markup, no mention, no control character of the data takes effect, and it fits into a comment."""
    text = text_of(github.chunks(verdict({}, {"faithfulness": 0.9}, text=NASTY + "x" * size)))
    assert text.startswith("<!-- raggauge -->\n## ")
    assert len(text) < 65_536
    for bad in ("<b>", " @everyone", "[x](y)", "\x00", "\x1b", "\u202e", " `code`"):
        assert bad not in text


def test_the_comment_folds_what_passed_behind_what_did_not() -> None:
    """Where something failed, the rules that passed are a number to unfold; where nothing did, they stand open."""
    limits = {"max_cost": 1, "max_not_applicable": 1}
    failed = text_of(github.chunks(verdict(limits, {"faithfulness": 0.9}, n=60)))
    assert failed.index("- ✗") < failed.index("<summary>2 rules passed</summary>") < failed.index("- ✓")
    passed = text_of(github.chunks(verdict(limits, {"faithfulness": 0.0}, n=60)))
    assert "rules passed</summary>" not in passed
    assert passed.count("- ✓") == 3


def test_long_answers_do_not_break_the_documents() -> None:
    """100 kB of text in every field leaves valid XML, JSON and SVG."""
    one = verdict({}, {"faithfulness": 0.9}, text=NASTY + "答" * 100_000)
    assert ET.fromstring(text_of(junit.chunks(one))).tag == "testsuites"
    assert json.loads(text_of(sarif.chunks(one)))["version"] == "2.1.0"
    assert ET.fromstring(text_of(badge.chunks(one))).tag.endswith("svg")


@pytest.mark.parametrize(("bound", "word"), [(0.4, "PASS"), (0.99, "FAIL")])
def test_the_badge_says_outcome_and_mean(bound: float, word: str) -> None:
    """One word and one number."""
    drawn = ET.fromstring(text_of(badge.chunks(verdict({}, {"faithfulness": bound}, n=60))))
    assert drawn.get("aria-label") == f"raggauge: {word} · faithfulness 0.50"


@pytest.mark.parametrize(("bound", "outcome"), [(0.1, "inconclusive"), (0.99, "fail")])
def test_after_a_change_of_the_judge_the_reports_say_so(
    bound: float, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A baseline of another judge is an open ruling in the comment, not a crash; the other rules are held."""
    monkeypatch.chdir(tmp_path)
    rows = [{"id": f"q{i}", "question": "?", "answer": "x", "contexts": [PASSAGE]} for i in range(60)]
    for name in ("old", "new"):
        evaluate(rows, metrics=["faithfulness"], judge=ScriptedJudge(judged, name=name), name=name)
    (tmp_path / "raggauge.yaml").write_text(
        f"thresholds: {{faithfulness: {bound}}}\ngate: {{baseline: {{run: old, tolerance: 5%}}}}\n"
    )
    found = verdict_of(load("new"))
    assert found.decision is not None
    assert found.decision.outcome == outcome
    assert "different judges" in text_of(github.chunks(found))

"""assert_scores in a test: it passes, or shows why not."""

from pathlib import Path
from typing import Any

import pytest

import raggauge
from raggauge.errors import JudgeError, UsageError
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge

ROW = {
    "id": "q",
    "question": "When did it open?",
    "answer": "In 1911. By a duke.",
    "contexts": ["It opened in 1911.", "x"],
}


def judged(ask: Ask) -> Evidence:
    """One of two claims is supported."""
    claims = (Claim("a1", "answer", "It opened in 1911."), Claim("a2", "answer", "A duke opened it."))
    findings = (Finding("a1", "contexts", "supported", (0,)), Finding("a2", "contexts", "not_found"))
    return Evidence(sample=ask.sample.id, claims=claims, findings=findings)


@pytest.fixture
def judge() -> Any:
    """A judge that knows the one answer."""
    return ScriptedJudge(judged)


def test_scores_that_reach_their_thresholds_pass(judge: Any) -> None:
    """The scored sample comes back."""
    found = raggauge.assert_scores(ROW, judge=judge, faithfulness=0.5, contradiction=0.0)
    assert found.scores["faithfulness"].value == 0.5


def test_a_miss_shows_claims_and_passages(judge: Any) -> None:
    """The message says how much was asked, what was claimed and what was retrieved."""
    with pytest.raises(AssertionError) as missed:
        raggauge.assert_scores(ROW, judge=judge, faithfulness=0.8)
    text = str(missed.value)
    for part in (
        "faithfulness is 0.500, at least 0.8",
        "a1 supported [1]",
        "a2 not found",
        "A duke opened it.",
        "[2] 'x'",
    ):
        assert part in text
    # pytest shows the line of the test that asked, none of ours
    assert [entry.name for entry in missed.traceback.filter(missed)] == ["test_a_miss_shows_claims_and_passages"]


def test_an_unscored_sample_does_not_pass() -> None:
    """A judge that failed is no success, and no failure of the system either."""
    with pytest.raises(JudgeError, match="the judge could not decide: faithfulness is unscored"):
        raggauge.assert_scores(ROW, judge=ScriptedJudge({}), faithfulness=0.1)


def test_an_inapplicable_score_passes() -> None:
    """An abstention has no faithfulness to miss."""
    judge = ScriptedJudge(lambda ask: Evidence(sample=ask.sample.id, refusals={"answer": True}))
    assert raggauge.assert_scores(ROW, judge=judge, faithfulness=0.9).scores["faithfulness"].state == "not_applicable"


@pytest.mark.parametrize("thresholds", [{}, {"faithfulnes": 0.8}, {"faithfulness": 8}])
def test_wrong_thresholds_are_errors_of_the_test(thresholds: dict[str, float], judge: Any) -> None:
    """No threshold, an unknown metric, a value out of range."""
    with pytest.raises((UsageError, raggauge.errors.DataError)):
        raggauge.assert_scores(ROW, judge=judge, **thresholds)


def test_a_share_holds_for_the_one_sample_there_is(judge: Any) -> None:
    """Whatever share of samples is asked, one sample is all of them."""
    passes, fails = ({"share_above": limit, "share": 0.9} for limit in (0.5, 0.6))
    raggauge.assert_scores(ROW, judge=judge, faithfulness=passes)
    with pytest.raises(AssertionError, match=r"faithfulness is 0\.500, at least 0\.6"):
        raggauge.assert_scores(ROW, judge=judge, faithfulness=fails)


CALM = """
from dataclasses import dataclass
from raggauge.score import scored

@dataclass(frozen=True)
class Calm:
    fields = ("answer",)
    facets = frozenset()
    direction = "down"
    def score(self, sample, evidence):
        return scored(float("!" in sample.answer))
"""


def test_metrics_of_ones_own_have_thresholds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named by file, given as `metrics`, or configured; their direction holds, and ours stand beside them."""
    monkeypatch.chdir(tmp_path)
    Path("tones.py").write_text(CALM, encoding="utf-8")
    loud = {**ROW, "answer": "In 1911!"}
    with pytest.raises(AssertionError, match=r"calm is 1\.000, at most 0\.5"):
        raggauge.assert_scores(loud, **{"tones.py:Calm": 0.5})
    found = raggauge.assert_scores(ROW, metrics=["tones.py:Calm"], calm=0.5, abstention=0.0)
    assert list(found.scores) == ["calm", "abstention"]
    Path("raggauge.yaml").write_text("metrics: [core, 'tones.py:Calm']\n", encoding="utf-8")
    assert list(raggauge.assert_scores(ROW, calm=0.5).scores) == ["calm"]

"""A gate that fails because the judge wavered is decided once more; a real fault stays one."""

from typing import Any

import pytest

from raggauge.errors import UsageError
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.gate.confirming import confirm
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, Threshold
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.start import evaluate

RULES = Rules(thresholds=(Threshold(metric="faithfulness", bound=0.8),), must_pass=("q0",))


def wavering(ask: Ask) -> Evidence:
    """q0 is judged wrongly the first time; q1 is wrong every time; the others are right."""
    good = ask.repeat > 0 if ask.sample.id == "q0" else ask.sample.id != "q1"
    finding = Finding("a1", "contexts", "supported" if good else "not_found")
    return Evidence(sample=ask.sample.id, claims=(Claim("a1", "answer", "x"),), findings=(finding,))


def held(rules: Rules) -> tuple[Any, Any]:
    """A run of ten and its decision."""
    rows = [{"id": f"q{i}", "question": "?", "answer": "x", "contexts": ["y"]} for i in range(10)]
    run = evaluate(rows, metrics=["faithfulness"], judge=ScriptedJudge(wavering), out=False)
    return run, decide(run, rules)


def test_only_the_deciding_samples_are_judged_again() -> None:
    """The one that must pass is asked twice more; its value becomes the mean of three, and the gate is decided anew."""
    run, first = held(RULES)
    judge = ScriptedJudge(wavering)
    found = confirm(run, RULES, first, judge=judge)
    assert first.outcome == "fail"
    assert found.samples == ("q0",)
    assert {(ask.sample.id, ask.repeat) for ask in judge.asked} == {("q0", 0), ("q0", 1), ("q0", 2)}
    assert found.first is first
    assert next(r for r in found.second.rulings if r.rule == "threshold").value == pytest.approx((8 + 2 / 3) / 10)


def test_a_fault_that_stays_keeps_failing() -> None:
    """What is wrong in every round is still wrong."""
    rules = Rules(thresholds=(Threshold(metric="faithfulness", bound=0.5),), must_pass=("q1",))
    run, first = held(rules)
    assert confirm(run, rules, first, judge=ScriptedJudge(wavering)).second.outcome == "fail"


def test_a_passed_gate_is_left_alone() -> None:
    """Nothing is asked when nothing failed."""
    rules = Rules(thresholds=(Threshold(metric="faithfulness", bound=0.5),))
    run, first = held(rules)
    judge = ScriptedJudge(wavering)
    assert confirm(run, rules, first, judge=judge).rounds == 0
    assert judge.asked == []


def test_a_judge_that_always_says_the_same_is_not_asked() -> None:
    """The embedded judge has no second opinion."""
    rules = Rules(thresholds=(Threshold(metric="faithfulness", bound=0.99),), must_pass=("q0",))
    run = evaluate(
        [{"id": "q0", "question": "When?", "answer": "The duke sold it in 1755.", "contexts": ["The tram opened."]}],
        metrics=["faithfulness"],
        out=False,
    )
    first = decide(run, rules)
    assert (first.outcome, confirm(run, rules, first).rounds) == ("fail", 0)


@pytest.mark.parametrize("rounds", [0, 3])
def test_more_than_two_rounds_are_refused(rounds: int) -> None:
    """It is not repeated until it passes."""
    run, first = held(RULES)
    with pytest.raises(UsageError, match="1 to 2"):
        confirm(run, RULES, first, rounds=rounds)

"""Judges and metrics that fail: records, never crashes, never better scores."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec
import pytest

import raggauge
from raggauge.errors import JudgeUnavailable
from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.sample import Sample
from raggauge.score import Score, scored


class Faulty(ScriptedJudge):
    """Gives what `spoil` makes of its replies, or raises."""

    batch = 8

    def __init__(self, script: Any, spoil: Callable[[list[Evidence]], Any]) -> None:
        super().__init__(script)
        self._spoil = spoil

    async def examine(self, asks: Any, /) -> Any:
        return self._spoil(list(await super().examine(asks)))


def _raise_at(bad: str) -> Callable[[list[Evidence]], Any]:
    def spoil(found: list[Evidence]) -> list[Evidence]:
        if any(one.sample == bad for one in found):
            raise ValueError("broken\nsecond line")
        return found

    return spoil


def _silent(found: list[Evidence]) -> list[Evidence]:
    return [msgspec.structs.replace(one, filled=(), claims=(), findings=()) for one in found]


def test_one_bad_sample_costs_no_other_its_evidence(script: Any, make_samples: Any) -> None:
    """A batch that raises is asked one by one; the sample that raises again is unscored with bounds."""
    run = raggauge.evaluate(
        make_samples(20), metrics=["faithfulness"], judge=Faulty(script, _raise_at("q5")), out=False
    )
    score = run["q5"].scores["faithfulness"]
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.0, 1.0)
    assert score.reason == "judge failed: ValueError: broken"
    row = run.summary()["faithfulness"]
    assert (row["n_scored"], row["n_unscored"]) == (19, 1)
    assert row["lowest"] < row["highest"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda found: found[:-1],
        lambda found: found + found[-1:],
        lambda found: None,
        lambda found: ["no evidence"] * len(found),
        lambda found: [msgspec.structs.replace(one, sample="other") for one in found],
        _silent,
    ],
    ids=["short", "long", "none", "no evidence", "other sample", "silent"],
)
def test_a_malformed_reply_never_makes_a_score(spoil: Any, script: Any, make_samples: Any) -> None:
    """Short, long, foreign or empty replies leave the samples they concern without a value."""
    fine = raggauge.evaluate(make_samples(9), metrics=["faithfulness"], judge=ScriptedJudge(script), out=False)
    run = raggauge.evaluate(make_samples(9), metrics=["faithfulness"], judge=Faulty(script, spoil), out=False)
    for id, scores in run.scores():
        score = scores["faithfulness"]
        assert score.state == "unscored" or score.value == fine[id].scores["faithfulness"].value
    assert run.summary()["faithfulness"]["n"] == 9
    assert run.summary()["faithfulness"]["n_unscored"] >= 1


def test_an_unavailable_judge_ends_the_run_so_that_it_can_go_on(
    paid_judge: Any, make_samples: Any, in_empty_folder: Any
) -> None:
    """Exit code 3, a note on how to go on, and no finished call is made again."""
    calls = 0

    async def pace(ask: Ask) -> None:
        nonlocal calls
        calls += 1
        if calls == 30:
            raise JudgeUnavailable("core.unknown_judge", name="x", known="y")

    judge = paid_judge(pace)
    options: Any = {"metrics": ["faithfulness"], "out": "r", "concurrency": 4}
    with pytest.raises(JudgeUnavailable) as caught:
        raggauge.evaluate(make_samples(50), judge=judge, **options)
    assert caught.value.exit_code == 3
    assert "raggauge run --resume r" in caught.value.__notes__[0]
    run = raggauge.evaluate(make_samples(50), judge=judge, **options)
    whole = raggauge.evaluate(make_samples(50), judge=paid_judge(), metrics=["faithfulness"], out=False)
    assert run.summary() == whole.summary()
    assert len(judge.made) == 51
    assert len(set(judge.made)) == 50
    assert run.usage == {"calls": 50, "prompt_tokens": 500, "completion_tokens": 100, "cost": 25.0}


@dataclass(frozen=True)
class Breaks:
    """A metric that fails in a way of its own."""

    how: str = "raise"
    fields: ClassVar[Any] = ("answer",)
    facets: ClassVar[frozenset[Facet]] = frozenset({Claims("answer")})

    def score(self, sample: Sample, evidence: Evidence, /) -> Any:
        if self.how == "raise":
            raise ZeroDivisionError("by zero")
        if self.how == "range":
            return Score(state="scored", value=1.5)
        return 0.7


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "metric failed: ZeroDivisionError: by zero"),
        ("range", "metric failed: UsageError: metric  gave 1.5"),
        ("float", "metric failed: it gave float, no Score"),
    ],
)
def test_a_metric_that_fails_is_a_record(how: str, reason: str, scripted: Any, make_samples: Any) -> None:
    """The sample is unscored for this metric alone."""
    run = raggauge.evaluate(make_samples(3), metrics=[Breaks(how), "faithfulness"], judge=scripted, out=False)
    name = run.metrics[0]
    score = run["q1"].scores[name]
    assert score.state == "unscored"
    assert (score.reason or "").startswith(reason)
    assert run.summary()[name]["n_unscored"] == 3
    assert run.summary()["faithfulness"]["n_scored"] == 3


@dataclass(frozen=True)
class Details:
    """A metric with a detail of any kind."""

    detail: Any = 1
    fields: ClassVar[Any] = ()
    facets: ClassVar[frozenset[Facet]] = frozenset()

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        return scored(1.0, details={"found": self.detail})


def test_details_that_json_cannot_hold_are_said_to_be_left_out(make_samples: Any) -> None:
    """The values stay, and so do the details of other metrics."""
    run = raggauge.evaluate(make_samples(1), metrics=[Details(object()), Details()], out=False)
    odd, fine = (run["q0"].scores[name] for name in run.metrics)
    assert odd.value == fine.value == 1.0
    assert fine.details == {"found": 1}
    assert odd.details["left_out"].startswith("TypeError: ")

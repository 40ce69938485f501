"""Means alone say which stage is at fault, weakest first."""

from typing import get_args

import pytest

from raggauge.diagnosis import Cause, diagnose_means
from raggauge.diagnosis.causes import STAGES, Level, faults_of
from raggauge.errors import UsageError
from raggauge.messages import has


def _causes(means: dict[str, float]) -> list[str]:
    return [fault.cause for fault in diagnose_means(means)]


@pytest.mark.parametrize(
    ("means", "order", "never"),
    [
        (
            {"context_precision": 0.82, "context_recall": 0.88, "faithfulness": 0.58, "answer_relevance": 0.76},
            ["generation_invents", "off_the_point"],
            ["retrieval_misses"],
        ),
        (
            {"context_recall": 0.52, "context_precision": 0.45, "faithfulness": 0.68, "answer_relevance": 0.71},
            ["retrieval_misses", "noise", "generation_invents", "off_the_point"],
            [],
        ),
        (
            {"context_recall": 0.9, "context_precision": 0.86, "faithfulness": 0.95, "answer_relevance": 0.62},
            ["off_the_point"],
            ["generation_invents", "retrieval_misses"],
        ),
        (
            {"context_recall": 0.84, "context_precision": 0.41, "faithfulness": 0.93, "answer_relevance": 0.83},
            ["noise"],
            [],
        ),
        ({"context_recall": 0.9, "context_utilization": 0.5}, ["found_not_used"], []),
        ({"context_recall": 0.5, "context_utilization": 0.5}, ["retrieval_misses"], ["found_not_used"]),
        ({"context_density": 0.1}, ["too_much_context"], []),
        ({"noise_sensitivity(mode=irrelevant)": 0.2}, ["misled_by_distractors"], []),
        ({"noise_sensitivity(mode=irrelevant)": 0.19}, [], ["misled_by_distractors"]),
        ({"faithfulness": 0.9, "hallucination": 0.3}, ["generation_invents"], []),
        ({"faithfulness": 0.85, "context_recall": 0.8, "context_precision": 0.75, "answer_relevance": 0.8}, [], []),
        ({"context_recall": 0.9, "context_utilization": 0.6, "context_density": 0.1},
         ["too_much_context", "found_not_used"], []),
    ],
)  # fmt: skip
def test_means_name_the_stage(means: dict[str, float], order: list[str], never: list[str]) -> None:
    """The findings of each situation, in their order, and none that does not belong."""
    found = _causes(means)
    assert found[: len(order)] == order
    assert set(found) & set(never) == set()
    assert diagnose_means(means).from_means


def test_a_combined_row_only_rewords() -> None:
    """What other numbers say of a finding changes its sentence, not its place."""
    wordings = {fault.cause: fault.wording for fault in diagnose_means({"context_recall": 0.5, "faithfulness": 0.5})}
    assert wordings == {"retrieval_misses": "guesses", "generation_invents": ""}
    (fault,) = diagnose_means({"context_recall": 0.9, "faithfulness": 0.5})
    assert fault.wording == "dangerous"
    (fault,) = diagnose_means({"context_precision": 0.4, "faithfulness": 0.9})
    assert fault.wording == "faithful"


def test_everything_low_asks_for_more_than_one_change() -> None:
    """Each finding stands, and a redesign is spoken of."""
    low = dict.fromkeys(("context_recall", "context_precision", "faithfulness", "answer_relevance"), 0.2)
    found = diagnose_means(low)
    assert len(found.faults) == 4
    assert found.redesign
    assert "rethink the design" in found.lines("en")[-1]


@pytest.mark.parametrize(
    ("level", "strength"),
    [(Level(0.7, 0.6, 0.8), "low"), (Level(0.8, 0.7, 0.9), "leaning"), (Level(0.9, 0.8, 0.95), None)],
)
def test_low_needs_the_interval(level: Level, strength: str | None) -> None:
    """Low: mean and upper end under the goal; leaning: the mean alone."""
    faults = faults_of({"faithfulness": level})
    assert [fault.strength for fault in faults] == ([strength] if strength else [])


def test_what_leans_comes_last() -> None:
    """A certain finding stands before one that the interval does not settle."""
    levels = {"faithfulness": Level(0.8, 0.7, 0.9), "context_precision": Level(0.5, 0.4, 0.6)}
    assert [fault.cause for fault in faults_of(levels)] == ["noise", "generation_invents"]


def test_goals_and_names_of_others() -> None:
    """Goals can be set; other tools' spellings are understood; what says nothing of a cause is named."""
    found = diagnose_means(
        {"answer_relevancy": 0.85, "groundedness": 0.9, "toxicity": 0.1}, goals={"answer_relevance": 0.9}
    )
    assert [fault.cause for fault in found] == ["off_the_point"]
    assert found.unused == ("toxicity",)


@pytest.mark.parametrize("means", [{"faithfulness": 1.2}, {"faithfulness": float("nan")}, {"nonsense_metric": 0.5}])
def test_what_is_no_mean_is_refused(means: dict[str, float]) -> None:
    """A mean outside [0, 1], or of something that is no metric, is an error in one sentence."""
    with pytest.raises(UsageError):
        diagnose_means(means)


def test_every_cause_is_explained() -> None:
    """Each cause has a stage, a title, a sentence and something to change."""
    assert set(STAGES) == set(get_args(Cause))
    assert {c for c in STAGES for part in ("cause", "sign", "knob") if not has(f"diagnosis.{part}.{c}")} == set()
    assert diagnose_means({"faithfulness": 0.9}).lines("zh")[1] == "按所设目标，没有哪个环节有问题。"

"""`raggauge metrics` lists the metrics and explains one, in either language."""

import json

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose
from raggauge.metrics import METRICS


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = call(["metrics", *arguments])
    caught = capsys.readouterr()
    choose(None)
    return code, caught.out + caught.err


def test_the_list_names_every_metric(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each metric, and the groups."""
    code, text = _printed(capsys)
    assert code == 0
    assert [name for name in METRICS if name not in text] == []
    assert "triad = context_relevance" in text


@pytest.mark.parametrize("name", ["noise_sensitivity", "noise_sensitivity(mode=irrelevant)"])
def test_one_metric_is_explained(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Formula, worked example with its numbers, when it misleads, cost and source."""
    code, text = _printed(capsys, name)
    assert code == 0
    for part in ("#{x in A: not sup(x, g)", "= 1 / 6 = 0.167", "When it misleads", "2 judge call", "Ru et al. 2024"):
        assert part in text


def test_it_speaks_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    """The explanation in Chinese keeps names, formulas and numbers."""
    code, text = _printed(capsys, "faithfulness", "--lang", "zh")
    assert code == 0
    for part in ("何时会误导", "4 / 6 = 0.667", "groundedness", "不可核查"):
        assert part in text


def test_other_names_lead_to_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """A peer's spelling is explained under our name; a group lists its members; a wrong name suggests a right one."""
    assert _printed(capsys, "groundedness")[1].startswith("faithfulness")
    code, text = _printed(capsys, "triad")
    assert code == 0
    assert "context_relevance" in text
    assert "context_recall" not in text
    code, text = _printed(capsys, "faithfullness")
    assert code == 2
    assert "did you mean faithfulness" in text


def test_json_has_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON each metric comes with its worked example and the evidence in it."""
    code, text = _printed(capsys, "context_precision", "--format", "json")
    (found,) = json.loads(text)
    assert code == 0
    assert found["examples"][0]["value"] == pytest.approx(5 / 6)
    assert found["goal"] == 0.75
    assert len(json.loads(_printed(capsys, "--format", "json")[1])) == len(METRICS)

"""`raggauge metrics` lists the metrics and explains one, in either language."""

import json
from pathlib import Path

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


OWN = '''
from dataclasses import dataclass
from raggauge.facets import Rating
from raggauge.score import scored

@dataclass(frozen=True)
class Calm:
    """Is the answer
    calm?

    And more on it.
    """
    marks: int
    tone: str = "soft"
    direction = "down"
    fields = ("answer",)
    facets = frozenset({Rating("calm", "Is it calm?", 5)})
    def score(self, sample, evidence):
        return scored(1.0)

@dataclass(frozen=True)
class Bare(Calm):
    pass

class Other:
    pass
'''


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with two metrics, which a package offers as well: one under our name, one that is broken."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_tones.py").write_text(OWN, encoding="utf-8")
    info = tmp_path / "own_tones-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-tones\nVersion: 1.2\n", encoding="utf-8")
    points = "[raggauge.metrics]\ncalm = own_tones:Calm\nbleu = own_tones:Calm\nwild = own_tones:Wild\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["own_tones.py:Calm", "own_tones.py:Calm(marks=3)", "calm"])
def test_a_metric_of_ones_own_is_explained(own: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """What its docstring, its fields and its questions say, though it cannot be made without a parameter."""
    code, text = _printed(capsys, name)
    assert code == 0
    source = "own_tones:Calm 1.2" if name == "calm" else "own_tones.py:Calm"
    for part in ("calm\nIs the answer calm?\n", source, "lower is better", "marks, tone=soft", "takes an LLM judge"):
        assert part in text
    assert "And more" not in text


def test_the_metrics_of_a_file_are_listed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each class that is a metric; a file without one, and a class that is none, are said."""
    code, text = _printed(capsys, "own_tones.py")
    assert code == 0
    assert [line.split()[0] for line in text.splitlines()[1:]] == ["calm", "bare"]
    assert "no docstring" in text.splitlines()[2]
    assert _printed(capsys, "own_tones.py:Other") == (
        2,
        "error: 'own_tones.py:Other' is no metric: it lacks fields, facets, score; a metric is a frozen dataclass with "
        "fields, facets and score(sample, evidence)\n",
    )
    Path("empty.py").write_text("", encoding="utf-8")
    assert "'empty.py' defines no metric" in _printed(capsys, "empty.py")[1]


def test_plug_ins_are_listed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After our own metrics, in the table and as JSON; what cannot be used or reached is said."""
    code, text = _printed(capsys)
    assert code == 0
    lines = [line for line in text.splitlines() if line.startswith(("meteor ", "calm ", "wild "))]
    assert [line.split()[0] for line in lines] == ["meteor", "calm", "wild"]
    assert "cannot be used" in lines[2]
    assert "own_tones:Calm 1.2 offers a metric called bleu, a name that is taken" in text
    assert call(["metrics", "--format", "json"]) == 0
    found = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert (found["calm"]["origin"], found["faithfulness"]["origin"]) == ("own_tones:Calm 1.2", "")

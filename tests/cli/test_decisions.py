"""compare, gate, baseline and power on the command line: output, exit codes, files."""

import json
from pathlib import Path
from typing import Any

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose
from raggauge.run.start import evaluate

METRIC = '''
from dataclasses import dataclass
from raggauge.score import scored

@dataclass(frozen=True)
class Planted:
    """The score in the metadata."""
    fields = ()
    facets = frozenset()

    def score(self, sample, evidence):
        return scored(sample.metadata["planted"])
'''


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "my.py").write_text(METRIC)
    for name, shift in (("before", 0.0), ("after", -0.3)):
        rows = [
            {
                "id": f"q{i}",
                "question": f"<b>{i}</b> | `x`",
                "answer": name,
                "metadata": {"planted": 0.6 + (i % 5) / 12.5 + shift},
            }
            for i in range(60)
        ]
        evaluate(rows, metrics=["my.py:Planted"], name=name)
    choose("en")
    yield
    choose(None)


def test_compare_says_what_became_worse(capsys: pytest.CaptureFixture[str]) -> None:
    """The table has means, difference with interval, p and the verdict; the movers follow, side by side."""
    assert call(["compare", "before", "after"]) == 0
    out = capsys.readouterr().out
    assert "60 samples in both" in out
    assert "-0.300 [" in out
    assert "worse" in out
    sides = [line.split() for line in out.splitlines() if line.split() == ["before", "after"]]
    assert len(sides) == 10  # a head and the two answers for each of five


def test_a_mark_keeps_its_text_beside_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Chinese text has no blank to break a line at: it goes on under its own beginning."""
    passage = "产品保修两年，人为损坏、进水和私自拆卸不在保修范围之内，请保留购买凭证。"
    rows = [{"id": f"s{i}", "question": "多久？", "contexts": [passage], "references": ["两年"]} for i in range(4)]
    for name, answer, contexts in (("short", "两年", [passage]), ("long", "一年", [])):
        data = [{**row, "answer": answer, "contexts": contexts} for row in rows]
        evaluate(data, metrics=["exact_match"], name=name)
    monkeypatch.setenv("COLUMNS", "60")
    assert call(["compare", "short", "long", "--movers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  + 产品保修两年") for line in lines)
    assert not any(line.strip() == "+" for line in lines)


def test_compare_as_markdown_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of the data becomes markup."""
    assert call(["compare", "before", "after", "--format", "md"]) == 0
    out = capsys.readouterr().out
    assert "| planted | 0.760 | 0.460 | -0.300" in out
    assert "<b>" not in out


def test_compare_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same as data."""
    assert call(["compare", "before", "after", "--format", "json", "--movers", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["metrics"][0]["word"] == "worse"
    assert len(found["movers"]) == 3


@pytest.mark.parametrize(
    ("text", "run", "flags", "code"),
    [
        ("gate: {max_cost: 1}", "after", [], 0),
        ("gate: {baseline: {run: before, tolerance: 5%}}", "after", [], 1),
        ("gate: {baseline: {run: before, tolerance: 5%}}", "before", [], 0),
        ("gate: {max_latency_p95_s: 1}", "after", [], 3),
        ("gate: {max_latency_p95_s: 1}", "after", ["--on-inconclusive", "pass"], 0),
        ("gate: {max_latency_p95_s: 1}", "after", ["--on-inconclusive", "fail"], 1),
        ("gate: {baseline: {tolerance: 5}}", "after", [], 2),
        ("thresholds: {faithfulness: 0.8}", "after", [], 2),
        ("judge: embedded", "after", [], 2),
    ],
)
def test_the_exit_code_is_the_answer(text: str, run: str, flags: list[str], code: int) -> None:
    """0 passed, 1 failed, 2 cannot be asked, 3 inconclusive, which two flags turn."""
    Path("raggauge.yaml").write_text(text)
    assert call(["gate", run, *flags]) == code


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("form", ["terminal", "md", "json"])
def test_a_failed_gate_names_the_loss_and_the_worst(lang: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In every form and language there are the two means and a sample."""
    Path("raggauge.yaml").write_text("gate: {baseline: {tolerance: 5%}}")
    assert call(["baseline", "set", "before", "--why", "release"]) == 0
    capsys.readouterr()
    assert call(["--lang", lang, "gate", "after", "--format", form]) == 1
    out = capsys.readouterr().out
    assert "0.46" in out or '"after": 0.4' in out
    assert "q14" in out
    assert "planted" in out


def test_baselines_go_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    """A name of a baseline is taken before that of a run; without a tolerance nothing could be said of a loss."""
    assert call(["baseline", "set", "after", "--name", "before"]) == 0
    Path("raggauge.yaml").write_text("gate: {baseline: {tolerance: 5%}}")
    assert call(["gate", "after", "--baseline", "before"]) == 0
    assert call(["gate", "after"]) == 3
    assert call(["baseline", "set", "before"]) == 0
    assert call(["gate", "after"]) == call(["gate", "after", "--baseline", "main"]) == 1
    Path("raggauge.yaml").write_text("gate: {baseline: {run: main, tolerance: 5%}}")
    assert call(["gate", "after"]) == 1
    Path("raggauge.yaml").write_text("thresholds: {planted: 0.1}\nmetrics: ['my.py:Planted']\n")
    capsys.readouterr()
    assert call(["gate", "after", "--baseline", "main"]) == 2
    assert "no rule on a loss against 'main'; write `gate: {baseline: {tolerance: 5%}}`" in capsys.readouterr().err
    assert call(["report", "after", "--format", "github", "--baseline", "main"]) == 0
    assert "0.760 | 0.460" in capsys.readouterr().out


def test_a_baseline_says_who_set_it_when_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    """What was set can be shown; without one there is one sentence."""
    assert call(["baseline", "show"]) == 2
    assert "no baseline 'main' was set" in capsys.readouterr().err
    assert call(["baseline", "set", "before", "--why", "release 2"]) == 0
    said = capsys.readouterr()
    assert "fewer" not in said.out
    assert "1 repeat(s)" in said.err
    assert call(["baseline", "show"]) == 0
    assert "why: release 2" in capsys.readouterr().out


def test_thresholds_are_written_and_only_raised(capsys: pytest.CaptureFixture[str]) -> None:
    """95% of the first run; the ratchet keeps the stricter one; other lines and comments stay."""
    after = "\n# about seeds\nseed: 3\n"
    Path("raggauge.yaml").write_text(f"# ours\njudge: embedded\nthresholds:\n  planted: 0.1\n{after}")
    assert call(["baseline", "set", "before", "--thresholds", "95%"]) == 0
    first = Path("raggauge.yaml").read_text()
    assert first == f"# ours\njudge: embedded\nthresholds:\n  planted: 0.722\n{after}"
    assert call(["baseline", "set", "after", "--thresholds", "95%", "--ratchet"]) == 0
    assert Path("raggauge.yaml").read_text() == first
    assert call(["baseline", "set", "after", "--thresholds", "0.95"]) == 2
    assert "percentage like 95%" in capsys.readouterr().err


def test_power_measures_the_correlation_of_two_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Two runs that differ by a constant need very few questions; without the second run it is assumed."""
    assert call(["power", "before", "--format", "json"]) == 0
    alone = json.loads(capsys.readouterr().out)[0]
    assert call(["power", "before", "--with", "after", "--format", "json"]) == 0
    both = json.loads(capsys.readouterr().out)[0]
    assert (alone["measured"], both["measured"]) == (False, True)
    assert both["correlation"] == pytest.approx(1.0)
    assert both["n_needed"] < alone["n_needed"]
    assert call(["power", "before"]) == 0
    assert "questions for a drop of 0.05" in capsys.readouterr().out


def test_power_reckons_with_the_differences_of_two_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Where one run has no spread the differences still do; two equal runs say nothing."""
    for name, values in (("flat", [1.0] * 40), ("fallen", [1.0, 0.0] * 20)):
        rows = [{"id": f"q{i}", "question": str(i), "metadata": {"planted": v}} for i, v in enumerate(values)]
        evaluate(rows, metrics=["my.py:Planted"], name=name)
    capsys.readouterr()
    assert call(["power", "flat", "--with", "fallen", "--drop", "0.1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert (found["sd"], found["correlation"], found["measured"]) == (0.0, None, True)
    assert found["sd_difference"] == pytest.approx(0.506, abs=1e-3)
    assert found["n_needed"] > 150
    for others in (["--with", "flat"], []):
        assert call(["power", "flat", *others, "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["n_needed"] is None


def test_rules_may_name_metrics_of_your_own() -> None:
    """A threshold on a metric that the run has is held, whoever wrote the metric."""
    Path("raggauge.yaml").write_text("metrics: ['my.py:Planted']\nthresholds: {planted: 0.7}\n")
    assert call(["gate", "before"]) == 0
    assert call(["gate", "after"]) == 1
    assert call(["ready"]) == 1


@pytest.mark.parametrize("rules", ["thresholds: {faithfulnes: 0.8}", "thresholds: {faithfulness: 80}", "gate: {x: 1}"])
def test_a_rule_that_cannot_be_meant_stops_a_run_before_it_begins(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is asked for a gate that could not be decided."""
    Path("raggauge.yaml").write_text(rules)
    Path("some.jsonl").write_text('{"question": "?", "answer": "x", "contexts": ["x"]}\n')
    before = sorted(Path(".raggauge/runs").iterdir())
    assert call(["run", "some.jsonl", "--quiet"]) == 2
    assert "raggauge.yaml" in capsys.readouterr().err
    assert sorted(Path(".raggauge/runs").iterdir()) == before


def test_written_thresholds_replace_other_spellings(capsys: pytest.CaptureFixture[str]) -> None:
    """A peer's name in the file becomes ours; thresholds under `gate` are not doubled."""
    Path("some.jsonl").write_text('{"question": "Who?", "answer": "Ada did.", "contexts": ["Ada did."]}\n')
    assert call(["run", "some.jsonl", "--metrics", "faithfulness", "--name", "mine", "--quiet"]) == 0
    Path("raggauge.yaml").write_text("thresholds:\n  groundedness: 0.1\n")
    assert call(["baseline", "set", "mine", "--thresholds", "95%"]) == 0
    assert Path("raggauge.yaml").read_text() == "thresholds:\n  faithfulness: 0.95\n"
    Path("raggauge.yaml").write_text("gate:\n  thresholds: {faithfulness: 0.1}\n")
    assert call(["baseline", "set", "mine", "--thresholds", "95%"]) == 2
    assert "gate.thresholds" in capsys.readouterr().err

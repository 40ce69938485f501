"""The plugin in a real pytest run of its own: one test per sample, a section in the terminal, idle when unused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

APP = """
def answer(question):
    if "down" in question:
        raise RuntimeError("index is down")
    text = "The tram line opened in 1911."
    return {"answer": "The bridge was sold to Portugal in 1755." if "wrong" in question else text, "contexts": [text]}
"""
SUITE = """
import pytest

@pytest.mark.raggauge(dataset="goldens.jsonl", target="app:answer", thresholds={"faithfulness": 0.8})
def test_rag(rag):
    assert rag.sample.contexts

def test_other():
    assert True
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with a system, goldens and a suite."""
    (tmp_path / "app.py").write_text(APP)
    rows = [{"id": name, "question": f"When did the tram open? {name}"} for name in ("right", "wrong", "down", "also")]
    (tmp_path / "goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "test_suite.py").write_text(SUITE)
    return tmp_path


def ran(project: Path, *flags: str) -> str:
    """The output of pytest in a project."""
    return outcome(project, *flags).stdout


def outcome(project: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """What pytest came to in a project."""
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:cacheprovider", "--rootdir", ".", *flags]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "flags", [pytest.param((), id="alone"), pytest.param(("-n", "2"), id="xdist", marks=pytest.mark.slow)]
)
def test_one_test_per_sample(project: Path, flags: tuple[str, ...]) -> None:
    """The wrong answer and the failed question fail, the others pass, and the section counts all of them once."""
    out = ran(project, *flags)
    assert "2 failed, 3 passed" in out
    assert "test_rag[wrong]" in out
    assert "target failed: RuntimeError: index is down" in out
    assert "faithfulness is 0.000, at least 0.8" in out
    assert "a1 contradicted" in out or "a1 not found" in out
    assert "over 3 samples, lowest 0.000 (wrong), 1 unscored, 0 n/a" in out


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('dataset="goldens.jsonl"', 'data="goldens.jsonl"', "does not take data"),
        ('dataset="goldens.jsonl", ', "", "names no dataset"),
        ("goldens.jsonl", "gone.jsonl", "gone.jsonl"),
        ("faithfulness", "faithfulnes", "did you mean faithfulness"),
    ],
)
def test_a_wrong_mark_is_one_sentence(project: Path, old: str, new: str, part: str) -> None:
    """What is wrong with the mark is said when tests are collected."""
    (project / "test_suite.py").write_text(SUITE.replace(old, new))
    out = ran(project)
    assert part in out
    assert "error" in out


def test_unused_it_imports_nothing(project: Path) -> None:
    """A suite without the mark loads none of raggauge but the plugin."""
    (project / "test_suite.py").write_text(
        "import sys\n\ndef test_idle():\n"
        "    assert [m for m in sys.modules if m.startswith('raggauge.')] == ['raggauge.pytest_plugin']\n"
        "    assert not {'numpy', 'aiohttp', 'rich', 'msgspec'} & set(sys.modules)\n"
    )
    assert "1 passed" in ran(project)


def test_an_outage_of_the_judge_is_an_error_not_a_failure(project: Path) -> None:
    """Nothing failed: the tests could not be decided, and say why."""
    (project / "script.jsonl").write_text("")
    suite = project / "test_suite.py"
    suite.write_text(SUITE.replace('target="app:answer"', 'target="app:answer", judge="scripted:script.jsonl"'))
    out = ran(project)
    assert "1 failed, 1 passed, 3 errors" in out  # the system fails on one question by itself
    assert "the judge could not decide: faithfulness is unscored" in out
    assert "faithfulness: no sample has a score, 1 unscored, 0 n/a" in out


@pytest.mark.parametrize(
    ("rule", "flags", "code", "part"),
    [
        pytest.param({"share_above": 0.8, "share": 0.5}, (), 0, "4 passed", marks=pytest.mark.slow),
        ({"share_above": 0.8, "share": 0.9}, (), 1, "only 2 of 3 samples reach 0.8 in faithfulness, 90.0% were asked"),
        pytest.param({"share_above": 0.8}, (), 1, "faithfulness is 0.000, at least 0.8", marks=pytest.mark.slow),
        pytest.param({"share_above": 0.8, "share": 0.9}, ("-n", "2"), 1, "only 2 of 3", marks=pytest.mark.slow),
    ],
)
def test_a_share_of_the_samples_is_held_at_the_end(
    project: Path, rule: dict[str, float], flags: tuple[str, ...], code: int, part: str
) -> None:
    """Each test passes, and together they fail where too few reach the value; all of them is each of them."""
    goldens = project / "goldens.jsonl"
    goldens.write_text("".join(line for line in goldens.read_text().splitlines(True) if '"down"' not in line))
    (project / "test_suite.py").write_text(SUITE.replace('{"faithfulness": 0.8}', f'{{"faithfulness": {rule}}}'))
    done = outcome(project, *flags)
    assert done.returncode == code
    assert part in done.stdout


def test_a_mark_names_metrics_of_ones_own(project: Path) -> None:
    """`metrics` are scored, and thresholds may name them."""
    (project / "tones.py").write_text(
        "from dataclasses import dataclass\n"
        "from raggauge.score import scored\n"
        "@dataclass(frozen=True)\n"
        "class Calm:\n"
        "    fields = ('question',)\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        "        return scored(float('wrong' not in sample.question))\n"
    )
    suite = SUITE.replace('"faithfulness": 0.8}', '"calm": 0.5}, metrics=["tones.py:Calm"]').replace(
        'target="app:answer", ', ""
    )
    (project / "test_suite.py").write_text(suite.replace("assert rag.sample.contexts", "..."))
    out = ran(project)
    assert "1 failed, 4 passed" in out
    assert "calm is 0.000, at least 0.5" in out


def test_without_a_target_the_configured_system_answers(project: Path) -> None:
    """As with thresholds, what the mark does not say stands in raggauge.yaml."""
    (project / "test_suite.py").write_text(SUITE.replace('target="app:answer", ', ""))
    (project / "raggauge.yaml").write_text("target: app:answer\n")
    assert "2 failed, 3 passed" in ran(project)


def test_without_any_target_one_sentence_says_so(project: Path) -> None:
    """A set that nobody answered is an error with what to do, and no traceback of ours."""
    (project / "test_suite.py").write_text(SUITE.replace('target="app:answer", ', ""))
    out = ran(project)
    assert "name the system that answers (--target" in out
    assert "Traceback" not in out
    assert "plan.py" not in out

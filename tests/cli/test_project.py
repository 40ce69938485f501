"""init and ready: the files they write work, the workflow's own steps run, the checklist proves what it says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from raggauge.cli.main import call
from raggauge.config import resolve
from raggauge.gate.rules import read
from raggauge.messages import choose

APP = '''
def answer(question):
    """A system that knows one passage."""
    text = "The tram line opened in 1911. It closed in 1962."
    known = "open" in question
    return {"answer": "The tram line opened in 1911." if known else "The documents do not say.", "contexts": [text]}
'''


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty repository."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q", "."], check=True)
    choose("en")
    yield tmp_path
    choose(None)


def filled(n: int = 12) -> None:
    """A project with a system and goldens."""
    Path("app.py").write_text(APP)
    kinds = ["fact", "reason", "comparison"]
    read = {"reviewed_by": "ada", "reviewed_at": "2026-11-01"}
    rows: list[dict[str, Any]] = [
        {"id": f"q{i}", "question": f"When did the tram open? {i}", "reference": "The tram line opened in 1911."}
        | {"metadata": {"kind": kinds[i % 3], **read}}
        for i in range(n)
    ]
    rows.append({"id": "u", "question": "Who paid?", "reference": "The documents do not say.",
                 "metadata": {"kind": "unanswerable", "answerable": False}})  # fmt: skip
    Path("goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.parametrize("profile", ["team", "personal"])
def test_what_init_writes_can_be_read(profile: str) -> None:
    """The config resolves, its gate is valid, the goldens are a dataset, and a second init keeps everything."""
    assert call(["init", "--profile", profile]) == 0
    settings = resolve()
    assert settings["judge"] == "embedded"
    assert read(settings["gate"], settings["thresholds"]).tolerance
    assert call(["check", "goldens.jsonl"]) == 0
    Path("raggauge.yaml").write_text("judge: embedded\n")
    assert call(["init", "--profile", profile]) == 0
    assert Path("raggauge.yaml").read_text() == "judge: embedded\n"


@pytest.mark.parametrize(
    ("ci", "names"), [("github", {".github"}), ("gitlab", {"raggauge.gitlab-ci.yml"}), ("none", set())]
)
def test_init_writes_the_ci_that_was_asked_for(ci: str, names: set[str]) -> None:
    """One, the other, or none."""
    assert call(["init", "--ci", ci]) == 0
    assert {".github", "raggauge.gitlab-ci.yml"} & set(os.listdir()) == names


def steps(event: str) -> list[dict[str, Any]]:
    """The steps of the workflow that run on an event and are ours to run."""
    workflow = yaml.safe_load(Path(".github/workflows/raggauge.yml").read_text())
    chosen = []
    for step in workflow["jobs"]["gate"]["steps"]:
        condition = step.get("if", "")
        wanted = not condition or (("==" in condition) == (event == "pull_request"))
        if wanted and "run" in step and "gh pr" not in step["run"] and "pip install" not in step["run"]:
            chosen.append(step)
    return chosen


def ran(event: str) -> list[int]:
    """The exit codes of the workflow's steps."""
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_SHA": "abc123",
        "GITHUB_STEP_SUMMARY": "summary.md",
    }
    return [subprocess.run(["bash", "-e", "-c", step["run"]], env=env, check=False).returncode for step in steps(event)]


@pytest.mark.slow
def test_the_workflow_gates_a_good_and_a_bad_change() -> None:
    """Main becomes the baseline; the same system passes, one that invents fails, and the comment shows why."""
    assert call(["init", "--ci", "github"]) == 0
    filled()
    config = Path("raggauge.yaml")
    config.write_text(config.read_text().replace("# target: app:answer  ", "target: app:answer  "))
    assert set(ran("push")) == {0}
    assert set(ran("pull_request")) == {0}
    Path("app.py").write_text(APP.replace('"The tram line opened in 1911."', '"A duke sold it to Portugal in 1755."'))
    assert ran("pull_request")[-1] == 1
    assert "faithfulness" in Path("raggauge-comment.md").read_text()
    assert "FAIL" in Path("summary.md").read_text()


def lines(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """The checklist as name -> state."""
    capsys.readouterr()
    code = call(["ready", "--json"])
    found = {line["name"]: line["state"] for line in json.loads(capsys.readouterr().out)}
    assert code == (1 if "missing" in found.values() else 3 if "unknown" in found.values() else 0)
    return found


def test_an_empty_project_lacks_everything(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line is missing but the cost of a judge that costs nothing."""
    found = lines(capsys)
    assert {name for name, state in found.items() if state == "ok"} == {"budgeted"}


def test_each_line_becomes_ok_by_its_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    """Doing what the remedies say makes the list green."""
    assert call(["init", "--ci", "github"]) == 0
    filled(120)
    config = Path("raggauge.yaml")
    config.write_text(
        config.read_text() + "monitor: {sampling: {rate: 0.05}, windows: {faithfulness: 1h, answer_relevance: 1h}}\n"
    )
    subprocess.run(["git", "add", "goldens.jsonl"], check=True)
    assert call(["run", "goldens.jsonl", "--target", "app.py:answer", "--metrics", "core", "--repeats", "3", "-q"]) == 0
    assert call(["baseline", "set", "last"]) == 0
    assert call(["judge", "lock"]) == 0
    calibrations = Path(".raggauge/calibrations")
    calibrations.mkdir(parents=True)
    (calibrations / "mine.json").write_text("{}")
    assert set(lines(capsys).values()) == {"ok"}
    old = 1_600_000_000
    os.utime(calibrations / "mine.json", (old, old))
    assert lines(capsys)["judge_checked"] == "missing"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_checklist_reads_well(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """State, name, proof and remedy in both languages, braces as one writes them."""
    assert call(["--lang", lang, "ready"]) == 1
    out = capsys.readouterr().out
    assert "gate: {baseline: {tolerance: 5%}}" in out
    assert "{{" not in out

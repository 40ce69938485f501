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


@pytest.mark.parametrize("profile", ["team", "personal"])
def test_init_writes_in_the_language_in_force(profile: str) -> None:
    """Comments and examples are Chinese, the settings those of the English files, and the answers are judged."""
    settings = []
    for lang in ("en", "zh"):
        assert call(["--lang", lang, "init", lang, "--profile", profile]) == 0
        settings.append(yaml.safe_load(Path(lang, "raggauge.yaml").read_text(encoding="utf-8")))
        ids = [json.loads(line) for line in Path(lang, "goldens.jsonl").read_text(encoding="utf-8").splitlines()]
        settings[-1]["goldens"] = [{**row, "question": "", "reference": ""} for row in ids]
        assert call(["check", f"{lang}/goldens.jsonl"]) == 0
    assert settings[0] == settings[1]
    assert "知识库" in Path("zh/raggauge.yaml").read_text(encoding="utf-8") or profile == "team"
    assert "问题" in Path("zh/goldens.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ci", "names"), [("github", {".github"}), ("gitlab", {"raggauge.gitlab-ci.yml"}), ("none", set())]
)
def test_init_writes_the_ci_that_was_asked_for(ci: str, names: set[str]) -> None:
    """One, the other, or none."""
    assert call(["init", "--ci", ci]) == 0
    assert {".github", "raggauge.gitlab-ci.yml"} & set(os.listdir()) == names


def ran_on_github(event: str) -> list[int]:
    """The exit codes of our own steps of the workflow; after one that fails, those run that always do."""
    workflow = yaml.safe_load(Path(".github/workflows/raggauge.yml").read_text())
    codes: list[int] = []
    for step in workflow["jobs"]["gate"]["steps"]:
        condition = step.get("if", "")
        asks = [part for part in condition.split(" && ") if "event_name" in part]
        wanted = all(("==" in part) == (event == "pull_request") for part in asks)
        if any(codes) and "always()" not in condition:
            continue
        if wanted and "run" in step and not step["run"].startswith(("gh pr", "pip install")):
            codes.append(ran(step["run"], GITHUB_SHA="abc123", GITHUB_STEP_SUMMARY="summary.md"))
    return codes


def ran_on_gitlab(event: str) -> list[int]:
    """The exit code of the job's script, and those of what runs after it whatever comes."""
    job = yaml.safe_load(Path("raggauge.gitlab-ci.yml").read_text())["raggauge"]
    known = {"CI_PIPELINE_SOURCE": event, "CI_COMMIT_SHA": "abc123", "CI_COMMIT_BRANCH": "main"}
    return [ran("\n".join(job["script"]), **known), *(ran(line, **known) for line in job["after_script"])]


def ran(script: str, **known: str) -> int:
    """The exit code of a script as a runner would run it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script], env={**os.environ, "PATH": path, **known}, check=False
    ).returncode


def with_system(ci: str) -> None:
    """A project whose target is the small system."""
    assert call(["init", "--ci", ci]) == 0
    filled()
    config = Path("raggauge.yaml")
    config.write_text(config.read_text().replace("# target: app:answer  ", "target: app:answer  "))


WORSE = APP.replace('"The tram line opened in 1911."', '"A duke sold it to Portugal in 1755."')


@pytest.mark.slow
def test_the_workflow_gates_a_good_and_a_bad_change() -> None:
    """Main becomes the baseline; the same system passes, one that invents fails, and the comment shows why."""
    with_system("github")
    assert set(ran_on_github("push")) == {0}
    assert set(ran_on_github("pull_request")) == {0}
    Path("app.py").write_text(WORSE)
    assert ran_on_github("pull_request") == [0, 0, 1]
    assert "faithfulness" in Path("raggauge-comment.md").read_text()
    assert "FAIL" in Path("summary.md").read_text()


@pytest.mark.slow
def test_the_gitlab_job_gates_a_good_and_a_bad_change() -> None:
    """The same there; the reports are made although the gate fails."""
    with_system("gitlab")
    assert ran_on_gitlab("push") == [0, 0, 0]
    assert ran_on_gitlab("merge_request_event") == [0, 0, 0]
    Path("raggauge-junit.xml").unlink()
    Path("app.py").write_text(WORSE)
    assert ran_on_gitlab("merge_request_event") == [1, 0, 0]
    assert "<failure" in Path("raggauge-junit.xml").read_text()


def test_no_report_of_an_older_run_is_taken_for_this_one() -> None:
    """Where scoring fails before anything is scored, the report steps find no run of this commit."""
    with_system("github")
    assert call(["run", "--metrics", "exact_match", "--name", "older", "--quiet"]) == 0
    Path("raggauge.yaml").write_text("judge: nonsense\n")
    assert ran_on_github("pull_request") == [2, 2]
    assert not Path("raggauge-comment.md").exists()


@pytest.mark.parametrize("name", [".github/workflows/raggauge.yml", "raggauge.gitlab-ci.yml"])
def test_reports_are_kept_whatever_comes_of_the_gate(name: str) -> None:
    """Report, artifacts, comment and cache do not wait for a pass."""
    assert call(["init"]) == 0
    found = yaml.safe_load(Path(name).read_text())
    if name.startswith("raggauge"):
        job = found["raggauge"]
        assert job["artifacts"]["when"] == job["cache"]["when"] == "always"
        assert all("raggauge report" in line for line in job["after_script"])
        return
    kept = {step["name"] for step in found["jobs"]["gate"]["steps"] if "always()" in step.get("if", "")}
    assert kept == {
        *("Report", "Keep the reports", "Comment on the pull request"),
        "Keep the baseline and the judge's replies",
    }


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

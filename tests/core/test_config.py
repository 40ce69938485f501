"""A flag beats the environment, which beats the file, which beats the default; what is wrong is named."""

from pathlib import Path

import pytest

from raggauge.config import resolve
from raggauge.errors import DataError


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    monkeypatch.delenv("RAGGAUGE_JUDGE", raising=False)


def test_each_level_beats_the_one_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The origin is reported with the value."""
    assert (resolve()["judge"], resolve().origins["judge"]) == ("embedded", "default")
    (tmp_path / "raggauge.yaml").write_text("judge: openai:m\n")
    assert resolve()["judge"] == "openai:m"
    monkeypatch.setenv("RAGGAUGE_JUDGE", "ollama:m")
    assert (resolve()["judge"], resolve().origins["judge"]) == ("ollama:m", "RAGGAUGE_JUDGE")
    assert resolve({"judge": "scripted:f", "seed": None}).origins["judge"] == "flag"


def test_pyproject_serves_when_there_is_no_yaml(tmp_path: Path) -> None:
    """The table [tool.raggauge] holds the same settings."""
    (tmp_path / "pyproject.toml").write_text('[tool.raggauge]\nmetrics = ["core"]\n')
    assert resolve()["metrics"] == ["core"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("metric: core", "no setting 'metric'; did you mean metrics? (c.yaml)"),
        ("metrics: 3", "setting metrics must be a list, not 3 (c.yaml)"),
        ("concurrency: true", "setting concurrency must be a whole number, not True"),
        ("- core", "must hold settings like"),
        ("judge: [", "c.yaml:1:9"),
        ("a: &a [*a]", "no setting 'a'"),
        (
            "judge: embedded\nseed: 1\njudge: openai:x",
            "'judge' stands twice in one place; keep one of them (c.yaml:3:1)",
        ),
        ("thresholds: {faithfulness: 0.8, faithfulness: 0.9}", "'faithfulness' stands twice"),
        ("gate: {slices: {lang: {zh: {faithfulness: 0.1}, zh: {faithfulness: 0.9}}}}", "'zh' stands twice"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(tmp_path: Path, text: str, part: str) -> None:
    """The sentence names the file, the setting and what to write instead."""
    Path("c.yaml").write_text(text)
    with pytest.raises(DataError) as refused:
        resolve(path="c.yaml")
    assert part in str(refused.value)


def test_a_missing_named_file_is_an_error() -> None:
    """A file that was asked for by name must exist."""
    with pytest.raises(DataError, match="there is no file gone\\.yaml"):
        resolve(path="gone.yaml")


def test_a_key_may_be_merged_and_overridden() -> None:
    """What an anchor brings in and the mapping says again is no repetition."""
    Path("c.yaml").write_text("goals: &a {faithfulness: 0.8, map: 0.5}\nthresholds: {<<: *a, map: 0.6}\n")
    assert resolve(path="c.yaml")["thresholds"] == {"faithfulness": 0.8, "map": 0.6}

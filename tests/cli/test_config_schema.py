"""The JSON schema of raggauge.yaml says the same as the reader, and what `init` writes is valid."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from raggauge.cli.config_schema import schema
from raggauge.cli.main import call
from raggauge.config import SETTINGS, resolve
from raggauge.errors import RaggaugeError
from raggauge.gate.rules import KEYS, read
from raggauge.target import make

TEMPLATES = Path(__file__).resolve().parents[2] / "src" / "raggauge" / "templates"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()


def schema_takes(content: Any) -> bool:
    """Whether the schema finds nothing."""
    return not list(jsonschema.Draft202012Validator(schema()).iter_errors(content))


def reader_takes(content: Any) -> bool:
    """Whether the readers of settings, gate and target take it."""
    Path("raggauge.yaml").write_text(yaml.safe_dump(content))
    try:
        settings = resolve(path="raggauge.yaml")
        read(settings["gate"], settings["thresholds"])
        if settings["target"] is not None:
            make(settings["target"])
    except RaggaugeError:
        return False
    return True


def test_the_schema_is_one_and_knows_every_setting_and_rule() -> None:
    """It is valid draft 2020-12, and its keys are those that the readers take."""
    jsonschema.Draft202012Validator.check_schema(schema())
    properties = schema()["properties"]
    assert set(properties) == set(SETTINGS)
    assert set(properties["gate"]["properties"]) == set(KEYS)


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    """`raggauge config schema` is the schema as JSON."""
    assert call(["config", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()


@pytest.mark.parametrize("name", ["raggauge.yaml", "personal.yaml"])
def test_what_init_writes_is_valid(name: str) -> None:
    """The templates, also with every commented setting switched on."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    assert schema_takes(yaml.safe_load(text))
    lines = [line for line in text.splitlines() if not line.startswith("# target: app")]
    off = [line.lstrip().startswith("#") and line.lstrip("# ").startswith(SWITCHED) for line in lines]
    on = [line.replace("# ", "", 1) if switch else line for line, switch in zip(lines, off, strict=True)]
    content = yaml.safe_load("\n".join(on))
    assert name != "raggauge.yaml" or {"target", "monitor"} <= set(content)
    assert schema_takes(content)


SWITCHED = (
    *("target:", "url:", "headers:", "body:", "answer: $", "contexts: $", "ids:", "must_pass", "slices", "max_"),
    *("monitor:", "sampling:", "windows:", "budget:"),
)


@pytest.mark.parametrize(
    ("content", "valid"),
    [
        ({}, True),
        ({"judge": 3}, False),
        ({"judgee": "embedded"}, False),
        ({"metrics": "core, abstention"}, True),
        ({"metrics": {"core": 1}}, False),
        ({"repeats": 3}, True),
        ({"repeats": "3"}, False),
        ({"repeats": True}, False),
        ({"dataset": None}, True),
        ({"judge": None}, False),
        ({"thresholds": {"faithfulness": 0.85, "answer_relevancy": 0.8, "recall@5": 0.8}}, True),
        ({"thresholds": {"faithfulness": 1.5}}, False),
        ({"thresholds": {"faithfulness": True}}, False),
        ({"thresholds": {"faithfulness": {"min": 0.8, "share_above": 0.7, "share": 0.9}}}, True),
        ({"thresholds": {"faithfulness": {"min": 0.8, "max": 0.9}}}, False),
        ({"thresholds": {"faithfulness": {"mean": 0.8}}}, False),
        ({"thresholds": {"faithfulness": 0.8}, "gate": {"thresholds": {"faithfulness": 0.8}}}, False),
        ({"thresholds": {"faithfulness": 0.8}, "gate": {"coverage": 0.9}}, True),
        ({"gate": {"treshold": {}}}, False),
        ({"gate": {"baseline": {"run": "main", "tolerance": "5%"}}}, True),
        ({"gate": {"baseline": {"tolerance": "100%", "test": "non-inferiority"}}}, True),
        ({"gate": {"baseline": {"tolerance": "101%"}}}, False),
        ({"gate": {"baseline": {"tolerance": 5}}}, False),
        ({"gate": {"baseline": {"tolerance": {"*": 0.05, "faithfulness": "2.5 %"}}}}, True),
        ({"gate": {"baseline": {"test": "t"}}}, False),
        ({"gate": {"baseline": {"runs": "main"}}}, False),
        ({"gate": {"slices": {"language": {"zh": {"faithfulness": 0.8}}}}}, True),
        ({"gate": {"slices": {"language": {"zh": 0.8}}}}, False),
        ({"gate": {"thresholds": {"map": 0.1}, "must_pass": ["q1", 7]}}, True),
        ({"gate": {"must_pass": "q1"}}, False),
        ({"gate": {"max_not_applicable": {"faithfulness": 0.2, "*": 0.3}, "max_cost": 2, "coverage": 1}}, True),
        ({"gate": {"max_cost": -1}}, False),
        ({"target": "recorded:answers.jsonl"}, False),
        ({"target": {"url": "http://127.0.0.1:1/ask", "body": {"q": "{question}"}, "rate": 5, "tries": 2}}, True),
        ({"target": {"url": "http://127.0.0.1:1/ask", "function": "app:answer"}}, False),
        ({"target": {"url": "http://127.0.0.1:1/ask", "timeout": 5}}, False),
    ],
)
def test_schema_and_reader_agree(content: dict[str, Any], valid: bool) -> None:
    """What one takes the other takes; only what lies outside the file is left to the reader."""
    assert reader_takes(content) is valid
    assert schema_takes(content) is (valid or content == {"target": "recorded:answers.jsonl"})

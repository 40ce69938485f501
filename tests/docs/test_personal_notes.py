"""The system of docs/personal.md over real documents: a private knowledge base gets its regression and its knob."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose

PAGE = Path(__file__).resolve().parents[2] / "docs" / "personal.md"
QUESTIONS = (
    *("How do I declare a query parameter that is optional?", "What does a path operation decorator do?"),
    *("How can I return a custom status code?", "How do I upload a file?", "How are form fields received?"),
    *("What is dependency injection good for here?", "How do I enable CORS?", "How do I write a middleware?"),
    *("How can I run a background task after the response?", "How do I test an application?"),
    *("How are cookies read?", "How do I read a request header?", "How is a request body declared with a model?"),
    *("How do I split an application into several files?", "How do I serve static files?"),
    *("How are errors raised for a client?", "How can I use WebSockets?", "How do I deploy with containers?"),
    *("How do I document the tags of an endpoint?", "What do I need async def for?"),
)
UNANSWERABLE = ("Who won the world cup of 1954?", "What does a kilo of oranges cost in Madrid?")


@pytest.fixture(autouse=True)
def _english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    choose("en")
    yield
    choose(None)


@pytest.mark.slow
def test_the_page_holds_for_real_documents(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Real documentation: a finding with its knob, a ranking turned round fails the gate, items to check by hand."""
    monkeypatch.setenv("NOTES", str(data_dir / "docs" / "fastapi" / "en"))
    found = re.search(r"<!-- file: app.py -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    Path("notes_app.py").write_text(found[1])
    Path("lost_app.py").write_text(found[1].replace("key=lambda entry: -sum", "key=lambda entry: sum"))
    assert call(["init", "--profile", "personal"]) == 0
    rows: list[dict[str, Any]] = [{"id": f"q{i}", "question": text} for i, text in enumerate(QUESTIONS)]
    rows += [{"id": f"u{i}", "question": t, "metadata": {"answerable": False}} for i, t in enumerate(UNANSWERABLE)]
    Path("goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, app in (("before", "notes_app.py"), ("after", "lost_app.py")):
        assert call(["run", "--target", f"{app}:answer", "--name", name, "--quiet"]) == 0
    assert call(["baseline", "set", "before"]) == 0
    capsys.readouterr()
    assert call(["diagnose", "before"]) == 0
    assert "→" in capsys.readouterr().out
    assert call(["compare", "before", "after", "--format", "json"]) == 0
    changes = {change["metric"]: change for change in json.loads(capsys.readouterr().out)["metrics"]}
    assert changes["context_relevance"]["word"] == "worse"
    assert call(["gate", "after"]) == 1
    assert call(["report", "after", "--format", "spot", "-o", "spot_check.csv"]) == 0
    with Path("spot_check.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.reader(file))) > 15

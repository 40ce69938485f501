"""A web service, a golden set, a baseline: a change that hurts fails on the pull request, one that does not passes."""

import contextlib
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from raggauge.cli.main import call
from raggauge.messages import choose

N = 30
CONFIG = """
dataset: goldens.jsonl
target:
  url: http://127.0.0.1:{port}/ask
  headers: {{Authorization: "Bearer ${{RAG_TOKEN}}"}}
  answer: $.answer
  contexts: $.sources[*].text
  ids: $.sources[*].id
  timeout_s: 2
  tries: 2
judge: embedded
metrics: [faithfulness, context_recall]
gate:
  baseline: {{tolerance: 5%}}
"""


class Rag(BaseHTTPRequestHandler):
    """The service; what it does depends on the version that is deployed."""

    version: ClassVar[str] = "first"
    refused: ClassVar[set[int]] = set()
    stopping: ClassVar[threading.Event] = threading.Event()

    def do_POST(self) -> None:
        """Answer one question, in the way of the version."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["question"]
        number = int(re.findall(r"\d+", asked)[0])
        fact = f"Line {number} opened in {1900 + number}."
        answer = fact
        if self.headers["Authorization"] != "Bearer secret":
            return self.say(401, b"who are you?")
        if Rag.version == "reworded":
            answer = f"In {1900 + number}, line {number} opened."
        if Rag.version == "inventing" and number % 3 == 0:
            answer = f"Line {number} was sold to a duke from Portugal in 1755."
        reply = json.dumps({"answer": answer, "sources": [{"id": f"d{number}", "text": fact}]}).encode()
        if Rag.version == "troubled":
            if number == 1:
                return self.say(200, reply[:20])
            if number == 2:
                Rag.stopping.wait()
            if number == 3 and number not in Rag.refused:
                Rag.refused.add(number)
                return self.say(503, b"later")
            if number == 4:
                return self.say(200, json.dumps({"answer": answer, "passages": [fact]}).encode())
        return self.say(200, reply)

    def say(self, status: int, body: bytes) -> None:
        """Send a reply."""
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # who was given up on may hang up
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def _service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The service in its first version, which is the baseline."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAG_TOKEN", "secret")
    (tmp_path / ".git").mkdir()
    choose("en")
    Rag.version, Rag.refused = "first", set()
    Rag.stopping.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Rag)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    Path("raggauge.yaml").write_text(CONFIG.format(port=server.server_port))
    rows = [
        {"id": f"q{i}", "question": f"When did line {i} open?", "reference": f"Line {i} opened in {1900 + i}."}
        for i in range(N)
    ]
    Path("goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call(["run", "--name", "main", "--quiet"]) == 0
    assert call(["baseline", "set", "main", "--why", "first release"]) == 0
    yield
    Rag.stopping.set()
    server.shutdown()
    thread.join()
    server.server_close()
    choose(None)


@pytest.mark.usefixtures("_service")
@pytest.mark.parametrize(("version", "code", "verdict"), [("reworded", 0, "PASS"), ("inventing", 1, "FAIL")])
def test_a_change_that_hurts_fails_and_one_that_does_not_passes(version: str, code: int, verdict: str) -> None:
    """The exit code, and the comment with the samples that fell and no others."""
    Rag.version = version
    assert call(["run", "--name", version, "--quiet"]) == 0
    assert call(["gate", version]) == code
    assert call(["report", version, "--format", "github", "-o", "comment.md"]) == 0
    comment = Path("comment.md").read_text()
    assert f"## {verdict}" in comment
    fallen = set(re.findall(r"^\| (q\d+) \| faithfulness", comment, re.MULTILINE))
    invented = {f"q{i}" for i in range(0, N, 3)}
    assert fallen == (invented if version == "inventing" else set())
    assert ("a duke from Portugal" in comment) == (version == "inventing")


@pytest.mark.usefixtures("_service")
def test_a_service_in_trouble_is_inconclusive_and_each_reason_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Broken JSON, silence and another shape are unscored; an overload that passes is only a second try."""
    Rag.version = "troubled"
    assert call(["run", "--name", "troubled", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert f"{N - 3}/{N} scored" in out
    assert f"over {N} questions, 3 failed" in out
    assert call(["gate", "troubled"]) == 3
    assert f"3 of {N} samples are unscored" in capsys.readouterr().out
    reasons = {}
    for number in (1, 2, 4):
        assert call(["show", "troubled", f"q{number}"]) == 0
        reasons[number] = " ".join(capsys.readouterr().out.split())
    assert "the reply is no JSON" in reasons[1]
    assert "no reply within 2 s" in reasons[2]
    assert "no $.sources, there is an object with answer, passages" in reasons[4]
    assert Rag.refused == {3}


@pytest.mark.usefixtures("_service")
def test_a_service_that_is_down_is_inconclusive_everywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every metric is unscored with the reason, no report breaks, and JUnit says error or skipped, not failure."""
    monkeypatch.setenv("RAG_TOKEN", "stale")
    assert call(["run", "--name", "down", "--quiet"]) == 0
    assert "target failed: HTTP 401: 'who are you?'" in capsys.readouterr().out
    assert call(["gate", "down"]) == 3
    for form in ("junit", "sarif", "github", "badge", "html", "md", "csv", "json"):
        assert call(["report", "down", "--format", form, "-o", f"out.{form}"]) == 0
    assert 'failures="0"' in Path("out.junit").read_text()
    assert call(["compare", "main", "down"]) == 0


@pytest.mark.usefixtures("_service")
def test_sarif_of_an_asked_system_points_into_the_golden_set() -> None:
    """Every result has a place, and it is a line of the goldens, not of the answers that were kept."""
    Path("raggauge.yaml").write_text(Path("raggauge.yaml").read_text() + "thresholds: {faithfulness: 0.9}\n")
    Rag.version = "inventing"
    assert call(["run", "--name", "asked", "--quiet"]) == 0
    assert call(["report", "asked", "--format", "sarif", "-o", "asked.sarif"]) == 0
    results = json.loads(Path("asked.sarif").read_text())["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    lines = Path("goldens.jsonl").read_text().splitlines()
    assert {place["artifactLocation"]["uri"] for place in places} == {"goldens.jsonl"}
    told = [
        (result["partialFingerprints"]["sample/v1"], place["region"]["startLine"])
        for result, place in zip(results, places, strict=True)
        if "partialFingerprints" in result
    ]
    assert told
    assert all(json.loads(lines[line - 1])["id"] == name.partition(":")[0] for name, line in told)

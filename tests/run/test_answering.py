"""The system under test is asked first; its failures are unscored, its answers survive, its times are measured."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from raggauge.errors import RaggaugeError
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.gate.decision import decide
from raggauge.gate.rules import Rules, Threshold
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.start import evaluate

GOLDENS = [{"id": f"q{i}", "question": f"What is {i}?", "reference": f"It is {i}."} for i in range(20)]


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def judged(ask: Ask) -> Evidence:
    """One claim, supported when the passage holds the answer."""
    holds = any(ask.sample.answer in context.text for context in ask.sample.contexts or () if ask.sample.answer)
    finding = Finding("a1", "contexts", "supported" if holds else "not_found", (0,) if holds else ())
    return Evidence(sample=ask.sample.id, claims=(Claim("a1", "answer", ask.sample.answer or ""),), findings=(finding,))


def system(question: str) -> dict[str, Any]:
    """A RAG system that fails on one question in five and answers another from nowhere."""
    number = int(question.rsplit(maxsplit=1)[-1].rstrip("?"))
    if number % 5 == 0:
        raise TimeoutError("index is down")
    return {"answer": f"It is {number}.", "contexts": [f"It is {number}." if number % 5 != 1 else "Nothing."]}


def scored(target: Any = system, **options: Any) -> Any:
    """The goldens asked and judged."""
    return evaluate(GOLDENS, metrics=["faithfulness"], judge=ScriptedJudge(judged), target=target, **options)


def test_answers_are_scored_and_failures_are_unscored() -> None:
    """Four of twenty failed: they count against coverage, with the system's own words."""
    run = scored()
    row = run.summary()["faithfulness"]
    assert (row["n"], row["n_scored"], row["n_unscored"]) == (20, 16, 4)
    assert row["mean"] == 0.75
    assert run["q5"].scores["faithfulness"].reason == "target failed: TimeoutError: index is down"
    assert run["q1"].scores["faithfulness"].value == 0.0
    assert run["q2"].sample.references == ("It is 2.",)


@pytest.mark.parametrize("metrics", ["core", "faithfulness"])
def test_a_system_that_fails_on_everything_leaves_every_metric_unscored(metrics: str) -> None:
    """No metric is taken for one that the data does not allow; a gate on it is inconclusive, not an error."""

    def down(question: str) -> str:
        raise ConnectionError("refused")

    run = evaluate(GOLDENS, metrics=[metrics], judge="embedded", target=down)
    assert {row["n_unscored"] for row in run.summary().values()} == {20}
    assert "faithfulness" in run.metrics
    assert len(run.metrics) == (4 if metrics == "core" else 1)
    decision = decide(run, Rules(thresholds=(Threshold(metric="faithfulness", bound=0.1),)))
    assert decision.outcome == "inconclusive"


def test_the_judge_is_not_asked_about_failures() -> None:
    """What was not answered costs nothing."""
    judge = ScriptedJudge(judged)
    evaluate(GOLDENS, metrics=["faithfulness"], judge=judge, target=system)
    assert {ask.sample.id for ask in judge.asked if ask.facets} == {f"q{i}" for i in range(20) if i % 5}


def test_a_failing_system_does_not_pass_a_gate() -> None:
    """Coverage decides before the mean does; latency can be limited."""
    rules = Rules(thresholds=(Threshold(metric="faithfulness", bound=0.1),), max_latency_p95_s=60.0)
    decision = decide(scored(), rules)
    assert {ruling.rule: ruling.outcome for ruling in decision.rulings} == {
        "threshold": "pass",
        "coverage": "inconclusive",
        "latency": "pass",
    }


@pytest.mark.parametrize("metrics", [["faithfulnes"], ["context_precision"], ["nugget_recall", "rouge9"]])
def test_what_cannot_be_scored_is_said_before_the_system_is_asked(metrics: list[str]) -> None:
    """A wrong name or a golden set without references costs no call of the system."""
    asked: list[str] = []
    with pytest.raises(RaggaugeError):
        evaluate([{"id": "a", "question": "?"}], metrics=metrics, judge=ScriptedJudge(judged), target=asked.append)
    assert asked == []


def test_a_system_that_reports_no_passages_is_named() -> None:
    """The sentence is about the system, not about a file that nobody wrote."""
    with pytest.raises(RaggaugeError, match="the system under test returned no contexts for sample 'q0'"):
        scored(lambda question: "It is so.")


def test_latency_is_a_measurement_of_each_sample() -> None:
    """In seconds, of failed ones too."""
    run = scored()
    assert all(sampled.measurements["latency_s"] >= 0 for sampled in run)


APP = """
import os
from pathlib import Path

def ask(question):
    asked = Path("asked.txt")
    seen = asked.read_text().splitlines() if asked.exists() else []
    asked.write_text("\\n".join([*seen, question]))
    if len(seen) == 11 and not Path("killed").exists():
        Path("killed").touch()
        os.kill(os.getpid(), 9)
    return {"answer": "It is so.", "contexts": ["It is so."]}
"""


def test_answers_survive_a_kill() -> None:
    """What was answered before kill -9 is not asked again; the one in flight is, and only that."""
    Path("app.py").write_text(APP)
    Path("goldens.jsonl").write_text("".join(json.dumps(row) + "\n" for row in GOLDENS))
    command = [sys.executable, "-m", "raggauge.cli.main", "run", "goldens.jsonl", "--target", "app.py:ask"]
    command += ["--metrics", "faithfulness", "--concurrency", "1"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -9
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "11 answers of a broken-off run" in done.stderr
    asked = Path("asked.txt").read_text().splitlines()
    assert len(asked) == 21
    assert len(set(asked)) == 20


def test_the_run_is_made_of_the_outputs_file() -> None:
    """The manifest names the outputs and what answered; the outputs are a file like any other."""
    run = scored(limit=3)
    (outputs,) = run.manifest.inputs
    rows = [json.loads(line) for line in Path(outputs).read_text().splitlines()]
    assert [row["id"] for row in rows] == ["q0", "q1", "q2"]
    assert run.manifest.dataset.lineage["target"]["kind"] == "function"
    assert rows[0]["metadata"]["target"]["failure"].startswith("TimeoutError")


def test_half_characters_are_a_failure_of_the_system() -> None:
    """A system that sends broken text fails that sample, not the run."""
    run = scored(lambda question: {"answer": "x\ud800", "contexts": []})
    assert run.summary()["faithfulness"]["n_unscored"] == 20


@pytest.fixture
def service() -> Iterator[Any]:
    """A real web service whose quality can be changed: good, worse, and sometimes slow, broken or malformed."""
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Rag(BaseHTTPRequestHandler):
        quality = "good"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["question"]
            number = int(asked.split()[-1].rstrip("?"))
            text = f"It is {number}."
            wrong = Rag.quality == "worse" and number % 3 == 0
            body = json.dumps(
                {"answer": "No idea." if wrong else text, "sources": [{"text": text, "id": f"d{number}"}]}
            )
            if Rag.quality == "broken" and number % 4 == 0:
                body = body[:10]
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Rag)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield (
        Rag,
        {"url": f"http://127.0.0.1:{server.server_port}/ask", "answer": "$.answer", "contexts": "$.sources[*].text"},
    )
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_service_that_got_worse_fails_the_gate_and_one_that_did_not_passes(service: Any) -> None:
    """From two versions of a service to a decision, with the samples that fell."""
    from raggauge.gate.rules import Tolerance

    rag, section = service
    rules = Rules(tolerance={"faithfulness": Tolerance(0.05, True, "5%")})
    baseline, same = scored(section, name="before"), scored(section, name="same")
    rag.quality = "worse"
    worse = scored(section, name="worse")
    assert decide(same, rules, baseline=baseline).outcome == "pass"
    failed = decide(worse, rules, baseline=baseline)
    assert failed.outcome == "fail"
    assert set(failed.rulings[0].samples) <= {f"q{i}" for i in range(0, 20, 3)}
    rag.quality = "broken"
    assert scored(section).summary()["faithfulness"]["n_unscored"] == 5

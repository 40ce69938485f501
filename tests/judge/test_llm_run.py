"""Runs with an LLM judge: order, faults, kills, caches, budgets."""

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer, Fault, Faults
from raggauge.run.start import evaluate
from raggauge.sample import Sample


def _samples(n: int) -> list[Sample]:
    return [
        Sample(
            id=f"s{i}",
            question=f"What is item {i}?",
            answer=f"Item {i} is red. It weighs {i} kilograms. It stands in hall {i % 7}.",
            contexts=(f"Item {i} is red and stands in hall {i % 7}.", f"Item {i + 1} is blue.", "Nothing of note."),
            references=(f"Item {i} is red and weighs {i} kilograms.",),
        )
        for i in range(n)
    ]


def _run(server: ChatServer, samples: list[Sample], **options: Any) -> Any:
    judge_options = {"backoff_s": 0.001, "cache": "", **options.pop("judge_options", {})}
    return evaluate(
        samples, metrics=["core"], judge=f"{server.url}#m", judge_options=judge_options, out=False, **options
    )


def _scores(run: Any) -> dict[str, Any]:
    return {sample_id: scores for sample_id, scores in run.scores()}


def test_order_and_concurrency_change_nothing() -> None:
    """Backwards, shuffled, one at a time: the same scores from the same calls and the same embedded texts."""
    samples = _samples(12)
    shuffled = random.Random(3).sample(samples, len(samples))
    found = []
    for given, concurrency in ((samples, 64), (samples[::-1], 64), (shuffled, 1), (samples, 5)):
        with ChatServer(answer) as server:
            run = _run(server, given, concurrency=concurrency, judge_options={"embedder": "e"})
        texts = sorted(text for r in server.requests if "input" in r.body for text in r.body["input"])
        chats = sorted(json.dumps(r.body) for r in server.requests if "messages" in r.body)
        found.append((_scores(run), texts, chats))
    assert all(other == found[0] for other in found[1:])
    assert len(found[0][2]) == 36


def test_faults_lose_no_sample_and_change_no_score() -> None:
    """With a tenth of HTTP errors and a twentieth of malformed replies all samples are scored as without."""
    samples = _samples(60)
    with ChatServer(answer) as server:
        calm = _scores(_run(server, samples))
    with ChatServer(answer, faults=Faults(errors=0.1, malformed=0.05, seed=4)) as server:
        rough = _scores(_run(server, samples))
    assert any(request.fault != "ok" for request in server.requests)
    for sample, scores in rough.items():
        for name, score in scores.items():
            assert score == calm[sample][name] or (score.state == "unscored" and score.reason)
    lost = [score for scores in rough.values() for score in scores.values() if score.state == "unscored"]
    assert lost == []


def test_the_same_run_again_makes_no_call(tmp_path: Path) -> None:
    """With the cache on a second run, and one with another goal, find every reply."""
    samples = _samples(5)
    options = {"judge_options": {"cache": str(tmp_path), "embedder": "e"}}
    with ChatServer(answer) as server:
        first = _scores(_run(server, samples, **options))
        n = len(server.requests)
        again = _scores(_run(server, samples, goals={"faithfulness": 0.1}, **options))
        assert (len(server.requests), again == first) == (n, True)


def test_another_model_gets_no_reply_of_the_first(tmp_path: Path) -> None:
    """The cache keeps judges apart: another model, another temperature, another repeat are other calls."""
    (sample,) = _samples(1)
    with ChatServer(answer) as server:
        for model, temperature in (("a", 0), ("b", 0), ("a", 1), ("a", 0)):
            evaluate(
                [sample],
                metrics=["faithfulness"],
                judge=f"{server.url}#{model}",
                judge_options={"cache": str(tmp_path), "temperature": temperature},
                out=False,
            )
    asked = Counter((request.body["model"], request.body["temperature"]) for request in server.requests)
    assert asked == {("a", 0): 2, ("b", 0): 2, ("a", 1): 2}


def test_repeats_keep_the_claims() -> None:
    """Three repeats ask for claims once and for verdicts three times."""
    with ChatServer(answer) as server:
        run = evaluate(
            _samples(2),
            metrics=["faithfulness"],
            judge=f"{server.url}#m",
            judge_options={"cache": ""},
            repeats=3,
            out=False,
        )
    kinds = Counter(
        "claims" if '"refuses"' in r.body["messages"][0]["content"] else "verdicts" for r in server.requests
    )
    assert kinds == {"claims": 2, "verdicts": 6}
    assert all(scores["faithfulness"].state == "scored" for _, scores in run.scores())


def test_any_async_function_can_be_the_model() -> None:
    """`async def chat(system, user)` judges; what it raises is a gap of the sample, with its words."""

    async def chat(system: str, user: str) -> str:
        if "item 1?" in user:
            raise ValueError("out of sorts")
        return answer(system, user)

    run = evaluate(_samples(3), metrics=["faithfulness"], judge=chat, judge_options={"cache": ""}, out=False)
    found = {name: scores["faithfulness"] for name, scores in run.scores()}
    assert [found[f"s{n}"].state for n in range(3)] == ["scored", "unscored", "scored"]
    assert "ValueError: out of sorts" in (found["s1"].reason or "")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """An interrupted run ends at once though a call hangs, and goes on from what it had."""
    file = tmp_path / "data.jsonl"
    rows = [{"id": s.id, "question": s.question, "answer": s.answer, "contexts": [c.text for c in s.contexts or ()],
             "references": list(s.references or ())} for s in _samples(12)]  # fmt: skip
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    first: tuple[Fault, ...] = (*(["ok"] * 15), *(["hang"] * 100))
    with ChatServer(answer, faults=Faults(first=first)) as server:
        command = [sys.executable, "-c", KILLED, str(file), f"{server.url}#m", str(tmp_path / "run")]
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
        try:
            while process.poll() is None and len([r for r in server.requests if r.fault == "hang"]) < 4:
                pass
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        finally:
            process.kill()
        assert process.returncode not in (0, -signal.SIGKILL)
        asked = {json.dumps(r.body) for r in server.requests if r.fault == "ok"}
        server.faults = Faults()
        n = len(server.requests)
        subprocess.run(command, check=True)
        assert not asked & {json.dumps(r.body) for r in server.requests[n:] if "messages" in r.body}


KILLED = """
import sys
from pathlib import Path
from raggauge.run.start import evaluate
evaluate(
    Path(sys.argv[1]), metrics=["core"], judge=sys.argv[2], out=Path(sys.argv[3]), concurrency=4,
    judge_options={"cache": "", "backoff_s": 0.001, "embedder": "e"},
)
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_resumes_without_paying_twice(tmp_path: Path, seed: int) -> None:
    """Killed at random moments, the run ends as an unbroken one; only calls in flight at a kill are made again."""
    draw = random.Random(seed)
    file = tmp_path / "data.jsonl"
    rows = [{"id": s.id, "question": s.question, "answer": s.answer, "contexts": [c.text for c in s.contexts or ()],
             "references": list(s.references or ())} for s in _samples(40)]  # fmt: skip
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with ChatServer(answer, latency_s=0.002) as server:
        command = [sys.executable, "-c", KILLED, str(file), f"{server.url}#m", str(tmp_path / "run")]
        kills = 0
        while True:
            process = subprocess.Popen(command, stderr=subprocess.PIPE)
            enough = len(server.requests) + draw.randint(3, 30)
            while process.poll() is None and (kills >= 6 or len(server.requests) < enough):
                pass
            if process.poll() is None and kills < 6:
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
            _, problem = process.communicate()
            if process.returncode == 0:
                break
            assert process.returncode == -signal.SIGKILL, problem.decode()
        seen = Counter(json.dumps(r.body) for r in server.requests if "messages" in r.body)
        assert sum(n - 1 for n in seen.values()) <= 8 * kills
        assert len(seen) == 120
        unbroken = [sys.executable, "-c", KILLED, str(file), f"{server.url}#m", str(tmp_path / "whole")]
        subprocess.run(unbroken, check=True)
    for name in ("samples.jsonl", "end.json", "manifest.json"):
        assert (tmp_path / "run" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()

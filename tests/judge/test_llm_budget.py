"""Runs that are broken off and taken up again, and runs side by side: what is paid, and what is asked anew."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from raggauge.errors import LimitReached
from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer, Faults
from raggauge.run.start import evaluate, resume

RUN = """
import sys
from pathlib import Path
from raggauge.run.start import evaluate
evaluate(
    Path(sys.argv[1]), metrics=["core"], judge=sys.argv[2], out=Path(sys.argv[3]), concurrency=8,
    judge_options={"cache": sys.argv[4], "backoff_s": 0.001},
)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of eight samples, 24 calls."""
    rows = [
        {
            "id": f"s{i}",
            "question": f"What is item {i}?",
            "answer": f"Item {i} is red. It weighs {i} kilograms.",
            "contexts": [f"Item {i} is red.", "Nothing of note."],
            "references": [f"Item {i} is red."],
        }
        for i in range(8)
    ]
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _options(**more: Any) -> dict[str, Any]:
    return {"metrics": ["core"], "judge_options": {"cache": "", "backoff_s": 0.001}, "concurrency": 1, **more}


def test_a_limit_of_calls_counts_earlier_goes(file: Path, tmp_path: Path) -> None:
    """The same limit again makes no call; a higher one makes the difference; none given means the last one."""
    with ChatServer(answer) as server:
        out, judge = tmp_path / "run", f"{server.url}#m"
        seen = []
        for limit in (10, 10, 16, None):
            go = partial(resume, out, concurrency=1)
            if limit is not None:
                go = partial(evaluate, file, judge=judge, out=out, **_options(max_calls=limit))
            with pytest.raises(LimitReached):
                go()
            seen.append(server.n_chat)
        assert (seen[0], seen[1]) == (10, 10)
        assert 10 < seen[2] <= 16
        assert seen[3] == seen[2]
        resume(out, max_calls=1000)
        assert server.n_chat == 24


def test_a_limit_of_money_counts_earlier_goes(file: Path, tmp_path: Path) -> None:
    """What an earlier go spent is spent."""
    prices = {"m": {"input": 1000.0, "output": 1000.0}}
    with ChatServer(answer) as server:
        judge = f"{server.url}#m"
        for _ in range(3):
            with pytest.raises(LimitReached, match="earlier goes"):
                evaluate(file, judge=judge, out=tmp_path / "run", **_options(max_cost=5.0, prices=prices))
        total = (server.prompt_tokens + server.completion_tokens) * 1000 / 1e6
    assert total <= 5.0


def test_a_resumed_run_asks_no_more_at_once_than_before(file: Path, tmp_path: Path) -> None:
    """How many calls may be in flight holds on, unless it is given anew."""
    with ChatServer(answer, latency_s=0.02) as server:
        out = tmp_path / "run"
        with pytest.raises(LimitReached):
            evaluate(file, judge=f"{server.url}#m", out=out, **_options(max_calls=4, concurrency=2))
        resume(out, max_calls=1000)
        assert server.most_at_once <= 2 * 2
        assert server.n_chat == 24


def test_a_second_run_has_its_own_limit(file: Path) -> None:
    """A judge that is used again starts at nothing: limits are of a run."""
    from raggauge.judge import make

    with ChatServer(answer) as server:
        judge = make(f"{server.url}#m", {"cache": ""})
        for _ in range(2):
            evaluate(file, metrics=["core"], judge=judge, max_calls=24, out=False)
        assert server.n_chat == 48


def test_two_processes_with_one_cold_cache_pay_each_call_once(file: Path, tmp_path: Path) -> None:
    """Both runs are complete, and the server has seen every question once."""
    with ChatServer(answer, latency_s=0.05) as server:
        command = [sys.executable, "-c", RUN, str(file), f"{server.url}#m"]
        runs = [subprocess.Popen([*command, str(tmp_path / name), str(tmp_path / "cache")]) for name in ("one", "two")]
        assert [run.wait() for run in runs] == [0, 0]
        assert server.n_chat == 24
    assert (tmp_path / "one" / "samples.jsonl").read_bytes() == (tmp_path / "two" / "samples.jsonl").read_bytes()


def test_what_was_never_answered_is_asked_again_by_the_next_run(file: Path, tmp_path: Path) -> None:
    """Replies that could not be read are served to no other run; what was read costs nothing."""
    options = {"metrics": ["core"], "judge_options": {"cache": str(tmp_path / "cache")}, "out": False}
    with ChatServer(_confused) as server:
        judge = f"{server.url}#m"
        first = evaluate(file, judge=judge, **options)
        n = server.n_chat
        assert n == 24 + 2
        assert dict(first.scores())["s3"]["faithfulness"].state == "unscored"
        evaluate(file, judge=judge, **options)
        assert server.n_chat == n + 3
        server._brain = answer
        third = evaluate(file, judge=judge, **options)
        assert server.n_chat == n + 4
        assert dict(third.scores())["s3"]["faithfulness"].state == "scored"
        evaluate(file, judge=judge, **options)
        assert server.n_chat == n + 4


def _confused(system: str, user: str) -> str:
    """No reply of the form for the verdicts of one sample."""
    if "item 3?" in user and '"against_passages"' in system:
        return "I would say that everything is fine."
    return answer(system, user)


@pytest.mark.parametrize("fault", ["malformed", "short", "cut"])
def test_one_slip_costs_no_call_in_the_next_run(fault: str, file: Path, tmp_path: Path) -> None:
    """A malformed reply that was followed by a good one is kept: the same run again makes no call."""
    options = {"metrics": ["core"], "judge_options": {"cache": str(tmp_path / "cache")}, "out": False}
    with ChatServer(answer, faults=Faults(first=("ok", fault))) as server:
        for _ in range(2):
            evaluate(file, judge=f"{server.url}#m", **options)
            assert server.n_chat == 25

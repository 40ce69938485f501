"""The commands around judging with a model: run, plan, cache, judge lock, judge canary."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer, Faults
from raggauge.messages import choose


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """A server, and `data.jsonl` with four samples in a working directory of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAGGAUGE_LANG", "en")
    choose(None)
    (tmp_path / ".git").mkdir()
    rows = [
        {
            "id": f"q{i}",
            "question": f"What colour is ball {i}?",
            "answer": f"Ball {i} is red. It is {i} years old.",
            "contexts": [f"Ball {i} is red.", "The sea is blue."],
            "references": [f"Ball {i} is red."],
        }
        for i in range(4)
    ]
    Path("data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with ChatServer(answer) as found:
        yield found
    choose(None)


def test_a_run_ends_with_its_bill(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Calls, tokens and, where the price is given, money; the same run again costs nothing."""
    Path("raggauge.yaml").write_text("prices: {m: {input: 1.0, output: 2.0}}\n", encoding="utf-8")
    command = ["run", "data.jsonl", "-m", "core", "--judge", f"{server.url}#m", "-q"]
    assert call(command) == 0
    out = capsys.readouterr().out
    assert "Bill: 12 calls" in out
    assert "per sample: 3.00 calls" in out
    assert " USD" in out
    n = len(server.requests)
    assert call(command) == 0
    assert "no calls" in capsys.readouterr().out
    assert len(server.requests) == n


def test_a_budget_ends_a_run_that_can_go_on(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """At the limit the run ends with 3; the limit stays until it is raised, and then nothing is paid twice."""
    judge = ["--judge", f"{server.url}#m", "--judge-option", "cache="]
    assert call(["run", "data.jsonl", "-m", "core", *judge, "--max-calls", "5", "-q"]) == 3
    assert "limit of 5 judge calls" in capsys.readouterr().err
    assert call(["run", "--resume", "-q"]) == 3
    assert len(server.requests) == 5
    assert call(["run", "--resume", "--max-calls", "100", "-q"]) == 0
    assert "Bill: 12 calls" in capsys.readouterr().out
    assert len(server.requests) == 12


def test_a_limit_of_money_needs_a_price(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit that could not hold is refused before any call."""
    assert call(["run", "data.jsonl", "--judge", f"{server.url}#m", "--max-cost", "1", "-q"]) == 2
    assert "nobody knows the price" in capsys.readouterr().err
    assert server.requests == []


def test_a_plan_is_what_a_run_takes(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Calls exactly, tokens in within the range; nothing is sent by planning, and no key is needed."""
    assert call(["plan", "data.jsonl", "-m", "core", "--judge", f"{server.url}#m", "--format", "json"]) == 0
    planned = json.loads(capsys.readouterr().out)
    assert server.requests == []
    assert call(["run", "data.jsonl", "-m", "core", "--judge", f"{server.url}#m", "-q"]) == 0
    assert planned["calls"] == [server.n_chat, server.n_chat]
    assert planned["prompt_tokens"][0] <= server.prompt_tokens <= planned["prompt_tokens"][1]
    assert planned["completion_tokens"][0] <= server.completion_tokens <= planned["completion_tokens"][1]
    assert planned["price"] is None
    capsys.readouterr()
    command = ["plan", "data.jsonl", "--judge", "openai:gpt-4.1-mini", "--per-day", "1000", "--rate", "5%"]
    assert call([*command, "--system-cost", "0.004", "--models", "deepseek:deepseek-chat"]) == 0
    out = capsys.readouterr().out
    for words in ("price per 1,000 samples", "a month for 1,500 samples", "judge's part", "deepseek:deepseek-chat"):
        assert words in out


@pytest.mark.parametrize(("share", "code"), [("0%", 2), ("200%", 2), ("often", 2), ("0.5", 0)])
def test_a_share_is_checked(server: ChatServer, share: str, code: int) -> None:
    """A share is a part of one."""
    command = ["plan", "data.jsonl", "--judge", "openai:gpt-4.1-mini", "--per-day", "10", "--rate", share]
    assert call(command) == code


def test_all_models_are_listed_cheapest_first(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Every model of the table with its price for 1,000 samples, in order of price."""
    command = ["plan", "data.jsonl", "--judge", "openai:gpt-4.1-mini", "--models", "all", "--format", "json"]
    assert call(command) == 0
    prices = [row["price_per_1000"]["high"] for row in json.loads(capsys.readouterr().out)["models"]]
    assert len(prices) > 100
    assert prices == sorted(prices)


def test_the_cache_can_be_looked_at_and_emptied(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Stats count the calls by kind, clear removes them."""
    assert call(["run", "data.jsonl", "-m", "core", "--judge", f"{server.url}#m", "-q"]) == 0
    capsys.readouterr()
    assert call(["cache", "stats"]) == 0
    assert "12 calls" in capsys.readouterr().out
    assert call(["cache", "prune"]) == 0
    assert call(["cache", "clear"]) == 0
    assert capsys.readouterr().out == "0 calls removed\n12 calls removed\n"


def test_the_lock_holds_runs_to_the_judge(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """Another model is refused; with --force it runs and the manifest says so; another snapshot ends the run."""
    mine = ["--judge", f"{server.url}#m"]
    assert call(["judge", "lock", *mine, "--ask"]) == 0
    assert "served by m" in capsys.readouterr().out
    run = ["run", "data.jsonl", "-m", "faithfulness", "-q"]
    assert call([*run, *mine]) == 0
    assert call([*run, "--judge", f"{server.url}#other"]) == 2
    assert "model: m -> other" in capsys.readouterr().err
    assert call([*run, "--judge", f"{server.url}#other", "--force", "-o", "forced"]) == 0
    assert json.loads(Path("forced/manifest.json").read_text())["unlocked"] == ["model: m -> other"]
    server.faults = Faults(served="m-2027")
    assert call([*run, *mine, "--judge-option", "cache="]) == 3
    assert "served by m-2027" in capsys.readouterr().err
    assert call(["judge", "lock", *mine, "--show"]) == 0


def test_canaries_are_reported(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    """The shift by kind and for all of them."""
    assert call(["judge", "canary", "--judge", f"{server.url}#m"]) == 0
    assert "all: 36 canaries, mean shift 0.0" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["outputs"])
def test_the_plan_of_the_example_is_exact(
    server: ChatServer, root: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """For every file of outputs of the example project, planned calls are made calls, tokens in within the range."""
    files = sorted((root / "examples/tidewell" / name).glob("*.jsonl"))
    assert files
    for file in files:
        server.n_chat = server.prompt_tokens = server.completion_tokens = 0
        judge = ["--judge", f"{server.url}#{file.stem}"]
        assert call(["plan", str(file), *judge, "--format", "json"]) == 0
        planned = json.loads(capsys.readouterr().out)
        assert call(["run", str(file), *judge, "-q"]) == 0
        capsys.readouterr()
        assert planned["calls"] == [server.n_chat, server.n_chat]
        middle = sum(planned["prompt_tokens"]) / 2
        assert abs(server.prompt_tokens - middle) < 0.15 * middle
        least, most = planned["completion_tokens"]
        assert least <= server.completion_tokens <= most
        assert most < 2 * least

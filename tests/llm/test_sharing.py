"""One cache for several processes: a call that one is making is waited for, not paid twice."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from raggauge.llm import leases
from raggauge.llm.cache import CallCache
from raggauge.llm.caller import Caller, Chain, Subject
from raggauge.llm.calls import Call
from raggauge.llm.wire import ChatReply, ChatRequest

REQUEST = ChatRequest("be good", "say hello")


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every cache that a test opens is closed with it."""
    opened: list[CallCache] = []
    original = CallCache.__init__

    def remember(self: CallCache, path: Path) -> None:
        original(self, path)
        opened.append(self)

    monkeypatch.setattr(CallCache, "__init__", remember)
    yield
    for cache in opened:
        cache.close()


class Slow:
    """A model that answers when it is let, and counts how often it is asked."""

    def __init__(self) -> None:
        self.n = 0
        self.go = asyncio.Event()

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        self.n += 1
        await self.go.wait()
        if request.user == "fail":
            raise ValueError("no")
        return ChatReply(f"reply {self.n}"), 1


def test_a_call_is_taken_once(tmp_path: Path) -> None:
    """Who takes a call has it until it is added or released; a finished one is done."""
    one, two = CallCache(tmp_path / "c.sqlite"), CallCache(tmp_path / "c.sqlite")
    assert (one.claim("k"), two.claim("k"), two.claim("other")) == ("mine", "taken", "mine")
    one.release("k")
    assert two.claim("k") == "mine"
    one.release("k")
    assert one.claim("k") == "taken"
    two.add(Call("k", "s", "claims", "reply"))
    assert one.claim("k") == "done"
    one.close()
    two.close()


def test_an_abandoned_call_is_free_after_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A maker on another machine that shows no life loses its calls; one that renews keeps them."""
    now = 1000.0
    monkeypatch.setattr("raggauge.llm.leases.time.time", lambda: now)
    one, two = CallCache(tmp_path / "c.sqlite"), CallCache(tmp_path / "c.sqlite")
    assert one.claim("k") == "mine"
    now += leases.LEASE_S - 1
    one.renew()
    now += leases.LEASE_S - 1
    assert two.claim("k") == "taken"
    now += 2
    assert two.claim("k") == "mine"
    one.close()
    two.close()


TAKING = """
import os, signal, sys
from pathlib import Path
from raggauge.llm.cache import CallCache
cache = CallCache(Path(sys.argv[1]))
assert cache.claim("k") == "mine"
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_maker_is_noticed_at_once(tmp_path: Path) -> None:
    """The calls of a process that was killed on this machine are free without waiting."""
    path = tmp_path / "c.sqlite"
    assert subprocess.run([sys.executable, "-c", TAKING, str(path)], check=False).returncode == -9
    cache = CallCache(path)
    assert cache.claim("k") == "mine"
    cache.close()


def test_two_callers_of_one_cache_pay_once(tmp_path: Path) -> None:
    """The second caller waits for the first one's reply."""

    async def go() -> tuple[int, int, str]:
        models = Slow(), Slow()
        callers = [Caller(model, "m", log=CallCache(tmp_path / "c.sqlite")) for model in models]
        asked = [asyncio.ensure_future(caller.ask(REQUEST, Subject("s", "claims"))) for caller in callers]
        for _ in range(5):
            await asyncio.sleep(0)
        for model in models:
            model.go.set()
        replies = await asyncio.gather(*asked)
        assert replies[0].text == replies[1].text
        return models[0].n, models[1].n, replies[1].text

    assert asyncio.run(go()) == (1, 0, "reply 1")


def test_a_failed_call_is_left_to_the_next(tmp_path: Path) -> None:
    """When the first maker fails or is cancelled, the second makes the call itself."""

    async def go() -> tuple[int, int]:
        first, second = Slow(), Slow()
        request = ChatRequest("", "fail")
        callers = [Caller(model, "m", log=CallCache(tmp_path / "c.sqlite")) for model in (first, second)]
        one, two = (asyncio.ensure_future(caller.ask(request, Subject("s", "claims"))) for caller in callers)
        for _ in range(5):
            await asyncio.sleep(0)
        first.go.set()
        second.go.set()
        assert all(isinstance(found, ValueError) for found in await asyncio.gather(one, two, return_exceptions=True))
        return first.n, second.n

    assert asyncio.run(go()) == (1, 1)


def test_useless_calls_leave_the_cache_and_stay_in_the_run(tmp_path: Path) -> None:
    """What is forgotten is asked anew by others, while the run's own log keeps it."""

    class Memory(dict[str, Call]):
        find = dict.get

        def add(self, call: Call, /) -> None:
            self[call.key] = call

    mine, cache = Memory(), CallCache(tmp_path / "c.sqlite")
    chain = Chain(mine, cache)
    chain.add(Call("k", "s", "claims", "nonsense"))
    Caller(Slow(), "m", log=chain).forget(["k"])
    assert (cache.find("k"), chain.find("k")) == (None, mine["k"])
    cache.close()

"""Single calls: keys, budgets, caches, embeddings."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from raggauge.errors import JudgeReplyInvalid, JudgeUnavailable, LimitReached, StoreError
from raggauge.llm.cache import CallCache
from raggauge.llm.caller import Budget, Caller, Chain, Subject
from raggauge.llm.calls import Call
from raggauge.llm.client import Client
from raggauge.llm.embedder import EndpointEmbedder, Hashed, _packed, _unpacked, cosines
from raggauge.llm.endpoint import endpoint
from raggauge.llm.fences import Fence, on_one_line
from raggauge.llm.limits import Limits
from raggauge.llm.prices import Price
from raggauge.llm.testing import ChatServer, Faults
from raggauge.llm.wire import ChatReply, ChatRequest, read_embeddings
from raggauge.llm.wire import read as read_reply

REQUEST = ChatRequest("be good", "say hello")


class Counting:
    """A model that counts how often it is asked."""

    def __init__(self) -> None:
        self.n = 0

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        self.n += 1
        await asyncio.sleep(0)
        return ChatReply(f"reply {self.n}", prompt_tokens=1000, completion_tokens=100), 1


class Memory(dict[str, Call]):
    """A log in memory."""

    find = dict.get

    def add(self, call: Call, /) -> None:
        self[call.key] = call


def test_equal_calls_in_flight_are_sent_once() -> None:
    """Ten askers of one question at the same time share one call, and later ones find it in the log."""

    async def go() -> int:
        model = Counting()
        caller = Caller(model, "m", log=Memory())
        replies = await asyncio.gather(*(caller.ask(REQUEST, Subject(f"s{i}", "claims")) for i in range(10)))
        replies.append(await caller.ask(REQUEST, Subject("late", "claims")))
        assert {reply.text for reply in replies} == {"reply 1"}
        return model.n

    assert asyncio.run(go()) == 1


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda: ("m", REQUEST, Subject("other", "verdicts")), True),
        (lambda: ("other", REQUEST, Subject("s", "claims")), False),
        (lambda: ("m", msgspec.structs.replace(REQUEST, temperature=1.0), Subject("s", "claims")), False),
        (lambda: ("m", msgspec.structs.replace(REQUEST, user="say goodbye"), Subject("s", "claims")), False),
        (lambda: ("m", msgspec.structs.replace(REQUEST, schema={"type": "object"}), Subject("s", "claims")), False),
        (lambda: ("m", REQUEST, Subject("s", "claims", repeat=1)), False),
        (lambda: ("m", REQUEST, Subject("s", "claims", attempt=1)), False),
    ],
)
def test_a_key_holds_what_determines_a_reply(change: Callable[[], Any], same: bool) -> None:
    """Model, parameters, texts, schema, repeat and try are in the key; whose sample it is is not."""
    identity, request, subject = change()
    mine = Caller(Counting(), "m").key(REQUEST, Subject("s", "claims"))
    assert (Caller(Counting(), identity).key(request, subject) == mine) is same


def test_a_budget_of_money_holds() -> None:
    """No call is begun that would cross the limit; what was paid is counted."""

    async def go() -> None:
        caller = Caller(Counting(), "m", price=Price(1.0, 10.0, 0.1), budget=Budget(cost=0.0125), log=Memory())
        for number in range(5):
            await caller.ask(msgspec.structs.replace(REQUEST, user=str(number)), Subject("s", "claims"))
            assert caller.cost == pytest.approx(0.002 * (number + 1))
        with pytest.raises(LimitReached, match=r"0\.0125 USD"):
            await caller.ask(
                msgspec.structs.replace(REQUEST, user="one more", max_tokens=40_000), Subject("s", "claims")
            )

    asyncio.run(go())


def test_the_cache_keeps_calls(tmp_path: Path) -> None:
    """What was added is found by another opening of the file; the first call of a key stays."""
    first, second = CallCache(tmp_path / "c.sqlite"), CallCache(tmp_path / "c.sqlite")
    assert first.find("k") is None
    assert not (tmp_path / "c.sqlite").exists()
    first.add(Call("k", "s", "claims", "one", cost=0.5))
    second.add(Call("k", "s", "claims", "two"))
    found = second.find("k")
    assert found is not None
    assert found.reply == "one"
    assert (second.stats().calls, second.stats().saved) == ({"claims": 1}, 0.5)
    assert (second.prune(days=1), second.clear(), second.find("k")) == (0, 1, None)
    first.close()
    second.close()


ADDING = """
import sys
from pathlib import Path
from raggauge.llm.cache import CallCache
from raggauge.llm.calls import Call
cache = CallCache(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 50):
    cache.add(Call(str(number), "s", "claims", "reply"))
cache.close()
"""


def test_the_cache_is_safe_for_several_processes(tmp_path: Path) -> None:
    """Four processes make the file and write at once, and nothing is lost."""
    path = str(tmp_path / "c.sqlite")
    processes = [subprocess.Popen([sys.executable, "-c", ADDING, path, str(25 * n)]) for n in range(4)]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]
    cache = CallCache(Path(path))
    assert cache.stats().calls == {"claims": 125}
    cache.close()


def test_a_broken_cache_is_said(tmp_path: Path) -> None:
    """A file that is no cache is one sentence, not a traceback."""
    (tmp_path / "c.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(StoreError, match="call cache"):
        CallCache(tmp_path / "c.sqlite").find("k")


def test_a_chain_finds_in_any_and_keeps_in_all() -> None:
    """A journal and a cache as one log."""
    one, two = Memory(), Memory()
    two.add(Call("old", "s", "claims", "from two"))
    chain = Chain(one, two)
    chain.add(Call("new", "s", "claims", "in both"))
    assert chain.find("old") == two["old"]
    assert one["new"] == two["new"]
    assert "old" not in one


def test_texts_are_embedded_once_and_in_few_requests() -> None:
    """Texts of many samples go together, each once, and come back in order; the log gives them again for nothing."""

    async def go(server: ChatServer) -> None:
        client = Client(endpoint(f"{server.url}#e"), Limits())
        log = Memory()
        embedder = EndpointEmbedder(client, log=log)
        try:
            texts = [[f"text {i % 7}", f"text {i % 5}"] for i in range(40)]
            found = await asyncio.gather(*(embedder.embed(two, f"s{i}") for i, two in enumerate(texts)))
            assert (server.n_embeddings, server.n_texts) == (1, 7)
            assert cosines(found[0][0], [found[0][1], found[7][0]]) == (1.0, 1.0)
            await embedder.embed(["text 3"], "later")
            assert (server.n_texts, {call.purpose for call in log.values()}) == (7, {"embeddings"})
        finally:
            await client.aclose()

    with ChatServer(lambda *_: "") as server:
        asyncio.run(go(server))


def test_cosines_have_exact_ends() -> None:
    """Equal texts give exactly 1.0, a text without words 0.0."""
    one, same, none = asyncio.run(Hashed().embed(["a red door", "a red door", "..."], "s"))
    assert cosines(one, [same, none]) == (1.0, 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_a_mark_is_in_no_text(seed: int) -> None:
    """The same texts get the same mark, other texts or seeds another, and it occurs in none of them."""
    texts = ["one", "two"]
    mark = Fence(texts, seed=seed).mark
    assert mark == Fence(texts, seed=seed).mark
    assert mark != Fence(texts, seed=seed + 10).mark
    assert Fence([*texts, mark.upper()], seed=seed).mark not in mark
    assert Fence(texts, seed=seed).block("answer", "x") == f"<<{mark} answer>>\nx\n<<{mark} end>>"


def test_ids_in_lists_cannot_be_forged() -> None:
    """A text that stands in a list of ids takes one line, whatever line breaks it holds."""
    assert on_one_line("a\na2 b\u2028a3 c\r\nd") == "a a2 b a3 c d"


def test_load_slows_down_and_recovers() -> None:
    """A server that refuses for load is asked again after the wait it wants, and all calls are answered."""

    async def go(server: ChatServer) -> int:
        client = Client(endpoint(f"{server.url}#m"), Limits(concurrency=8, backoff_s=0.001))
        try:
            tries = await asyncio.gather(*(client.chat(ChatRequest("", str(i))) for i in range(30)))
            return sum(n for _, n in tries)
        finally:
            await client.aclose()

    faults = Faults(first=("ok", *(["429"] * 10)), retry_after="0.01")
    with ChatServer(lambda *_: "{}", faults=faults) as server:
        assert asyncio.run(go(server)) == 40
        assert server.most_at_once <= 8


def test_a_hanging_server_is_given_up(tmp_path: Path) -> None:
    """A call that gets no answer in time is tried again."""

    async def go(server: ChatServer) -> int:
        client = Client(endpoint(f"{server.url}#m"), Limits(timeout_s=0.2, backoff_s=0.001))
        try:
            return (await client.chat(REQUEST))[1]
        finally:
            await client.aclose()

    with ChatServer(lambda *_: "{}", faults=Faults(first=("hang",))) as server:
        assert asyncio.run(go(server)) == 2


def test_anthropic_is_spoken_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages, a forced tool for the schema, the key in its own header, usage with cached tokens counted."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")

    async def go() -> ChatReply:
        client = Client(endpoint("anthropic:claude-x"), Limits())
        try:
            schema = {"type": "object", "properties": {}}
            return (await client.chat(ChatRequest("be good", "hello", schema)))[0]
        finally:
            await client.aclose()

    with ChatServer(lambda *_: '{"a": 1}') as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        reply = asyncio.run(go())
    (request,) = server.requests
    assert request.path == "/v1/messages"
    assert request.headers["x-api-key"] == "k"
    assert request.body["tool_choice"] == {"type": "tool", "name": "reply"}
    assert (reply.text, reply.prompt_tokens > 0) == ('{"a":1}', True)


def test_a_server_that_cuts_prompts_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """When far fewer tokens are counted than were sent, a warning says so, once."""

    async def go(server: ChatServer) -> None:
        client = Client(endpoint(f"{server.url}#m"), Limits())
        try:
            for number in range(3):
                await client.chat(ChatRequest("", f"{number} " + "word " * 500))
        finally:
            await client.aclose()

    with ChatServer(lambda *_: "{}", faults=Faults(counted=50)) as server:
        asyncio.run(go(server))
    assert [record.getMessage() for record in caplog.records if "cut prompts off" in record.getMessage()] != []
    assert len(caplog.records) == 1


def _failure(server: ChatServer, **limits: Any) -> JudgeUnavailable:
    async def go() -> None:
        client = Client(endpoint(f"{server.url}#m"), Limits(backoff_s=0.001, **limits))
        try:
            await client.chat(REQUEST)
        finally:
            await client.aclose()

    with pytest.raises(JudgeUnavailable) as caught:
        asyncio.run(go())
    return caught.value


def test_no_redirect_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a key nor a prompt goes to an address that nobody named; the error says which one it would be."""
    monkeypatch.setenv("RAGGAUGE_API_KEY", "sk-very-secret")
    with ChatServer(lambda *_: "{}") as other:
        with ChatServer(lambda *_: "{}", faults=Faults(moved=f"{other.url}/chat/completions")) as server:
            said = _failure(server).say("en")
        assert other.requests == []
    assert f"{other.url}/chat/completions" in said
    assert len(server.requests) == 1


@pytest.mark.parametrize("before", ["", "x" * 390])
def test_a_key_that_a_server_repeats_is_not_shown(monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    """Some servers put the refused header into their message: the key is taken out, also where the text is cut."""
    monkeypatch.setenv("RAGGAUGE_API_KEY", "sk-very-secret")
    faults = Faults(status=401, message=f"{before} bad key: Bearer sk-very-secret")
    with ChatServer(lambda *_: "{}", faults=faults) as server:
        said = _failure(server).say("en")
    assert "sk-" not in said
    assert "401" in said


@pytest.mark.parametrize(
    "usage", [b"null", b'{"prompt_tokens": -5, "completion_tokens": "x"}', b'{"prompt_tokens": 1e99}', b'"n/a"', b"[1]"]
)
def test_a_reply_is_worth_more_than_its_bill(usage: bytes) -> None:
    """Token counts that are none count nothing; the reply is read all the same."""
    choice = b'{"finish_reason": 1, "message": {"content": "hello"}}'
    content = b'{"model": 5, "choices": [' + choice + b'], "usage": ' + usage + b"}"
    reply = read_reply(endpoint("http://127.0.0.1/v1#m", environ={}), content)
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens, reply.model) == ("hello", 0, 0, "")


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e30])
def test_the_length_of_a_vector_moves_no_cosine(scale: float) -> None:
    """Vectors of endpoints that do not make them short are kept as well as others."""
    one, other = (_unpacked(_packed([scale * x for x in values])) for values in ([1.0, 0.0], [1.0, 1.0]))
    assert cosines(one, [other])[0] == pytest.approx(0.5**0.5, abs=1e-3)


@pytest.mark.parametrize("vectors", [([1.0], [1.0, 2.0]), ([], []), ([], [1.0])])
def test_vectors_that_cannot_be_compared_are_none(vectors: tuple[list[float], ...]) -> None:
    """Embeddings of different or no length are no reply."""
    content = msgspec.json.encode({"data": [{"index": i, "embedding": one} for i, one in enumerate(vectors)]})
    with pytest.raises(JudgeReplyInvalid, match="vectors"):
        read_embeddings(content, 2)


def test_what_ends_a_run_is_raised_as_new() -> None:
    """However many calls meet a judge that is gone, the error names where it was raised last, not all places before."""

    async def go(server: ChatServer) -> list[int]:
        client = Client(endpoint(f"{server.url}#m"), Limits())
        depths = []
        for _ in range(5):
            with pytest.raises(JudgeUnavailable) as raised:
                await client.chat(REQUEST)
            depths.append(len(raised.traceback))
        await client.aclose()
        return depths

    with ChatServer(lambda *_: "{}", faults=Faults(status=401)) as server:
        depths = asyncio.run(go(server))
    assert depths[1] == depths[4]


def test_a_response_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is larger than any reply is not kept in memory."""
    monkeypatch.setattr("raggauge.llm.client.LARGEST_REPLY", 1000)

    async def go(server: ChatServer) -> None:
        client = Client(endpoint(f"{server.url}#m"), Limits())
        try:
            await client.chat(REQUEST)
        finally:
            await client.aclose()

    with ChatServer(lambda *_: "a" * 2000) as server, pytest.raises(JudgeReplyInvalid, match="more than"):
        asyncio.run(go(server))
    assert len(server.requests) == 1

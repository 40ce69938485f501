"""What a server may make a run wait for, and what ends it: demands to wait, web pages, proxies, certificates, keys."""

import asyncio
from typing import Any

import msgspec
import pytest

from raggauge.errors import JudgeError, JudgeUnavailable, UsageError
from raggauge.llm.client import PAGES, Client
from raggauge.llm.endpoint import endpoint
from raggauge.llm.failures import duration, said_by
from raggauge.llm.limits import Limits, Window
from raggauge.llm.proxies import proxy_of
from raggauge.llm.testing import ChatServer, Faults
from raggauge.llm.wire import ChatRequest
from raggauge.llm.wire import read as read_reply


def _asked(url: str, n: int = 1, **limits: Any) -> list[Any]:
    """What comes of `n` calls at once: tries taken, or the error."""

    async def go() -> list[Any]:
        client = Client(endpoint(f"{url}#m"), Limits(**{"backoff_s": 0.001, **limits}))
        try:
            calls = (client.chat(ChatRequest("be good", f"say {i}")) for i in range(n))
            return [
                found if isinstance(found, BaseException) else found[1]
                for found in await asyncio.gather(*calls, return_exceptions=True)
            ]
        finally:
            await client.aclose()

    return asyncio.run(go())


@pytest.mark.parametrize("concurrency", [2, 64])
def test_a_day_is_not_waited_for(concurrency: int) -> None:
    """A server that demands more than the limit ends the run at once, with how long it wants and what is allowed."""
    faults = Faults(first=("ok",), always="429", retry_after="86400")
    with ChatServer(lambda *_: "{}", faults=faults) as server:
        found = _asked(server.url, 20, longest_wait_s=60.0, concurrency=concurrency)
    assert found[0] == 1
    assert all(isinstance(one, JudgeUnavailable) for one in found[1:])
    said = found[1].say("en")
    assert "24 h" in said
    assert "60 s" in said
    assert len(server.requests) <= 20


def test_a_long_wait_is_announced_once(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """What all calls wait for is said in one line, whatever their number."""
    monkeypatch.setattr("raggauge.llm.client.WORTH_SAYING_S", 0.2)
    faults = Faults(first=("ok", "429", "429", "429"), retry_after="0.3")
    with ChatServer(lambda *_: "{}", faults=faults) as server:
        assert sum(_asked(server.url, 4)) == 7
    told = [record.getMessage() for record in caplog.records if "lets calls wait" in record.getMessage()]
    assert len(told) == 1
    assert "HTTP 429" in told[0]


@pytest.mark.parametrize("n", [1, 40])
def test_a_web_page_ends_the_run_soon(n: int) -> None:
    """A login page in place of answers costs few requests, however many calls wait, and its title is shown."""
    with ChatServer(lambda *_: "{}", faults=Faults(always="html")) as server:
        found = _asked(server.url, n)
    assert all(isinstance(one, JudgeUnavailable) for one in found)
    assert len(server.requests) == PAGES
    assert "Bad gateway" in found[0].say("en")


def test_a_web_page_now_and_then_is_borne() -> None:
    """Pages between answers are tried again like other failures."""
    with ChatServer(lambda *_: "{}", faults=Faults(first=("html", "html", "ok", "html", "html", "html"))) as server:
        assert sum(_asked(server.url, 4)) == 9


def test_a_server_that_never_answers_costs_the_tries_of_one_call() -> None:
    """Before the first answer the other calls wait for the outcome of the first."""
    with ChatServer(lambda *_: "{}", faults=Faults(always="500")) as server:
        found = _asked(server.url, 30, tries=4)
    assert len(server.requests) == 4
    assert all(isinstance(one, JudgeUnavailable) for one in found)


def test_a_bad_first_message_leaves_the_others_their_turn() -> None:
    """When the first call fails for its own sake, the next one goes alone, then all."""
    with ChatServer(lambda *_: "{}", faults=Faults(first=("500",))) as server:
        server.faults = Faults(status=413)

        async def go() -> list[Any]:
            client = Client(endpoint(f"{server.url}#m"), Limits(backoff_s=0.001))
            try:
                with pytest.raises(JudgeError):
                    await client.chat(ChatRequest("", "too long"))
                server.faults = Faults()
                return [(await client.chat(ChatRequest("", str(i))))[1] for i in range(3)]
            finally:
                await client.aclose()

        assert asyncio.run(go()) == [1, 1, 1]


@pytest.mark.parametrize(
    ("status", "kind", "content", "outcome", "words"),
    [
        (200, "text/html", b"<html><head><title>Sign in</title></head><body>x</body></html>", "page", "Sign in"),
        (403, "text/html", b"<!doctype html><style>p {}</style><p>Blocked by policy", "page", "Blocked by policy"),
        (403, "application/json", b'{"error": {"message": "no access"}}', "fatal", "no access"),
        (511, "text/html", b"<title>Portal</title>", "page", "Portal"),
        (502, "text/html", b"<title>502 Bad Gateway</title>", "retry", "502 Bad Gateway"),
        (407, "text/html", b"<p>proxy login</p>", "fatal", "proxy login"),
        (200, "text/plain", b"ok", "retry", "text/plain"),
    ],
)
def test_pages_are_told_from_answers(status: int, kind: str, content: bytes, outcome: str, words: str) -> None:
    """A page is known by its type or its first sign, and is told by its title or its words, without tags."""
    found = said_by(status, kind, content, None)
    assert found is not None
    assert (found.kind, words in found.text, "<" in found.text) == (outcome, True, False)


@pytest.mark.parametrize(
    ("key", "place"), [("sk-one\nsk-two", 7), ("sk-\u201cquoted\u201d", 4), ("密钥", 1), ("a\x00b", 2), ("a\rb", 2)]
)
def test_a_key_that_no_header_can_carry_is_told_before_any_call(key: str, place: int) -> None:
    """One sentence names the variable and the place, and shows nothing of the key."""
    with pytest.raises(UsageError, match="RAGGAUGE_API_KEY") as caught:
        endpoint("http://127.0.0.1:9/v1#m", environ={"RAGGAUGE_API_KEY": key})
    said = caught.value.say("en")
    assert f"{place}." in said
    assert "sk-" not in said


def test_blanks_around_a_key_do_not_matter() -> None:
    """Line ends behind a key, as files and shells leave them, are cut off."""
    assert endpoint("http://127.0.0.1:9/v1#m", environ={"RAGGAUGE_API_KEY": " sk-x\r\n"}).key == "sk-x"


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("https://api.example/v1", {}, None),
        ("https://api.example/v1", {"https_proxy": "http://p:1"}, "http://p:1"),
        ("https://api.example/v1", {"HTTPS_PROXY": "p:1"}, "http://p:1"),
        ("https://api.example/v1", {"http_proxy": "http://p:1"}, None),
        ("https://api.example/v1", {"all_proxy": "http://p:1"}, "http://p:1"),
        ("https://api.example/v1", {"all_proxy": "socks5://p:1"}, None),
        ("https://api.example/v1", {"https_proxy": "http://p:1", "no_proxy": "example"}, None),
        ("http://localhost:11434/v1", {"http_proxy": "http://p:1"}, None),
        ("http://127.0.0.1:1/v1", {"http_proxy": "http://p:1"}, None),
        ("http://[::1]:1/v1", {"http_proxy": "http://p:1"}, None),
        ("http://10.0.0.7:1/v1", {"http_proxy": "http://p:1"}, "http://p:1"),
    ],
)
def test_proxies_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, url: str, environ: dict[str, str], proxy: str | None
) -> None:
    """The usual variables count, in both cases; this machine is never reached through a proxy."""
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name.upper()}_PROXY", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert proxy_of(url) == proxy


def test_a_socks_proxy_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of proxy that cannot be used is told instead of being left aside."""
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:7890")
    with pytest.raises(UsageError, match="socks5"):
        proxy_of("https://api.example/v1")


def test_http_where_https_is_named_is_told_at_once() -> None:
    """A server without TLS behind https:// ends the run with the first request, and the sentence says what to check."""
    with ChatServer(lambda *_: "{}") as server:
        (found,) = _asked(server.url.replace("http:", "https:"))
    assert isinstance(found, JudgeUnavailable)
    assert "https://" in found.say("en")
    assert server.requests == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.5, "0.5 s"), (90, "90 s"), (300, "5 min"), (86_400, "24 h"), (1e6, "11.6 d"), (1e12, "> 30 a")],
)  # fmt: skip
def test_durations_are_told_in_fitting_units(seconds: float, words: str) -> None:
    """Long waits are read as hours and days."""
    assert duration(seconds) == words


@pytest.mark.parametrize(("bearable", "size"), [(None, 64), (1200.0, 64), (3.0, 3), (0.2, 1)])
def test_a_slow_first_answer_opens_the_window_little(bearable: float | None, size: int) -> None:
    """No more calls follow than a server that works one off after the other bears; then it doubles each round."""
    window = Window(64)
    window.answered(bearable)
    assert int(window.size) == size
    for _ in range(size):
        window.answered()
    assert int(window.size) == min(64, 2 * size)


def test_doubling_ends_with_the_first_overload() -> None:
    """After an overload the window opens by one a round."""
    window = Window(64)
    window.answered(8.0)
    window.overloaded(1, 8)
    for _ in range(4):
        window.answered()
    assert 4.8 < window.size < 5.1


@pytest.mark.parametrize(
    ("choice", "declined"),
    [
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, "content_filter"),
        ({"message": {"content": None, "refusal": "I will not"}, "finish_reason": "stop"}, "I will not"),
        ({"message": {"content": "{}", "refusal": "no"}, "finish_reason": "stop"}, ""),
        ({"message": {"content": None}, "finish_reason": "length"}, ""),
    ],
)
def test_a_withheld_reply_says_why(choice: dict[str, Any], declined: str) -> None:
    """A filter or a refusal is told from an empty reply; a reply with text is a reply."""
    content = msgspec.json.encode({"choices": [choice]})
    assert read_reply(endpoint("http://127.0.0.1/v1#m", environ={}), content).declined == declined


def test_calls_that_are_all_refused_end_the_run() -> None:
    """Twenty refusals of single messages in a row are a fault of more than the messages."""
    with ChatServer(lambda *_: "{}", faults=Faults(status=413, message="too large")) as server:
        found = _asked(server.url, 40)
    assert len(server.requests) == 20
    assert "refused 20 calls" in found[-1].say("en")

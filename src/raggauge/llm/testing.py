"""A real server that speaks the chat and embeddings protocol on this machine: for tests, rehearsals and benchmarks.

    with ChatServer(brain) as server:
        judge = raggauge.judge.make(f"{server.url}#model")

`brain` turns a request into the text of a reply. `Faults` makes the server behave as real ones do: slow, overloaded,
broken off, malformed. Which request meets which fault depends on the request's content and how often it came before,
so that a test sees the same faults in whatever order the requests arrive.
"""

import asyncio
import contextlib
import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, Self

import msgspec

from raggauge.llm.tokens import count

HttpFault = Literal["429", "500", "503", "hang", "disconnect", "html", "not_json", "drip", "no_choices"]
ReplyFault = Literal["cut", "malformed", "empty", "short", "filtered"]
Fault = Literal["ok"] | HttpFault | ReplyFault
Brain = Callable[[str, str], str]
"""(system, user) -> the text of the reply."""
HTTP_FAULTS: Final[tuple[Fault, ...]] = ("429", "500", "503", "disconnect", "html", "not_json")
REPLY_FAULTS: Final[tuple[Fault, ...]] = ("cut", "malformed", "empty", "short")


class Faults(msgspec.Struct, frozen=True, kw_only=True):
    """How a server misbehaves.

    `errors` and `malformed` are shares of requests; `first` names the faults of the first requests of all, in order;
    `always` is met by every request. `refused` are body parameters that are answered with 400, `retry_after` is sent
    with 429, `status` (with `message`) is the answer to everything, `served` the model that the server says it is,
    `moved` the address that every request is sent on to, `counted` the prompt tokens that it claims to have read
    (0: what they are).
    """

    errors: float = 0.0
    malformed: float = 0.0
    first: tuple[Fault, ...] = ()
    always: Fault = "ok"
    refused: tuple[str, ...] = ()
    retry_after: str = ""
    status: int = 0
    served: str = ""
    moved: str = ""
    counted: int = 0
    message: str = "no"
    seed: int = 0
    kinds: tuple[Fault, ...] = HTTP_FAULTS
    reply_kinds: tuple[Fault, ...] = REPLY_FAULTS


class Request(msgspec.Struct, frozen=True):
    """What reached the server."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    fault: Fault


class ChatServer:
    """The server, running in a thread of its own from `start` to `stop` (or as a context manager).

    `requests` holds what arrived, if `keep` is true; `n_chat`, `n_embeddings`, `prompt_tokens`, `completion_tokens`
    count what was answered, `most_at_once` how many chat calls were open at a time.
    """

    def __init__(
        self, brain: Brain, /, *, latency_s: float = 0.0, faults: Faults | None = None, keep: bool = True, port: int = 0
    ) -> None:
        self.requests: list[Request] = []
        self.n_chat = self.n_embeddings = self.n_texts = 0
        self.prompt_tokens = self.completion_tokens = 0
        self.most_at_once = 0
        self.faults = faults or Faults()
        self.port = port
        self._brain = brain
        self._latency_s = latency_s
        self._keep = keep
        self._open = 0
        self._first = self._last = 0.0
        self._seen: Counter[bytes] = Counter()
        self._arrived = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stopped: asyncio.Event | None = None

    @property
    def url(self) -> str:
        """The address, up to and with `/v1`."""
        return f"http://127.0.0.1:{self.port}/v1"

    def start(self) -> Self:
        """Serve; returns when the port is open."""
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def stop(self) -> None:
        """Stop serving and wait for the thread."""
        if self._loop and self._stopped and self._thread:
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def serve(self, ready: threading.Event | None = None) -> None:
        """Serve in the running loop until stopped."""
        from aiohttp import web

        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_post("/v1/messages", self._chat)
        app.router.add_post("/v1/embeddings", self._embeddings)
        app.router.add_get("/counts", self._counts)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port)
        await site.start()
        self.port = runner.addresses[0][1]
        if ready:
            ready.set()
        await self._stopped.wait()
        await runner.cleanup()

    async def _chat(self, request: Any) -> Any:
        content = await request.read()
        body = msgspec.json.decode(content)
        fault = self._fault(content)
        if self._keep:
            self.requests.append(Request(request.path, body, dict(request.headers), fault))
        self._open += 1
        self._first = self._first or time.monotonic()
        self.most_at_once = max(self.most_at_once, self._open)
        try:
            if self._latency_s:
                await asyncio.sleep(self._latency_s)
            refused = self._refused(body)
            if refused is not None:
                return refused
            if fault in ("hang", "disconnect", "drip", "429", "500", "503", "html", "not_json"):
                return await self._failed(request, fault, body)
            return _json(200, self._completion(request.path, body, fault))
        finally:
            self._open -= 1
            self._last = time.monotonic()

    async def _counts(self, _: Any) -> Any:
        return _json(200, self.counts())

    def counts(self) -> dict[str, float]:
        """What was answered so far, and when the first and the last chat request came and went (monotonic seconds)."""
        return {
            "chat": self.n_chat,
            "embeddings": self.n_embeddings,
            "texts": self.n_texts,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "most_at_once": self.most_at_once,
            "first": self._first,
            "last": self._last,
        }

    def _completion(self, path: str, body: dict[str, Any], fault: Fault) -> dict[str, Any]:
        system, user = _messages(body)
        text = self._brain(system, user)
        finish = "stop"
        if fault == "cut":
            text, finish = text[: len(text) * 2 // 3], "length"
        if fault == "filtered":
            text, finish = "", "content_filter"
        text = _spoilt(text, fault)
        if fault == "no_choices":
            return {"id": "chat", "choices": [], "usage": None}
        self.n_chat += 1
        prompt, completion = self.faults.counted or count(system) + count(user), count(text)
        self.prompt_tokens += prompt
        self.completion_tokens += completion
        if path == "/v1/messages":
            return _anthropic(body, text, finish, {"input_tokens": prompt, "output_tokens": completion})
        usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
        model = self.faults.served or body.get("model", "")
        return {"id": "chat", "object": "chat.completion", "model": model, "choices": [choice], "usage": usage}

    async def _failed(self, request: Any, fault: Fault, body: dict[str, Any]) -> Any:
        from aiohttp import web

        if fault in ("hang", "disconnect"):
            if fault == "hang" and self._stopped:
                await self._stopped.wait()
            request.transport.abort()
            return web.Response()
        if fault == "html":
            return web.Response(text="<html><body>Bad gateway</body></html>", content_type="text/html")
        if fault == "not_json":
            return web.Response(text="upstream said nothing", content_type="application/json")
        if fault == "drip":
            return await self._drip(request, self._completion(request.path, body, "ok"))
        headers = {"Retry-After": self.faults.retry_after} if fault == "429" and self.faults.retry_after else {}
        return _json(int(fault), {"error": {"message": f"made to fail with {fault}"}}, headers)

    async def _drip(self, request: Any, reply: dict[str, Any]) -> Any:
        from aiohttp import web

        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        content = msgspec.json.encode(reply)
        for start in range(0, len(content), 200):
            await response.write(content[start : start + 200])
            await asyncio.sleep(0)
        return response

    async def _embeddings(self, request: Any) -> Any:
        content = await request.read()
        body = msgspec.json.decode(content)
        fault = self._fault(content)
        if self._keep:
            self.requests.append(Request(request.path, body, dict(request.headers), fault))
        if self._latency_s:
            await asyncio.sleep(self._latency_s)
        if fault in HTTP_FAULTS:
            return await self._failed(request, fault, body)
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        self.n_embeddings += 1
        self.n_texts += len(texts)
        rows = [{"object": "embedding", "index": i, "embedding": vector(text)} for i, text in enumerate(texts)]
        return _json(200, {"object": "list", "data": rows, "usage": {"prompt_tokens": sum(map(count, texts))}})

    def _refused(self, body: dict[str, Any]) -> Any:
        if self.faults.moved:
            return _json(307, {}, {"Location": self.faults.moved})
        if self.faults.status:
            return _json(self.faults.status, {"error": {"message": self.faults.message}})
        for name in self.faults.refused:
            kind = (body.get("response_format") or {}).get("type")
            if name in body or name == kind:
                return _json(
                    400, {"error": {"message": f"Unsupported parameter: '{name}' is not supported", "param": name}}
                )
        return None

    def _fault(self, content: bytes) -> Fault:
        digest = hashlib.blake2b(content, digest_size=16, key=str(self.faults.seed).encode()).digest()
        self._seen[digest] += 1
        self._arrived += 1
        if self._arrived <= len(self.faults.first):
            return self.faults.first[self._arrived - 1]
        if self.faults.always != "ok":
            return self.faults.always
        drawn = hashlib.blake2b(digest + self._seen[digest].to_bytes(4, "big"), digest_size=12).digest()
        share = int.from_bytes(drawn[:4], "big") / 2**32
        pick = int.from_bytes(drawn[4:8], "big")
        if share < self.faults.errors:
            return self.faults.kinds[pick % len(self.faults.kinds)]
        if share < self.faults.errors + self.faults.malformed:
            return self.faults.reply_kinds[pick % len(self.faults.reply_kinds)]
        return "ok"


def vector(text: str, /, *, size: int = 64) -> list[float]:
    """A vector of a text by its words, for a server that has no model: equal texts, equal vectors."""
    row = [0.0] * size
    for word in text.lower().split() or [text]:
        digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
        row[digest[0] % size] += 1.0 if digest[1] & 1 else -1.0
    return row


def _messages(body: dict[str, Any]) -> tuple[str, str]:
    messages: Sequence[dict[str, Any]] = body["messages"]
    system = body.get("system") or next((m["content"] for m in messages if m["role"] == "system"), "")
    return system, next((m["content"] for m in messages if m["role"] == "user"), "")


def _anthropic(body: dict[str, Any], text: str, finish: str, usage: dict[str, int]) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": text}
    if body.get("tools"):
        with contextlib.suppress(msgspec.MsgspecError):
            block = {
                "type": "tool_use",
                "id": "t",
                "name": body["tools"][0]["name"],
                "input": msgspec.json.decode(text),
            }
    return {"content": [block], "stop_reason": "max_tokens" if finish == "length" else "end_turn", "usage": usage}


def _spoilt(text: str, fault: Fault) -> str:
    if fault == "malformed":
        return text.replace('":', '" is ').replace("{", "(")
    if fault == "empty":
        return ""
    if fault == "short":
        return '{"against_passages": [], "claims": [], "questions": []}'
    return text


def _json(status: int, content: object, headers: dict[str, str] | None = None) -> Any:
    from aiohttp import web

    return web.Response(
        status=status, body=msgspec.json.encode(content), content_type="application/json", headers=headers or {}
    )

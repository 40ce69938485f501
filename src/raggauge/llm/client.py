"""One HTTP client for all models: sends a request until it is answered, or says why it never will be."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from raggauge.errors import JudgeError, JudgeReplyInvalid, JudgeUnavailable
from raggauge.llm import wire
from raggauge.llm.endpoint import Endpoint
from raggauge.llm.failures import Kind, Refused, duration, retry_after, said_by
from raggauge.llm.limits import Limiter, Limits
from raggauge.llm.models import Abilities, abilities, corrected
from raggauge.llm.proxies import proxy_of
from raggauge.llm.tokens import count
from raggauge.messages import say

LONGEST_BACKOFF_S: Final = 120.0
WORTH_SAYING_S: Final = 5.0
"""Waits from here on are announced, one at a time."""
PAGES: Final = 5
"""Web pages in place of an answer, with no answer between them, before the run is stopped."""
CUT_BELOW: Final = 0.4
"""A server that counts less than this share of the tokens that were sent has cut the prompt off."""
LARGEST_REPLY: Final = 4 << 20
LARGEST_EMBEDDINGS: Final = 64 << 20
"""Bytes of a response, unpacked; embeddings of a large batch take some 30 MB."""
GIVE_UP_AFTER: Final = 20
"""Calls that fail one after the other, each after all its tries, before the run is stopped."""

_log = logging.getLogger("raggauge.llm")


class _Errand(NamedTuple):
    """One request to be answered.

    Where, about how many tokens, its bytes (made anew each try), how the response is read, how long that may be.
    """

    address: str
    tokens: int
    body: Callable[[], bytes]
    read: Callable[[bytes], Any]
    largest: int


class _Response(NamedTuple):
    """What came back, whatever it is."""

    status: int
    content_type: str
    content: bytes
    wait_s: float | None
    moved: str


class Client:
    """Speaks to one endpoint; shared by all samples and metrics of a run.

    `snapshot` is the model that the server must say it is, "" for any. A client may be used from several event loops
    one after the other: connections belong to a loop and are made anew.
    """

    def __init__(
        self, endpoint: Endpoint, limits: Limits, /, *, can: Abilities | None = None, snapshot: str = ""
    ) -> None:
        self.endpoint = endpoint
        self.limits = limits
        self.snapshot = snapshot
        self.can = can or abilities(endpoint.model)
        self._session: Any = None
        self._proxy: str | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._limiter = Limiter(limits)
        self._broken: JudgeUnavailable | None = None
        self._failed_in_a_row = self._pages = 0
        self._answered = False
        self._first: asyncio.Lock | None = None
        self._warned = False
        self._announced_until = 0.0

    async def chat(self, request: wire.ChatRequest, /) -> tuple[wire.ChatReply, int]:
        """The reply to a request, and how many requests it took.

        Raises JudgeUnavailable for what no further call can mend (key, model, quota, no server), JudgeReplyInvalid and
        JudgeError for a call that failed for good while others may succeed.
        """
        tokens = count(request.system) + count(request.user)
        errand = _Errand(
            wire.path(self.endpoint),
            tokens,
            lambda: wire.body(self.endpoint, request, self.can),
            lambda content: wire.read(self.endpoint, content),
            LARGEST_REPLY,
        )
        reply, tries = await self._until_answered(errand)
        if self.snapshot and reply.model and reply.model != self.snapshot:
            self._broken = JudgeUnavailable(
                "llm.other_snapshot", judge=self.endpoint.spec, served=reply.model, expected=self.snapshot
            )
            raise self._broken
        if not self._warned and 0 < reply.prompt_tokens < tokens * CUT_BELOW:
            self._warned = True
            judge, counted = self.endpoint.spec, reply.prompt_tokens
            _log.warning("%s", say("llm.prompt_cut", judge=judge, sent=tokens, counted=counted))
        return reply, tries

    async def embed(self, model: str, texts: list[str], /) -> tuple[list[list[float]], int]:
        """The vectors of some texts, in order, and the tokens they cost. Raises as `chat` does."""
        body = wire.embedding_body(model, texts)
        errand = _Errand(
            f"{self.endpoint.url}/embeddings",
            sum(map(count, texts)),
            lambda: body,
            lambda content: wire.read_embeddings(content, len(texts)),
            LARGEST_EMBEDDINGS,
        )
        found: tuple[list[list[float]], int] = (await self._until_answered(errand))[0]
        return found

    async def aclose(self) -> None:
        """Close the connections; the client opens new ones when it is used again."""
        session, self._session = self._session, None
        if session is not None and self._loop is asyncio.get_running_loop():
            await session.close()

    async def _until_answered(self, errand: _Errand) -> tuple[Any, int]:
        """Before the first answer one call is made at a time, with all its tries: what is wrong costs no more."""
        if not self._answered:
            self._opened()
            async with self._first or asyncio.Lock():
                if not self._answered:
                    return await self._tried(errand)
        return await self._tried(errand)

    async def _tried(self, errand: _Errand) -> tuple[Any, int]:
        failure: Refused | None = None
        tries = corrections = 0
        while tries < self.limits.tries:
            if tries:
                await self._pause(tries, failure)
            can = self.can
            try:
                answer = await self._once(errand)
            except Refused as refused:
                failure = refused
                if refused.kind == "parameter" and corrections < 8 and self._learn(can, refused.text):
                    corrections += 1
                    continue
                tries += 1
                if refused.kind not in ("retry", "page"):
                    break
                self._stop_for(refused)
                continue
            self._failed_in_a_row, self._pages, self._answered = 0, 0, True
            return answer, tries + 1
        raise self._given_up(failure, tries)

    async def _once(self, errand: _Errand) -> Any:
        number = await self._enter(errand.tokens)
        start = time.monotonic()
        try:
            got = await self._response(errand)
        except TimeoutError:
            self._limiter.overloaded(number, None)
            raise Refused("retry", f"no answer in {self.limits.timeout_s:g} s") from None
        finally:
            self._limiter.leave()
        status, wait = got.status, got.wait_s
        if 300 <= status < 400:
            raise Refused("fatal", self._hidden(got.moved.encode()).decode("utf-8", "replace")[:200], status=300)
        content = got.content if status == 200 else self._hidden(got.content)
        refused = said_by(status, got.content_type, content, wait)
        if refused is None or refused.kind in ("parameter", "bad"):
            self._limiter.answered(time.monotonic() - start)
        elif refused.kind == "retry" and status in (429, 503, 529):
            bearable = wait if wait is not None and wait <= self.limits.longest_wait_s else None
            self._limiter.overloaded(number, bearable)
        if refused is not None:
            raise refused
        try:
            return errand.read(got.content)
        except JudgeReplyInvalid as problem:
            raise Refused("retry", problem.say("en"), status=status) from None

    async def _response(self, errand: _Errand) -> _Response:
        """What the server sends. Raises TimeoutError, and Refused for what the network does."""
        import aiohttp

        try:
            asked = self._opened().post(errand.address, data=errand.body(), allow_redirects=False, proxy=self._proxy)
            async with asked as response:
                content = await self._content(response, errand.largest)
                headers = response.headers
                return _Response(
                    response.status, response.content_type, content, retry_after(headers), headers.get("Location", "")
                )
        except TimeoutError:
            raise
        except aiohttp.InvalidURL as problem:
            raise Refused("fatal", f"invalid address {problem}") from None
        except aiohttp.ClientSSLError as problem:
            raise Refused("fatal", " ".join(str(problem).split()), status=495) from None
        except aiohttp.ClientHttpProxyError as problem:
            kind: Kind = "fatal" if problem.status in (403, 407) else "retry"
            raise Refused(kind, f"HTTP {problem.status} {problem.message}", status=407) from None
        except (aiohttp.ClientError, OSError, ValueError) as problem:
            raise Refused("retry", f"{type(problem).__name__}: {' '.join(str(problem).split())[:300]}") from None

    async def _content(self, response: Any, largest: int) -> bytes:
        pieces: list[bytes] = []
        size = 0
        async for piece in response.content.iter_any():
            pieces.append(piece)
            size += len(piece)
            if size > largest:
                raise Refused("bad", f"a response of more than {largest >> 20} MB")
        return b"".join(pieces)

    def _hidden(self, content: bytes) -> bytes:
        """What a server said, without the key: some repeat the headers that they refuse."""
        key = self.endpoint.key.encode()
        return content.replace(key, b"***") if key else content

    async def _enter(self, tokens: int) -> int:
        if self._broken:
            raise self._broken.with_traceback(None)
        self._opened()
        number = await self._limiter.enter(tokens)
        if self._broken:
            self._limiter.leave()
            raise self._broken.with_traceback(None)
        return number

    def _opened(self) -> Any:
        loop = asyncio.get_running_loop()
        if self._session is None or self._loop is not loop or self._session.closed:
            import aiohttp

            if self._loop is not loop:
                self._limiter, self._first = Limiter(self.limits), asyncio.Lock()
            self._loop = loop
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                timeout=aiohttp.ClientTimeout(total=self.limits.timeout_s),
                headers={"Content-Type": "application/json", **self.endpoint.headers()},
                cookie_jar=aiohttp.DummyCookieJar(),
            )
            self._proxy = proxy_of(self.endpoint.url)
        return self._session

    def _learn(self, can: Abilities, problem: str) -> bool:
        """Leave out what the server refused; true when the next request will differ from the refused one."""
        if self.can != can:
            return True
        better = corrected(can, problem)
        if better is None:
            return False
        self.can = better
        return True

    async def _pause(self, tries: int, failure: Refused | None) -> None:
        backoff = self.limits.backoff_s * 2.0 ** (tries - 1) * random.uniform(0.5, 1.0)
        wait = max((failure.wait_s if failure else None) or 0.0, min(LONGEST_BACKOFF_S, backoff))
        problem = failure.text if failure else "?"
        self._announce(wait, say("llm.waits", judge=self.endpoint.spec, seconds=f"{wait:.0f}", problem=problem))
        _log.info("%s", say("llm.tries_again", problem=problem, tries=tries, most=self.limits.tries))
        await asyncio.sleep(wait)

    def _announce(self, seconds: float, sentence: str) -> None:
        """Say what is waited for, unless it is short or a wait as long has been announced."""
        until = time.monotonic() + seconds
        if seconds >= WORTH_SAYING_S and until > self._announced_until + 1.0:
            self._announced_until = until
            _log.warning("%s", sentence)

    def _stop_for(self, refused: Refused) -> None:
        """Raise what ends the run where trying again would only cost time: long waits, pages instead of answers."""
        judge, wait, longest = self.endpoint.spec, refused.wait_s or 0.0, self.limits.longest_wait_s
        if wait > longest:
            asked, allowed = duration(wait), duration(longest)
            self._broken = JudgeUnavailable(
                "llm.waits_too_long", judge=judge, asked=asked, allowed=allowed, problem=refused.text
            )
            raise self._broken
        if refused.kind == "page":
            self._pages += 1
            if self._pages >= PAGES:
                self._broken = JudgeUnavailable("llm.page", judge=judge, problem=refused.text, n=self._pages)
                raise self._broken

    def _given_up(self, failure: Refused | None, tries: int) -> JudgeError:
        """The error of a call that failed for good; also decides whether others need not be tried any more."""
        text = failure.text if failure else "?"
        kind: Kind = failure.kind if failure else "retry"
        if kind == "fatal":
            status = failure.status if failure else 0
            self._broken = JudgeUnavailable(
                _WHY.get(status, "llm.refused"),
                judge=self.endpoint.spec,
                problem=text,
                variable=self.endpoint.key_variable or "-",
            )
            return self._broken
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= GIVE_UP_AFTER and kind in ("bad", "parameter"):
            n = self._failed_in_a_row
            self._broken = JudgeUnavailable("llm.refuses_many", judge=self.endpoint.spec, problem=text, n=n)
            return self._broken
        if self._failed_in_a_row >= GIVE_UP_AFTER or (kind in ("retry", "page") and not self._answered):
            self._broken = JudgeUnavailable("llm.gone", judge=self.endpoint.spec, problem=text, tries=max(tries, 1))
            return self._broken
        if kind in ("bad", "parameter"):
            return JudgeReplyInvalid("llm.call_refused", problem=text)
        return JudgeError("llm.call_failed", problem=text, tries=tries)


_WHY: Final[dict[int, str]] = {
    300: "llm.moved",
    401: "llm.wrong_key",
    403: "llm.wrong_key",
    404: "llm.wrong_model",
    402: "llm.no_quota",
    407: "llm.bad_proxy",
    495: "llm.untrusted",
}

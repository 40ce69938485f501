"""Makes each call once: looks it up, keeps within the budget, sends it, keeps the reply before it is used."""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from raggauge.errors import LimitReached, StoreError
from raggauge.llm.calls import Call, CallLog, SharedLog
from raggauge.llm.leases import RENEW_S
from raggauge.llm.limits import Limits
from raggauge.llm.prices import Price
from raggauge.llm.tokens import count
from raggauge.llm.wire import ChatReply, ChatRequest
from raggauge.messages import say, shown

_logger = logging.getLogger("raggauge.llm")
_encode = msgspec.json.Encoder(order="deterministic").encode


class Chat(Protocol):
    """Whatever answers a chat request: the HTTP client, an adapter, a plain async function made into one."""

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        """The reply, and how many requests it took."""
        ...


@runtime_checkable
class Bounded(Protocol):
    """Whatever sends no more calls at once than its limits say."""

    limits: Limits


class Budget(msgspec.Struct, frozen=True):
    """The most that may be spent: calls and money (None: no bound)."""

    calls: int | None = None
    cost: float | None = None


class Subject(msgspec.Struct, frozen=True):
    """What a call is for: its sample, its purpose (`claims`, `verdicts`, ...), its repeat, which try of asking it is.

    Repeat and try are part of the call's key: the same question asked again is another call.
    """

    sample: str
    purpose: str
    repeat: int = 0
    attempt: int = 0


class Caller:
    """The one door to a chat model: no call leaves beside it.

    `identity` is what of provider, address and model determines a reply; `temperature` holds for all calls. Equal calls
    that are in flight at the same time are sent once. Raises LimitReached instead of sending a call that the budget
    does not allow.
    """

    def __init__(
        self,
        chat: Chat,
        identity: str,
        /,
        *,
        price: Price | None = None,
        budget: Budget | None = None,
        log: CallLog | None = None,
        temperature: float = 0.0,
    ) -> None:
        self.temperature = temperature
        self.identity = identity
        self._log = log
        self._shared = shared_part(log)
        self.price = price
        self.n_calls = 0
        self.cost = 0.0
        self.chat = chat
        self.budget = budget or Budget()
        self._flying: dict[str, asyncio.Future[Call]] = {}
        self._reserved = 0.0
        self._renewal: asyncio.TimerHandle | None = None

    @property
    def log(self) -> CallLog | None:
        """Where finished calls are kept and looked for."""
        return self._log

    @log.setter
    def log(self, log: CallLog | None) -> None:
        """Keep and look for finished calls here."""
        self._log, self._shared = log, shared_part(log)

    async def ask(self, request: ChatRequest, subject: Subject, /) -> ChatReply:
        """The reply to a request: an earlier one from the log, else a new one that is logged before it is returned."""
        return (await self.ask_with_key(request, subject))[0]

    async def ask_with_key(self, request: ChatRequest, subject: Subject, /) -> tuple[ChatReply, str]:
        """The reply, and the key under which it is kept."""
        user = sound(request.user)
        if request.temperature != self.temperature or user is not request.user:
            request = msgspec.structs.replace(request, user=user, temperature=self.temperature)
        key = self.key(request, subject)
        call = await self._finished(key, request, subject)
        return msgspec.json.decode(call.reply, type=ChatReply), key

    def key(self, request: ChatRequest, subject: Subject, /) -> str:
        """The hash of all that determines a reply, and of nothing else."""
        content = _encode([1, self.identity, request, subject.repeat, subject.attempt])
        return hashlib.blake2b(content, digest_size=20).hexdigest()

    def allow(self, estimate: float = 0.0, /) -> None:
        """Count one more paid call. Raises LimitReached when the budget is used up."""
        if self.budget.calls is not None and self.n_calls >= self.budget.calls:
            raise LimitReached("llm.calls_used_up", limit=self.budget.calls)
        if self.budget.cost is not None and self.cost + self._reserved + estimate > self.budget.cost:
            spent, currency = f"{self.cost + self._reserved:.4g}", self.price.currency if self.price else ""
            raise LimitReached("llm.cost_used_up", limit=self.budget.cost, spent=spent, currency=currency)
        self.n_calls += 1

    def forget(self, keys: Sequence[str], /) -> None:
        """Have a shared log drop calls whose replies were no use: another run shall not be served them again."""
        if self._shared is not None:
            self._shared.forget(keys)

    def pay(self, cost: float, /) -> None:
        """Count money that was spent beside chat calls."""
        self.cost += cost

    async def _finished(self, key: str, request: ChatRequest, subject: Subject) -> Call:
        found = self.log.find(key) if self.log is not None else None
        if found is not None:
            return found
        if key in self._flying:
            return await asyncio.shield(self._flying[key])
        self._flying[key] = future = asyncio.get_running_loop().create_future()
        try:
            call = await self._found_or_paid(key, request, subject)
        except BaseException as problem:
            if isinstance(problem, asyncio.CancelledError):
                future.cancel()
            else:
                future.set_exception(problem)
                future.exception()
            raise
        else:
            future.set_result(call)
            return call
        finally:
            del self._flying[key]

    async def _found_or_paid(self, key: str, request: ChatRequest, subject: Subject) -> Call:
        """Pay for a call, or wait for another process that is at it."""
        shared = self._shared
        if shared is None:
            return await self._paid(key, request, subject)
        wait = 0.0
        while (claim := shared.claim(key)) != "mine":
            if claim == "done" and self.log is not None and (found := self.log.find(key)) is not None:
                return found
            if wait == 0.0:
                _logger.info("%s", say("llm.waits_for_other", sample=shown(subject.sample), purpose=subject.purpose))
            wait = min(1.0, wait * 1.5 + 0.02)
            await asyncio.sleep(wait)
        self._keep_claims()
        try:
            return await self._paid(key, request, subject)
        finally:
            shared.release(key)

    def _keep_claims(self) -> None:
        """Renew what was taken from a shared log, now and again, for as long as calls are in flight."""
        if self._renewal is None:
            self._renewal = asyncio.get_running_loop().call_later(RENEW_S, self._renew_claims)

    def _renew_claims(self) -> None:
        self._renewal = None
        if self._flying and self._shared is not None:
            with contextlib.suppress(StoreError):  # a file that takes nothing is said when the reply is added
                self._shared.renew()
            self._keep_claims()

    async def _paid(self, key: str, request: ChatRequest, subject: Subject) -> Call:
        estimate = self._estimate(request)
        self.allow(estimate)
        self._reserved += estimate
        start = time.monotonic()
        try:
            reply, tries = await self.chat.chat(request)
        except BaseException:
            self.n_calls -= 1
            raise
        finally:
            self._reserved -= estimate
        call = Call(
            key,
            subject.sample,
            subject.purpose,
            msgspec.json.encode(ChatReply(reply.text, reply.cut, declined=reply.declined)).decode(),
            reply.prompt_tokens,
            reply.completion_tokens,
            reply.cached_tokens,
            seconds=time.monotonic() - start,
            tries=tries,
        )
        if self.price:
            cost = self.price.of(reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens)
            call = msgspec.structs.replace(call, cost=cost, currency=self.price.currency)
            self.cost += cost
        if self.log is not None:
            self.log.add(call)
        return call

    def _estimate(self, request: ChatRequest) -> float:
        if self.price is None or self.budget.cost is None:
            return 0.0
        return self.price.of(count(request.system) + count(request.user), request.max_tokens // 4, 0)


def sound(text: str, /) -> str:
    """The text without lone surrogates, which cannot be sent; the same object where there are none."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


class Chain:
    """Several logs as one: found in the first that holds a call, kept in all of them."""

    def __init__(self, *logs: CallLog) -> None:
        self.logs = logs

    def find(self, key: str, /) -> Call | None:
        """The finished call of this key, from the first log that holds it."""
        for log in self.logs:
            if (found := log.find(key)) is not None:
                return found
        return None

    def add(self, call: Call, /) -> None:
        """Keep a call in every log."""
        for log in self.logs:
            log.add(call)


def shared_part(log: CallLog | None, /) -> SharedLog | None:
    """The log that other processes use too, if there is one."""
    parts = log.logs if isinstance(log, Chain) else (log,)
    for part in parts:
        if isinstance(part, SharedLog):
            return part
    return None

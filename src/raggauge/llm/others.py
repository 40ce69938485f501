"""Models that are reached by other ways than our client: a function of the user's, any provider of pydantic-ai."""

import asyncio
import hashlib
import inspect
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from raggauge.errors import JudgeError, JudgeReplyInvalid, JudgeUnavailable
from raggauge.llm.failures import Refused, said_by
from raggauge.llm.limits import Limiter, Limits
from raggauge.llm.tokens import count
from raggauge.llm.wire import ChatReply, ChatRequest

ChatFunction = Callable[[str, str], Awaitable[str]]
"""`async def chat(system, user)`, giving the text of the reply."""


class FunctionChat:
    """A model behind an async function of the user's. What it raises fails the call; its tokens are estimated."""

    def __init__(self, function: ChatFunction, limits: Limits, /) -> None:
        self.limits = limits
        self._function = function
        self._limiter: Limiter | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def identity(self) -> str:
        """What tells this function from others: its name and the hash of its source text."""
        function = self._function
        name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"
        try:
            source = inspect.getsource(function)
        except (OSError, TypeError):
            source = ""
        return f"{name} {hashlib.sha256(source.encode()).hexdigest()[:16]}"

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        """The reply of the function. Raises JudgeError for what it raises, JudgeReplyInvalid for what is no text."""
        limiter = self._limits_here()
        tokens = count(request.system) + count(request.user)
        await limiter.enter(tokens)
        try:
            text = await self._function(request.system, request.user)
        except Exception as problem:  # the function is the user's: whatever it raises fails this call alone
            raise JudgeError("llm.call_failed", problem=f"{type(problem).__name__}: {problem}", tries=1) from problem
        finally:
            limiter.answered()
            limiter.leave()
        if not isinstance(text, str):
            raise JudgeReplyInvalid("llm.call_refused", problem=f"{type(text).__name__} instead of a text")
        return ChatReply(text, False, tokens, count(text)), 1

    def _limits_here(self) -> Limiter:
        loop = asyncio.get_running_loop()
        if self._limiter is None or self._loop is not loop:
            self._loop, self._limiter = loop, Limiter(self.limits)
        return self._limiter


class AdaptedChat:
    """Any model that pydantic-ai reaches (`bedrock:...`, `cohere:...`), by its own name for it."""

    def __init__(self, model: str, limits: Limits, /) -> None:
        self.model = model
        self.limits = limits
        self._limiter: Limiter | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @staticmethod
    def installed() -> bool:
        """Whether the extra `providers` is there."""
        return find_spec("pydantic_ai") is not None

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        """The reply. Raises as the client does: JudgeUnavailable for what no call can mend, JudgeError for this one."""
        loop = asyncio.get_running_loop()
        if self._limiter is None or self._loop is not loop:
            self._loop, self._limiter = loop, Limiter(self.limits)
        failure = Refused("retry", "?")
        for tries in range(1, self.limits.tries + 1):
            number = await self._limiter.enter(count(request.system) + count(request.user))
            try:
                reply = await asyncio.wait_for(self._once(request), self.limits.timeout_s)
                self._limiter.answered()
                return reply, tries
            except TimeoutError:
                failure = Refused("retry", f"no answer in {self.limits.timeout_s:g} s")
            except Refused as refused:
                failure = refused
            finally:
                self._limiter.leave()
            if failure.kind == "fatal":
                raise JudgeUnavailable("llm.refused", judge=self.model, problem=failure.text)
            if failure.kind not in ("retry", "page"):
                raise JudgeReplyInvalid("llm.call_refused", problem=failure.text)
            self._limiter.overloaded(number, failure.wait_s)
            await asyncio.sleep(self.limits.backoff_s * 2.0 ** (tries - 1))
        raise JudgeError("llm.call_failed", problem=failure.text, tries=self.limits.tries)

    async def _once(self, request: ChatRequest) -> ChatReply:
        direct, messages = import_module("pydantic_ai.direct"), import_module("pydantic_ai.messages")
        errors = import_module("pydantic_ai.exceptions")
        asked = messages.ModelRequest.user_text_prompt(request.user, instructions=request.system)
        settings = {"max_tokens": request.max_tokens, "temperature": request.temperature}
        try:
            found = await direct.model_request(self.model, [asked], model_settings=settings)
        except errors.ModelHTTPError as problem:
            body = str(problem.body or problem).encode()
            raise said_by(problem.status_code, "", body, None) or Refused("retry", str(problem)) from None
        except (errors.UserError, ImportError) as problem:
            raise Refused("fatal", str(problem)) from None
        except (errors.AgentRunError, OSError) as problem:
            raise Refused("retry", f"{type(problem).__name__}: {problem}") from None
        text: Any = "".join(part.content for part in found.parts if isinstance(part, messages.TextPart))
        usage = found.usage() if callable(found.usage) else found.usage
        cut = found.finish_reason == "length"
        return ChatReply(text, cut, usage.input_tokens, usage.output_tokens, usage.cache_read_tokens)

"""A web service as the system under test.

    target:
      url: https://rag.example.com/ask
      headers: {Authorization: "Bearer ${RAG_TOKEN}"}
      body: {question: "{question}", top_k: 5}
      answer: $.answer
      contexts: $.sources[*].text
      ids: $.sources[*].id
      timeout_s: 60
      tries: 3
      rate: 10
      concurrency: 16

`{question}`, `{id}` and `{metadata.KEY}` are filled in, `${NAME}` in headers comes from the environment. Without
`answer` the reply may have any usual shape, and so may its passages without `contexts`. A path that is named must be in
every reply; only a list may be empty. Redirects are not followed, since the headers may hold a token.
"""

import asyncio
import os
import random
import re
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.sample import Context, Sample
from raggauge.target.function import Turns, filled
from raggauge.target.paths import NothingThere, find_each, parse
from raggauge.target.shapes import NotUnderstood, reported, understand, usage_of
from raggauge.target.target import Answered

RETRYABLE: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
LARGEST_REPLY: Final = 20 * 1024 * 1024
_HOLE = re.compile(r"\{(question|id|metadata\.[\w.-]+)\}")
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a service is asked and its reply is read; the names are those of the `target` section."""

    url: str
    method: str = "POST"
    headers: dict[str, str] = {}
    body: Any = msgspec.field(default_factory=lambda: {"question": "{question}"})
    answer: str = ""
    contexts: str = ""
    ids: str = ""
    timeout_s: float = 60.0
    tries: int = 3
    rate: float | None = None
    concurrency: int = 16


class HttpTarget:
    """Asks a web service, with retries for what is retryable (429, 5xx, broken connections).

    At most `concurrency` requests are under way, and at most `rate` begin in a second.
    """

    def __init__(self, template: Template, /) -> None:
        self._template = template
        self._paths = {part: parse(getattr(template, part)) for part in ("answer", "contexts", "ids")}
        self._headers = {name: _expanded(value) for name, value in template.headers.items()}
        self._turns = Turns(template.concurrency)
        self._session: Any = None
        self._next = 0.0
        told = msgspec.to_builtins(template)
        self.identity: dict[str, Any] = {"kind": "http", **told, "url": _without_secrets(template.url)}

    async def answer(self, sample: Sample, /) -> Answered:
        """The service's answer; after the last try the failure says what came back."""
        async with self._turns.here():
            return await self._tried(sample)

    async def _tried(self, sample: Sample) -> Answered:
        failure = ""
        for attempt in range(1, self._template.tries + 1):
            await self._wait_for_turn()
            begun = time.perf_counter()
            status, content, pause = await self._ask(sample)
            measured = {"latency_s": time.perf_counter() - begun, "tries": float(attempt)}
            if status == 200:
                return self._read(sample, content, measured)
            failure = content if isinstance(content, str) else f"HTTP {status}"
            if status not in RETRYABLE and status != 0:
                break
            if attempt < self._template.tries:
                await asyncio.sleep(pause if pause is not None else _backoff(attempt))
        return Answered(sample, measured, failure)

    async def aclose(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _ask(self, sample: Sample) -> tuple[int, Any, float | None]:
        """Status (0: no reply), the decoded body or the problem, and how long the service asks us to wait."""
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._template.timeout_s))
        url = _fill(self._template.url, sample, quote=True)
        body = _fill(self._template.body, sample)
        extra = {} if self._template.method.upper() == "GET" else {"json": body}
        try:
            async with self._session.request(
                self._template.method.upper(), url, headers=self._headers, allow_redirects=False, **extra
            ) as reply:
                raw = await reply.content.read(LARGEST_REPLY + 1)
                while len(raw) <= LARGEST_REPLY and (more := await reply.content.read(LARGEST_REPLY)):
                    raw += more
                if 300 <= reply.status < 400:
                    return reply.status, _redirected(reply.status, reply.headers.get("Location", "")), None
                return _decoded(reply.status, raw, reply.headers.get("Retry-After"))
        except TimeoutError:
            return 0, f"no reply within {self._template.timeout_s:g} s", None
        except (aiohttp.ClientError, OSError, ValueError) as problem:
            return 0, f"{type(problem).__name__}: {problem}"[:200], None

    def _read(self, sample: Sample, content: Any, measured: dict[str, float]) -> Answered:
        try:
            answer, contexts, usage = self._understood(content)
        except NotUnderstood as problem:
            return Answered(sample, measured, f"unreadable reply: {problem}")
        return Answered(filled(sample, answer, contexts), {**measured, **usage})

    def _understood(self, content: Any) -> tuple[str, tuple[Context, ...] | None, dict[str, float]]:
        if not self._template.answer:
            output = understand(content)
            return output.answer, output.contexts, output.usage
        answers = self._at("answer", content)
        if len(answers) != 1 or not isinstance(answers[0], str):
            raise NotUnderstood(f"{self._template.answer} holds {len(answers)} values, one text was expected")
        if not self._template.contexts:
            return answers[0], reported(content), usage_of(content)
        texts = _flat(self._at("contexts", content))
        ids = _flat(self._at("ids", content)) if self._template.ids else [None] * len(texts)
        if len(ids) != len(texts) or not all(isinstance(text, str) for text in texts):
            raise NotUnderstood(
                f"{self._template.contexts} gives {len(texts)} passages and {len(ids)} ids; they must be texts"
            )
        made = zip(texts, ids, strict=True)
        contexts = tuple(Context(text, doc_id=None if i is None else str(i)) for text, i in made)
        return answers[0], contexts, usage_of(content)

    def _at(self, part: str, content: Any) -> list[Any]:
        try:
            return find_each(content, self._paths[part])
        except NothingThere as problem:
            raise NotUnderstood(f"{part}: {problem}") from None

    async def _wait_for_turn(self) -> None:
        if self._template.rate:
            now = time.monotonic()
            turn = max(now, self._next)
            self._next = turn + 1 / self._template.rate
            if turn > now:
                await asyncio.sleep(turn - now)


def load(section: Mapping[str, Any], /) -> HttpTarget:
    """The target of a `target` section with a `url`.

    Raises UsageError for a wrong name, type or path, or an unset variable.
    """
    try:
        template = msgspec.convert(dict(section), Template)
    except msgspec.ValidationError as problem:
        raise UsageError("target.bad_section", problem=str(problem)) from None
    if not re.match(r"https?://[^/\s]", template.url) or min(template.tries, template.concurrency) < 1:
        raise UsageError("target.bad_section", problem=f"url {shown(template.url)}, tries >= 1, concurrency >= 1")
    if template.timeout_s <= 0 or (template.rate is not None and template.rate <= 0):
        raise UsageError("target.bad_section", problem="timeout_s > 0, rate > 0")
    return HttpTarget(template)


def _expanded(value: str) -> str:
    missing = [name for name in _VARIABLE.findall(value) if name not in os.environ]
    if missing:
        raise UsageError("target.no_variable", name=missing[0])
    return _VARIABLE.sub(lambda match: os.environ[match[1]], value)


def _fill(template: Any, sample: Sample, *, quote: bool = False) -> Any:
    from urllib.parse import quote as quoted

    if isinstance(template, Mapping):
        return {key: _fill(value, sample) for key, value in template.items()}
    if isinstance(template, list):
        return [_fill(value, sample) for value in template]
    if not isinstance(template, str):
        return template

    def value_of(match: re.Match[str]) -> str:
        name = match[1]
        value = sample.metadata.get(name[9:], "") if name.startswith("metadata.") else getattr(sample, name)
        text = "" if value is None else str(value)
        return quoted(text, safe="") if quote else text

    return _HOLE.sub(value_of, template)


def _redirected(status: int, place: str) -> str:
    return f"HTTP {status} to {_without_secrets(place) or 'nowhere'}, which is not followed; put that address into url"


def _decoded(status: int, raw: bytes, wait: str | None) -> tuple[int, Any, float | None]:
    pause = min(float(wait), 120.0) if wait and wait.isdigit() else None
    if len(raw) > LARGEST_REPLY:
        return 413, f"the reply is larger than {LARGEST_REPLY // 1024 // 1024} MiB", None
    if status != 200:
        return status, f"HTTP {status}: {raw[:120].decode('utf-8', 'replace')!r}", pause
    try:
        return 200, msgspec.json.decode(raw), None
    except (msgspec.DecodeError, RecursionError):
        text = raw.decode("utf-8", "replace")
        return (
            (200, text, None) if not text.lstrip().startswith(("{", "[", "<")) else (422, "the reply is no JSON", None)
        )


def _flat(values: list[Any]) -> list[Any]:
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


def _without_secrets(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", url).partition("?")[0]


def _backoff(attempt: int) -> float:
    jitter = 0.5 + random.random() / 2
    return min(2.0 ** (attempt - 2), 20.0) * jitter

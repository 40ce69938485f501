"""Requests and replies as they go over the wire, in the dialects of OpenAI's chat protocol and of Anthropic."""

from typing import Any

import msgspec

from raggauge.errors import JudgeReplyInvalid
from raggauge.llm.endpoint import Endpoint
from raggauge.llm.models import Abilities


class ChatRequest(msgspec.Struct, frozen=True):
    """One question to a chat model: instructions, the message, the JSON schema of the reply, its greatest length."""

    system: str
    user: str
    schema: dict[str, Any] | None = None
    schema_name: str = "reply"
    max_tokens: int = 1024
    temperature: float = 0.0


class ChatReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came back: the text, whether it was cut at the limit, its tokens, which model says that it answered.

    `declined` says why there is no text, where the server or the model says so (`content_filter`, its own words).
    """

    text: str
    cut: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    model: str = ""
    declined: str = ""


class _Message(msgspec.Struct):
    content: Any = None
    refusal: Any = None


class _Choice(msgspec.Struct):
    message: _Message = msgspec.field(default_factory=_Message)
    finish_reason: Any = None


class _Details(msgspec.Struct):
    cached_tokens: Any = None


class _Usage(msgspec.Struct):
    prompt_tokens: Any = None
    completion_tokens: Any = None
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: Any = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: Any = None
    model: Any = None


class _Block(msgspec.Struct):
    type: str = ""
    text: str = ""
    input: Any = None


class _AnthropicUsage(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _AnthropicMessage(msgspec.Struct):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _AnthropicUsage = msgspec.field(default_factory=_AnthropicUsage)
    model: str = ""


class _Vector(msgspec.Struct):
    embedding: list[float]
    index: int


class _Vectors(msgspec.Struct):
    data: list[_Vector]
    usage: Any = None


_encode = msgspec.json.Encoder().encode
_completion = msgspec.json.Decoder(_Completion)
_anthropic = msgspec.json.Decoder(_AnthropicMessage)
_vectors = msgspec.json.Decoder(_Vectors)


def path(endpoint: Endpoint, /) -> str:
    """The full address of the chat call."""
    return f"{endpoint.url}/messages" if endpoint.dialect == "anthropic" else f"{endpoint.url}/chat/completions"


def body(endpoint: Endpoint, request: ChatRequest, can: Abilities, /) -> bytes:
    """The request as bytes, with only the parameters that the model takes."""
    if endpoint.dialect == "anthropic":
        return _encode(_anthropic_body(endpoint, request, can))
    content: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
    }
    if can.temperature:
        content["temperature"] = request.temperature
    if can.seed:
        content["seed"] = 0
    if can.limit:
        content[can.limit] = request.max_tokens + can.thinking
    if request.schema is not None and can.structure == "schema":
        form = {"name": request.schema_name, "strict": True, "schema": request.schema}
        content["response_format"] = {"type": "json_schema", "json_schema": form}
    elif request.schema is not None and can.structure == "object":
        content["response_format"] = {"type": "json_object", "schema": request.schema}
    elif request.schema is not None and can.structure == "json":
        content["response_format"] = {"type": "json_object"}
    return _encode(content)


def read(endpoint: Endpoint, content: bytes, /) -> ChatReply:
    """The reply in the bytes of a successful response.

    Raises JudgeReplyInvalid where they are no reply of the dialect; a reply without text is one with text "".
    """
    try:
        if endpoint.dialect == "anthropic":
            return _read_anthropic(_anthropic.decode(content))
        completion = _completion.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise JudgeReplyInvalid("llm.no_completion", problem=str(problem)) from None
    if not completion.choices:
        raise JudgeReplyInvalid("llm.no_completion", problem="choices is empty")
    choice = completion.choices[0]
    text = _text(choice.message.content)
    usage = _usage(completion.usage)
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else usage.prompt_cache_hit_tokens
    return ChatReply(
        text,
        choice.finish_reason == "length",
        _counted(usage.prompt_tokens),
        _counted(usage.completion_tokens),
        _counted(cached),
        completion.model if isinstance(completion.model, str) else "",
        "" if text.strip() else _declined(choice),
    )


def embedding_body(model: str, texts: list[str], /) -> bytes:
    """The request for the vectors of some texts."""
    return _encode({"model": model, "input": texts, "encoding_format": "float"})


def read_embeddings(content: bytes, n: int, /) -> tuple[list[list[float]], int]:
    """The vectors in the order of the texts, and the tokens they cost. Raises JudgeReplyInvalid for any other count."""
    try:
        found = _vectors.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise JudgeReplyInvalid("llm.no_embeddings", problem=str(problem)) from None
    by_index = {row.index: row.embedding for row in found.data}
    if sorted(by_index) != list(range(n)) or len(found.data) != n:
        raise JudgeReplyInvalid("llm.no_embeddings", problem=f"{len(found.data)} vectors for {n} texts")
    if lengths := sorted({len(vector) for vector in by_index.values()} - {0}):
        if len(lengths) > 1 or not all(by_index.values()):
            raise JudgeReplyInvalid("llm.no_embeddings", problem="vectors of different lengths")
    elif n:
        raise JudgeReplyInvalid("llm.no_embeddings", problem="empty vectors")
    return [by_index[i] for i in range(n)], _counted(_usage(found.usage).prompt_tokens)


def _usage(given: Any) -> _Usage:
    """The bill of a reply; one in another shape than the protocol's is none, for the reply is paid for all the same."""
    try:
        return msgspec.convert(given or {}, _Usage)
    except msgspec.ValidationError:
        return _Usage()


def _counted(tokens: Any) -> int:
    """A number of tokens; what is none counts nothing, for a reply is worth more than its bill."""
    return int(tokens) if isinstance(tokens, int | float) and 0 < tokens < 1e12 else 0


def _declined(choice: _Choice) -> str:
    """Why a reply without text has none; "" where nobody says."""
    words = choice.message.refusal
    if isinstance(words, str) and words.strip():
        return " ".join(words.split())[:200]
    return "content_filter" if choice.finish_reason in ("content_filter", "sensitive") else ""


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return ""


def _anthropic_body(endpoint: Endpoint, request: ChatRequest, can: Abilities) -> dict[str, Any]:
    content: dict[str, Any] = {
        "model": endpoint.model,
        "system": request.system,
        "messages": [{"role": "user", "content": request.user}],
        "max_tokens": request.max_tokens + can.thinking,
    }
    if can.temperature:
        content["temperature"] = request.temperature
    if request.schema is not None and can.structure != "text":
        content["tools"] = [{"name": request.schema_name, "input_schema": request.schema}]
        content["tool_choice"] = {"type": "tool", "name": request.schema_name}
    return content


def _read_anthropic(message: _AnthropicMessage) -> ChatReply:
    used = [msgspec.json.encode(block.input).decode() for block in message.content if block.type == "tool_use"]
    text = used[0] if used else "".join(block.text for block in message.content if block.type == "text")
    usage = message.usage
    cached, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    prompt = usage.input_tokens + cached + written
    declined = "refusal" if message.stop_reason == "refusal" and not text.strip() else ""
    cut = message.stop_reason == "max_tokens"
    return ChatReply(text, cut, prompt, usage.output_tokens, cached, message.model, declined)

"""Makes LLM judges from the text that names them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from raggauge.errors import MissingExtra, UsageError
from raggauge.judge.judge import Fingerprint
from raggauge.judge.llm.examination import Setup
from raggauge.judge.llm.judge import LlmJudge
from raggauge.judge.llm.options import Options, options
from raggauge.judge.llm.prompt import hashes
from raggauge.llm.cache import FILE, CallCache
from raggauge.llm.caller import Caller, Chat
from raggauge.llm.client import Client
from raggauge.llm.embedder import Embedder, EndpointEmbedder, Hashed
from raggauge.llm.endpoint import endpoint
from raggauge.llm.models import PROVIDERS, abilities
from raggauge.llm.others import AdaptedChat, ChatFunction, FunctionChat
from raggauge.llm.prices import price_of
from raggauge.messages import shown


class _Way(msgspec.Struct, frozen=True):
    """How a model is reached: the chat itself, what identifies it in calls, what it says of itself."""

    chat: Chat
    identity: str
    fingerprint: Fingerprint
    spec: str
    context: int
    client: Client | None = None


def make(spec: str, given: Mapping[str, Any], /, *, needs_key: bool = True) -> LlmJudge:
    """The judge of `provider:model` or `http://host/v1#model`; `given` are its options (`options.Options`).

    A provider that speaks no dialect of ours is reached through pydantic-ai where the extra `providers` is installed.
    `needs_key=False` makes one for planning, which never connects. Raises UsageError for an unknown provider, option
    or a missing key.
    """
    chosen = options(given)
    provider = spec.partition(":")[0]
    if provider in PROVIDERS or provider in ("http", "https"):
        return _judge(_direct(spec, chosen, needs_key=needs_key), chosen, needs_key=needs_key)
    if not AdaptedChat.installed():
        raise MissingExtra("llm.unknown_provider", name=shown(provider), known=", ".join(PROVIDERS))
    chat = AdaptedChat(spec, chosen.limits)
    model = spec.partition(":")[2]
    fingerprint = Fingerprint(kind=provider, model=model, endpoint="pydantic-ai")
    return _judge(_Way(chat, spec, fingerprint, spec, abilities(model).context), chosen, needs_key=needs_key)


def of_function(function: ChatFunction, given: Mapping[str, Any], /) -> LlmJudge:
    """The judge behind `async def chat(system, user)`, which gives the text of the reply."""
    chosen = options(given)
    chat = FunctionChat(function, chosen.limits)
    fingerprint = Fingerprint(kind="python", model=chat.identity, endpoint="function")
    return _judge(_Way(chat, f"python {chat.identity}", fingerprint, chat.identity, 32_000), chosen)


def _direct(spec: str, chosen: Options, *, needs_key: bool) -> _Way:
    where = endpoint(spec, needs_key=needs_key)
    client = Client(where, chosen.limits, snapshot=chosen.snapshot)
    fingerprint = Fingerprint(kind=where.name, model=where.model, endpoint=f"{where.dialect}-chat")
    return _Way(client, f"{where.identity} {where.model}", fingerprint, spec, client.can.context, client)


def _judge(way: _Way, chosen: Options, *, needs_key: bool = True) -> LlmJudge:
    log = CallCache(Path(chosen.cache) / FILE) if chosen.cache else None
    caller = Caller(
        way.chat,
        way.identity,
        price=price_of(way.spec, chosen.prices),
        budget=chosen.budget,
        log=log,
        temperature=chosen.temperature,
    )
    embedder, others = _embedder(chosen, way, caller, needs_key=needs_key)
    room = chosen.room or way.context // 2
    fingerprint = msgspec.structs.replace(
        way.fingerprint,
        parameters={
            "granularity": chosen.granularity,
            "temperature": chosen.temperature,
            "language": chosen.language or "sample",
            "room": room,
            "seed": chosen.seed,
        },
        prompts=hashes(chosen.prompts),
        embedder=embedder.name,
    )
    setup = Setup(caller, embedder, chosen, room, fingerprint.id)
    clients = [*([way.client] if way.client else []), *others]
    return LlmJudge(setup, fingerprint, clients=clients, cache=log, spec=way.spec)


def _embedder(chosen: Options, way: _Way, caller: Caller, *, needs_key: bool) -> tuple[Embedder, list[Client]]:
    if not chosen.embedder or chosen.embedder == "embedded":
        return Hashed(), []
    spec = chosen.embedder
    if ":" not in spec and "#" not in spec:
        if way.client is None:
            raise UsageError("llm.embedder_alone", embedder=shown(spec))
        mine = way.client.endpoint
        spec = f"{mine.url}#{spec}" if mine.name == "http" else f"{mine.name}:{spec}"
    client = Client(endpoint(spec, needs_key=needs_key), chosen.limits)
    return EndpointEmbedder(client, price=price_of(spec, chosen.prices), paid=caller.pay), [client]

"""Makes LLM judges from the text that names them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from raggauge.judge.judge import Fingerprint
from raggauge.judge.llm.examination import Setup
from raggauge.judge.llm.judge import LlmJudge
from raggauge.judge.llm.options import Options, options
from raggauge.judge.llm.prompt import hashes
from raggauge.llm.caller import Caller
from raggauge.llm.client import Client
from raggauge.llm.embedder import Embedder, EndpointEmbedder, Hashed
from raggauge.llm.endpoint import Endpoint, endpoint
from raggauge.llm.prices import price_of


def make(spec: str, given: Mapping[str, Any], /, *, needs_key: bool = True) -> LlmJudge:
    """The judge of `provider:model` or `http://host/v1#model`; `given` are its options (`options.Options`).

    `needs_key=False` makes one for planning, which never connects. Raises UsageError for an unknown provider, option
    or a missing key.
    """
    chosen = options(given)
    where = endpoint(spec, needs_key=needs_key)
    client = Client(where, chosen.limits)
    log = _cache(chosen)
    identity = f"{where.identity} {where.model} temperature={chosen.temperature:g}"
    caller = Caller(client, identity, price=price_of(spec, chosen.prices), budget=chosen.budget, log=log)
    embedder, clients = _embedder(chosen, where, client, needs_key=needs_key)
    room = chosen.room or client.can.context // 2
    fingerprint = _fingerprint(where, chosen, embedder, room)
    setup = Setup(caller, embedder, chosen, room, fingerprint.id)
    return LlmJudge(setup, fingerprint, clients=[client, *clients], cache=log, spec=spec)


def _fingerprint(where: Endpoint, chosen: Options, embedder: Embedder, room: int) -> Fingerprint:
    return Fingerprint(
        kind=where.name,
        model=where.model,
        endpoint=f"{where.dialect}-chat",
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


def _embedder(chosen: Options, where: Endpoint, client: Client, *, needs_key: bool) -> tuple[Embedder, list[Client]]:
    if not chosen.embedder or chosen.embedder == "embedded":
        return Hashed(), []
    own = ":" in chosen.embedder or "#" in chosen.embedder
    spec = chosen.embedder if own else f"{where.spec.rpartition(where.model)[0]}{chosen.embedder}"
    other = Client(endpoint(spec, needs_key=needs_key), chosen.limits)
    return EndpointEmbedder(other, price=price_of(spec, chosen.prices)), [other]


def _cache(chosen: Options) -> Any:
    if not chosen.cache:
        return None
    from raggauge.llm.cache import CallCache

    return CallCache(Path(chosen.cache) / "calls.sqlite")

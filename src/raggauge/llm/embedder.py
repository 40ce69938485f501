"""Vectors of texts: from an endpoint, gathered across samples, or from the embedder inside the package."""

import asyncio
import base64
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from raggauge.errors import JudgeError
from raggauge.llm.caller import sound
from raggauge.llm.calls import Call, CallLog
from raggauge.llm.client import Client
from raggauge.llm.prices import Price
from raggauge.llm.tokens import count

AT_ONCE: Final = 96
GATHER_S: Final = 0.004
"""How long texts of other samples are waited for before a batch leaves."""


class Embedder(Protocol):
    """Turns texts into vectors; equal texts get equal vectors."""

    @property
    def name(self) -> str:
        """What computes them, with its version."""
        ...

    async def embed(self, texts: Sequence[str], sample: str, /) -> list[Any]:
        """One vector a text. Raises JudgeError where there are none to be had."""
        ...


class Hashed:
    """The embedder inside the package: likeness of wording, no calls."""

    @property
    def name(self) -> str:
        """The name and version of the embedder inside the package."""
        from raggauge.text import EMBEDDER

        return EMBEDDER

    async def embed(self, texts: Sequence[str], sample: str, /) -> list[Any]:
        """One vector a text, computed here."""
        from raggauge.text import embed

        return list(embed(texts))


class EndpointEmbedder:
    """Asks an endpoint, each text once, many texts a request.

    Vectors are kept in half precision, in the log and in use alike, so that a resumed run computes with the same
    numbers. `n_texts` counts the texts sent, `paid` is told what each cost.
    """

    def __init__(
        self,
        client: Client,
        /,
        *,
        price: Price | None = None,
        log: CallLog | None = None,
        paid: Callable[[float], None] | None = None,
    ) -> None:
        self.log = log
        self.n_texts = 0
        self.paid = paid
        self._client = client
        self._price = price
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._flying: dict[str, asyncio.Future[Any]] = {}
        self._subjects: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        """Provider and model."""
        return f"{self._client.endpoint.name}:{self._client.endpoint.model}"

    async def embed(self, texts: Sequence[str], sample: str, /) -> list[Any]:
        """One vector a text. Raises JudgeError where the endpoint gives none."""
        texts = [sound(text) for text in texts]
        found = {text: self._logged(text) for text in texts}
        waited = {text: self._sent(text, sample) for text, vector in found.items() if vector is None}
        for text, future in waited.items():
            found[text] = await asyncio.shield(future)
        return [found[text] for text in texts]

    def key(self, text: str, /) -> str:
        """The hash under which a text's vector is kept."""
        content = msgspec.json.encode(
            [1, "embedding", self._client.endpoint.identity, self._client.endpoint.model, text]
        )
        return hashlib.blake2b(content, digest_size=20).hexdigest()

    def _logged(self, text: str) -> Any:
        call = self.log.find(self.key(text)) if self.log is not None else None
        return None if call is None else _unpacked(call.reply)

    def _sent(self, text: str, sample: str) -> "asyncio.Future[Any]":
        for known in (self._flying, self._waiting):
            if text in known:
                return known[text]
        loop = asyncio.get_running_loop()
        self._waiting[text] = future = loop.create_future()
        self._subjects[text] = sample
        if len(self._waiting) == 1:
            loop.call_later(GATHER_S, self._flush)
        elif len(self._waiting) >= AT_ONCE:
            self._flush()
        return future

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, {}
        if not batch:
            return
        self._flying.update(batch)
        task = asyncio.get_running_loop().create_task(self._ask(batch))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, batch: dict[str, "asyncio.Future[Any]"]) -> None:
        texts = list(batch)
        try:
            vectors, tokens = await self._client.embed(self._client.endpoint.model, texts)
        except JudgeError as problem:
            for future in batch.values():
                if not future.done():
                    future.set_exception(problem)
                    future.exception()
            return
        finally:
            for text in texts:
                self._flying.pop(text, None)
        sizes = [count(text) for text in texts]
        for text, vector, size in zip(texts, vectors, sizes, strict=True):
            packed = _packed(vector)
            self._keep(text, packed, round(tokens * size / (sum(sizes) or 1)))
            if not batch[text].done():
                batch[text].set_result(_unpacked(packed))

    def _keep(self, text: str, packed: str, tokens: int) -> None:
        self.n_texts += 1
        sample = self._subjects.pop(text, "")
        cost = self._price.of(tokens, 0, 0) if self._price else None
        if cost and self.paid is not None:
            self.paid(cost)
        if self.log is not None:
            self.log.add(Call(self.key(text), sample, "embeddings", packed, prompt_tokens=tokens, cost=cost))


def cosines(one: Any, others: Sequence[Any], /) -> tuple[float, ...]:
    """Cosines of one vector with others; equal vectors give exactly 1.0, a zero vector 0.0."""
    from raggauge.text.vectors import cosine

    return tuple(cosine(one, other) for other in others)


def _packed(vector: list[float]) -> str:
    """Half precision is enough for a cosine; lengths that it cannot hold, which a cosine disregards, are made 1."""
    import numpy as np

    values = np.asarray(vector, np.float64)
    largest = float(np.abs(values).max(initial=0.0))
    if largest and not 1e-2 < largest < 1e4:
        values = values / largest
    return base64.b64encode(values.astype(np.float16).tobytes()).decode("ascii")


def _unpacked(text: str) -> Any:
    import numpy as np

    return np.frombuffer(base64.b64decode(text), np.float16).astype(np.float32)

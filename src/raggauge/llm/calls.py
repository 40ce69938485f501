"""One paid call to a model, and where finished calls are kept so that none is paid twice."""

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished call: what was asked (as a content hash), for which sample, the raw reply, and what it cost.

    `key` is the hash of everything that determines the reply (provider, endpoint, model, parameters, prompt, schema,
    repeat) and of nothing else. `purpose` is the family of the call (`claims`, `questions`, `verdicts`, `ratings`,
    `embeddings`). `cost` is in `currency` units, None when no price is known. `seconds` is wall time of the last try,
    `tries` how many requests it took.
    """

    key: str
    sample: str
    purpose: str
    reply: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    currency: str = "USD"
    seconds: float = 0.0
    tries: int = 1


class CallLog(Protocol):
    """Keeps finished calls: the journal of a run, the call cache, or both."""

    def find(self, key: str, /) -> Call | None:
        """The finished call of this key, or None when it has still to be made."""
        ...

    def add(self, call: Call, /) -> None:
        """Keep a call that has just been finished; after this returns, a kill does not lose it."""
        ...


@runtime_checkable
class SharedLog(Protocol):
    """A log that several processes use: who is about to make a call takes it first, so that it is made once."""

    def claim(self, key: str, /) -> Literal["mine", "taken", "done"]:
        """Take a call: `mine` to make, `taken` by another, or `done` meanwhile."""
        ...

    def renew(self) -> None:
        """Show now and then that the calls taken are still being made."""
        ...

    def release(self, key: str, /) -> None:
        """Leave a call that was taken to others."""
        ...

    def forget(self, keys: Sequence[str], /) -> None:
        """Drop calls that helped nobody."""
        ...

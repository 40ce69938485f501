"""The judge protocol: questions about samples in, evidence out."""

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol, Self, runtime_checkable

import msgspec

from raggauge.evidence import Evidence
from raggauge.facets import Facet
from raggauge.llm.calls import CallLog
from raggauge.sample import Sample

PROTOCOL = 1
MEMBERS = ("fingerprint", "batch", "can", "plan", "examine")
"""What makes an object a Judge."""


class Ask(msgspec.Struct, frozen=True):
    """Some questions about one sample.

    `facets` are the questions; the run asks only those whose fields the sample has. `given` is evidence found before:
    its claims are fixed and must be used as they are (repeats, panels, new metrics over an old run), its other
    entries need not be found again. `repeat` counts independent repetitions from 0: the same ask with another repeat
    is another question.
    """

    sample: Sample
    facets: frozenset[Facet]
    given: Evidence | None = None
    repeat: int = 0


class Cost(msgspec.Struct, frozen=True, omit_defaults=True):
    """What answering an ask takes:

    Model calls, embedded texts and tokens, as ranges from least to most (without re-asks and retries).
    """

    calls: tuple[int, int] = (0, 0)
    embedded_texts: tuple[int, int] = (0, 0)
    prompt_tokens: tuple[int, int] = (0, 0)
    completion_tokens: tuple[int, int] = (0, 0)

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*(_add(getattr(self, name), getattr(other, name)) for name in self.__struct_fields__))


class Fingerprint(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that makes a judge the judge it is: scores of judges with different fingerprints are not compared.

    `kind` is the family (`embedded`, `openai`, `scripted`, ...), `model` the model with its version, `endpoint` the
    kind of endpoint (never a secret), `parameters` what changes its replies (temperature, granularity, thresholds),
    `prompts` the hash of each prompt text.
    """

    kind: str
    model: str = ""
    endpoint: str = ""
    parameters: dict[str, Any] = {}
    prompts: dict[str, str] = {}
    embedder: str = ""
    calibration: str = ""
    protocol: int = PROTOCOL

    @property
    def id(self) -> str:
        """The fingerprint in short: equal ids, same judge."""
        content = msgspec.json.encode(self, order="deterministic")
        return f"{self.kind}:{hashlib.sha256(content).hexdigest()[:12]}"


class Judge(Protocol):
    """Decides meaning. Anything with these five members is a judge."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What this judge is."""
        ...

    @property
    def batch(self) -> int:
        """How many asks it likes to get at once; more or fewer change nothing but speed."""
        ...

    def can(self, facet: Facet, /) -> bool:
        """Whether it can answer this kind of question at all."""
        ...

    def plan(self, ask: Ask, /) -> Cost:
        """What answering would take; no I/O."""
        ...

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """Evidence for each ask, in the order of the asks, each depending on its own ask alone.

        A question that fails is a gap in its Evidence, never an exception. Exceptions are for what ends the run: a
        wrong key, an exhausted budget, a cancelled task.
        """
        ...


@runtime_checkable
class Logged(Protocol):
    """A judge that makes single calls which cost something, and keeps each in a log before using it."""

    def logged(self, log: CallLog, /) -> Self:
        """This judge, looking calls up in `log` before making them and adding each that it made."""
        ...


class Spending(msgspec.Struct, frozen=True, kw_only=True):
    """What a run may spend: calls at once, calls and money in all (None: no bound), prices of the user's own.

    `calls_before` and `cost_before` are what the run has spent before it was broken off: they count.
    """

    concurrency: int = 64
    max_calls: int | None = None
    max_cost: float | None = None
    prices: dict[str, Any] = {}
    calls_before: int = 0
    cost_before: float = 0.0


@runtime_checkable
class Limited(Protocol):
    """A judge whose calls can be bounded."""

    def limited(self, spending: Spending, /) -> Self:
        """This judge within bounds; LimitReached is raised instead of the call that would cross one."""
        ...


@runtime_checkable
class Closing(Protocol):
    """A judge that holds something open (connections, processes) between calls of `examine`."""

    async def aclose(self) -> None:
        """Let go of it; the judge can be used again afterwards."""
        ...


def _add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]

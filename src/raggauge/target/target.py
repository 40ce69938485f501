"""The system under test: questions in, answers and passages out."""

from typing import Any, Protocol, runtime_checkable

import msgspec

from raggauge.sample import Sample


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the system made of one question.

    `sample` is the question with the system's `answer` and `contexts` filled in (unchanged where it failed);
    `measurements` are numbers about the answering: `latency_s` (seconds, wall time of the last try), `tries`, and
    what the system reported (`prompt_tokens`, `completion_tokens`, `cost`). `failure` is why there is no answer,
    empty where there is one.
    """

    sample: Sample
    measurements: dict[str, float] = {}
    failure: str = ""


class Target(Protocol):
    """A system under test."""

    @property
    def identity(self) -> dict[str, Any]:
        """What it is, for the manifest of a run: kind, address, template; never a secret."""
        ...

    async def answer(self, sample: Sample, /) -> Answered:
        """The system's answer to the sample's question.

        A failing system is a failure in the result, never an exception.
        """
        ...


@runtime_checkable
class Closing(Protocol):
    """A target that holds something open between questions."""

    async def aclose(self) -> None:
        """Let go of it."""
        ...

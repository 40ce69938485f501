"""A server that answers as a model would, and samples to judge."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Refusals, ReverseQuestions, Support, Usefulness
from raggauge.judge import make
from raggauge.judge.judge import Ask
from raggauge.llm.testing import ChatServer
from raggauge.sample import Sample

CORE: frozenset[Facet] = frozenset(
    {
        Claims("answer"),
        Claims("references"),
        Refusals("answer"),
        Refusals("references"),
        Support("answer", "contexts"),
        Support("references", "contexts"),
        Usefulness(),
        ReverseQuestions(3),
    }
)


@pytest.fixture
def core() -> frozenset[Facet]:
    """What the four core metrics ask."""
    return CORE


@pytest.fixture
def tower() -> Sample:
    """An answer of three sentences: supported, not found, thanks."""
    return Sample(
        id="tower",
        question="Where is the Eiffel Tower?",
        answer="The Eiffel Tower stands in Paris. It is 330 metres tall [1]. Thanks for asking!",
        contexts=("The Eiffel Tower is a tower that stands in Paris, France.", "Berlin is a city on the Spree."),
        references=("The Eiffel Tower stands in Paris.",),
    )


@pytest.fixture
def judged() -> Callable[..., list[Evidence]]:
    """Has a server's model judge samples, with quick retries, and gives the evidence."""

    def run(server: ChatServer, asks: Sequence[Ask | Sample], /, **options: Any) -> list[Evidence]:
        judge: Any = make(f"{server.url}#model", {"backoff_s": 0.001, "cache": "", **options})

        async def go() -> list[Evidence]:
            try:
                return list(await judge.examine([ask if isinstance(ask, Ask) else Ask(ask, CORE) for ask in asks]))
            finally:
                await judge.aclose()

        return asyncio.run(go())

    return run

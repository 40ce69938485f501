"""The LLM judge: three calls a sample for the core metrics, every id accounted for."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from raggauge.errors import RaggaugeError, UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Facet
from raggauge.judge.judge import Ask, Cost, Fingerprint, Spending
from raggauge.judge.llm import needs
from raggauge.judge.llm.examination import Setup, examine
from raggauge.judge.llm.kinship import warnings
from raggauge.judge.llm.planning import cost
from raggauge.llm.cache import CallCache
from raggauge.llm.caller import Bounded, Budget, Chain
from raggauge.llm.calls import CallLog
from raggauge.llm.client import Client
from raggauge.llm.embedder import EndpointEmbedder
from raggauge.llm.prices import price_of

_log = logging.getLogger("raggauge.judge")


class LlmJudge:
    """Asks a language model. Made by `raggauge.judge.make`; `setup` holds the caller, the embedder, the options."""

    def __init__(
        self,
        setup: Setup,
        fingerprint: Fingerprint,
        /,
        *,
        clients: Sequence[Client] = (),
        cache: CallCache | None = None,
        spec: str = "",
    ) -> None:
        self._spec = spec
        self._generators: set[str] = set()
        self.setup = setup
        self._fingerprint = fingerprint
        self._clients = tuple(clients)
        self._cache = cache

    @property
    def fingerprint(self) -> Fingerprint:
        """Model, parameters, prompts and embedder."""
        return self._fingerprint

    @property
    def batch(self) -> int:
        """Few: a chunk ends with its slowest sample, and chunks run side by side."""
        return 4

    def can(self, facet: Facet, /) -> bool:
        """All facets there are."""
        return isinstance(facet, needs.CAN)

    def plan(self, ask: Ask, /) -> Cost:
        """What answering would take, without re-asks."""
        return cost(self.setup, ask)

    def plan_all(self, asks: Iterable[Ask], /) -> Cost:
        """What answering all of them would take: a call that several samples share is counted once."""
        seen: set[bytes] = set()
        return sum((cost(self.setup, ask, seen=seen) for ask in asks), Cost())

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """Evidence for each ask, in order. Raises JudgeUnavailable or LimitReached after the calls in flight ended."""
        self._warn_of_kin(asks)
        tasks = [asyncio.ensure_future(examine(self.setup, ask)) for ask in asks]
        try:
            results = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            for task in tasks:
                task.cancel()
        for kind in (RaggaugeError, BaseException):
            for result in results:
                if isinstance(result, kind):
                    raise result
        return [result for result in results if isinstance(result, Evidence)]

    def _warn_of_kin(self, asks: Sequence[Ask]) -> None:
        """Say once for each generating model that the samples name (`metadata.generator`) how it is related."""
        for ask in asks:
            generator = ask.sample.metadata.get("generator")
            if isinstance(generator, str) and generator not in self._generators:
                self._generators.add(generator)
                for sentence in warnings(self._fingerprint.model, generator):
                    _log.warning("%s", sentence)

    def limited(self, spending: Spending, /) -> Self:
        """This judge with a run's bounds; its own option `concurrency` wins where it is set."""
        options, caller = self.setup.options, self.setup.caller
        for reached in {id(one): one for one in (caller.chat, *self._clients)}.values():
            if isinstance(reached, Bounded):
                bound = options.concurrency or spending.concurrency
                reached.limits = msgspec.structs.replace(reached.limits, concurrency=bound)
        calls = spending.max_calls if spending.max_calls is not None else options.max_calls
        cost = spending.max_cost if spending.max_cost is not None else options.max_cost
        caller.budget = Budget(calls, cost)
        caller.n_calls, caller.cost = spending.calls_before, spending.cost_before
        if spending.prices:
            caller.price = price_of(self._spec, {**spending.prices, **options.prices}) or caller.price
        if cost is not None and caller.price is None:
            raise UsageError("llm.no_price", judge=self._spec)
        return self

    def logged(self, log: CallLog, /) -> Self:
        """This judge with its calls kept in `log`, and in the cache where one is set."""
        self.setup.caller.log = Chain(log, self._cache) if self._cache is not None else log
        if isinstance(self.setup.embedder, EndpointEmbedder):
            self.setup.embedder.log = self.setup.caller.log
        return self

    async def aclose(self) -> None:
        """Close the connections and the cache."""
        for client in self._clients:
            await client.aclose()
        if self._cache is not None:
            self._cache.close()

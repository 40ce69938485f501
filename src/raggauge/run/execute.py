"""Work through a dataset: lazily, with bounded concurrency, finished samples leaving in input order."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from raggauge.errors import RaggaugeError
from raggauge.run.record import Outcome
from raggauge.run.recorder import Recorder
from raggauge.run.work import Worker
from raggauge.sample import Sample

WINDOW: Final = 8
"""How many times the samples in flight may be finished and wait for an earlier one."""
GRACE_S: Final = 10.0
"""How long calls in flight may take to finish when the run has to stop."""


class Execution:
    """One pass over the samples that are still to be done.

    `n_tasks` chunks of samples are worked on at a time. Memory is bounded by the window, not by the data. When a
    chunk raises, nothing new is begun, calls in flight get a moment to finish, and the error goes on.
    """

    def __init__(self, worker: Worker, recorder: Recorder, /, *, n_tasks: int) -> None:
        self._worker = worker
        self._recorder = recorder
        self._n_tasks = n_tasks
        self._head = 0
        self._finished: dict[int, list[Outcome]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, chunks: Iterable[Sequence[Sample]], /) -> None:
        """Do all chunks."""
        try:
            for index, chunk in enumerate(chunks):
                while len(self._running) >= self._n_tasks or index - self._head >= WINDOW * self._n_tasks:
                    await self._wait()
                self._running.add(asyncio.create_task(self._do(index, chunk)))
            while self._running:
                await self._wait()
        except RaggaugeError:
            await asyncio.wait(self._running, timeout=GRACE_S) if self._running else None
            raise
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)

    async def _do(self, index: int, chunk: Sequence[Sample]) -> None:
        self._finished[index] = await self._worker.do(chunk, first=index == self._head)
        while self._head in self._finished:
            self._recorder.add(self._finished.pop(self._head))
            self._head += 1

    async def _wait(self) -> None:
        done, self._running = await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        problems = [problem for task in done if (problem := task.exception()) is not None]
        if problems:
            raise problems[0]


def in_chunks(samples: Iterable[Sample], size: int, /) -> Iterator[list[Sample]]:
    """The samples in lists of `size`, the last one shorter."""
    source = iter(samples)
    while chunk := list(islice(source, size)):
        yield chunk

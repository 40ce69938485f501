"""Running asynchronous work from ordinary code, also where an event loop is running already (notebooks)."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")


def run_here(work: Callable[[], Awaitable[T]], /) -> T:
    """Run a piece of asynchronous work to its end: in this thread, or in one of its own beside a running loop.

    Ctrl-C cancels the work, waits for it to clean up and goes on as KeyboardInterrupt.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_awaited(work))
    begun: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def noted() -> T:
        task = asyncio.current_task()
        if task is not None:
            begun.append((asyncio.get_running_loop(), task))
        return await work()

    with ThreadPoolExecutor(1, thread_name_prefix="raggauge") as thread:
        future = thread.submit(copy_context().run, lambda: asyncio.run(noted()))
        try:
            return future.result()
        except KeyboardInterrupt:
            for loop, task in begun:
                loop.call_soon_threadsafe(task.cancel)
            raise


async def _awaited(work: Callable[[], Awaitable[T]]) -> T:
    return await work()

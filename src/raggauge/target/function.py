"""A Python function as the system under test: `module:function` or `file.py:function`, sync or async."""

import asyncio
import contextlib
import contextvars
import importlib
import importlib.util
import inspect
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.sample import Sample
from raggauge.target.shapes import NotUnderstood, understand
from raggauge.target.target import Answered

TIMEOUT_S: Final = 300.0
MOST_THREADS: Final = min(32, (os.cpu_count() or 1) + 4)


class FunctionTarget:
    """Calls a function with the question (or, where its first parameter is named or typed `sample`, with the Sample).

    A synchronous function runs in a thread, so that several questions are under way at once, and a blocked one holds up
    no other. Whatever it raises, and no answer within `timeout_s`, is a failure of that sample.
    """

    def __init__(self, function: Callable[..., Any], /, *, name: str = "", timeout_s: float = TIMEOUT_S) -> None:
        self._function = function
        self._timeout_s = timeout_s
        self._wants_sample = _wants_sample(function)
        self._threads = Turns(MOST_THREADS)
        self.identity: dict[str, Any] = {"kind": "function", "name": name or _name(function)}

    async def answer(self, sample: Sample, /) -> Answered:
        """The function's answer, with its latency."""
        given = sample if self._wants_sample else sample.question or ""
        if inspect.iscoroutinefunction(self._function):
            return await self._asked(sample, lambda: self._function(given))
        async with self._threads.here():
            return await self._asked(sample, lambda: in_thread(self._function, given))

    async def _asked(self, sample: Sample, call: Callable[[], Awaitable[Any]]) -> Answered:
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout_s) as limit:
                output = await call()
                if inspect.isawaitable(output):
                    output = await output
            understood = understand(output)
        except NotUnderstood as problem:
            return Answered(sample, _latency(begun), f"unreadable output: {problem}")
        except (Exception, SystemExit) as problem:  # the system under test is not ours: what it raises is its failure
            late = isinstance(problem, TimeoutError) and limit.expired()
            said = f"no answer within {self._timeout_s:g} s" if late else f"{type(problem).__name__}: {problem}"
            return Answered(sample, _latency(begun), said[:300])
        measured = {**_latency(begun), **understood.usage}
        return Answered(filled(sample, understood.answer, understood.contexts), measured)


class Turns:
    """Leave for so many calls at once; each event loop has its own count."""

    def __init__(self, most: int, /) -> None:
        self._most = most
        self._counts: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None

    def here(self) -> asyncio.Semaphore:
        """The count of the running loop, to be entered."""
        loop = asyncio.get_running_loop()
        if self._counts is None or self._counts[0] is not loop:
            self._counts = loop, asyncio.Semaphore(self._most)
        return self._counts[1]


async def in_thread(function: Callable[..., Any], given: Any, /) -> Any:
    """What a function returns or raises in a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(set_outcome: Callable[[Any], None], value: Any) -> None:
        if not outcome.done():
            set_outcome(value)

    def work() -> None:
        try:
            told: tuple[Callable[[Any], None], Any] = outcome.set_result, context.run(function, given)
        except (StopIteration, asyncio.CancelledError) as problem:  # a future takes them for something of its own
            told = outcome.set_exception, RuntimeError(f"{type(problem).__name__} {problem}")
        except BaseException as problem:
            told = outcome.set_exception, problem
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody asks any more
            loop.call_soon_threadsafe(settle, *told)

    threading.Thread(target=work, daemon=True, name="raggauge target").start()
    return await outcome


def filled(sample: Sample, answer: str, contexts: Any) -> Sample:
    """The sample with the system's answer and passages; passages that the system does not report stay as they were."""
    changes = {"answer": answer} if contexts is None else {"answer": answer, "contexts": contexts}
    return msgspec.structs.replace(sample, **changes)


def load(spec: str, /, *, timeout_s: float = TIMEOUT_S) -> FunctionTarget:
    """The function that `module:function` or `file.py:function` names. Raises UsageError saying what is not there.

    What the module itself raises while it is loaded is said, too.
    """
    home, _, attribute = spec.rpartition(":")
    try:
        module = _from_file(Path(home)) if home.endswith(".py") else _from_path(home)
        function = module
        for part in attribute.split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError, FileNotFoundError) as problem:
        raise UsageError("target.no_function", spec=shown(spec), problem=str(problem)) from None
    except (Exception, SystemExit) as problem:  # the module is not ours and may raise anything
        said = f"{type(problem).__name__}: {problem}"
        raise UsageError("target.no_function", spec=shown(spec), problem=shown(said, limit=200)) from None
    if not callable(function):
        raise UsageError("target.no_function", spec=shown(spec), problem=f"{attribute} is a {type(function).__name__}")
    return FunctionTarget(function, name=spec, timeout_s=timeout_s)


def _from_path(home: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return importlib.import_module(home)


def _from_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module


def _wants_sample(function: Callable[..., Any]) -> bool:
    try:
        first = next(iter(inspect.signature(function).parameters.values()), None)
    except (TypeError, ValueError):
        return False
    return first is not None and (first.name == "sample" or first.annotation in (Sample, "Sample"))


def _name(function: Callable[..., Any]) -> str:
    return f"{getattr(function, '__module__', '')}:{getattr(function, '__qualname__', type(function).__name__)}"


def _latency(begun: float) -> dict[str, float]:
    return {"latency_s": time.perf_counter() - begun}

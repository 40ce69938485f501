"""A Python function as the system under test: `module:function` or `file.py:function`, sync or async."""

import asyncio
import importlib
import importlib.util
import inspect
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.sample import Sample
from raggauge.target.shapes import NotUnderstood, understand
from raggauge.target.target import Answered


class FunctionTarget:
    """Calls a function with the question (or, where its first parameter is named or typed `sample`, with the Sample).

    A synchronous function runs in a thread, so that several questions are under way at once. Whatever it raises is a
    failure of that sample.
    """

    def __init__(self, function: Callable[..., Any], /, *, name: str = "") -> None:
        self._function = function
        self._wants_sample = _wants_sample(function)
        self.identity: dict[str, Any] = {"kind": "function", "name": name or _name(function)}

    async def answer(self, sample: Sample, /) -> Answered:
        """The function's answer, with its latency."""
        given = sample if self._wants_sample else sample.question or ""
        begun = time.perf_counter()
        try:
            if inspect.iscoroutinefunction(self._function):
                output = await self._function(given)
            else:
                output = await asyncio.to_thread(self._function, given)
                if inspect.isawaitable(output):
                    output = await output
            understood = understand(output)
        except NotUnderstood as problem:
            return Answered(sample, _latency(begun), f"unreadable output: {problem}")
        except Exception as problem:  # the system under test is not ours: whatever it raises is its failure
            return Answered(sample, _latency(begun), f"{type(problem).__name__}: {problem}"[:300])
        measured = {**_latency(begun), **understood.usage}
        return Answered(filled(sample, understood.answer, understood.contexts), measured)


def filled(sample: Sample, answer: str, contexts: Any) -> Sample:
    """The sample with the system's answer and passages; passages that the system does not report stay as they were."""
    changes = {"answer": answer} if contexts is None else {"answer": answer, "contexts": contexts}
    return msgspec.structs.replace(sample, **changes)


def load(spec: str, /) -> FunctionTarget:
    """The function that `module:function` or `file.py:function` names. Raises UsageError saying what is not there."""
    home, _, attribute = spec.rpartition(":")
    try:
        module = _from_file(Path(home)) if home.endswith(".py") else _from_path(home)
        function = module
        for part in attribute.split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError, FileNotFoundError, SyntaxError) as problem:
        raise UsageError("target.no_function", spec=shown(spec), problem=str(problem)) from None
    if not callable(function):
        raise UsageError("target.no_function", spec=shown(spec), problem=f"{attribute} is a {type(function).__name__}")
    return FunctionTarget(function, name=spec)


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

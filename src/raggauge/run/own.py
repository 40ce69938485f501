"""Metrics of the user's own: those of a Python file (`file.py:Class`) and those that installed packages offer."""

import hashlib
import importlib.util
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.metrics import METRICS
from raggauge.metrics.metric import bare


class Loaded(msgspec.Struct, frozen=True):
    """What a text leads to: a class (or a metric), the parameters behind its name, and what is behind it.

    `source` is the hash of the file, or the place in the package and its version.
    """

    kind: Any
    brackets: str
    source: str


def is_own(text: str, /) -> bool:
    """Whether a text means a metric of a Python file or of a plug-in."""
    return ".py:" in text or (bare(text) not in METRICS and bare(text) in plugged())


def plugged() -> dict[str, EntryPoint]:
    """The metrics that installed packages offer, by name; one that bears the name of ours is out of reach."""
    return {point.name: point for point in entry_points(group="raggauge.metrics")}


def load(text: str, /) -> Loaded:
    """What `file.py:Class(parameters)` or `plug-in(parameters)` means. Raises UsageError for what cannot be had."""
    path, colon, rest = text.rpartition(".py:")
    return _from_file(f"{path}.py", rest) if colon else _from_plugin(text)


def classes_of(file: str, /) -> list[type]:
    """The classes of metrics that a Python file defines, in its order. Raises UsageError where it cannot be read."""
    module, _ = _module(file)
    mine = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    return [one for one in mine if not lacking(one)]


def lacking(metric: Any, /) -> list[str]:
    """What an object lacks to be a metric."""
    return [part for part in ("fields", "facets", "score") if not hasattr(metric, part)]


def _from_plugin(text: str) -> Loaded:
    name = bare(text)
    point = plugged()[name]
    try:
        kind = point.load()
    except Exception as problem:  # whatever the package raises is said in one sentence
        said = f"{point.value}: {_said(problem)}"
        raise UsageError("core.metric_not_found", text=shown(text), problem=said) from problem
    return Loaded(kind, text.strip()[len(name) :], origin(point))


def origin(point: EntryPoint, /) -> str:
    """Where a plug-in comes from: its place in the package, and the version."""
    return f"{point.value} {point.dist.version if point.dist else ''}".strip()


def _from_file(file: str, rest: str) -> Loaded:
    attribute, bracket, between = rest.partition("(")
    module, source = _module(file)
    kind = getattr(module, attribute, None)
    if kind is None:
        known = ", ".join(one.__name__ for one in classes_of(file)) or "-"
        raise UsageError("run.no_class", file=shown(file), name=shown(attribute), known=known)
    return Loaded(kind, bracket + between, f"sha256:{hashlib.sha256(source).hexdigest()[:16]}")


def _module(file: str) -> tuple[ModuleType, bytes]:
    """The user's file as a module, loaded once per content, and its content."""
    path = Path(file)
    try:
        source = path.read_bytes()
    except OSError as problem:
        raise UsageError("core.metric_not_found", text=shown(file), problem=_said(problem)) from None
    name = f"raggauge_user_{path.stem}_{hashlib.sha256(source).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name], source
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError("core.metric_not_found", text=shown(file), problem=shown(str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:  # whatever the user's file raises is said in one sentence
        del sys.modules[name]
        raise UsageError("core.metric_not_found", text=shown(file), problem=_said(problem)) from problem
    return module, source


def _said(problem: Exception) -> str:
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)
    return f"{type(problem).__name__}: {problem}"

"""Judges: the only things that decide meaning.

`JUDGES` says where each kind is made; the entry points of the group `raggauge.judges` add more. What stands behind the
first colon is the kind's own matter: `openai:gpt-4.1-mini`, `encoder:models/minicheck`, `embedded`.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from raggauge.errors import RaggaugeError, UsageError
from raggauge.judge.judge import MEMBERS, Judge
from raggauge.messages import shown

JUDGES: Final[dict[str, str]] = {
    "embedded": "raggauge.judge.embedded:make",
    "scripted": "raggauge.judge.scripted:make",
    "encoder": "raggauge.judge.encoder:make",
}
LLM: Final = "raggauge.judge.llm.make:make"
"""Makes the judge for `provider:model` and `http://host/v1#model`, whatever the provider."""


def make(spec: str, /, options: Mapping[str, Any] | None = None) -> Judge:
    """The judge that a text names: `embedded`, `openai:MODEL`, `http://host/v1#MODEL`, `scripted:FILE`, a plug-in.

    `options` are the judge's own settings (granularity, embedder, repeats, ...), each checked by the judge itself.
    A plug-in is an entry point of the group `raggauge.judges`: a function that gets what stands behind the colon of the
    text (empty without one) and the options as a dict, and returns the judge. Raises UsageError for a judge that is not
    known or cannot be made.
    """
    kind, _, rest = spec.partition(":")
    where, plugged = JUDGES.get(kind), _plugged()
    if where is None and kind in plugged:
        return _made(kind, plugged[kind], rest, options or {})
    if where is None and not rest:
        raise UsageError("core.unknown_judge", name=shown(spec), known=", ".join([*JUDGES, *plugged, "provider:model"]))
    module, _, attribute = (where or LLM).partition(":")
    made: Judge = getattr(import_module(module), attribute)(rest if where else spec, dict(options or {}))
    return made


def _made(kind: str, where: str, rest: str, options: Mapping[str, Any]) -> Judge:
    """The judge of a plug-in."""
    module, _, attribute = where.partition(":")
    try:
        made: Judge = getattr(import_module(module), attribute)(rest, dict(options))
    except RaggaugeError:
        raise
    except Exception as problem:  # whatever the plug-in raises is said in one sentence
        said = f"{type(problem).__name__}: {problem}"
        raise UsageError("core.bad_judge_plugin", name=shown(kind), where=shown(where), problem=said) from problem
    lacking = [part for part in MEMBERS if not hasattr(made, part)]
    if lacking:
        said = f"{type(made).__name__} lacks {', '.join(lacking)}"
        raise UsageError("core.bad_judge_plugin", name=shown(kind), where=shown(where), problem=said)
    return made


def asks_a_model(spec: str, /) -> bool:
    """Whether a text names a language model (`provider:model`, an address) and no other kind of judge."""
    kind, colon, _ = spec.partition(":")
    return bool(colon) and kind not in JUDGES and kind not in _plugged()


def _plugged() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group="raggauge.judges")}

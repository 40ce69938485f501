"""Judges: the only things that decide meaning.

`JUDGES` says where each kind is made; the entry points of the group `raggauge.judges` add more. What stands behind the
first colon is the kind's own matter: `openai:gpt-4.1-mini`, `encoder:models/minicheck`, `embedded`.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from raggauge.errors import UsageError
from raggauge.judge.judge import Judge
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
    Raises UsageError for a judge that is not known.
    """
    kind, _, rest = spec.partition(":")
    where = JUDGES.get(kind) or _plugged().get(kind)
    if where is None and not rest:
        raise UsageError(
            "core.unknown_judge", name=shown(spec), known=", ".join([*JUDGES, *_plugged(), "provider:model"])
        )
    module, _, attribute = (where or LLM).partition(":")
    made: Judge = getattr(import_module(module), attribute)(rest if where else spec, dict(options or {}))
    return made


def asks_a_model(spec: str, /) -> bool:
    """Whether a text names a language model (`provider:model`, an address) and no other kind of judge."""
    kind, colon, _ = spec.partition(":")
    return bool(colon) and kind not in JUDGES and kind not in _plugged()


def _plugged() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group="raggauge.judges")}

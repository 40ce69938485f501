"""What several commands read from their options in the same way."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from raggauge.cli.settings import pairs

if TYPE_CHECKING:
    from raggauge.config import Settings
    from raggauge.judge.judge import Judge


def judge_options(known: "Settings", given: Iterable[str], /) -> dict[str, Any]:
    """The judge's own settings: those of the file, then `--judge-option`, then `--embedder`."""
    options = {**known["judge_options"], **pairs("--judge-option", given)}
    if known["embedder"]:
        options["embedder"] = known["embedder"]
    return options


def unconnected_judge(known: "Settings", given: Iterable[str], /) -> "Judge":
    """The judge that the settings name, for looking at it only: no key is needed."""
    from raggauge.judge import asks_a_model, make
    from raggauge.judge.llm.make import make as make_model

    options, spec = judge_options(known, given), known["judge"]
    return make_model(spec, options, needs_key=False) if asks_a_model(spec) else make(spec, options)

"""What a data set can be converted to: one literal table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from raggauge.formats.own import fold
from raggauge.formats.tools import (
    chat,
    deepeval,
    haystack,
    langfuse,
    langsmith,
    llamaindex,
    phoenix,
    promptfoo,
    ragas,
    squad,
    trulens,
)
from raggauge.sample import Sample


@dataclass(frozen=True)
class Target:
    """A shape to write: `fold` makes a row of a sample, `under` is the key of the rows in a JSON document."""

    fold: Callable[[Sample], Mapping[str, Any]]
    under: str = ""


TARGETS: Final[dict[str, Target]] = {
    "raggauge": Target(fold),
    "ragas": Target(ragas.fold),
    "ragas-old": Target(ragas.fold_old),
    "deepeval": Target(deepeval.fold),
    "trulens": Target(trulens.fold),
    "langsmith": Target(langsmith.fold),
    "langfuse": Target(langfuse.fold),
    "phoenix": Target(phoenix.fold),
    "llamaindex": Target(llamaindex.fold, "examples"),
    "haystack": Target(haystack.fold),
    "promptfoo": Target(promptfoo.fold),
    "squad": Target(squad.fold, "data"),
    "chat": Target(chat.fold),
}

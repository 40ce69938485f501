"""The shapes of other tools, in the order in which they are tried."""

from collections.abc import Mapping
from typing import Any, Final

from raggauge.formats.tools import (
    chat,
    deepeval,
    haystack,
    langchain,
    langfuse,
    langsmith,
    llamaindex,
    phoenix,
    promptfoo,
    ragas,
    squad,
    trulens,
)
from raggauge.formats.tools.shape import Shape

SHAPES: Final[tuple[Shape, ...]] = (
    ragas.CHAT,
    ragas.SHAPE,
    trulens.SHAPE,
    phoenix.QA,
    phoenix.SPAN,
    langfuse.SHAPE,
    deepeval.SHAPE,
    promptfoo.SHAPE,
    promptfoo.TABLE,
    langsmith.SHAPE,
    langsmith.FLAT,
    phoenix.SHAPE,
    llamaindex.SHAPE,
    haystack.SHAPE,
    haystack.ANSWER,
    langchain.SHAPE,
    squad.SHAPE,
    squad.FLAT,
    chat.SHAPE,
)


def recognised(values: Mapping[str, Any], /) -> Shape | None:
    """The shape that a row has, or None where its columns speak for themselves."""
    return next((shape for shape in SHAPES if shape.fits(values)), None)

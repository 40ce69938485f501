"""Shapes of other tools in which a word means more than it does alone."""

from collections.abc import Mapping
from typing import Any, Final

from raggauge.formats.columns import plain

# Columns that give a shape away, and what its own words mean.
_WORDS: Final = (
    ({"input", "actual_output"}, {"context": "reference_contexts"}),
    ({"input", "expected_output"}, {"context": "reference_contexts"}),
    ({"input", "retrieval_context"}, {"context": "reference_contexts"}),
    ({"question", "context", "answers"}, {"context": "contexts", "answers": "references"}),
)


def recognised(values: Mapping[str, Any], /) -> dict[str, str]:
    """What columns mean in the shape that a row has: plain column name -> field; empty for no known shape."""
    columns = {plain(column) for column in values}
    return next((meaning for signs, meaning in _WORDS if signs <= columns), {})

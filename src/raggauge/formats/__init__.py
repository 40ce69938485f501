"""Bytes to Datasets and back: every file that users already have.

from raggauge.formats import read
for sample in read("eval.jsonl", mapping={"question": "my_question"}): ...

Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from raggauge.formats.plans import Reading
    from raggauge.formats.reading import Reader, read
    from raggauge.formats.writing import write

_HOMES = {"Reader": "reading", "Reading": "plans", "read": "reading", "write": "writing"}

__all__ = ["Reader", "Reading", "read", "write"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'raggauge.formats' has no attribute {name!r}")
    return getattr(import_module(f"raggauge.formats.{_HOMES[name]}"), name)

"""A question in the making: what the builders hand to the filters."""

from typing import Literal

import msgspec

from raggauge.goldens.passages import Passage

Kind = Literal[
    "fact", "definition", "number", "list", "condition", "reason", "comparison", "multi_passage", "cloze", "unanswerable",
    "false_premise",
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "definition", "fact", "condition", "reason", "number", "list", "cloze", "comparison", "unanswerable", "false_premise",
)  # fmt: skip


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its right answer. `quote` is where the answer stands in the document, None for what nothing answers."""

    kind: Kind
    question: str
    reference: str
    passage: Passage
    quote: tuple[int, int] | None = None
    language: str = "en"

    @property
    def answerable(self) -> bool:
        """Whether the documents answer it; a false premise is answered by correcting it."""
        return self.kind != "unanswerable"

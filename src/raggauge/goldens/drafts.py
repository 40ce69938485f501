"""A question in the making: what the builders hand to the filters."""

from typing import Final, Literal

import msgspec

from raggauge.goldens.passages import Passage

Kind = Literal[
    "fact", "definition", "condition", "reason", "comparison", "multi_passage", "number", "list", "heading", "cloze",
    "long_tail", "ambiguous", "unanswerable", "false_premise",
]  # fmt: skip
# Shares of a set in percent, where nothing else is asked for.
MIX: Final[dict[Kind, int]] = {
    "fact": 28, "condition": 20, "definition": 11, "heading": 6, "reason": 6, "multi_passage": 5, "cloze": 4,
    "list": 2, "comparison": 2, "number": 1, "unanswerable": 6, "false_premise": 4, "long_tail": 3, "ambiguous": 2,
}  # fmt: skip


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its right answer.

    `quote` is where the answer stands in the passage's document, None for what nothing answers. `others` are further
    passages that the answer needs. `persona` is who asks, empty for nobody in particular; `elsewhere` is the
    same question in another language, where the item is to be asked in one.
    """

    kind: Kind
    question: str
    reference: str
    passage: Passage
    quote: tuple[int, int] | None = None
    language: str = "en"
    style: str = "plain"
    others: tuple[Passage, ...] = ()
    persona: str = ""
    elsewhere: str = ""

    @property
    def answerable(self) -> bool:
        """Whether the documents answer it; a false premise is answered by correcting it."""
        return self.kind != "unanswerable"

"""Questions that fit several passages on purpose: the right answer lists what may be meant, or asks back."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from raggauge.goldens.drafting import FORMS, GAP
from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.filters import Breadth, reason_against
from raggauge.text import normalise, similarity

# A thing that is defined twice is one thing still, and what stands under two like headings may be one story.
_FORMS: Final[frozenset[Kind]] = frozenset({"fact", "condition", "reason", "comparison"})
_MOST: Final = 3


def ambiguous(drafts: Sequence[Draft], breadth: Breadth, /) -> Iterator[Draft]:
    """One draft for every question that two or three passages answer, each in another way.

    Only drafts that could stand but for being too broad are used; more than three answers make a question that
    nobody could answer in a sentence. The reference says that it depends, then lists the readings.
    """
    told: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.kind in _FORMS and GAP not in draft.question and not draft.others:
            told[normalise(draft.question)].append(draft)
    for group in told.values():
        if not 2 <= len(_unlike(group)) <= _MOST:
            continue
        sound = [draft for draft in group if reason_against(draft, breadth) in (None, "too_broad")]
        if len(readings := _unlike(sound)) >= 2:
            yield listing(readings)


def _unlike(group: Sequence[Draft]) -> list[Draft]:
    """The first draft of each answer, each from a passage of its own."""
    kept: list[Draft] = []
    for draft in group:
        if all(
            draft.passage.hash != one.passage.hash and similarity(draft.reference, one.reference) < 0.5 for one in kept
        ):
            kept.append(draft)
    return kept


def listing(readings: Sequence[Draft], /) -> Draft:
    """One ambiguous draft of several that ask the same: its reference lists their answers, its passages are theirs."""
    first = readings[0]
    opened, gap = ("({}) ", " ") if first.language == "en" else ("（{}）", "")
    told = [opened.format(number) + draft.reference for number, draft in enumerate(readings, 1)]
    return replace(
        first,
        kind="ambiguous",
        reference=FORMS[first.language].READINGS + gap.join(told),
        others=tuple(draft.passage for draft in readings[1:]),
    )

"""Questions that fit several passages on purpose: the right answer lists what may be meant, or asks back."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from raggauge.goldens.drafting import FORMS, GAP, content
from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.filters import Breadth, reason_against
from raggauge.text import normalise, similarity

# A thing that is defined twice is one thing still, and what stands under two like headings may be one story.
_FORMS: Final[frozenset[Kind]] = frozenset({"fact", "condition", "reason", "comparison"})
_MOST: Final = 3
_HELD: Final = 0.75
_FEWEST_WORDS: Final = 3


def ambiguous(drafts: Sequence[Draft], breadth: Breadth, /) -> Iterator[Draft]:
    """One draft for every question that two or three passages answer, each in another way.

    Only drafts that could stand but for being too broad are used; more than three answers make a question that
    nobody could answer in a sentence. The reference says that it depends, then lists the readings.
    """
    told: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.kind in _FORMS and GAP not in draft.question and not draft.others and _says_what(draft):
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
            draft.passage.hash != one.passage.hash and not _say_the_same(draft.reference, one.reference) for one in kept
        ):
            kept.append(draft)
    return kept


def _say_the_same(one: str, other: str) -> bool:
    """Whether two answers are alike, or the longer one holds most of the words of the shorter."""
    words = set(content(one)), set(content(other))
    shared = len(words[0] & words[1])
    return similarity(one, other) >= 0.5 or shared >= _HELD * min(map(len, words))


def _says_what(draft: Draft) -> bool:
    """A question of a thing and a verb alone ("What does X use?") is no question with two readings: it is none."""
    return draft.language != "en" or len(set(content(draft.question))) >= _FEWEST_WORDS


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

"""Questions as people write them: plain, in key words, as one asks a colleague, with a slip of the keys."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from raggauge.goldens.drafting import FORMS, GAP
from raggauge.goldens.drafts import Draft
from raggauge.goldens.filters import judged
from raggauge.text import language

STYLES: Final[dict[str, int]] = {"plain": 88, "short": 6, "colloquial": 3, "typo": 3}
# Key words would lose what makes these kinds: what is taken for granted, and which things are compared.
_NOT_SHORT: Final = frozenset({"false_premise", "comparison", "multi_passage"})
_SOUNDS_ALIKE: Final = {"做": "作", "在": "再", "应": "因", "样": "洋"}


def styled(drafts: Sequence[Draft], /, *, shares: Mapping[str, int], seed: int) -> list[Draft]:
    """The drafts, some of them in other styles, by their shares in percent; the order stays."""
    free = [
        number
        for number, draft in enumerate(drafts)
        if GAP not in draft.question and not draft.others and not draft.elsewhere
    ]
    random.Random(f"{seed}:styles").shuffle(free)
    total = sum(shares.values())
    changed = [_elsewhere(draft) for draft in drafts]
    for number in _short_ones(drafts, free, round(len(drafts) * shares.get("short", 0) / total), changed):
        free.remove(number)
    for style in ("colloquial", "typo"):
        left = round(len(drafts) * shares.get(style, 0) / total)
        while free and left:
            number = free.pop()
            other = _in_style(drafts[number], style)
            if judged(other) is None:
                changed[number] = other
                left -= 1
    return changed


def _elsewhere(draft: Draft) -> Draft:
    """A draft that is to be asked in another language than its passage, in that language."""
    if not draft.elsewhere:
        return draft
    return replace(draft, question=draft.elsewhere, style="other_language", language=language(draft.elsewhere))


def _short_ones(drafts: Sequence[Draft], free: Sequence[int], most: int, changed: list[Draft]) -> list[int]:
    """Puts up to `most` drafts into key words, where these still find the passage and are no question of another."""
    done: list[int] = []
    known = {draft.question for draft in drafts}
    for number in reversed(free):
        if len(done) >= most:
            break
        draft = drafts[number]
        words = FORMS[draft.language].key_words(draft.question) if draft.kind not in _NOT_SHORT else ""
        short = replace(draft, question=words, style="short")
        if words and words not in known and judged(short) is None:
            known.add(words)
            changed[number] = short
            done.append(number)
    return done


def _in_style(draft: Draft, style: str) -> Draft:
    if style == "colloquial":
        return replace(draft, question=FORMS[draft.language].colloquial(draft.question), style=style)
    question = _slipped(draft.question) if draft.language == "en" else _misheard(draft.question)
    return replace(draft, question=question, style=style) if question != draft.question else draft


def _slipped(question: str) -> str:
    """Two letters in the middle of the longest common word change places."""
    words = sorted(
        re.finditer(r"(?<![\w.`/])[a-z]{6,}(?![\w(`/])", question), key=lambda found: (-len(found[0]), found.start())
    )
    if not words:
        return question
    at = words[0].start() + len(words[0][0]) // 2
    return question[: at - 1] + question[at] + question[at - 1] + question[at + 1 :]


def _misheard(question: str) -> str:
    """One character becomes another that sounds the same."""
    for right, wrong in _SOUNDS_ALIKE.items():
        if right in question:
            return question.replace(right, wrong, 1)
    return question

"""Questions that the documents do not answer, grouped by what they are about."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from raggauge.text import stop_words, tokens
from raggauge.text.rarity import rarity

SHOWN = 3
PARTICLES = frozenset("的了有是在吗呢么多少什哪怎几和与及或把被会能可我你他她它们这那些个之其从到于为对不没")
"""Characters that join words in Chinese and say nothing of a topic."""


class Topic(msgspec.Struct, frozen=True):
    """Questions of one topic: the words they share, and the ids of their samples."""

    words: tuple[str, ...]
    samples: tuple[str, ...]


def topics(questions: Sequence[tuple[str, str]], /) -> list[Topic]:
    """(id, question) grouped by the rarest word that questions share; the largest groups first.

    A question that shares no word with another is a topic of its own, named by its rarest words.
    """
    words = {name: _words(question) for name, question in questions}
    common = Counter(word for found in words.values() for word in found)
    left = dict(words)
    found: list[Topic] = []
    while left:
        counts = Counter(word for entries in left.values() for word in entries if common[word] > 1)
        best = max(counts, key=lambda word: (counts[word] * rarity(word), word), default="")
        group = [name for name, entries in left.items() if best and best in entries]
        if len(group) < 2:
            break
        found.append(Topic(_names(group, words, best), tuple(group)))
        left = {name: entries for name, entries in left.items() if name not in group}
    alone = [Topic(_names([name], words, ""), (name,)) for name in left]
    return sorted(found, key=lambda topic: -len(topic.samples)) + alone


def _words(question: str) -> set[str]:
    """The words that say what a question is about; in scripts without spaces, pairs of characters."""
    parts = tokens(question)
    single = [part for part in parts if len(part) == 1 and ord(part) > 0x2E80]
    pairs = {a + b for a, b in pairwise(single) if a + b in question and not {a, b} & PARTICLES}
    return {part for part in parts if len(part) > 2 and part not in stop_words() and not part.isdigit()} | pairs


def _names(group: Sequence[str], words: dict[str, set[str]], best: str) -> tuple[str, ...]:
    counts = Counter(word for name in group for word in words[name])
    ranked = sorted(counts, key=lambda word: (word != best, -counts[word], -rarity(word), word))
    return tuple(ranked[:SHOWN])

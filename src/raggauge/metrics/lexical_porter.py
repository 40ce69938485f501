"""English stems for METEOR: Porter's algorithm (1980) with the additions that nltk makes to it."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

_IRREGULAR: Final = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
    "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
    "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip
_STEP_2: Final = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful"),
)  # fmt: skip
_STEP_3: Final = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4: Final = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(maxsize=1 << 16)
def porter(word: str, /) -> str:
    """The stem of a lower-case word; words of one or two letters stay as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _past(_plural(word))
    if word.endswith("y") and len(word) > 2 and _consonants(word)[-2]:
        word = f"{word[:-1]}i"
    return _end(_step_4(_replaced(_step_2(word), _STEP_3)))


def _plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and not all(_consonants(stem)):
            return _mended(stem)
    return word


def _mended(stem: str) -> str:
    """A stem from which -ed or -ing was taken."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if len(stem) >= 2 and stem[-1] == stem[-2] and _consonants(stem)[-1]:
        return stem if stem[-1] in "lsz" else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _is_short(stem) else stem


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi") and not word.endswith(tuple(suffix for suffix, _ in _STEP_2)):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2)


def _replaced(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    """The first suffix that fits is replaced, if what stands before it has a vowel and then a consonant."""
    for suffix, new in rules:
        if word.endswith(suffix):
            stem = word[: len(word) - len(suffix)]
            return stem + new if _measure(stem) > 0 else word
    return word


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            stem = word[: len(word) - len(suffix)]
            return stem if _measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st") else word
    return word


def _end(word: str) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _consonants(word: str) -> list[bool]:
    """Which letters are consonants; y is one at the beginning and behind a vowel."""
    flags: list[bool] = []
    for letter in word:
        flags.append(letter not in "aeiou" and (letter != "y" or not flags or not flags[-1]))
    return flags


def _measure(stem: str) -> int:
    """How often a vowel is followed by a consonant."""
    flags = _consonants(stem)
    return sum(1 for first, second in pairwise(flags) if second and not first)


def _is_short(word: str) -> bool:
    """Ends consonant, vowel, consonant (not w, x, y); or is a vowel and a consonant."""
    flags = _consonants(word)
    if len(word) == 2:
        return not flags[0] and flags[1]
    return len(word) >= 3 and flags[-3] and not flags[-2] and flags[-1] and word[-1] not in "wxy"

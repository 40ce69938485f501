"""What counts as a word when texts are compared word by word, for every script."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from raggauge.text.script import CJK

_KANA: Final = "\u3040-\u30ff\uff66-\uff9f"
_MARKS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_SINGLE: Final = re.compile(f"[{CJK}{_KANA}]")
_WORD: Final = re.compile(f"[{CJK}{_KANA}]|(?:[^\\W_{CJK}{_KANA}]|[{_MARKS}])+")
_LATIN_WORD: Final = re.compile(r"[a-z0-9]+")
_LATIN: Final = "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u02af\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\ufb00-\ufb06"
_OTHER_LETTER: Final = re.compile(f"[^\\W\\d_{_LATIN}]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_ARTICLES: Final = frozenset(("a", "an", "the"))
_ASCII_PUNCTUATION: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def has_single_characters(text: str, /) -> bool:
    """Whether a text holds ideographs or kana, which are compared one by one."""
    return not text.isascii() and _SINGLE.search(text) is not None


def words(text: str, /) -> list[str]:
    """Lower-case words in any script: runs of letters and digits, and single ideographs and kana; no punctuation."""
    if text.isascii():
        return text.translate(_ASCII_GAPS).split()
    return _folded(text).translate(_GAPS).split()


def spelled(text: str, /) -> str:
    """The text in a-z, 0-9 and blanks alone, so that two texts share as many of these words as of their `words`.

    Each other character becomes an x and four more (its number to the base 36), and an x becomes two, so that unequal
    words stay unequal. For a counter that knows no other letters.
    """
    return _folded(text).translate(_SPELLED)


def pair_of_words(first: str, second: str, /) -> tuple[list[str], list[str]]:
    """The words of two texts that are to be compared, cut by one rule.

    Texts in Latin script are cut as rouge-score does, so that English results are equal: runs of a-z and 0-9 in lower
    case, everything else separates. Where one of the two is mainly in another script, holds ideographs, or has no such
    run, both are cut by `words`.
    """
    if not (is_other_script(first) or is_other_script(second)):
        cut = _latin_words(first), _latin_words(second)
        if cut[0] and cut[1]:
            return cut
        if not first.isascii() or not second.isascii():
            return words(first), words(second)
        return cut
    return words(first), words(second)


def is_other_script(text: str, /) -> bool:
    """Whether a text holds ideographs or kana, or is mainly in a script that is not Latin."""
    if text.isascii():
        return False
    if _SINGLE.search(text):
        return True
    if not _OTHER_LETTER.search(text):
        return False
    return 2 * len(_OTHER_LETTER.findall(text)) > len(_LETTER.findall(text))


def squad(text: str, /) -> list[str]:
    """The words of a text under SQuAD's normalisation, for every script.

    Unicode compatibility forms unified (NFKC), lower case, punctuation taken out without a gap ("well-known" is
    "wellknown"), English articles taken out, ideographs and kana as words of their own. Rajpurkar et al. 2016.
    """
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return [word for word in folded.lower().translate(_PUNCTUATION).split() if word not in _ARTICLES]


class Table(dict[int, str]):
    """A table for `str.translate` that asks a function what a character becomes, once for each character."""

    def __init__(self, becomes: Callable[[str], str]) -> None:
        super().__init__()
        self._becomes = becomes

    def __missing__(self, code: int) -> str:
        self[code] = self._becomes(chr(code))
        return self[code]


def _without_punctuation(char: str) -> str:
    if char in _ASCII_PUNCTUATION or unicodedata.category(char).startswith("P"):
        return ""
    return f" {char} " if _SINGLE.match(char) else char


def _without_gaps(char: str) -> str:
    if _SINGLE.match(char):
        return f" {char} "
    return char if _WORD.fullmatch(char) else " "


def _spelled(char: str) -> str:
    apart = _without_gaps(char)
    if apart == " " or (char.isascii() and char != "x"):
        return apart
    return apart.replace(char, "xx" if char == "x" else f"x{_base_36(ord(char))}")


def _base_36(number: int) -> str:
    """Four digits, the first of which is no x for any character."""
    return "".join(_DIGITS[number // 36**place % 36] for place in (3, 2, 1, 0))


def _folded(text: str) -> str:
    """Lower case and compatibility forms unified, without the full-width signs that separate words anyway."""
    for sign in _FULL_WIDTH:
        text = text.replace(sign, " ")
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return text.lower()


def _latin_words(text: str) -> list[str]:
    return text.translate(_ASCII_GAPS).split() if text.isascii() else _LATIN_WORD.findall(text.lower())


_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_FULL_WIDTH: Final = "，：；？！（）"
_ASCII_GAPS: Final = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
_PUNCTUATION: Final = Table(_without_punctuation)
_GAPS: Final = Table(_without_gaps)
_SPELLED: Final = Table(_spelled)

"""Make spellings of the same text equal: width, case, traditional and simplified Chinese."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " "})


class _Folding(dict[int, str]):
    """Table for ``str.translate`` that works a character out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = unicodedata.normalize("NFKC", char).lower()
        if len(plain) != 1:
            plain = char
        folded = _traditional().get(plain, plain).translate(_PLAIN)
        self[code] = folded
        return folded


def fold(text: str) -> str:
    """Fold width, case, quotes, dashes and traditional Chinese, keeping the length.

    Every code point becomes exactly one code point, so offsets into the result are offsets into ``text``.
    Characters whose NFKC form is longer than one (``㎞``, ``ﬁ``) stay as they are; ``normalise`` expands them.
    """
    if text.isascii():
        return text.lower()
    return text.translate(_table())


def normalise(text: str) -> str:
    """Give the form in which two spellings of the same text are equal.

    NFKC, then ``fold``, then each run of white space becomes one space and the ends are stripped. The length may
    change: use ``fold`` where offsets matter.
    """
    return " ".join(fold(unicodedata.normalize("NFKC", text)).split())


@cache
def _table() -> _Folding:
    return _Folding()


@cache
def _traditional() -> dict[str, str]:
    data = resources.files("raggauge.text").joinpath("data/hant.txt").read_text("utf-8")
    old, new = data.splitlines()[-2:]
    return dict(zip(old, new, strict=True))

"""Tell the language of a text by its script and its commonest words."""

from __future__ import annotations

import re

from raggauge.text.folding import fold

CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_CJK = re.compile(f"[{CJK}]")
_KANA = re.compile("[\u3040-\u30ff]")
_LATIN_WORD = re.compile("[a-z\u00c0-\u024f]+")
_SCRIPTS = (
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_COMMON = {
    "en": "the of and to in is that for it was with as on are by this be from at an or not which has have its",
    "de": "der die und das ist nicht ein eine zu den mit von für auf dem des sich auch werden wird im",
    "fr": "le la les et des est une dans que pour qui pas sur du au avec sont il elle ce cette par",
    "es": "el los las y que en un una es por con para del se no su al como más pero fue",
    "it": "il che di non per una sono con del della è si le gli anche nel alla dei",
    "pt": "o os que e do da em um uma para com não por mais as dos como foi ao são",
    "nl": "de het een van en is dat niet op te zijn voor met ook aan door",
}
_PROFILES = {name: frozenset(words.split()) for name, words in _COMMON.items()}


def is_cjk(char: str) -> bool:
    """Say whether one character is a Chinese ideograph (also used in Japanese)."""
    return _CJK.match(char) is not None


def cjk_count(text: str) -> int:
    """Count the ideographs of a text."""
    return 0 if text.isascii() else len(_CJK.findall(text))


def language(text: str) -> str:
    """Name the main language of a text: ``"en"``, ``"zh"``, ``"ja"``, ``"ko"``, ``"de"``, ... or ``"und"``.

    Chinese wins when the text has at least as many ideographs as Latin words. Latin text is told apart by common
    words; without evidence for another language it is ``"en"``. A text without letters is ``"und"``.
    """
    folded = fold(text)
    words = _LATIN_WORD.findall(folded)
    if not folded.isascii():
        kana = len(_KANA.findall(folded))
        ideographs = len(_CJK.findall(folded))
        if kana and kana * 4 >= ideographs and kana + ideographs >= len(words):
            return "ja"
        if ideographs and ideographs >= len(words):
            return "zh"
        for name, pattern in _SCRIPTS:
            if len(pattern.findall(folded)) > sum(map(len, words)):
                return name
    if not words:
        return "und"
    counts = {name: sum(map(profile.__contains__, words)) for name, profile in _PROFILES.items()}
    best = max(counts, key=lambda name: (counts[name], name == "en"))
    return best if counts[best] > counts["en"] else "en"

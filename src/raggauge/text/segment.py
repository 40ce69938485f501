"""Cut text into sentences and tokens, with offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from raggauge.text.folding import fold
from raggauge.text.script import CJK

_KANA = "\u3040-\u30ff\uff66-\uff9f"
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_LETTER = f"[^\\W\\d_{CJK}{_KANA}]"
_REST = f"(?:[^\\W_{CJK}{_KANA}]|[{_MARKS}])"
_NUMBER = r"\d++(?:[.,]\d+)*+"
_WORD = f"{_LETTER}{_REST}*+(?:'{_LETTER}+)*+"
_TOKEN = re.compile(f"{_NUMBER}|[{CJK}{_KANA}]|{_WORD}")
_RUN = re.compile(f"([{CJK}{_KANA}]++)|{_NUMBER}|{_WORD}")
_ASCII_TOKEN = re.compile(rf"[a-z][a-z0-9]*+(?:'[a-z]+)*+|{_NUMBER}", re.ASCII)
_ASCII_PARTS = re.compile(f"({_ASCII_TOKEN.pattern})", re.ASCII)

_CLOSE = "\"'”’」』）)》】]"
_CLOSING = f"[{re.escape(_CLOSE)}]*"
# the first character stands alone, since a pattern that starts with a class is searched for quickly
_END = re.compile(
    f"[。！？；….!?](?:(?<=[。！？；])[。！？；]*{_CLOSING}|(?<=…)…+{_CLOSING}|(?<=[.!?])[.!?]*{_CLOSING}(?=\\s|$|[{CJK}]))"
)
_LIST_MARK = re.compile(
    r"[ \t]*(?:(?:[-*+•·▪●◦–—>]|\#{1,6}|\(?\d{1,3}[.)、](?!\d)|（\d{1,3}）|[①-⑳]|\(?[a-zA-Z][.)]"
    r"|[一二三四五六七八九十]{1,3}、|（[一二三四五六七八九十]{1,3}）)(?:[ \t]+|(?<=[、）①-⑳.)])))+"
)
_NO_END = (
    "mr mrs ms dr prof sr jr st vs e.g i.e cf al fig figs eq no nos vol pp ch sec dept inc ltd co corp gen col lt "
    "sgt capt rev hon gov sen rep approx est ca jan feb mar apr jun jul aug sep sept oct nov dec"
)
_EITHER = "etc u.s u.k u.n e.u a.m p.m ph.d b.c a.d d.c inc ltd co corp jr sr no"
_ABBREVIATION, _MAY_END = frozenset(_NO_END.split()), frozenset(_EITHER.split())
_WORD_BEFORE = re.compile(r"([^\W_]+(?:\.[^\W_]+)*)$")


def token_spans(text: str) -> list[tuple[int, int]]:
    """Give the ``(start, end)`` of every token: words, numbers (``1,200``, ``3.5``), single CJK characters.

    A number and the letters after it are two tokens (``5km``); punctuation is none.
    """
    return [match.span() for match in _pattern(text).finditer(fold(text))]


def tokens(text: str) -> list[str]:
    """List the folded tokens of a text: words, numbers and single CJK characters, in order."""
    folded = fold(text)
    return _pattern(folded).findall(folded)


def folded_tokens(folded: str) -> tuple[list[str], list[int]]:
    """List the tokens of a text that is folded already, and where each starts."""
    words, starts, _ = parted_tokens(folded)
    return words, starts


def parted_tokens(folded: str) -> tuple[list[str], list[int], Sequence[int]]:
    """List the tokens of a folded text, where each starts, and which of them are no single CJK characters."""
    if folded.isascii():
        parts = _ASCII_PARTS.split(folded)
        return parts[1::2], list(accumulate(map(len, parts)))[:-1:2], range(len(parts) // 2)
    words: list[str] = []
    starts: list[int] = []
    others: list[int] = []
    for match in _RUN.finditer(folded):
        run = match[1]
        if run is None:
            others.append(len(words))
            words.append(match[0])
            starts.append(match.start())
        else:
            words += run
            starts += range(*match.span())
    return words, starts, others


def sentences(text: str) -> list[tuple[int, int]]:
    """Give the ``(start, end)`` of every sentence, without surrounding white space and without its list mark.

    Sentences end at ``. ! ?`` before white space and at ``。 ！ ？ ； ……``, with closing quotes and brackets kept.
    Abbreviations, initials, decimals and list numbers do not end one. A line ends one too, unless the next line goes
    on in lower case. Marks such as ``-``, ``3.``, ``（一）`` and ``#`` at the start of a line belong to no sentence.
    """
    spans: list[tuple[int, int]] = []
    for start, end in _blocks(text):
        mark = _LIST_MARK.match(text, start, end)
        _split(text, mark.end() if mark else start, end, spans)
    return spans


def _pattern(text: str) -> re.Pattern[str]:
    return _ASCII_TOKEN if text.isascii() else _TOKEN


def _blocks(text: str) -> list[tuple[int, int]]:
    """Join lines that were only wrapped; every other line is a block of its own."""
    blocks: list[tuple[int, int]] = []
    position = 0
    for line in text.splitlines(keepends=True):
        end = position + len(line)
        body = line.strip()
        if body:
            wrapped = body[0].islower() and not _LIST_MARK.match(line) and blocks and blocks[-1][1] == position
            if wrapped and text[blocks[-1][0] : blocks[-1][1]].rstrip()[-1:] not in ".!?:。！？；：":
                blocks[-1] = (blocks[-1][0], end)
            else:
                blocks.append((position, end))
        position = end
    return blocks


def _split(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    first = start
    for match in _END.finditer(text, start, end):
        if match.group(0)[0] == "." and not _ends(text, match, end):
            continue
        _add(text, first, match.end(), spans)
        first = match.end()
    _add(text, first, end, spans)


def _ends(text: str, match: re.Match[str], end: int) -> bool:
    """Say whether a full stop ends its sentence."""
    before = _word_before(text, match.start())
    rest = text[match.end() : min(end, match.end() + 40)].lstrip()
    if not rest or not before or len(match[0].rstrip(_CLOSE)) > 1:
        return True
    word = before.lower()
    if word in _MAY_END:
        return not rest[0].islower() and not (word == "no" and rest[0].isdigit())
    if word in _ABBREVIATION:
        return False
    initial = len(word) == 1 and before.isupper() and word.isalpha() and word != "i"
    return not initial


def _word_before(text: str, end: int) -> str:
    """Give the word (``U.S`` is one) that ends here, at most its last twelve characters; empty where none does."""
    word = text[max(0, end - 12) : end].rpartition(" ")[2]
    if word.isalnum():
        return word
    match = _WORD_BEFORE.search(text, max(0, end - 12), end)
    return match[1] if match else ""


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end and (text[start].isalnum() or any(map(str.isalnum, text[start:end]))):
        spans.append((start, end))
    elif spans and start < end:
        spans[-1] = (spans[-1][0], end) if text[spans[-1][1] : start].strip() == "" else spans[-1]

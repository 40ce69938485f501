"""The sentences of a passage that are prose, without markup; and its lists with what leads to them."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from raggauge.goldens.passages import Passage
from raggauge.text import sentences

_FENCED = re.compile(r"^[ \t]*(```+|~~~+).*?^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL)
_NOISE = re.compile(r"^[ \t]*(///|:::|\||<|\{[*!%]|!\[|\[//\]|---|===)")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(.+)$")
# The titles of numbered sections in plain text: a line of its own without the mark that ends a sentence.
_TITLE = re.compile(
    r"^(?:第?[一二三四五六七八九十百]{1,4}(?:[、.．]|[章条节款])|\d{1,2}(?:\.\d{1,2})*[.、．]?[ \t])"
    r"[ \t\u3000]*[^。！？；.!?;：:，,]{2,60}$"
)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)(?:\{[^}]*\})?")
_REFERENCE = re.compile(r"\[([^\]]+)\]\[[^\]]*\]")
_TAG = re.compile(r"</?[A-Za-z][^>]*>")
_EMPHASIS = re.compile(r"(\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`)")
_STARRED = re.compile(r"(?<![*\\])(\*{1,3})(?![\s*])([^*\n]+?)(?<!\s)\1(?!\*)")
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# Escaped marks are kept out of the way as characters that no text uses.
_HIDDEN: Final = 0xE000
LEAD_ENDS: Final = (":", "：")


class Sentence(msgspec.Struct, frozen=True):
    """A sentence without markup, and where it stands in the document (`document.text[start:end]` is its source)."""

    text: str
    start: int
    end: int


class Listing(msgspec.Struct, frozen=True):
    """A list with the sentence that leads to it."""

    lead: Sentence
    items: tuple[str, ...]
    end: int


def plain(text: str, /) -> str:
    """Markdown as plain text on one line; a mark behind a backslash is a character like any other."""
    text = _ESCAPED.sub(lambda found: chr(_HIDDEN + ord(found[1])), text)
    text = _IMAGE.sub("", text)
    text = _REFERENCE.sub(r"\1", _LINK.sub(r"\1", text))
    text = _EMPHASIS.sub("", _STARRED.sub(r"\2", _TAG.sub("", text)))
    text = re.sub("[\ue021-\ue07e]", lambda found: chr(ord(found[0]) - _HIDDEN), text)
    return " ".join(_EMOJI.sub("", text).split())


def prose(passage: Passage, /) -> Iterator[Sentence]:
    """The sentences outside code, tables, lists and notes' marks."""
    for start, end in _paragraphs(passage.text):
        block = passage.text[start:end]
        for low, high in sentences(block):
            text = plain(block[low:high])
            if text:
                yield Sentence(text, passage.start + start + low, passage.start + start + high)


def listings(passage: Passage, /) -> Iterator[Listing]:
    """The lists of a passage that a sentence ending in a colon leads to."""
    lead: Sentence | None = None
    items: list[str] = []
    end = 0
    for start, stop, line in _lines(passage.text):
        item = _ITEM.match(line)
        if item and lead is not None:
            if not line.startswith((" ", "\t")):
                items.append(plain(item[1]))
                end = passage.start + stop
            continue
        if lead is not None and len(items) >= 2:
            yield Listing(lead, tuple(items), end)
        if line.strip():
            text = plain(line)
            lead = Sentence(text, passage.start + start, passage.start + stop) if text.endswith(LEAD_ENDS) else None
            items = []
    if lead is not None and len(items) >= 2:
        yield Listing(lead, tuple(items), end)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Runs of plain lines."""
    begin, last = -1, 0
    for start, end, line in _lines(text):
        skip = not line.strip() or _NOISE.match(line) or _ITEM.match(line) or _TITLE.match(line)
        if skip and begin >= 0:
            yield begin, last
            begin = -1
        if not skip:
            begin = start if begin < 0 else begin
            last = end
    if begin >= 0:
        yield begin, last


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, line) of all lines; those inside fences come out empty."""
    fenced = [match.span() for match in _FENCED.finditer(text)]
    at = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        inside = any(low <= at < high for low, high in fenced)
        yield at, at + len(bare), "" if inside else bare
        at += len(line)

"""Documents cut by their own structure into passages that can be found again.

A passage is a stretch of one file: its offsets (code points of the decoded text) always slice to its text. Its id is
the file's path and a hash of the text, so that moving it within the file changes nothing, and changing it makes
another passage. Headings are kept beside the text, not in it; fenced code stays in one piece.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from raggauge.sample import Context
from raggauge.text import normalise

LONGEST: Final = 1_200
SHORTEST: Final = 60
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*(?:\{[^}]*\})?[ \t]*$")
_FENCE = re.compile(r"^[ \t]*(```+|~~~+)")


class Document(msgspec.Struct, frozen=True):
    """A file's text; `path` is relative to the folder that was read, with forward slashes."""

    path: str
    text: str


class Passage(msgspec.Struct, frozen=True):
    """A stretch of a document, `document.text[start:end] == text`, under its headings, outermost first."""

    path: str
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        """What the text says, in short: white space and width do not count."""
        return hashlib.sha256(normalise(self.text).encode()).hexdigest()[:12]

    @property
    def id(self) -> str:
        """Path and hash."""
        return f"{self.path}#{self.hash}"

    def as_context(self) -> Context:
        """The passage as a reference context that remembers where it stood."""
        place = {"path": self.path, "start": self.start, "end": self.end, "hash": self.hash}
        return Context(self.text, doc_id=self.id, metadata={**place, "headings": list(self.headings)})


def passages(document: Document, /, *, longest: int = LONGEST) -> list[Passage]:
    """The passages of a document, in order: paragraphs under one heading, joined up to `longest` characters.

    A paragraph that is longer by itself is cut at sentences. White space between passages belongs to none.
    """
    found: list[Passage] = []
    for headings, blocks in _sections(document.text):
        for start, end in _joined(document.text, blocks, longest):
            text = document.text[start:end]
            if text.strip():
                found.append(Passage(document.path, start, end, text, headings))
    return found


def _sections(text: str) -> Iterator[tuple[tuple[str, ...], list[tuple[int, int]]]]:
    """Headings in force, and the blocks (paragraphs, code) that stand under them."""
    path: dict[int, str] = {}
    blocks: list[tuple[int, int]] = []
    for start, end, level, title in _blocks(text):
        if not level:
            blocks.append((start, end))
            continue
        if blocks:
            yield tuple(path[key] for key in sorted(path)), blocks
        blocks = []
        path = {key: value for key, value in path.items() if key < level} | {level: title}
    if blocks:
        yield tuple(path[key] for key in sorted(path)), blocks


def _blocks(text: str) -> Iterator[tuple[int, int, int, str]]:
    """(start, end, heading level or 0, heading): runs of lines between blank lines, fences whole."""
    at, start, last, fence = 0, -1, 0, ""
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        mark = _FENCE.match(bare)
        heading = None if fence else _HEADING.match(bare)
        if mark and not fence:
            fence = mark[1][:3]
        elif mark and mark[1].startswith(fence) and fence:
            fence = ""
        if (heading or (not bare.strip() and not fence)) and start >= 0:
            yield start, last, 0, ""
            start = -1
        if heading:
            yield at, at + len(bare), len(heading[1]), heading[2].strip()
        elif bare.strip():
            start = at if start < 0 else start
            last = at + len(bare.rstrip())
        at += len(line)
    if start >= 0:
        yield start, last, 0, ""


def _joined(text: str, blocks: Sequence[tuple[int, int]], longest: int) -> Iterator[tuple[int, int]]:
    pieces = [piece for block in blocks for piece in _cut(text, block, longest)]
    start, end = pieces[0]
    for low, high in pieces[1:]:
        if high - start > longest and end - start >= SHORTEST:
            yield start, end
            start = low
        end = high
    yield start, end


def _cut(text: str, block: tuple[int, int], longest: int) -> Iterator[tuple[int, int]]:
    """A block that is too long, cut at sentence ends."""
    from raggauge.text import sentences

    start, end = block
    if end - start <= longest or _FENCE.match(text[start:end]):
        yield block
        return
    low = high = start
    for _, stop in sentences(text[start:end]):
        if start + stop - low > longest and high > low:
            yield low, high
            low = high
            while low < end and text[low].isspace():
                low += 1
        high = start + stop
    if end > low:
        yield low, end

"""Whether the words a judge quotes stand in the passage: a quote is verified, or shown as unverified."""

import re
from collections.abc import Iterable, Mapping

from raggauge.evidence import Quote
from raggauge.text import fold

_GAP = re.compile(r"\s*(?:\.{3,}|…+|\[…\]|\[\.\.\.\])\s*")
_EDGE = " \t\n\"'“”‘’「」『』`.,;:，。；：…"


def placed(text: str, sources: Mapping[str, str], /) -> tuple[Quote, ...]:
    """The quote in the first of the sources (name -> text) where it stands; unverified, under the first, if in none.

    Differences in case, width, white space and typographic marks are forgiven; what is kept is the source's own
    wording, so that the offsets always slice to the quote. A quote with gaps ("...") is looked for piece by piece.
    """
    whole = _anywhere(text, sources)
    if whole:
        return (whole,)
    parts = [part for part in _GAP.split(text) if len(part.strip(_EDGE)) > 1]
    if len(parts) > 1:
        found = [_anywhere(part, sources) for part in parts]
        if all(found):
            return tuple(quote for quote in found if quote)
    return (Quote(next(iter(sources), ""), text),)


def place(text: str, source: str, words: str, /) -> Quote | None:
    """The words as a quote of one source's text, None where they do not stand in it."""
    start = text.find(words) if words else -1
    if start >= 0:
        return Quote(source, words, start, start + len(words))
    pieces = [re.escape(piece) for piece in fold(words.strip(_EDGE)).split()]
    if not pieces:
        return None
    match = re.search(r"\s+".join(pieces), fold(text)) or re.search(r"\s*".join(pieces), fold(text))
    return Quote(source, text[match.start() : match.end()], match.start(), match.end()) if match else None


def _anywhere(words: str, sources: Mapping[str, str]) -> Quote | None:
    found: Iterable[Quote | None] = (place(text, source, words) for source, text in sources.items())
    return next((quote for quote in found if quote), None)

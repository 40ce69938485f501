"""Whether the passages of an item still stand in the documents, and what changed where they do not."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from raggauge.goldens.items import place_of
from raggauge.goldens.passages import Document, Passage, passages
from raggauge.sample import Context, Sample
from raggauge.text import normalise, similarity

State = Literal["same", "moved", "answer_stands", "changed", "vanished", "foreign", "unknown"]
DEAD: Final[tuple[State, ...]] = ("changed", "vanished", "foreign")
_AKIN: Final = 0.15


class Standing(msgspec.Struct, frozen=True):
    """What became of one reference context. `now` is the passage that stands there today, `diff` its lines against it.

    `same` and `moved` are fine; `answer_stands` means that the passage changed around the quoted answer; `changed`
    that it changed and the quote is gone; `vanished` that its document is gone; `foreign` that a document of that name
    holds something else altogether; `unknown` that the context does not say where it stood and stands nowhere.
    """

    state: State
    path: str
    now: Passage | None = None
    diff: str = ""


class Library:
    """Documents by path, with their passages and folded texts, each made when it is first asked for."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents: Mapping[str, Document] = {document.path: document for document in documents}
        self._passages: dict[str, list[Passage]] = {}
        self._folded: dict[str, str] = {}

    def passages(self, path: str) -> list[Passage]:
        """The passages of a document."""
        if path not in self._passages:
            self._passages[path] = passages(self.documents[path])
        return self._passages[path]

    def holds(self, path: str, text: str) -> bool:
        """Whether a document holds a text, whatever its white space, width and case."""
        if path not in self._folded:
            self._folded[path] = normalise(self.documents[path].text)
        return normalise(text) in self._folded[path]


def standings(sample: Sample, library: Library, /) -> list[Standing]:
    """What became of each reference context of an item."""
    quote = sample.metadata.get("quote")
    told = quote if isinstance(quote, Mapping) else {}
    return [_standing(context, library, told) for context in sample.reference_contexts or ()]


def _standing(context: Context, library: Library, quote: Mapping[str, object]) -> Standing:
    place = place_of(context)
    if place is None:
        path = next((path for path in library.documents if library.holds(path, context.text)), None)
        return Standing("same", path) if path else Standing("unknown", context.doc_id or "")
    document = library.documents.get(place.path)
    if document is None:
        return Standing("vanished", place.path)
    if document.text[place.start : place.end] == context.text:
        return Standing("same", place.path)
    now = next((passage for passage in library.passages(place.path) if passage.hash == place.hash), None)
    if now is not None:
        return Standing("moved", place.path, now)
    if library.holds(place.path, context.text):
        return Standing("same", place.path)
    now = max(library.passages(place.path), key=lambda one: similarity(one.text, context.text), default=None)
    if now is None or similarity(now.text, context.text) < _AKIN:
        return Standing("foreign", place.path, now)
    answer = quote.get("text")
    stands = quote.get("path") == place.path and isinstance(answer, str) and library.holds(place.path, answer)
    return Standing("answer_stands" if stands else "changed", place.path, now, _diff(context.text, now.text))


def _diff(old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "then", "now", n=1, lineterm="")
    return "\n".join(lines)

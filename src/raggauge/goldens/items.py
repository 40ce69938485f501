"""Drafts as Samples, and what a Sample remembers of the documents it was made of."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from raggauge.goldens.drafts import Draft
from raggauge.goldens.passages import Document
from raggauge.sample import Context, Sample
from raggauge.text import normalise


class Place(msgspec.Struct, frozen=True):
    """Where a reference context stood when the item was made."""

    path: str
    start: int
    end: int
    hash: str

    @property
    def id(self) -> str:
        """The id of the passage."""
        return f"{self.path}#{self.hash}"


def as_sample(draft: Draft, documents: Mapping[str, Document], /, *, builder: str) -> Sample:
    """The item of a draft: its id depends on the question and the passage alone, so that it lasts over builds."""
    mark = hashlib.sha256(f"{normalise(draft.question)}\0{draft.passage.id}".encode()).hexdigest()[:10]
    metadata: dict[str, Any] = {
        "kind": draft.kind,
        "answerable": draft.answerable,
        "origin": "generated",
        "language": draft.language,
        "style": draft.style,
        "builder": builder,
    }
    if draft.persona:
        metadata["persona"] = draft.persona
    if draft.quote is not None:
        start, end = draft.quote
        text = documents[draft.passage.path].text[start:end]
        metadata["quote"] = {"path": draft.passage.path, "start": start, "end": end, "text": text}
    contexts = tuple(passage.as_context() for passage in (draft.passage, *draft.others))
    return Sample(
        id=f"g-{mark}",
        question=draft.question,
        references=(draft.reference,),
        reference_contexts=contexts if draft.answerable else None,
        metadata=metadata,
        cluster=draft.passage.path,
    )


def place_of(context: Context, /) -> Place | None:
    """Where a reference context stood; None for one that does not say."""
    try:
        return msgspec.convert({name: context.metadata.get(name) for name in Place.__struct_fields__}, Place)
    except msgspec.ValidationError:
        return None


def paths_of(sample: Sample, /) -> tuple[str, ...]:
    """The documents that an item was made of, each once."""
    places = [place_of(context) for context in sample.reference_contexts or ()]
    found = [place.path for place in places if place] or ([sample.cluster] if sample.cluster else [])
    return tuple(dict.fromkeys(found))

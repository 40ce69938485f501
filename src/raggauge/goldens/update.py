"""A set follows its documents: dead items retire, new and changed passages get new ones, lineage is kept."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from raggauge.dataset import Dataset
from raggauge.goldens.build import Built, Plan, finished, hashes, offered
from raggauge.goldens.choosing import choose
from raggauge.goldens.filters import Breadth
from raggauge.goldens.items import place_of
from raggauge.goldens.passages import Document, Passage
from raggauge.goldens.stale import DEAD, Library, Standing, standings
from raggauge.sample import Context, Sample


class Updated(msgspec.Struct, frozen=True, kw_only=True):
    """A set brought up to date: what stays, what is new, what retired and why. `built` accounts for the new ones."""

    samples: tuple[Sample, ...]
    added: tuple[str, ...]
    retired: tuple[Sample, ...]
    moved: int
    parent: str
    built: Built

    def account(self, old: Mapping[str, Any] | None) -> dict[str, Any]:
        """The account of the set from now on: the former one, the passages of today, and this step of its lineage."""
        told = dict(old or self.built.account())
        step = {
            "parent": self.parent,
            "added": list(self.added),
            "retired": {sample.id: sample.metadata["retired"] for sample in self.retired},
            "moved": self.moved,
            "dropped": self.built.dropped,
        }
        lineage = [*told.get("lineage", ()), step]
        return {**told, "n": len(self.samples), "passages": self.built.passages, "lineage": lineage}


def update(
    samples: Sequence[Sample],
    documents: Sequence[Document],
    /,
    *,
    known: Mapping[str, Sequence[str]],
    share: float = 0.15,
    seed: int = 0,
) -> Updated:
    """Bring a set up to date with its documents.

    `known` are the hashes of the passages of each document at the time of the build or the last update: new items
    come from others alone, `share` of the set's size at most. An item retires when its passage changed around its
    answer or its document is gone; where only its place moved, the new place is noted. New items carry the hash of
    the set they were added to (`metadata.added_to`), retired ones the reason (`metadata.retired`).
    """
    library = Library(documents)
    kept, retired, moved = _sorted_out(samples, library)
    parent = Dataset(list(samples)).fingerprint()
    every = [passage for path in library.documents for passage in library.passages(path)]
    fresh = [passage for passage in every if passage.hash not in known.get(passage.path, ())]
    plan = Plan(n=max(1, round(share * len(samples))), seed=seed, styles={"plain": 1})
    asked = [sample.question or "" for sample in kept]
    breadth = Breadth(every)
    chosen = choose(_drafts_of(fresh, every, breadth), breadth, n=plan.n, mix=plan.mix, seed=seed, asked=asked)
    built = finished(chosen, documents, every, plan)
    taken = {sample.id for sample in kept}
    new = [replace(one, metadata={**one.metadata, "added_to": parent}) for one in built.samples if one.id not in taken]
    return Updated(
        samples=(*kept, *new),
        added=tuple(sample.id for sample in new),
        retired=tuple(retired),
        moved=moved,
        parent=parent,
        built=msgspec.structs.replace(built, passages=hashes(every)),
    )


def _drafts_of(fresh: Sequence[Passage], every: Sequence[Passage], breadth: Breadth) -> list[Any]:
    """Drafts of fresh passages; whether a question has an answer is asked of all of them."""
    wanted = {passage.id for passage in fresh}
    return [
        draft
        for draft in (offered(every, breadth) if wanted else [])
        if draft.passage.id in wanted and draft.kind != "unanswerable"
    ]


def _sorted_out(samples: Sequence[Sample], library: Library) -> tuple[list[Sample], list[Sample], int]:
    kept, retired, moved = [], [], 0
    for sample in samples:
        found = standings(sample, library)
        dead = next((one for one in found if one.state in DEAD), None)
        if dead is not None:
            reason = {"reason": dead.state, "path": dead.path}
            retired.append(replace(sample, metadata={**sample.metadata, "retired": reason}))
        elif any(one.now is not None for one in found):
            kept.append(_placed(sample, found, library))
            moved += 1
        else:
            kept.append(sample)
    return kept, retired, moved


def _placed(sample: Sample, found: Sequence[Standing], library: Library) -> Sample:
    """The item with the passages of today, and its quote where it stands today."""
    contexts = tuple(
        _now(context, standing) for context, standing in zip(sample.reference_contexts or (), found, strict=True)
    )
    quote = sample.metadata.get("quote")
    metadata = dict(sample.metadata)
    if isinstance(quote, Mapping) and quote.get("path") in library.documents:
        text = str(quote.get("text", ""))
        at = library.documents[quote["path"]].text.find(text)
        if at >= 0:
            metadata["quote"] = {"path": quote["path"], "start": at, "end": at + len(text), "text": text}
        else:
            metadata.pop("quote")
    return replace(sample, reference_contexts=contexts, metadata=metadata)


def _now(context: Context, standing: Standing) -> Context:
    if standing.now is None or place_of(context) is None:
        return context
    return replace(standing.now.as_context(), score=context.score, grade=context.grade)

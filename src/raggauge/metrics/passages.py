"""Which retrieved passage is which reference passage: by id, else by text; no embedder."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from raggauge.ir import JudgedLists
from raggauge.ir.lists import Hits
from raggauge.sample import Context, Sample
from raggauge.text import normalise, shingles

OVERLAP: Final = 0.8
SHORTEST: Final = 12


class Passage(NamedTuple):
    """What matching looks at: a document id (or None), the text, a grade and what the passage is needed for."""

    doc_id: str | None
    text: str
    grade: float = 1.0
    need: str = ""


@dataclass(frozen=True)
class Match:
    """`found[k]` are the reference passages that retrieved passage k is, `by[k]` how that was seen."""

    found: tuple[tuple[int, ...], ...]
    by: tuple[str, ...]


def match(retrieved: Sequence[Passage], references: Sequence[Passage], /, *, overlap: float = OVERLAP) -> Match:
    """Match retrieved passages with reference passages.

    Where both have a document id, the ids decide. Else the texts do, in this order: equal after normalisation
    (`hash`), one contained in the other (`containment`), or at least the share `overlap` of the character 5-grams of
    the shorter one in the other (`overlap`); texts under 12 characters must be equal. A passage may match several.
    """
    found, by = [], []
    for passage in retrieved:
        ways = [(i, way) for i, wanted in enumerate(references) if (way := _way(passage, wanted, overlap))]
        found.append(tuple(i for i, _ in ways))
        by.append(ways[0][1] if ways else "")
    return Match(tuple(found), tuple(by))


def judged_list(sample: Sample, /, *, overlap: float = OVERLAP, collapse: bool = False) -> tuple[JudgedLists, Match]:
    """The contexts of a sample as one ranked list beside its reference contexts, for the measures of `raggauge.ir`.

    A reference context's grade is 1 where none is given; its metadata key `need` names what it is needed for: of
    reference contexts with the same need, one is enough. A later passage of the same document or text gains nothing;
    with `collapse` it is taken out first.
    """
    retrieved = tuple(Passage(one.doc_id, one.text) for one in sample.contexts or ())
    references = tuple(
        Passage(one.doc_id, one.text, 1.0 if one.grade is None else one.grade, _need(one))
        for one in sample.reference_contexts or ()
    )
    return _list(retrieved, references, overlap, collapse)


@lru_cache(maxsize=64)
def _list(
    retrieved: tuple[Passage, ...], references: tuple[Passage, ...], overlap: float, collapse: bool
) -> tuple[JudgedLists, Match]:
    if collapse:
        retrieved = tuple(
            {passage.doc_id or _plain(passage.text): passage for passage in reversed(retrieved)}.values()
        )[::-1]
    found = match(retrieved, references, overlap=overlap)
    number = _numbers(references)
    grade = [references[i].grade for i in range(len(references))]
    rows = [(k, i) for k, matched in enumerate(found.found) for i in matched]
    documents: dict[int, tuple[int, int]] = {}
    for k, i in rows:
        if k not in documents or grade[i] > grade[documents[k][1]]:
            documents[k] = (k, i)
    lists = _lists(
        len(retrieved),
        _hits([(k, grade[i], number.document[i]) for k, i in documents.values()]),
        _hits([(k, grade[i], number.item[i]) for k, i in rows]),
        [(grade[i], number.item[i]) for i in range(len(references))],
    )
    entangled = any(len({number.item[i] for i in matched if grade[i] > 0}) > 1 for matched in found.found)
    return lists if not entangled else _entangled(lists), found


class _Numbers(NamedTuple):
    """Of each reference passage: the number of its document, and of the need (else the document) that it meets."""

    document: list[int]
    item: list[int]


def _numbers(references: Sequence[Passage]) -> _Numbers:
    documents: dict[str, int] = {}
    items: dict[str, int] = {}
    document, item = [], []
    for passage in references:
        key = f"id:{passage.doc_id}" if passage.doc_id else f"text:{_plain(passage.text)}"
        document.append(documents.setdefault(key, len(documents)))
        needed = f"need:{passage.need}" if passage.need and passage.grade > 0 else key
        item.append(items.setdefault(needed, len(items)))
    return _Numbers(document, item)


def _lists(n_retrieved: int, documents: Hits, needs: Hits, targets: Sequence[tuple[float, int]]) -> JudgedLists:
    best: dict[int, float] = {}
    for grade, item in targets:
        best[item] = max(grade, best.get(item, grade))
    return JudgedLists(
        queries=("",),
        missing=np.zeros(1, np.bool_),
        retrieved=np.array([n_retrieved]),
        documents=documents,
        needs=needs,
        target_query=np.zeros(len(best), np.int64),
        target_grade=np.array(sorted(best.values(), reverse=True), np.float64),
        entangled=np.zeros(1, np.bool_),
    )


def _entangled(lists: JudgedLists) -> JudgedLists:
    from dataclasses import replace

    return replace(lists, entangled=np.ones(1, np.bool_))


def _hits(rows: Sequence[tuple[int, float, int]]) -> Hits:
    return Hits(
        query=np.zeros(len(rows), np.int64),
        rank=np.array([k + 1 for k, _, _ in rows], np.int64),
        grade=np.array([grade for _, grade, _ in rows], np.float64),
        item=np.array([item for _, _, item in rows], np.int64),
        repeats=True,
    )


def _way(passage: Passage, wanted: Passage, overlap: float) -> str:
    if passage.doc_id and wanted.doc_id:
        return "id" if passage.doc_id == wanted.doc_id else ""
    left, right = _plain(passage.text), _plain(wanted.text)
    if left == right:
        return "hash" if left else ""
    short, long = sorted((left, right), key=len)
    if len(short) < SHORTEST:
        return ""
    if short in long:
        return "containment"
    few, many = _shingles(short), _shingles(long)
    return "overlap" if few and len(few & many) >= overlap * len(few) else ""


def _need(context: Context) -> str:
    need = context.metadata.get("need")
    return "" if need is None else str(need)


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return normalise(text)


@lru_cache(maxsize=1024)
def _shingles(text: str) -> frozenset[str]:
    return shingles(text)

"""The drafts that make a set: the kinds in their shares, even over documents, each draft through all filters."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.filters import Asked, Breadth, judged, reason_against, several_answers

Name = TypeVar("Name", bound=str)
Judged = Callable[[Draft], str | None]
# A set of nothing but gaps is no set: these kinds stay under their share times this, however few others there are.
_MOST: Final = 2
_FILLERS: Final = ("cloze", "number", "heading", "unanswerable", "false_premise", "long_tail", "ambiguous")
# What may be asked of a thing that is rarely mentioned, and how many such drafts are set aside per item wanted.
_PLAIN: Final = ("fact", "definition", "condition", "reason", "comparison")
_SPARE: Final = _MOST


class Chosen(msgspec.Struct, frozen=True):
    """The drafts of a set, in the order of the documents, and what became of the others."""

    drafts: tuple[Draft, ...]
    dropped: dict[str, int]
    n_drafts: int
    short: dict[str, int]


def choose(
    drafts: Sequence[Draft],
    breadth: Breadth,
    /,
    *,
    n: int,
    mix: Mapping[Kind, int],
    seed: int,
    asked: Sequence[str] = (),
) -> Chosen:
    """`n` drafts, or as many as the filters leave.

    `mix` are the shares of the kinds. Where a kind has too few, the others fill its place; `short` says by how many.
    `asked` are questions that the set has already. The same arguments give the same drafts.
    """
    dropped: Counter[str] = Counter()
    wanted = quotas(n, mix)
    left = _set_apart(_sound(drafts, breadth, dropped), breadth, most=_SPARE * wanted.get("long_tail", 0), seed=seed)
    pools = _pools(left, seed)
    taken = _take(pools, wanted, Asked(asked), dropped, n)
    found = Counter(draft.kind for draft in taken)
    short: dict[str, int] = {kind: number - found[kind] for kind, number in wanted.items() if found[kind] < number}
    taken.sort(key=lambda draft: (draft.passage.path, draft.quote or (draft.passage.start, 0), draft.question))
    return Chosen(tuple(taken), dict(sorted(dropped.items())), len(drafts), short)


def _sound(drafts: Sequence[Draft], breadth: Breadth, dropped: Counter[str]) -> list[Draft]:
    broad = several_answers(drafts)
    kept = []
    for number, draft in enumerate(drafts):
        reason = reason_against(draft, breadth) or ("too_broad" if number in broad else None)
        if draft.kind == "long_tail" and not breadth.rare(draft.question):
            reason = reason or "not_the_kind"
        if reason is None:
            kept.append(draft)
        else:
            dropped[reason] += 1
    return kept


def _set_apart(drafts: list[Draft], breadth: Breadth, *, most: int, seed: int) -> list[Draft]:
    """The drafts, up to `most` of those about a rarely mentioned thing marked as such; the others keep their kind."""
    rare = [k for k, one in enumerate(drafts) if one.kind in _PLAIN and breadth.rare(one.question)] if most else []
    random.Random(f"{seed}:rare").shuffle(rare)
    for number in rare[:most]:
        drafts[number] = msgspec.structs.replace(drafts[number], kind="long_tail")
    return drafts


def _pools(drafts: Sequence[Draft], seed: int) -> dict[Kind, list[Draft]]:
    pools: dict[Kind, list[Draft]] = {}
    for draft in drafts:
        pools.setdefault(draft.kind, []).append(draft)
    for kind, pool in pools.items():
        random.Random(f"{seed}:{kind}").shuffle(pool)
    return pools


def quotas(n: int, mix: Mapping[Name, int], /) -> dict[Name, int]:
    """Whole numbers that sum to `n`, by the largest remainders."""
    total = sum(mix.values())
    exact = {kind: n * share / total for kind, share in mix.items() if share}
    wanted = {kind: int(value) for kind, value in exact.items()}
    order = sorted(exact, key=lambda kind: (wanted[kind] - exact[kind], kind))
    for kind in order[: n - sum(wanted.values())]:
        wanted[kind] += 1
    return wanted


def _take(
    pools: dict[Kind, list[Draft]], wanted: Mapping[Kind, int], asked: Asked, dropped: Counter[str], n: int
) -> list[Draft]:
    taken: list[Draft] = []
    by_document: Counter[str] = Counter()
    quotes: set[tuple[str, int]] = set()
    counts: Counter[Kind] = Counter()
    while len(taken) < n:
        kind = _next_kind(pools, wanted, counts)
        if kind is None:
            break
        pool = pools[kind]
        draft = min(pool, key=lambda one: by_document[one.passage.path])
        pool.remove(draft)
        place = (draft.passage.path, draft.quote[0]) if draft.quote else None
        reason = "near_duplicate" if place in quotes or asked.has(draft.question) else judged(draft)
        if reason:
            dropped[reason] += 1
            continue
        if place:
            quotes.add(place)
        asked.add(draft.question)
        by_document[draft.passage.path] += 1
        counts[kind] += 1
        taken.append(draft)
    return taken


def _next_kind(pools: Mapping[Kind, Sequence[Draft]], wanted: Mapping[Kind, int], counts: Counter[Kind]) -> Kind | None:
    """The kind that is farthest from its number; where all that can be are full, the one with the most drafts."""
    open_kinds = [kind for kind in wanted if pools.get(kind)]
    missing = [kind for kind in open_kinds if counts[kind] < wanted[kind]]
    if missing:
        return min(missing, key=lambda kind: (counts[kind] / wanted[kind], kind))
    free = [kind for kind in open_kinds if kind not in _FILLERS or counts[kind] < _MOST * wanted[kind]]
    return max(free, key=lambda kind: (kind not in _FILLERS, len(pools[kind]), kind), default=None)

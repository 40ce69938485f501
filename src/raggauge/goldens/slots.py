"""Which passages a model is asked about, for which kinds, by whom: even over documents, drawn from the seed."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from raggauge.goldens.build import Plan
from raggauge.goldens.choosing import quotas
from raggauge.goldens.drafting import FORMS, content
from raggauge.goldens.drafts import Kind
from raggauge.goldens.filters import Breadth
from raggauge.goldens.passages import Passage
from raggauge.goldens.prose import plain
from raggauge.text import language

# Drafts asked for per item wanted: the filters take their share.
SPARE: Final = 1.6
_SHORTEST: Final = 120
# Two passages are taken for one question only where this share of their words is the same.
_ALIKE: Final = 0.08


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One call to come: a kind of question of a passage, in a language.

    `other` is the second passage that an ambiguous question is to fit, `about` the rarely mentioned thing that a
    question of the long tail is about, `persona` who asks; `elsewhere` says that the question is wanted in another
    language as well.
    """

    passage: Passage
    kind: Kind
    language: str
    other: Passage | None = None
    about: str = ""
    persona: str = ""
    elsewhere: bool = False


def slots(passages: Sequence[Passage], plan: Plan, /) -> list[Slot]:
    """The calls for a plan: every passage once at most. Kinds that no passage is fit for give their place to others."""
    draw = random.Random(f"{plan.seed}:slots")
    order = [passage for passage in _even(passages, draw) if language(plain(passage.text)) in FORMS]
    wanted = min(round(SPARE * plan.n), len(order))
    kinds = [kind for kind, number in quotas(wanted, plan.mix).items() for _ in range(number)]
    styles = [style for style, number in quotas(wanted, plan.styles).items() for _ in range(number)]
    personas = list(plan.personas)
    for names in (kinds, styles, personas):
        draw.shuffle(names)
    found = []
    for number, slot in enumerate(_fit(order, kinds, passages)):
        persona = personas[number % len(personas)] if personas else ""
        elsewhere = slot.other is None and styles[number] == "other_language"
        found.append(msgspec.structs.replace(slot, persona=persona, elsewhere=elsewhere))
    return found


def _even(passages: Sequence[Passage], draw: random.Random) -> list[Passage]:
    """The passages with enough text, one of each document in turn."""
    by_document: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(plain(passage.text)) >= _SHORTEST:
            by_document.setdefault(passage.path, []).append(passage)
    queues = list(by_document.values())
    for queue in queues:
        draw.shuffle(queue)
    draw.shuffle(queues)
    deep = max(map(len, queues), default=0)
    return [queue[depth] for depth in range(deep) for queue in queues if depth < len(queue)]


def _fit(order: Sequence[Passage], kinds: Sequence[Kind], every: Sequence[Passage]) -> Iterator[Slot]:
    """A slot for each kind: those that need a fit passage choose first, the others take what is left in order."""
    tail = _long_tail(order, every, most=kinds.count("long_tail"))
    left = [passage for passage in order if passage.id not in {slot.passage.id for slot in tail}]
    doubles = _ambiguous(left, most=kinds.count("ambiguous"))
    taken = {passage.id for slot in doubles for passage in (slot.passage, slot.other) if passage}
    rest = iter([passage for passage in left if passage.id not in taken])
    ready: dict[Kind, Iterator[Slot]] = {"long_tail": iter(tail), "ambiguous": iter(doubles)}
    usual = [kind for kind in kinds if kind not in ready]
    for number, kind in enumerate(kinds):
        slot = next(ready[kind], None) if kind in ready else None
        if slot is None and usual and (passage := next(rest, None)) is not None:
            own = usual[number % len(usual)] if kind in ready else kind
            slot = Slot(passage=passage, kind=own, language=language(plain(passage.text)))
        if slot is not None:
            yield slot


def _long_tail(order: Sequence[Passage], every: Sequence[Passage], *, most: int) -> list[Slot]:
    """The first passages that name a rarely mentioned thing."""
    found: list[Slot] = []
    breadth = Breadth(every if most else ())
    for passage in order:
        if len(found) >= most:
            break
        text = plain(passage.text)
        if about := breadth.rare(text):
            found.append(Slot(passage=passage, kind="long_tail", language=language(text), about=about))
    return found


def _ambiguous(order: Sequence[Passage], *, most: int) -> list[Slot]:
    """Pairs of passages in one language that speak of the same."""
    texts = {passage.id: plain(passage.text) for passage in order} if most else {}
    words = {name: set(content(text)) for name, text in texts.items()}
    spoken = {name: language(text) for name, text in texts.items()}
    free = {passage.id: passage for passage in order if most}
    found: list[Slot] = []
    for passage in order:
        if len(found) >= most:
            break
        if passage.id not in free:
            continue
        others = [one for one in free.values() if spoken[one.id] == spoken[passage.id] and one.hash != passage.hash]
        shares = {one.id: _alike(words[passage.id], words[one.id]) for one in others}
        best = max(shares, key=lambda name: (shares[name], name), default="")
        if best and shares[best] >= _ALIKE:
            other = free.pop(best)
            del free[passage.id]
            found.append(Slot(passage=passage, kind="ambiguous", language=spoken[passage.id], other=other))
    return found


def _alike(one: set[str], two: set[str]) -> float:
    return len(one & two) / max(1, len(one | two))

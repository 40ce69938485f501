"""Which entities of the references the passages hold, matched by spelling, containment and words."""

from collections.abc import Mapping, Sequence

from raggauge.evidence import Entity
from raggauge.text import normalise, tokens


def entities(named: Mapping[str, Sequence[str]], contexts: Sequence[str], /) -> tuple[Entity, ...]:
    """The entities of each reference (source -> names), each with the first context that holds it.

    `exact`: as written; `contained`: as written but for case, width and traditional characters; `fuzzy`: all its words.
    """
    folded = [normalise(text) for text in contexts]
    words = [set(tokens(text)) for text in contexts]
    return tuple(
        _matched(int(source.partition(":")[2]), name, contexts, folded, words)
        for source, names in named.items()
        if source != "answer"
        for name in names
    )


def _matched(
    reference: int, name: str, contexts: Sequence[str], folded: Sequence[str], words: Sequence[set[str]]
) -> Entity:
    for number, text in enumerate(contexts):
        if name in text:
            return Entity(reference, name, True, "exact", number)
    plain = normalise(name)
    for number, text in enumerate(folded):
        if plain and plain in text:
            return Entity(reference, name, True, "contained", number)
    own = set(tokens(name))
    for number, known in enumerate(words):
        if own and own <= known:
            return Entity(reference, name, True, "fuzzy", number)
    return Entity(reference, name, False)

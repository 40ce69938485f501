"""Text without a model: language, sentences, tokens, folding, quantities, likeness, hashed vectors.

Everything here is a pure function of its arguments and works on English, Chinese and other scripts.
All offsets are code point offsets into the text that was given, so that ``text[start:end]`` is the part meant.

====================  =========================================================================
``language(text)``    ``"en"``, ``"zh"``, ... or ``"und"``
``sentences(text)``   ``[(start, end), ...]``
``tokens(text)``      folded words, numbers and single CJK characters
``token_spans(text)`` ``[(start, end), ...]`` of the same tokens
``fold(text)``        same length: width, case and traditional characters folded
``normalise(text)``   NFKC, fold, one space between words: for comparing, not for slicing
``quantities(text)``  numbers, dates and units with their values
``overlap(a, b)``     recall, precision and F1 of tokens
``similarity(a, b)``  Jaccard of character shingles
``minhash(text)``     signature for near-duplicate search
``near_duplicates``   groups of texts that say the same
``embed(texts)``      named, versioned hashed vectors
====================  =========================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from raggauge.text.folding import fold, normalise
    from raggauge.text.likeness import Overlap, minhash, near_duplicates, overlap, shingles, similarity
    from raggauge.text.quantity import Quantity, quantities
    from raggauge.text.script import is_cjk, language
    from raggauge.text.segment import sentences, token_spans, tokens
    from raggauge.text.vectors import EMBEDDER, embed
    from raggauge.text.words import stem, stop_words

_HOME = {
    "EMBEDDER": "vectors",
    "Overlap": "likeness",
    "Quantity": "quantity",
    "embed": "vectors",
    "fold": "folding",
    "is_cjk": "script",
    "language": "script",
    "minhash": "likeness",
    "near_duplicates": "likeness",
    "normalise": "folding",
    "overlap": "likeness",
    "quantities": "quantity",
    "sentences": "segment",
    "shingles": "likeness",
    "similarity": "likeness",
    "stem": "words",
    "stop_words": "words",
    "token_spans": "segment",
    "tokens": "segment",
}

__all__ = [  # noqa: RUF022
    "language", "is_cjk", "sentences", "tokens", "token_spans", "fold", "normalise", "Quantity", "quantities",
    "Overlap", "overlap", "similarity", "shingles", "minhash", "near_duplicates", "embed", "EMBEDDER", "stem",
    "stop_words",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the file that defines a public name when the name is first used (PEP 562)."""
    import importlib

    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value

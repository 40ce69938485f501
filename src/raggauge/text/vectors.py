"""Hashed vectors of words and character n-grams: a named, versioned embedder that needs no model."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from raggauge.text.folding import normalise
from raggauge.text.rarity import rarities
from raggauge.text.segment import folded_tokens
from raggauge.text.words import stem, stop_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBEDDER = "raggauge-hash-1"
DIMENSIONS = 2048
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts by what they are written with: shape ``(len(texts), 2048)``, rows of length 1.

    Features are stemmed words weighted by rarity, pairs of neighbouring words, and character 4-grams of long words;
    for CJK single characters, pairs and triples. Each is hashed to one place and one sign (Weinberger et al. 2009).
    Texts that mean the same in other words are *not* near each other: this measures likeness of wording. A text
    without tokens is a zero vector. The name ``raggauge-hash-1`` (``EMBEDDER``) changes whenever any value would.
    """
    import numpy as np

    rows = np.zeros((len(texts), DIMENSIONS), np.float32)
    for i, text in enumerate(texts):
        codes: list[int] = []
        weights: list[float] = []
        for feature, weight in _features(text):
            codes.append(zlib.crc32(feature.encode("utf-8", "surrogatepass")))
            weights.append(weight)
        code = np.array(codes, np.int64)
        signed = np.where(code & 1, 1.0, -1.0) * np.array(weights)
        row = np.bincount((code >> 1) % DIMENSIONS, signed, minlength=DIMENSIONS)
        rows[i] = row / (float(np.linalg.norm(row)) or 1.0)
    return rows


def cosine(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """Cosine of two vectors in [-1, 1]; equal vectors give exactly 1.0, a zero vector gives 0.0."""
    import numpy as np

    lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
    if not lengths:
        return 0.0
    if np.array_equal(first, second):
        return 1.0
    return min(1.0, max(-1.0, float(np.dot(first, second)) / lengths))


def _features(text: str) -> Iterator[tuple[str, float]]:
    rare, stops = rarities(), stop_words()
    words, _ = folded_tokens(normalise(text))
    before = before_last = ""
    for word in words:
        ideograph = _IDEOGRAPH.match(word) is not None
        root = word if ideograph else stem(word)
        weight = 0.1 if word in stops else 0.2 + rare[root]
        yield root, weight * (0.5 if ideograph else 1.0)
        if before:
            yield f"{before} {root}", 0.4 * weight if not ideograph else 0.8 * rare[before + root] + 0.1
        if ideograph and before_last:
            yield f"{before_last} {before} {root}", 0.3
        if not ideograph and len(root) > 4:
            share = 0.5 * weight / (len(root) - 2)
            padded = f"<{root}>"
            yield from ((padded[i : i + 4], share) for i in range(len(padded) - 3))
        before_last, before = before, root

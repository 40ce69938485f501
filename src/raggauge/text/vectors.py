"""Hashed vectors of words and character n-grams: a named, versioned embedder that needs no model."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from raggauge.text.folding import normalise
from raggauge.text.rarity import rarities
from raggauge.text.segment import folded_tokens
from raggauge.text.words import stem, stop_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBEDDER = "raggauge-hash-1"
DIMENSIONS = 2048
_BLOCK = 64
_HOW: Final = ("utf-8", "surrogatepass")
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
    for start in range(0, len(texts), _BLOCK):
        block = texts[start : start + _BLOCK]
        codes: list[int] = []
        weights: list[float] = []
        sizes: list[int] = []
        for text in block:
            before = len(codes)
            _gather(text, codes, weights)
            sizes.append(len(codes) - before)
        code = np.array(codes, np.int64)
        signed = np.where(code & 1, 1.0, -1.0) * np.array(weights)
        places = (code >> 1) % DIMENSIONS + np.repeat(np.arange(len(block)) * DIMENSIONS, sizes)
        sums = np.bincount(places, signed, minlength=len(block) * DIMENSIONS).reshape(len(block), DIMENSIONS)
        lengths = np.array([math.sqrt(row.dot(row)) or 1.0 for row in sums])
        rows[start : start + _BLOCK] = sums / lengths[:, None]
    return rows


@lru_cache(maxsize=8)
def vector(text: str) -> NDArray[np.float32]:
    """Embed one text, as ``embed`` does; what was embedded last is remembered, and must not be written to."""
    row: NDArray[np.float32] = embed([text])[0]
    row.flags.writeable = False
    return row


def cosine(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """Cosine of two vectors in [-1, 1]; equal vectors give exactly 1.0, a zero vector gives 0.0."""
    import numpy as np

    lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
    if not lengths:
        return 0.0
    if np.array_equal(first, second):
        return 1.0
    return min(1.0, max(-1.0, float(np.dot(first, second)) / lengths))


def _gather(text: str, codes: list[int], weights: list[float]) -> None:
    """Add the hash and the weight of every feature of a text."""
    rare = rarities()
    plain = normalise(text)
    how = () if _encodable(plain) else _HOW
    words, _ = folded_tokens(plain)
    before = before_last = ""
    for word in words:
        root, ideograph, weight, code, grams, each = _of_word(word)
        codes.append(code)
        weights.append(weight * (0.5 if ideograph else 1.0))
        if before:
            codes.append(crc32(f"{before} {root}".encode(*how)))
            weights.append(0.4 * weight if not ideograph else 0.8 * rare[before + root] + 0.1)
        if ideograph and before_last:
            codes.append(crc32(f"{before_last} {before} {root}".encode(*how)))
            weights.append(0.3)
        codes += grams
        weights += each
        before_last, before = before, root


@lru_cache(maxsize=8192)
def _of_word(word: str) -> tuple[str, bool, float, int, tuple[int, ...], list[float]]:
    """Give a word's stem, whether it is an ideograph, its weight and hash, and those of the parts of a long word.

    The parts are the character 4-grams of the stem with its ends marked.
    """
    ideograph = word >= "\u3040" and _IDEOGRAPH.match(word) is not None
    root = word if ideograph else stem(word)
    weight = 0.1 if word in stop_words() else 0.2 + rarities()[root]
    code = crc32(root.encode(*_HOW))
    if ideograph or len(root) <= 4:
        return root, ideograph, weight, code, (), []
    padded = f"<{root}>"
    grams = tuple(crc32(padded[i : i + 4].encode(*_HOW)) for i in range(len(padded) - 3))
    return root, ideograph, weight, code, grams, [0.5 * weight / (len(root) - 2)] * len(grams)


def _encodable(text: str) -> bool:
    """Say whether a text has no lone surrogates, which UTF-8 has no bytes for."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

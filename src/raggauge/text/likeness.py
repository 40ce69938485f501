"""How alike two texts are: token overlap, character shingles, near duplicates."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from raggauge.text.folding import normalise
from raggauge.text.segment import folded_tokens
from raggauge.text.words import stem, stop_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PRIME = (1 << 31) - 1


class Overlap(NamedTuple):
    """Shares of tokens that two texts have in common, each in [0, 1]."""

    recall: float
    precision: float
    f1: float


def overlap(text: str, source: str, *, content_only: bool = False) -> Overlap:
    """Count the tokens of ``text`` that ``source`` has too, as multisets.

    ``recall`` is the share of the tokens of ``text`` found in ``source``, ``precision`` the share of the tokens of
    ``source`` found in ``text``. With ``content_only`` words are stemmed, function words left out. Two texts without
    tokens overlap fully; one without tokens and one with some do not overlap at all.
    """
    ours, theirs = _counts(text, content_only), _counts(source, content_only)
    n_ours, n_theirs = ours.total(), theirs.total()
    if not n_ours or not n_theirs:
        same = 1.0 if n_ours == n_theirs else 0.0
        return Overlap(same, same, same)
    common = (ours & theirs).total()
    return Overlap(common / n_ours, common / n_theirs, 2 * common / (n_ours + n_theirs))


def shingles(text: str, *, size: int = 5) -> frozenset[str]:
    """Give the set of character ``size``-grams of the normalised text; a shorter text is its own single shingle."""
    plain = normalise(text)
    if not plain:
        return frozenset()
    return frozenset(plain[i : i + size] for i in range(max(1, len(plain) - size + 1)))


def similarity(first: str, second: str, *, size: int = 5) -> float:
    """Jaccard similarity of character shingles, in [0, 1]; two empty texts are 1.0."""
    a, b = shingles(first, size=size), shingles(second, size=size)
    return len(a & b) / len(a | b) if a or b else 1.0


def minhash(text: str, *, n_hashes: int = 64, size: int = 5) -> NDArray[np.uint32]:
    """Give a MinHash signature: the share of equal places of two signatures estimates ``similarity``.

    Shape ``(n_hashes,)``, the same on every machine. A text without characters has the signature of all maxima.
    Source: Broder 1997.
    """
    import numpy as np

    codes = np.fromiter((zlib.crc32(s.encode()) for s in shingles(text, size=size)), np.uint64)
    if codes.size == 0:
        return np.full(n_hashes, 0xFFFFFFFF, np.uint32)
    random = np.random.default_rng(20261129)
    a = random.integers(1, _PRIME, n_hashes, dtype=np.uint64)[:, None]
    b = random.integers(0, _PRIME, n_hashes, dtype=np.uint64)[:, None]
    mixed = (a * (codes % np.uint64(_PRIME)) + b) % np.uint64(_PRIME)
    return np.asarray(mixed.min(axis=1), dtype=np.uint32)


def near_duplicates(texts: Sequence[str], *, at_least: float = 0.8, size: int = 5) -> list[list[int]]:
    """Group texts whose shingle similarity is ``at_least`` this, directly or through others of the group.

    Returns the groups of two and more as sorted index lists, in order of their first text. Candidates come from
    MinHash bands (16 bands of 4), each pair is then checked exactly, so that no group is a false one; a pair right
    at the threshold is missed with a probability under 1 in 1000 at 0.8.
    """
    sets = [shingles(text, size=size) for text in texts]
    parent = list(range(len(texts)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for bucket in _buckets(texts, size):
        for j in bucket[1:]:
            first, other = root(bucket[0]), root(j)
            a, b = sets[bucket[0]], sets[j]
            if first != other and (a == b or len(a & b) >= at_least * len(a | b)):
                parent[max(first, other)] = min(first, other)
    groups: dict[int, list[int]] = {}
    for i in range(len(texts)):
        groups.setdefault(root(i), []).append(i)
    return [group for group in groups.values() if len(group) > 1]


def _buckets(texts: Sequence[str], size: int) -> list[list[int]]:
    buckets: dict[tuple[int, bytes], list[int]] = {}
    for i, text in enumerate(texts):
        signature = minhash(text, size=size)
        for band in range(16):
            buckets.setdefault((band, signature[4 * band : 4 * band + 4].tobytes()), []).append(i)
    return [[members[k], *members[k + 1 :]] for members in buckets.values() for k in range(len(members) - 1)]


def _counts(text: str, content_only: bool) -> Counter[str]:
    words, _ = folded_tokens(normalise(text))
    if content_only:
        words = [stem(word) for word in words if word not in stop_words()]
    return Counter(words)

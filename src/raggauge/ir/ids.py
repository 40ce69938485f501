"""Document ids as bytes in one buffer: hashed, compared and ordered without making a Python string of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Index = NDArray[np.int64]
Words = NDArray[np.uint64]

PAD: Final = 32  # bytes before and after the ids that may be read (and are masked away) when eight are loaded at once
_KEEP: Final = np.array([(1 << (8 * n)) - 1 for n in range(9)], np.uint64)  # keeps the first n of eight bytes
_BLOCK: Final = 1 << 13  # ids that are hashed at once: what they need stays in the processor's cache
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Ids:
    """A column of ids: id i is the UTF-8 bytes `buffer[start[i] : start[i] + length[i]]`.

    The buffer has `PAD` bytes of padding in front and behind. No id contains a zero byte. `hash` is equal for equal
    ids; unequal ids have equal hashes so rarely that it suffices to check (`same`) what the hash says is equal.
    """

    buffer: Bytes
    start: Index
    length: NDArray[np.int32]
    hash: Words

    @classmethod
    def at(cls, buffer: Bytes, start: Index, length: NDArray[np.int32]) -> "Ids":
        """The ids at these places of a padded buffer."""
        return cls(buffer, start, length, hashed(buffer, start, length))

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Ids":
        """The ids that a sequence of strings names; a string may not hold a zero character (ValueError)."""
        joined = "\0".join(texts).encode("utf-8", "surrogatepass") + b"\0" if texts else b""
        buffer = padded(joined)
        ends = np.flatnonzero(buffer[PAD : PAD + len(joined)] == 0) + PAD
        if len(ends) != len(texts):
            raise ValueError("an id holds a zero character")
        start = np.concatenate(([PAD], ends[:-1] + 1))[: len(texts)].astype(np.int64)
        return cls.at(buffer, start, (ends - start).astype(np.int32))

    def __len__(self) -> int:
        return len(self.start)

    def text(self, i: int, /) -> str:
        """Id i as a string."""
        first = int(self.start[i])
        return self.buffer[first : first + int(self.length[i])].tobytes().decode("utf-8", "surrogateescape")

    def take(self, rows: Any, /) -> "Ids":
        """The ids of some rows, in that order; the buffer is shared."""
        return Ids(self.buffer, self.start[rows], self.length[rows], self.hash[rows])

    def same(self, other: "Ids", /) -> NDArray[np.bool_]:
        """Whether id i of both is the same, for each i."""
        equal: NDArray[np.bool_] = self.length == other.length
        for j in range(0, int(self.length.max(initial=0)), 8):
            left, right = _word(self, j), _word(other, j)
            equal &= left == right
        return equal

    def descending(self, within: NDArray[Any], /) -> Index:
        """The order that sorts by `within` (ascending), then by the bytes of the id (descending, as strcmp does)."""
        keys = [~_word(self, j).byteswap() for j in range(0, int(self.length.max(initial=0)), 8)]
        return np.lexsort((*reversed(keys), within))


def padded(data: bytes | bytearray | memoryview, /) -> Bytes:
    """The data with `PAD` line ends in front and zero bytes behind, as the functions here need it."""
    out = np.zeros(len(data) + 2 * PAD, np.uint8)
    out[:PAD] = 10
    out[PAD : PAD + len(data)] = np.frombuffer(data, np.uint8)
    return out


def windows(buffer: Bytes, /) -> Words:
    """Eight bytes as one little-endian number from each place of the buffer on; a view, nothing is copied."""
    return np.ndarray((len(buffer) - 7,), "<u8", buffer=buffer, strides=(1,))


def hashed(buffer: Bytes, start: Index, length: NDArray[np.int32], /) -> Words:
    """A 64-bit hash of each id, the same wherever the id stands."""
    value = np.empty(len(start), np.uint64)
    for lo in range(0, len(start), _BLOCK):
        block = slice(lo, lo + _BLOCK)
        value[block] = _hashed(buffer, start[block], length[block])
    return value


def keyed(value: Words, group: NDArray[np.integer[Any]], /) -> Words:
    """A hash of the pair (group, id) from the id's hash."""
    return _mixed((value ^ (group.astype(np.uint64) * np.uint64(0xD6E8FEB86659FD93))) * _MIX)


def _hashed(buffer: Bytes, start: Index, length: NDArray[np.int32]) -> Words:
    view = windows(buffer)
    value = view[start]
    value &= _KEEP.take(length, mode="clip")
    value *= _MIX
    _mixed(value)
    for j in range(8, int(length.max(initial=0)), 8):
        longer = length > j
        if j > PAD - 8 or 2 * np.count_nonzero(longer) < len(longer):
            rows = np.flatnonzero(longer)
            value[rows] = _appended(value[rows], view[start[rows] + j], length[rows] - j)
        else:
            np.copyto(value, _appended(value, view[start + j], length - j), where=longer)
    return value


def _appended(value: Words, word: Words, left: NDArray[np.int32]) -> Words:
    """The hash of ids that go on with this word, of which `left` bytes (or all) are theirs."""
    word &= _KEEP.take(left, mode="clip")
    word += value
    word *= _MIX
    return _mixed(word)


def _mixed(value: Words) -> Words:
    value ^= value >> np.uint64(29)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(32)
    return value


def _word(ids: Ids, j: int) -> Words:
    """Bytes j to j + 8 of each id, zero behind its end."""
    start = np.minimum(ids.start + j, len(ids.buffer) - 8)
    return windows(ids.buffer)[start] & _KEEP[np.clip(ids.length - j, 0, 8)]

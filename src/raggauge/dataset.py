"""An ordered, named, fingerprinted sequence of samples."""

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from raggauge.errors import DataError
from raggauge.messages import shown
from raggauge.sample import Sample

N_KEPT = 100
_encoder = msgspec.json.Encoder(order="deterministic")


class Skipped:
    """The faulty rows that the latest reading of a Dataset left out: how many, and why (the first hundred of them)."""

    def __init__(self) -> None:
        self.n = 0
        self.errors: list[DataError] = []

    def add(self, error: DataError) -> None:
        """Count one more row."""
        self.n += 1
        if len(self.errors) < N_KEPT:
            self.errors.append(error)

    def join(self, other: "Skipped") -> None:
        """Count what the reading of one more file left out."""
        self.n += other.n
        self.errors += other.errors[: N_KEPT - len(self.errors)]

    def clear(self) -> None:
        """Begin a new reading."""
        self.n = 0
        self.errors.clear()

    def __len__(self) -> int:
        return self.n


class Dataset:
    """An ordered, named sequence of samples, read lazily: iterating twice opens the source twice.

    `samples` is a sequence, or a function that opens the source anew and yields Samples. `lineage` is what is known
    of where the set came from (path, parent version, sampling); it goes into the manifest of every run. Ids are
    unique: iterating raises DataError at the second sample of an id. `skipped`, where it is given, collects the faulty
    rows that the latest reading left out, repeated ids among them; without it the first one raises.
    """

    def __init__(
        self,
        samples: Sequence[Sample] | Callable[[], Iterable[Sample]],
        /,
        *,
        name: str = "dataset",
        lineage: dict[str, Any] | None = None,
        skipped: Skipped | None = None,
    ) -> None:
        self.name = name
        self.skipped = skipped
        self.lineage = dict(lineage or {})
        self._samples = samples

    def __iter__(self) -> Iterator[Sample]:
        marks = Marks()
        for ordinal, sample in enumerate(self._opened()):
            first = marks.add(sample.id, ordinal)
            if first is None:
                yield sample
            elif self.skipped is None:
                again = next(islice(self._opened(), first, None))
                raise _repeated(sample, again.place or f"#{first + 1}")
            else:
                self.skipped.add(_repeated(sample, f"#{first + 1}"))

    def _opened(self) -> Iterable[Sample]:
        return self._samples() if callable(self._samples) else self._samples

    def __len__(self) -> int:
        if callable(self._samples):
            raise TypeError("the length of a dataset that is read lazily is known after reading it")
        return len(self._samples)

    def __repr__(self) -> str:
        return f"Dataset({self.name!r})"

    def fingerprint(self) -> str:
        """The content of the set as a hash (reads it once):

        Equal for equal samples in equal order, whatever file held them.
        """
        hasher = Fingerprinter()
        for sample in self:
            hasher.add(sample)
        return hasher.value()


def _repeated(sample: Sample, first: str) -> DataError:
    return DataError("core.duplicate_id", place=sample.place, sample=shown(sample.id), first=first)


class Marks:
    """Texts met so far and where first: a table of hashes, so that a million texts take 32 MB."""

    def __init__(self) -> None:
        self._n, self._mask = 0, (1 << 10) - 1
        self._marks, self._ordinals = array("Q", bytes(8 << 10)), array("L", bytes(array("L").itemsize << 10))

    def add(self, text: str, ordinal: int, /) -> int | None:
        """Where the text was met before; None for a new one, which is remembered."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        mark = int.from_bytes(digest, "little") or 1
        slot = self._slot(mark)
        if self._marks[slot]:
            return self._ordinals[slot]
        self._marks[slot], self._ordinals[slot] = mark, ordinal
        self._n += 1
        if 2 * self._n > self._mask:
            self._grow()
        return None

    def _slot(self, mark: int) -> int:
        slot = mark & self._mask
        while self._marks[slot] not in (0, mark):
            slot = (slot + 1) & self._mask
        return slot

    def _grow(self) -> None:
        marks, ordinals = self._marks, self._ordinals
        self._mask = 2 * self._mask + 1
        self._marks = array("Q", bytes(16 * len(marks)))
        self._ordinals = array("L", bytes(2 * ordinals.itemsize * len(ordinals)))
        for mark, ordinal in zip(marks, ordinals, strict=True):
            if mark:
                slot = self._slot(mark)
                self._marks[slot], self._ordinals[slot] = mark, ordinal


class Fingerprinter:
    """Computes the fingerprint of a dataset while it streams by."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"raggauge-dataset-1")

    def add(self, sample: Sample) -> None:
        """Count one more sample, in order."""
        self.add_identity(identity(sample))

    def add_identity(self, content: bytes) -> None:
        """Count one more sample, given as the bytes of its identity."""
        self._hash.update(hashlib.sha256(content).digest())

    def value(self) -> str:
        """The fingerprint of what was added so far."""
        return f"sha256:{self._hash.hexdigest()[:32]}"


def identity(sample: Sample) -> bytes:
    """The bytes that make a sample what it is: all its fields but `place`, in one canonical form.

    Raises DataError for a text with half a surrogate pair, which no file can hold.
    """
    try:
        return _encoder.encode(msgspec.structs.replace(sample, place=""))
    except UnicodeEncodeError as problem:
        bad = shown(problem.object[problem.start : problem.end])
        raise DataError("core.lone_surrogate", place=sample.place, sample=shown(sample.id), value=bad) from None

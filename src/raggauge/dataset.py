"""An ordered, named, fingerprinted sequence of samples."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from raggauge.errors import DataError
from raggauge.messages import shown
from raggauge.sample import Sample

_encoder = msgspec.json.Encoder(order="deterministic")


class Dataset:
    """An ordered, named sequence of samples, read lazily: iterating twice opens the source twice.

    `samples` is a sequence, or a function that opens the source anew and yields Samples. `lineage` is what is known
    of where the set came from (path, parent version, sampling); it goes into the manifest of every run. Ids are
    unique: iterating raises DataError at the second sample of an id.
    """

    def __init__(
        self,
        samples: Sequence[Sample] | Callable[[], Iterable[Sample]],
        /,
        *,
        name: str = "dataset",
        lineage: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.lineage = dict(lineage or {})
        self._samples = samples

    def __iter__(self) -> Iterator[Sample]:
        seen: dict[bytes, str] = {}
        for sample in self._samples() if callable(self._samples) else self._samples:
            mark = hashlib.blake2b(sample.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            if mark in seen:
                first = seen[mark] or "?"
                raise DataError("core.duplicate_id", place=sample.place, sample=shown(sample.id), first=first)
            seen[mark] = sample.place
            yield sample

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


class Fingerprinter:
    """Computes the fingerprint of a dataset while it streams by."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"raggauge-dataset-1")

    def add(self, sample: Sample) -> None:
        """Count one more sample, in order."""
        self._hash.update(hashlib.sha256(identity(sample)).digest())

    def value(self) -> str:
        """The fingerprint of what was added so far."""
        return f"sha256:{self._hash.hexdigest()[:32]}"


def identity(sample: Sample) -> bytes:
    """The bytes that make a sample what it is: all its fields but `place`, in one canonical form."""
    return _encoder.encode(msgspec.structs.replace(sample, place=""))

"""From what a caller gives to a Dataset, and to the part of it that takes part in a run."""

import hashlib
import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.dataset import Dataset, Skipped
from raggauge.errors import DataError, UsageError
from raggauge.messages import shown
from raggauge.run.record import Selection
from raggauge.sample import Sample

MOST_KEYS: Final = 12


def as_dataset(data: Any, reading: Mapping[str, Any], /) -> tuple[Dataset, tuple[str, ...]]:
    """The data as a Dataset, and the files it came from. Several paths are read one after the other."""
    if isinstance(data, Dataset):
        return data, tuple(data.lineage.get("inputs", ()))
    if isinstance(data, str | Path):
        return _read(data, reading), (str(data),)
    if isinstance(data, Sequence) and data and all(isinstance(part, Path) for part in data):
        files = [_read(part, reading) for part in data]
        return (_joined(files) if len(files) > 1 else files[0]), tuple(map(str, data))
    if hasattr(data, "columns") and hasattr(data, "to_dict"):
        data = [_without_nan(row) for row in data.to_dict("records")]
    if isinstance(data, Iterable) and not isinstance(data, Mapping | Sequence):
        data = list(data)
    if isinstance(data, Sequence) and data and all(isinstance(part, Sample) for part in data):
        return Dataset(data), ()
    return _read(data, reading), ()


def _joined(files: Sequence[Dataset]) -> Dataset:
    """Several files as one Dataset, which knows what was left out of each; the numbers of rows without ids go on."""
    skipped = None if files[0].skipped is None else Skipped()

    def samples() -> Iterator[Sample]:
        if skipped is not None:
            skipped.clear()
        n_before = 0
        for file in files:
            n = n_before
            for sample in file:
                n += 1
                number = sample.id.removeprefix("row-")
                is_numbered = n_before and number != sample.id and number.isdecimal()
                yield msgspec.structs.replace(sample, id=f"row-{n_before + int(number)}") if is_numbered else sample
            n_before = n + (len(file.skipped) if file.skipped is not None else 0)
            if skipped is not None and file.skipped is not None:
                skipped.join(file.skipped)

    return Dataset(samples, name=files[0].name, skipped=skipped)


def _without_nan(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a data frame without the cells that are empty, which it holds as NaN."""
    return {str(name): value for name, value in row.items() if not (isinstance(value, float) and math.isnan(value))}


def select(data: Dataset, selection: Selection, /) -> Dataset:
    """The part of a dataset that takes part in a run, read as lazily as the whole."""
    if not selection.filters and selection.take is None and selection.limit is None:
        return data
    return Dataset(lambda: _selected(data, selection), name=data.name, lineage=data.lineage)


def _selected(data: Iterable[Sample], selection: Selection) -> Iterator[Sample]:
    samples = _passing(data, selection.filters) if selection.filters else iter(data)
    if selection.take is not None:
        samples = iter(_taken(samples, selection.take, selection.seed, frozenset(selection.always)))
    for n, sample in enumerate(samples):
        if selection.limit is not None and n >= selection.limit:
            return
        yield sample


def _passing(data: Iterable[Sample], filters: Mapping[str, str]) -> Iterator[Sample]:
    """The samples that pass all filters. Raises DataError at the end where none did, naming what could be asked for."""
    keys: dict[str, None] = {}
    n = n_passed = 0
    for sample in data:
        n += 1
        if all(_matches(sample, *part) for part in filters.items()):
            n_passed += 1
            yield sample
        elif not n_passed and len(keys) < MOST_KEYS:
            keys |= dict.fromkeys(sample.metadata)
    if n and not n_passed:
        asked = " ".join(f"{key}={value}" for key, value in filters.items())
        listed = ", ".join(map(shown, list(keys)[:MOST_KEYS])) or "-"
        raise DataError("run.none_passes", n=n, filters=shown(asked), keys=listed)


def _taken(samples: Iterable[Sample], n: int, seed: int, always: frozenset[str]) -> list[Sample]:
    """`n` samples at random, the same ones for the same ids and seed wherever they stand in the file."""
    keyed = (
        ((sample.id not in always, hashlib.blake2b(f"{seed}\0{sample.id}".encode(), digest_size=8).digest()), n, sample)
        for n, sample in enumerate(samples)
    )
    chosen = heapq.nsmallest(n, keyed, key=lambda key: key[:2])
    return [sample for _, _, sample in sorted(chosen, key=lambda key: key[1])]


def _matches(sample: Sample, key: str, value: str) -> bool:
    found: Any = {"id": sample.id, "cluster": sample.cluster}.get(key, sample.metadata)
    if found is sample.metadata:
        for part in key.removeprefix("metadata.").split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
    if isinstance(found, bool):
        return value.lower() == str(found).lower()
    if isinstance(found, list | tuple):
        return value in map(str, found)
    return found is not None and str(found) == value


def _read(data: Any, reading: Mapping[str, Any]) -> Dataset:
    from raggauge.formats import read

    try:
        dataset = read(data, **reading)
    except TypeError as problem:
        raise UsageError("run.bad_reading", problem=str(problem)) from None
    if not isinstance(dataset, Dataset):
        raise DataError("run.no_samples", name=shown(data))
    return dataset

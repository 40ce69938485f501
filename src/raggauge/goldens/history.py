"""How a golden dataset changes: differences, versions, parts. Everything is plain text that diffs well."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from raggauge.dataset import Dataset
from raggauge.errors import DataError, UsageError
from raggauge.formats.own import fold
from raggauge.goldens.items import paths_of
from raggauge.messages import shown
from raggauge.sample import Sample


class Change(msgspec.Struct, frozen=True):
    """An item that both sets have, with what it held and holds in each field that differs."""

    id: str
    fields: dict[str, tuple[Any, Any]]


class Difference(msgspec.Struct, frozen=True):
    """What one set has and another has not, by id; `reordered` says that the common items stand in another order."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Change, ...]
    n_same: int
    reordered: bool = False

    @property
    def equal(self) -> bool:
        """Whether the sets are the same."""
        return not (self.added or self.removed or self.changed or self.reordered)


def difference(old: Sequence[Sample], new: Sequence[Sample], /) -> Difference:
    """What changed from one set to another."""
    before, after = {one.id: one for one in old}, {one.id: one for one in new}
    changes = [
        Change(name, fields)
        for name, sample in before.items()
        if name in after and (fields := _fields(sample, after[name]))
    ]
    common = [one.id for one in old if one.id in after]
    return Difference(
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        changed=tuple(changes),
        n_same=len(common) - len(changes),
        reordered=common != [one.id for one in new if one.id in before],
    )


def _fields(old: Sample, new: Sample) -> dict[str, tuple[Any, Any]]:
    before, after = _flat(old), _flat(new)
    names = dict.fromkeys((*before, *after))
    return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


def _flat(sample: Sample) -> dict[str, Any]:
    row = fold(sample)
    metadata = row.pop("metadata", {})
    return {**row, **{f"metadata.{name}": value for name, value in metadata.items()}}


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """A state of a set: its number, the hash of its content and of the state before, and what changed since."""

    number: int
    content: str
    parent: str | None
    at: str
    n: int
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    note: str = ""


def versions_path(file: Path, /) -> Path:
    """Where the versions of a set stand: beside it, one a line."""
    return file.with_name(f"{file.name.split('.')[0]}.versions.jsonl")


def read_versions(file: Path, /) -> list[tuple[Version, dict[str, str]]]:
    """The versions of a set, oldest first, each with the hash of every item. Raises DataError for a damaged line."""
    path = versions_path(file)
    found = []
    for number, line in enumerate(path.read_bytes().splitlines() if path.is_file() else (), start=1):
        try:
            row = msgspec.json.decode(line)
            found.append((msgspec.convert(row, Version), dict(row["items"])))
        except (msgspec.MsgspecError, KeyError, TypeError):
            raise DataError("goldens.bad_version", place=f"{path}:{number}", file=shown(path.name)) from None
    return found


def record_version(file: Path, samples: Sequence[Sample], /, *, at: str, note: str = "") -> Version | None:
    """Write the present state of a set behind its former ones; None where it is the latest already."""
    from raggauge.run.files import Lines

    known = read_versions(file)
    content = Dataset(list(samples), name=file.name).fingerprint()
    if known and known[-1][0].content == content:
        return None
    items = {sample.id: Dataset([sample]).fingerprint()[7:19] for sample in samples}
    before = known[-1][1] if known else {}
    version = Version(
        number=len(known) + 1,
        content=content,
        parent=known[-1][0].content if known else None,
        at=at,
        n=len(samples),
        added=tuple(name for name in items if name not in before) if known else (),
        removed=tuple(name for name in before if name not in items),
        changed=tuple(name for name in items if name in before and before[name] != items[name]),
        note=note,
    )
    row = {**msgspec.to_builtins(version), "items": items}
    with Lines(versions_path(file)) as lines:
        lines.add(json.dumps(row, ensure_ascii=False).encode())
        lines.sync()
    return version


class Parts(msgspec.Struct, frozen=True):
    """A set in parts: a small fast one, and all of it as dev and held-out, which share no document."""

    fast: tuple[Sample, ...]
    dev: tuple[Sample, ...]
    held_out: tuple[Sample, ...]


def split(samples: Sequence[Sample], /, *, fast: int = 100, held_out: float = 0.2, seed: int = 0) -> Parts:
    """The parts of a set: items of one document stay together, those of several documents join them.

    `held_out` is the share of items that is kept for the end, as near as whole documents allow; `fast` items, of all
    kinds in their shares, come from dev alone. The order stays. Raises UsageError where all items hang together, so
    that no part of them can be held out.
    """
    groups = list(_together(samples).values())
    if len(groups) < 2 and held_out > 0:
        raise UsageError("goldens.one_document", n=len(samples))
    random.Random(f"{seed}:split").shuffle(groups)
    wanted, kept = held_out * len(samples), set[str]()
    for group in groups:
        if abs(len(kept) + len(group) - wanted) < abs(len(kept) - wanted):
            kept |= set(group)
    dev = [sample for sample in samples if sample.id not in kept]
    chosen = {sample.id for sample in stratified(dev, n=fast, seed=seed)}
    return Parts(
        fast=tuple(sample for sample in dev if sample.id in chosen),
        dev=tuple(dev),
        held_out=tuple(sample for sample in samples if sample.id in kept),
    )


def stratified(samples: Sequence[Sample], /, *, n: int, seed: int = 0) -> list[Sample]:
    """`n` items (or all), of every kind in its share, in the order of the set."""
    pools: dict[str, list[Sample]] = {}
    for sample in samples:
        pools.setdefault(str(sample.metadata.get("kind", "")), []).append(sample)
    for kind, pool in pools.items():
        random.Random(f"{seed}:{kind}").shuffle(pool)
    chosen: list[Sample] = []
    taken = dict.fromkeys(pools, 0)
    while len(chosen) < min(n, len(samples)):
        left = [kind for kind in pools if taken[kind] < len(pools[kind])]
        kind = min(left, key=lambda one: ((taken[one] + 0.5) / len(pools[one]), one))
        chosen.append(pools[kind][taken[kind]])
        taken[kind] += 1
    names = {sample.id for sample in chosen}
    return [sample for sample in samples if sample.id in names]


def _together(samples: Sequence[Sample]) -> Mapping[str, list[str]]:
    """The ids of items that share a document, directly or through others; an item without one stands alone."""
    root: dict[str, str] = {}

    def of(name: str) -> str:
        while root.setdefault(name, name) != name:
            name = root[name]
        return name

    for sample in samples:
        paths = paths_of(sample) or (f"\0{sample.id}",)
        for path in paths[1:]:
            root[of(path)] = of(paths[0])
    groups: dict[str, list[str]] = {}
    for sample in samples:
        first = (paths_of(sample) or (f"\0{sample.id}",))[0]
        groups.setdefault(of(first), []).append(sample.id)
    return groups

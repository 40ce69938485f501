"""What a check finds, as frozen data."""

from typing import Any, Literal

import msgspec

Role = Literal["field", "metadata", "score", "mapped"]
Level = Literal["problem", "doubt", "note"]


class Lengths(msgspec.Struct, frozen=True):
    """Lengths in characters: shortest, longest, and the median, which is exact to 5% (it is counted in classes)."""

    n: int
    shortest: int
    median: int
    longest: int


class FieldCount(msgspec.Struct, frozen=True):
    """How many samples have a field, have it empty, or lack it (and the first ones that do)."""

    field: str
    n_filled: int
    n_empty: int
    n_missing: int
    first_missing: tuple[str, ...] = ()
    first_empty: tuple[str, ...] = ()
    lengths: Lengths | None = None
    languages: dict[str, int] = {}


class Column(msgspec.Struct, frozen=True):
    """What a column of the file was taken for; `meant` is a field where its name comes close to one."""

    name: str
    role: Role
    target: str
    meant: str = ""


class Remark(msgspec.Struct, frozen=True):
    """Something worth a look: the id of its sentence (`check.<kind>`), how many samples, the first of them."""

    kind: str
    level: Level
    n: int
    samples: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Allowed(msgspec.Struct, frozen=True):
    """Whether a file has what a metric needs: in how many samples, and which fields are lacking in the others.

    `asks` is what it asks of a judge that the judge at hand cannot give; empty where it can.
    """

    metric: str
    n: int
    lacking: tuple[str, ...] = ()
    asks: str = ""


class Checkup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a check found in one data set. `bad_rows` are sentences, `n_bad_rows` counts the ones not shown too.

    `n_numbered` samples have no id of their own and are called by their number.
    """

    name: str
    source: dict[str, Any]
    shapes: tuple[str, ...]
    n_samples: int
    n_bad_rows: int
    bad_rows: tuple[str, ...]
    columns: tuple[Column, ...]
    fields: tuple[FieldCount, ...]
    n_passages: Lengths | None
    imported: dict[str, dict[str, int]]
    metadata: dict[str, int]
    remarks: tuple[Remark, ...]
    metrics: tuple[Allowed, ...]
    n_numbered: int
    fingerprint: str

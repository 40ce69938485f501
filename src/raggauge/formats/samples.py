"""From rows to Samples: which column is which field is decided once per set of columns, then applied to every row."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from raggauge.errors import DataError, UsageError
from raggauge.formats.columns import ALIASES, AMBIGUOUS, field_of, plain, rank_of_id
from raggauge.formats.passages import passages, with_ids
from raggauge.formats.rows import Row
from raggauge.formats.shapes import recognised
from raggauge.formats.values import flag, meaning, number, number_or_text, texts
from raggauge.messages import shown
from raggauge.sample import Sample

TEXT_FIELDS: Final = ("question", "answer", "cluster")
PASSAGE_FIELDS: Final = ("contexts", "reference_contexts")
MAPPABLE: Final = (*ALIASES, "answerable", "kind")
_MISSING: Final = object()


@dataclass(frozen=True)
class Reading:
    """How a user wants columns read: `mapping` field -> column (dots go into nested values), and what is metadata."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    id_column: str | None = None
    metadata_columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.mapping:
            if name not in MAPPABLE and not name.startswith("metadata."):
                raise UsageError("formats.unknown_field", name=shown(name), known=", ".join(MAPPABLE))


@dataclass(frozen=True)
class Plan:
    """For one set of columns: where each field comes from. Several columns of a field are tried in order."""

    fields: Mapping[str, tuple[str, ...]]
    ids: tuple[str, ...]
    rest: tuple[str, ...]
    bare: str = ""


class Understanding:
    """Turns rows into Samples, remembering the plan of each set of columns that it met (`plans`)."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.plans: dict[tuple[str, ...], Plan] = {}

    def sample(self, row: Row, position: int, /) -> Sample:
        """The Sample in a row; `position` (from 1) names it where it has no id.

        Raises DataError where two columns mean the same field and both hold something, where a bare `context` could
        be either kind, and where a value is not what its field can hold.
        """
        values, place, typed = row
        columns = tuple(values)
        plan = self.plans.get(columns)
        if plan is None:
            plan = self.plans[columns] = self._plan(row)
        name = _id(values, plan.ids, place) or f"row-{position}"
        if plan.bare and not _is_missing(values[plan.bare]):
            raise DataError("formats.bare_context", place=place, sample=shown(name), column=plan.bare)
        found: dict[str, Any] = {}
        for target, names in plan.fields.items():
            value = _one(values, names, target, row, name)
            if value is not _MISSING and value is not None:
                found[target] = value
        return _built(name, found, {column: values[column] for column in plan.rest}, Row(values, place, typed))

    def _plan(self, row: Row) -> Plan:
        reading = self._reading
        for target, path in reading.mapping.items():
            if "." not in path and path not in row.values and not self.plans:
                known = ", ".join(row.values)
                raise DataError(
                    "formats.no_column",
                    place=row.place,
                    column=shown(path),
                    field=target,
                    known=shown(known, limit=300),
                )
        wanted = dict(reading.mapping)
        if reading.id_column:
            wanted["id"] = reading.id_column
        fields: dict[str, tuple[str, ...]] = {target: (path,) for target, path in wanted.items() if target != "id"}
        taken = {*wanted.values(), *reading.metadata_columns}
        ids: list[str] = []
        rest: list[str] = [column for column in reading.metadata_columns if column in row.values]
        bare = ""
        shape = recognised(row.values)
        for column in row.values:
            if column in taken:
                continue
            meant = shape.get(plain(column)) or field_of(column)
            if meant == "id" and "id" not in wanted:
                ids.append(column)
            elif meant is None or meant == "id" or meant in wanted:
                if plain(column) in AMBIGUOUS:
                    bare = column
                else:
                    rest.append(column)
            else:
                fields[meant] = (*fields.get(meant, ()), column)
        ids.sort(key=rank_of_id)
        rest += ids[1:]
        ids = [wanted["id"]] if "id" in wanted else ids[:1]
        return Plan(fields, tuple(ids), tuple(rest), bare)


def get(values: Mapping[str, Any], path: str, /) -> Any:
    """The value under a column name, or under a path with dots into nested mappings and lists; None where none is."""
    if path in values:
        return values[path]
    found: Any = values
    for part in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, Sequence) and not isinstance(found, str) and part.lstrip("-").isdigit():
            found = found[int(part)] if -len(found) <= int(part) < len(found) else None
        elif isinstance(found, Sequence) and not isinstance(found, str):
            found = [get(item, part) for item in found if isinstance(item, Mapping)]
        else:
            return None
    return found


def _is_missing(value: Any) -> bool:
    return value is None or value == "" or (type(value) is float and math.isnan(value))


def _one(values: dict[str, Any], names: tuple[str, ...], target: str, row: Row, sample: str) -> Any:
    if len(names) == 1:
        return get(values, names[0])
    held = [name for name in names if not _is_missing(values[name])]
    if len({repr(values[name]) for name in held}) > 1:
        raise DataError(
            "formats.two_columns",
            place=row.place,
            sample=shown(sample),
            field=target,
            first=shown(held[0]),
            second=shown(held[1]),
            column=held[0],
        )
    return values[held[0] if held else names[0]]


def _id(values: dict[str, Any], ids: tuple[str, ...], place: str) -> str:
    value = get(values, ids[0]) if ids else None
    if isinstance(value, str):
        return value.strip()
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value)
    raise DataError("formats.bad_id", place=place, column=shown(ids[0]), value=shown(value))


_READ: Final[dict[str, Callable[[Any, str, str, Row], Any]]] = {
    "question": meaning,
    "answer": meaning,
    "cluster": meaning,
    "references": texts,
    "contexts": passages,
    "reference_contexts": passages,
    "weight": number,
}


def _built(name: str, found: dict[str, Any], rest: dict[str, Any], row: Row) -> Sample:
    kept: dict[str, Any] = {}
    for target, value in found.items():
        read = _READ.get(target)
        if read is not None:
            kept[target] = read(value, name, target, row)
    for target, ids, scores in (
        ("contexts", "context_ids", "context_scores"),
        ("reference_contexts", "reference_context_ids", None),
    ):
        if ids in found or (scores and scores in found):
            given = found.get(ids), found.get(scores) if scores else None
            kept[target] = with_ids(kept.get(target), given, name, row)
    metadata = _metadata(found, rest, name, row)
    if metadata:
        kept["metadata"] = metadata
    if "imported" in found:
        kept["imported"] = _imported(found["imported"], name, row)
    return Sample(id=name, place=row.place, **kept)


def _metadata(found: dict[str, Any], rest: dict[str, Any], name: str, row: Row) -> dict[str, Any]:
    given = found.get("metadata")
    if isinstance(given, str) and not row.typed:
        given = number_or_text(given) if given else None
    metadata: dict[str, Any] = dict(given) if isinstance(given, Mapping) else {}
    if given is not None and not isinstance(given, Mapping):
        metadata["metadata"] = given
    for target, value in found.items():
        if target.startswith("metadata.") or target in ("answerable", "kind"):
            rest[target.removeprefix("metadata.")] = value
    for column, value in rest.items():
        if row.typed or value != "":
            metadata[column] = _kept(column, value, name, row)
    return metadata


def _kept(column: str, value: Any, name: str, row: Row) -> Any:
    if isinstance(value, str) and not row.typed:
        value = number_or_text(value)
    if column == "answerable":
        return flag(value, name, row)
    if isinstance(value, float) and not math.isfinite(value):
        raise DataError("formats.nan", place=row.place, sample=shown(name), column=shown(column), value=value)
    return value


def _imported(value: Any, name: str, row: Row) -> dict[str, dict[str, float]]:
    if isinstance(value, str):
        value = number_or_text(value)
    try:
        return msgspec.convert(value, dict[str, dict[str, float]])
    except msgspec.ValidationError:
        raise DataError("formats.bad_imported", place=row.place, sample=shown(name), value=shown(value)) from None

"""Which column is which field: decided once per set of columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from raggauge.errors import DataError, UsageError
from raggauge.formats.columns import ALIASES, AMBIGUOUS, field_of, is_score, part_of, plain, rank_of_id
from raggauge.formats.rows import Row
from raggauge.formats.shapes import recognised
from raggauge.formats.tools.shape import Shape
from raggauge.messages import shown

MAPPABLE: Final = (*ALIASES, "answerable", "kind")


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

    @property
    def wanted(self) -> dict[str, str]:
        """Field -> column, the id included."""
        return {**self.mapping, **({"id": self.id_column} if self.id_column else {})}

    def check(self, rows: Iterable[Row], /) -> None:
        """Raise DataError where a column that was named is in none of these rows."""
        first = next(iter(rows), None)
        named = {**self.wanted, **{f"metadata.{column}": column for column in self.metadata_columns}}
        for target, path in named.items():
            if first is not None and all(get(row.values, path) is None and path not in row.values for row in rows):
                known = ", ".join(first.values)
                raise DataError(
                    "formats.no_column",
                    place=first.place,
                    column=shown(path),
                    field=target,
                    known=shown(known, limit=300)[1:-1],
                )


@dataclass(frozen=True)
class Plan:
    """For one set of columns: the shape, and where each field comes from.

    Several columns of one field are tried in order; those that are `numbered` hold one part of it each. `rest` goes to
    metadata, `scores` are those of another tool, `bare` is a column that could be either kind of context.
    """

    shape: Shape | None
    fields: Mapping[str, tuple[str, ...]]
    ids: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    bare: str = ""
    numbered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def tool(self) -> str:
        """The name under which scores of the row are kept."""
        return (self.shape.tool if self.shape else "") or "file"


def plan_of(row: Row, reading: Reading, /) -> Plan:
    """The plan for rows with the columns of this one."""
    wanted = reading.wanted
    fields: dict[str, tuple[str, ...]] = {target: (path,) for target, path in wanted.items() if target != "id"}
    taken = {*wanted.values(), *reading.metadata_columns}
    ids: list[str] = []
    rest: list[str] = [column for column in reading.metadata_columns if column in row.values]
    scores: list[str] = []
    bare = ""
    for column in row.values:
        if column in taken:
            continue
        meant = field_of(column)
        if meant == "id" and "id" not in wanted:
            ids.append(column)
        elif meant is not None and meant != "id" and meant not in wanted:
            fields[meant] = (*fields.get(meant, ()), column)
        elif is_score(column):
            scores.append(column)
        elif plain(column) in AMBIGUOUS:
            bare = column
        else:
            rest.append(column)
    numbered = _numbered(rest, {*fields, *wanted})
    rest = [column for column in rest if not any(column in names for names in numbered.values())]
    ids.sort(key=rank_of_id)
    rest += ids[1:]
    ids = [wanted["id"]] if "id" in wanted else ids[:1]
    return Plan(recognised(row.values), fields, tuple(ids), tuple(rest), tuple(scores), bare, numbered)


def _numbered(columns: Iterable[str], taken: set[str]) -> dict[str, tuple[str, ...]]:
    """Columns that hold the parts of a field one by one (`context_1`, `context_2`), in the order of their numbers."""
    found: dict[str, list[tuple[int, str]]] = {}
    for column in columns:
        part = part_of(column)
        if part is not None and part[0] not in taken:
            found.setdefault(part[0], []).append((part[1], column))
    return {
        target: tuple(column for _, column in sorted(parts))
        for target, parts in found.items()
        if len(parts) > 1 and len({number for number, _ in parts}) == len(parts)
    }


def plan_of_unfolded(values: Mapping[str, Any], shape: Shape, /) -> Plan:
    """The plan for a row that a shape has put into raggauge's own names."""
    fields = {name: (name,) for name in values if name in ALIASES and name != "id"}
    rest = tuple(name for name in values if name not in ALIASES)
    return Plan(shape, fields, ("id",) if "id" in values else (), rest)


def get(values: Mapping[str, Any], path: str, /) -> Any:
    """The value under a column name, or under a path with dots into nested mappings and lists; None where none is."""
    if path in values:
        return values[path]
    found: Any = values
    for part in path.split("."):
        found = _step(found, part)
    return found


def _step(found: Any, part: str) -> Any:
    if isinstance(found, Mapping):
        return found.get(part)
    if not isinstance(found, Sequence) or isinstance(found, str | bytes):
        return None
    if part.removeprefix("-").isdigit() and part.isascii() and len(part) < 10:
        return found[int(part)] if -len(found) <= int(part) < len(found) else None
    return [get(item, part) for item in found if isinstance(item, Mapping)] or None

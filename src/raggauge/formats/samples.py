"""From rows to Samples."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from raggauge.errors import DataError
from raggauge.formats.passages import passages, with_ids
from raggauge.formats.plans import Plan, Reading, get, plan_of, plan_of_unfolded
from raggauge.formats.rows import Row
from raggauge.formats.tools.shape import score
from raggauge.formats.values import flag, meaning, number, number_or_text, storable, texts
from raggauge.messages import shown
from raggauge.sample import Sample

_READ: Final[dict[str, Callable[[Any, str, str, Row], Any]]] = {
    "question": meaning,
    "answer": meaning,
    "cluster": meaning,
    "references": texts,
    "contexts": passages,
    "reference_contexts": passages,
    "weight": number,
}
# Files whose every row has columns of its own shall not fill the memory with plans.
N_PLANS: Final = 1000
_IDS: Final = (("contexts", "context_ids", "context_scores"), ("reference_contexts", "reference_context_ids", ""))


class Understanding:
    """Turns rows into Samples, remembering the plan of each set of columns that it met (`plans`)."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.plans: dict[tuple[str, ...], Plan] = {}
        self.n_without_question = 0

    def samples(self, row: Row, position: int, /) -> list[Sample]:
        """The Samples in a row, most often one; `position` (from 1) names a sample that has no id.

        Raises DataError where two columns mean the same field and both hold something, where a bare `context` could
        be either kind, and where a value is not what its field can hold.
        """
        columns = tuple(row.values)
        if not columns:
            raise DataError("formats.not_a_row", place=row.place, value="{}")
        plan = self.plans.get(columns)
        if plan is None:
            plan = plan_of(row, self._reading)
            if len(self.plans) < N_PLANS:
                self.plans[columns] = plan
        if plan.shape is None or plan.shape.unfold is None:
            return [_sample(row, plan, position)]
        found = []
        for offset, values in enumerate(plan.shape.unfold(row.values)):
            for target, path in self._reading.wanted.items():
                values[target.removeprefix("metadata.")] = get(row.values, path)
            unfolded = Row(values, row.place, row.typed)
            found.append(_sample(unfolded, plan_of_unfolded(values, plan.shape), position + offset))
        return found


def _sample(row: Row, plan: Plan, position: int) -> Sample:
    values = row.values
    name = _id(values, plan.ids, row.place) or f"row-{position}"
    if plan.bare and not _is_missing(values[plan.bare]):
        raise DataError("formats.bare_context", place=row.place, sample=shown(name), column=plan.bare)
    kept, found = _fields(row, plan, name)
    metadata = _metadata(found, _rest(values, plan), name, row)
    if metadata:
        kept["metadata"] = metadata
    if plan.scores or "imported" in found:
        kept["imported"] = _imported(found.get("imported"), name, row, plan)
    return Sample(id=name, place=row.place, **kept)


def _fields(row: Row, plan: Plan, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the sample's own fields hold, and the other things that columns were taken for."""
    values = row.values
    kept: dict[str, Any] = {}
    found: dict[str, Any] = {}
    for target, names in plan.fields.items():
        value = values.get(names[0]) if len(names) == 1 else _one(values, names, target, row, name)
        if value is None and "." in names[0]:
            value = get(values, names[0])
        if value is None:
            continue
        read = _READ.get(target)
        if read is not None:
            kept[target] = read(value, name, target, row)
        else:
            found[target] = value
    for target, names in plan.numbered.items():
        parts = [values[column] for column in names if not _is_missing(values[column])]
        kept[target] = _READ[target](parts, name, target, row)
    for target, ids, scores in _IDS if found else ():
        if ids in found or scores in found:
            kept[target] = with_ids(kept.get(target), (found.get(ids), found.get(scores)), name, row)
    return kept, found


def _rest(values: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Metadata, and what stands in a column of scores but is none."""
    rest = {column: values[column] for column in plan.rest}
    for column in plan.scores:
        if not _is_missing(values[column]) and score(values[column]) is None:
            rest[column] = values[column]
    return rest


def _is_missing(value: Any) -> bool:
    return value is None or value == "" or (type(value) is float and math.isnan(value))


def _one(values: Mapping[str, Any], names: tuple[str, ...], target: str, row: Row, sample: str) -> Any:
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


def _id(values: Mapping[str, Any], ids: tuple[str, ...], place: str) -> str:
    value = get(values, ids[0]) if ids else None
    if isinstance(value, str):
        return value.strip()
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)
    raise DataError("formats.bad_id", place=place, column=shown(ids[0]), value=shown(value))


def _metadata(found: dict[str, Any], rest: dict[str, Any], name: str, row: Row) -> dict[str, Any]:
    given = found.get("metadata")
    if isinstance(given, str):
        given = (number_or_text(given) if not row.typed or given[0] == "{" else given) if given else None
    metadata: dict[str, Any] = {}
    if given is not None:
        metadata = dict(storable(given, name, "metadata", row) if isinstance(given, Mapping) else {"metadata": given})
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
    return storable(value, name, column, row)


def _imported(given: Any, name: str, row: Row, plan: Plan) -> dict[str, dict[str, float]]:
    if isinstance(given, str):
        given = number_or_text(given) if given else None
    try:
        imported = msgspec.convert(given or {}, dict[str, dict[str, float]])
    except msgspec.ValidationError:
        raise DataError("formats.bad_imported", place=row.place, sample=shown(name), value=shown(given)) from None
    own = {column: value for column in plan.scores if (value := score(row.values[column])) is not None}
    return {**imported, plan.tool: {**imported.get(plan.tool, {}), **own}} if own else imported

"""raggauge's own shape: a Sample as a row of plain values, from which it can be read back exactly."""

from typing import Any, Final

import msgspec

from raggauge.sample import Context, Sample

COLUMNS: Final = (
    "id",
    "question",
    "answer",
    "contexts",
    "references",
    "reference_contexts",
    "metadata",
    "weight",
    "cluster",
    "imported",
)


def fold(sample: Sample, /) -> dict[str, Any]:
    """The fields that a sample has; passages that are text alone are written as text."""
    row: dict[str, Any] = {"id": sample.id}
    for name in ("question", "answer", "cluster"):
        if getattr(sample, name) is not None:
            row[name] = getattr(sample, name)
    for name in ("contexts", "reference_contexts"):
        passages = getattr(sample, name)
        if passages is not None:
            row[name] = [_passage(passage) for passage in passages]
    if sample.references is not None:
        row["references"] = list(sample.references)
    if sample.metadata:
        row["metadata"] = sample.metadata
    if sample.weight != 1:
        row["weight"] = sample.weight
    if sample.imported:
        row["imported"] = sample.imported
    return {name: row[name] for name in COLUMNS if name in row}


def _passage(passage: Context) -> Any:
    kept = msgspec.to_builtins(passage)
    return passage.text if len(kept) == 1 else kept

"""Numbers that JSON cannot hold are refused, since they would become null without a word."""

import math
from typing import Any

import msgspec

from raggauge.errors import DataError
from raggauge.messages import shown
from raggauge.sample import Sample


def refuse_not_finite(sample: Sample, /) -> None:
    """Raise DataError for NaN or infinity in the free parts of a sample, and for values that are no JSON at all."""
    for field in ("metadata", "imported"):
        value = getattr(sample, field)
        if value:
            _check(sample, field, value)
    for context in (*(sample.contexts or ()), *(sample.reference_contexts or ())):
        for name in ("score", "grade"):
            number = getattr(context, name)
            if number is not None and not math.isfinite(number):
                _refuse(sample, name, number)
        if context.metadata:
            _check(sample, "metadata", context.metadata)


def _check(sample: Sample, field: str, value: Any) -> None:
    try:
        text = msgspec.json.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError, UnicodeEncodeError) as problem:
        raise DataError(
            "run.no_json", place=sample.place, sample=shown(sample.id), field=field, problem=str(problem)
        ) from None
    # NaN and infinity are written as null, so a text without null is known to hold none.
    if b"null" in text and (bad := _not_finite(value)) is not None:
        _refuse(sample, field, bad)


def _not_finite(value: Any) -> float | None:
    if isinstance(value, float):
        return None if math.isfinite(value) else value
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple | set | frozenset):
        return None
    return next((bad for part in value if (bad := _not_finite(part)) is not None), None)


def _refuse(sample: Sample, field: str, value: float) -> None:
    raise DataError("run.not_finite", place=sample.place, sample=shown(sample.id), field=field, value=repr(value))

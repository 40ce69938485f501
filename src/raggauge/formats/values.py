"""What a single value of a row means: text, several texts, a number, a flag."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from raggauge.errors import DataError
from raggauge.formats.literals import Unreadable, read_literal
from raggauge.formats.objects import plain_value
from raggauge.formats.rows import Row
from raggauge.messages import Phrase, shown

_TRUE: Final = frozenset({"true", "yes", "y", "1", "是", "可答", "t"})
_FALSE: Final = frozenset({"false", "no", "n", "0", "否", "不可答", "f"})
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")


def meaning(value: Any, sample: str, target: str, row: Row, /) -> str | None:
    """A single text. The empty cell of a table is an empty answer, and no question at all."""
    if isinstance(value, str):
        return str(value) if value or row.typed or target == "answer" else None
    if isinstance(value, float) and math.isnan(value):
        raise DataError("formats.nan", place=row.place, sample=shown(sample), column=target, value=value)
    raise wrong(value, sample, target, row, "core.text")


def texts(value: Any, sample: str, target: str, row: Row, /) -> tuple[str, ...] | None:
    """Several texts; a text alone is one of them, and a list written into a text is read as a list."""
    if isinstance(value, str):
        if not value:
            return ("",) if row.typed else None
        written = as_list(value, sample, target, row)
        if not isinstance(written, list | tuple) or not all(isinstance(part, str) for part in written):
            return (value,)
        value = written
    if isinstance(value, Mapping) and isinstance(value.get("text"), str | list | tuple):
        # SQuAD keeps its answers as {"text": [...], "answer_start": [...]}.
        value = value["text"]
        value = [value] if isinstance(value, str) else value
    if isinstance(value, Sequence):
        parts = [part.get("text", part) if isinstance(part, Mapping) else part for part in value]
        if all(isinstance(part, str) for part in parts):
            return tuple(parts)
        value = next(part for part in parts if not isinstance(part, str))
    raise wrong(value, sample, target, row, "core.list_of_texts")


def as_list(text: str, sample: str, target: str, row: Row, /) -> Any:
    """The list that a text holds, or the text. Raises DataError for a list of texts that is cut or broken."""
    start = text.lstrip()[:9]
    if start[:1] not in ("[", "(") and not start.startswith(("array([", "np.array(", "numpy.arr")):
        return text
    try:
        return read_literal(text)
    except Unreadable:
        if text.lstrip()[0] == "[" and re.match(r"""\[\s*(['"]|\{\s*['"])""", text.lstrip()):
            raise DataError(
                "formats.bad_list", place=row.place, sample=shown(sample), column=target, value=shown(text)
            ) from None
        return text


def number(value: Any, sample: str, target: str, row: Row, /) -> float:
    """A finite number, also where a table wrote it as text."""
    if isinstance(value, str) and not row.typed:
        if value == "":
            return 1.0
        value = number_or_text(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise wrong(value, sample, target, row, "core.positive_number")


def flag(value: Any, sample: str, row: Row, /) -> bool | None:
    """True or false, also as 1 and 0 or as a word of either language; an empty text is unknown."""
    word = str(value).strip().lower()
    if value is None or word == "":
        return None
    if word in _TRUE or word in _FALSE or (isinstance(value, int | float) and value in (0, 1)):
        return word in _TRUE or value == 1
    raise wrong(value, sample, "answerable", row, "formats.true_or_false")


def number_or_text(text: str, /) -> Any:
    """What a cell holds: a number where writing it again gives the same text, true, false, a list, or text."""
    if text in ("true", "false", "True", "False"):
        return text in ("true", "True")
    if text[0] in "[{" and text[-1] in "]}":
        try:
            return read_literal(text)
        except Unreadable:
            return text
    if _NUMBER.fullmatch(text) and len(text) < 25:
        value = float(text) if "." in text or "e" in text else int(text)
        if repr(value) == text:
            return value
    return text


def storable(value: Any, sample: str, column: str, row: Row, /) -> Any:
    """A value for metadata: what JSON knows as it is, times, sets and the like as text, arrays as lists.

    Raises DataError for numbers, also inside, that no run can keep: NaN, infinity, whole ones of more than 64 bits.
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise DataError("formats.nan", place=row.place, sample=shown(sample), column=shown(column), value=value)
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        where = {"place": row.place, "sample": shown(sample), "column": shown(column)}
        raise DataError("formats.big_number", value=shown(f"{value:.3g}" if abs(value) < 10**300 else "1e300"), **where)
    if isinstance(value, Mapping):
        return {str(key): storable(part, sample, column, row) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [storable(part, sample, column, row) for part in value]
    return value if value is None or isinstance(value, str | int | float) else plain_value(value)


def wrong(value: Any, sample: str, target: str, row: Row, expected: str, /) -> DataError:
    """The error for a value that its field cannot hold."""
    return DataError(
        "formats.wrong_type",
        place=row.place,
        sample=shown(sample),
        field=target,
        expected=Phrase(expected),
        value=shown(value),
    )

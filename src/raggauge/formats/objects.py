"""Values of Python and of other packages as plain ones: text, numbers, lists and mappings."""

import math
from collections.abc import Mapping
from typing import Any, Final

_TEXTS: Final = ("page_content", "text", "content")


def as_mapping(given: Any, /) -> dict[str, Any] | None:
    """The fields of an object of another tool: a pydantic model, a dataclass, or anything that holds a text."""
    if callable(getattr(given, "model_dump", None)):
        return dict(given.model_dump())
    fields = getattr(type(given), "__dataclass_fields__", None)
    if fields is not None:
        return {name: getattr(given, name) for name in fields if not name.startswith("_")}
    held = getattr(given, "__dict__", None)
    if isinstance(held, dict) and any(isinstance(held.get(name), str) for name in _TEXTS):
        return {name: value for name, value in held.items() if not name.startswith("_")}
    return None


def plain_value(value: Any, /) -> Any:
    """A value of a frame as plain Python: missing values as None, arrays as lists, times and decimals as text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return None if math.isnan(value) else float(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(part) for part in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if hasattr(value, "tolist"):
        return plain_value(value.tolist())
    return None if str(value) in ("NaT", "<NA>", "nan") else str(value)

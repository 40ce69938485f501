"""YAML documents: rows in a list or under a key, as some tools save their results."""

from collections.abc import Iterator, Mapping
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.documents import rows_of
from raggauge.formats.objects import plain_value
from raggauge.formats.rows import Row
from raggauge.formats.source import LONGEST_LINE
from raggauge.formats.strict_json import DEEPEST
from raggauge.messages import shown

# Every value takes a byte at least; files with references are rarely a few times as large as their text.
_VALUES_PER_BYTE: Final = 20


def read_yaml(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """The rows of a YAML document, which is held in memory as a whole; tags of Python are refused, never run."""
    text = stream.read(LONGEST_LINE)
    if len(text) >= LONGEST_LINE:
        raise DataError("formats.long_line", place=f"{name}:1", limit=LONGEST_LINE >> 20)
    value = _decoded(text, name)
    _check_size(value, name, 10_000 + _VALUES_PER_BYTE * len(text))
    rows = rows_of(value, f"{name}:1") if isinstance(value, Mapping) else value
    if not isinstance(rows, list):
        raise DataError("formats.not_rows", place=f"{name}:1", value=shown(value))
    for position, row in enumerate(rows):
        place = f"{name}[{position}]"
        if isinstance(row, Mapping):
            yield Row({str(column): plain_value(part) for column, part in row.items()}, place)
        else:
            yield DataError("formats.not_a_row", place=place, value=shown(row))


def _decoded(text: bytes, name: str) -> Any:
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        document = loader(text.decode("utf-8"))
        try:
            return document.get_single_data()
        finally:
            document.dispose()
    except UnicodeDecodeError as error:
        raise DataError(
            "formats.wrong_encoding", place=f"{name}:{text[: error.start].count(10) + 1}", name="utf-8"
        ) from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else f"{name}:1"
        problem = str(getattr(error, "problem", "") or error).partition("\n")[0]
        raise DataError("formats.bad_yaml", place=place, problem=shown(problem, limit=120)) from None


def _check_size(value: Any, name: str, most: int) -> None:
    """Count the values with every reference followed: a few lines that refer to one another can stand for billions."""
    n = 0
    waiting = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        n += 1
        if depth > DEEPEST or n > most:
            raise DataError(
                "formats.too_deep" if depth > DEEPEST else "formats.yaml_bomb", place=f"{name}:1", deepest=DEEPEST
            )
        inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
        waiting += [(one, depth + 1) for one in inner]

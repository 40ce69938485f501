"""JSON, checked for what the fast decoder overlooks: twice the same key, NaN, half a character, endless nesting."""

import codecs
import json
import re
from typing import Any, Final

import msgspec

from raggauge.errors import DataError
from raggauge.formats.encodings import guess
from raggauge.messages import Phrase, shown

DEEPEST: Final = 100
_decode = msgspec.json.Decoder().decode
# A text that never ends is one token up to the end, or each of its quotes would be looked at anew.
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', re.DOTALL)
_BLANKS: Final = (b"\t", b"\n", b"\r")


def decode(text: bytes, /, *, place: str) -> Any:
    """The value that JSON text holds.

    NaN and infinity, which some tools write, come back as floats: what they mean is decided where the field is known.
    Raises DataError at `place` with line and column of the fault: no JSON, a repeated key, nesting over 100, a lone
    surrogate, a NUL byte, bytes that are not UTF-8.
    """
    try:
        value = _decode(text)
        n_keys = _n_keys(value, 0)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _diagnosed(text, place)
    # Each key ends in `":`, or has a blank before its colon; as many endings as keys means that no key came twice.
    if text.count(b'":') == n_keys and b'" :' not in text and not any(blank in text for blank in _BLANKS):
        return value
    return _diagnosed(text, place) if _may_repeat(text, n_keys) else value


def _n_keys(value: Any, depth: int) -> int:
    """The keys of all objects in a value; RecursionError where it is nested too deeply."""
    if depth > DEEPEST:
        raise RecursionError
    n = 0
    if type(value) is dict:
        n = len(value)
        value = value.values()
    elif type(value) is not list:
        return 0
    for part in value:
        kind = type(part)
        if kind is dict or kind is list:
            n += _n_keys(part, depth + 1)
    return n


def _may_repeat(text: bytes, n_keys: int) -> bool:
    """Counts the keys outside of strings; an exact count, dearer than the look at colons."""
    n = 0
    for token in _TOKEN.finditer(text):
        if token[0][:1] == b'"' and text[token.end() : token.end() + 16].lstrip()[:1] in (b":", b""):
            n += 1
    return n != n_keys


def _check_depth(text: bytes, place: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token[0][:1]
        if first in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise DataError("formats.too_deep", place=_at(place, text, token.start()), deepest=DEEPEST)
        elif first in b"]}":
            depth -= 1


def _diagnosed(text: bytes, place: str) -> Any:
    """The value, slowly; or what exactly is wrong."""
    _check_depth(text, place)
    if (nul := text.find(b"\0")) >= 0:
        raise DataError("formats.nul", place=_at(place, text, nul))
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        where = _at(place, text, error.start)
        raise DataError("formats.not_utf8_here", place=where, guess=guess(text)) from None
    try:
        value = json.loads(decoded, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        position = _position(decoded, error)
        where = _at(place, text, len(decoded[:position].encode("utf-8")))
        near = shown(decoded[max(position - 10, 0) : position + 20], limit=40)
        problem = _problem(decoded, position, error.msg)
        raise DataError("formats.bad_json", place=where, problem=problem, near=near) from None
    except _RepeatedKey as error:
        raise DataError("formats.repeated_key", place=place, key=shown(error.args[0])) from None
    except ValueError:
        problem = Phrase("formats.json_big_number")
        raise DataError("formats.bad_json", place=place, problem=problem, near=shown(decoded, limit=40)) from None
    try:
        decoded_again = json.dumps(value, ensure_ascii=False)
        codecs.encode(decoded_again, "utf-8")
    except UnicodeEncodeError as error:
        near = shown(error.object[max(error.start - 10, 0) : error.end + 10], limit=40)
        raise DataError("formats.lone_surrogate", place=place, near=near) from None
    return value


class _RepeatedKey(Exception):
    """Ends parsing at the second key of a name."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        raise _RepeatedKey(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return values


def _position(text: str, error: json.JSONDecodeError) -> int:
    """Where a reader sees the fault: at the bracket behind a comma too many, as Python before 3.13 says it."""
    rest = text[error.pos + 1 :]
    bracket = rest.lstrip()[:1]
    if text[error.pos : error.pos + 1] == "," and bracket and bracket in "]}":
        return error.pos + 1 + rest.index(bracket)
    return error.pos


def _problem(text: str, position: int, said: str) -> Phrase:
    rest = text[position:].lstrip()
    if said.startswith("Unterminated") or not rest:
        return Phrase("formats.json_cut")
    if said.startswith("Extra data"):
        return Phrase("formats.json_extra")
    if said.startswith("Invalid control"):
        return Phrase("formats.json_control")
    if said.startswith("Invalid \\"):
        return Phrase("formats.json_escape")
    if rest.startswith(("//", "/*", "#")):
        return Phrase("formats.json_comment")
    if rest[0] == "'":
        return Phrase("formats.json_quotes")
    if rest[0] in "]}" and text[:position].rstrip().endswith(","):
        return Phrase("formats.json_trailing_comma")
    return Phrase("formats.json_other")


def _at(place: str, text: bytes, offset: int) -> str:
    """A place with line and column, both from 1, columns in characters; `place` ends with the line of the text."""
    if not place:
        return place
    name, _, line = place.rpartition(":")
    before = text[:offset]
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    if not line.isdigit():
        return f"{place}:{column}"
    return f"{name}:{int(line) + before.count(10)}:{column}"

"""A reader for JSON as models write it: forgives slips of form, never of content.

Forgiven: trailing and missing commas, comments, single and typographic quotes, bare keys, `True`/`None`, raw line
breaks and unescaped quotes in strings, unknown escapes, full-width colons and commas, an end that is missing. A number
that is none (NaN) and a key that says two things become `CONFLICT`.
"""

import re
from typing import Any, Final

_SPACE = re.compile(r"(?:[\s\ufeff\u200b-\u200f\u2060\u00ad]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d{1,300}\.?\d{0,300}|\.\d{1,300})(?:[eE][-+]?\d{1,2})?(?![\w./])")
_WORD = re.compile(r"[A-Za-z_\u4e00-\u9fff][\w-]*")
_KEY_END = re.compile(r"[\s\u200b-\u200f]*[:：]")
_VALUE_END = re.compile(
    r"[\s\u200b-\u200f\ufeff]*(?:[}\]]|[,，]\s*(?:/[/*]|[\"'“‘{\[\-\d}\]tfnTFN]|[A-Za-z_]+\s*:|//|$)|//|/\*|$)"
)
_NEXT_KEY = re.compile(r"\s+[\"“'][\w .-]+[\"”']\s*[:：]")
_CLOSES: Final = {'"': '"', "'": "'", "“": '”"', "‘": "’'", "`": "`", "«": "»", "「": "」", "＂": "＂"}
_LITERALS: Final = {"true": True, "false": False, "null": None, "none": None}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'"}
_DEEPEST: Final = 40


class _Conflict:
    """A value that cannot be trusted: it equals nothing, not even itself."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "CONFLICT"


CONFLICT: Final = _Conflict()


class Broken(Exception):
    """What stands here is no JSON, however loosely read."""


class Loose:
    """Reads one value from a place in a text."""

    def __init__(self, text: str, position: int, /) -> None:
        self._text = text
        self._at = position
        self._cut = False
        self._depth = 0

    def read(self) -> tuple[Any, int, bool]:
        """The value, where it ends, and whether the text ended before it did. Raises Broken where there is none."""
        value = self._value()
        return value, self._at, self._cut

    def _peek(self) -> str:
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at
        if self._at >= len(self._text):
            self._cut = True
            return ""
        return self._text[self._at]

    def _value(self) -> Any:
        char = self._peek()
        if char == "{":
            return self._nested(self._object)
        if char == "[":
            return self._nested(self._array)
        if char in _CLOSES:
            return self._string(_VALUE_END)
        return self._number_or_word() if char else None

    def _nested(self, read: Any) -> Any:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Broken
        value = read()
        self._depth -= 1
        return value

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._at += 1
        while True:
            char = self._peek()
            if char == "}":
                self._at += 1
                return found
            if char in (",", "，"):
                self._at += 1
                continue
            if not char:
                return found
            key = self._key()
            if self._cut:
                return found
            if self._peek() not in (":", "："):
                if self._cut:
                    return found
                raise Broken
            self._at += 1
            value = self._value()
            if self._cut and not (isinstance(value, dict | list) and value):
                return found
            found[key] = CONFLICT if key in found and found[key] != value else value
            if self._cut:
                return found

    def _array(self) -> list[Any]:
        found: list[Any] = []
        self._at += 1
        while True:
            char = self._peek()
            if char == "]":
                self._at += 1
                return found
            if char in (",", "，"):
                self._at += 1
                continue
            if char == "}" or not char:
                return self._unclosed(found, char)
            value = self._value()
            if self._cut:
                return found
            found.append(value)

    def _unclosed(self, found: list[Any], char: str) -> list[Any]:
        """A list whose bracket is missing, before the end of the text or of the object around it."""
        if char and self._depth < 2:
            raise Broken
        return found

    def _key(self) -> str:
        if self._text[self._at] in _CLOSES:
            return self._string(_KEY_END)
        word = _WORD.match(self._text, self._at)
        if not word:
            raise Broken
        self._at = word.end()
        self._cut = self._at >= len(self._text)
        return word[0]

    def _number_or_word(self) -> Any:
        number = _NUMBER.match(self._text, self._at)
        if number:
            self._at = number.end()
            self._cut = self._at >= len(self._text)
            return float(number[0]) if any(char in number[0] for char in ".eE") else int(number[0])
        word = _WORD.match(self._text, self._at)
        if not word:
            raise Broken
        low = word[0].lower()
        value: Any
        if low in _LITERALS:
            value = _LITERALS[low]
        elif low in ("nan", "infinity", "inf", "undefined"):
            value = CONFLICT
        elif self._in_object():
            value = word[0]
        else:
            raise Broken
        self._at = word.end()
        self._cut = self._at >= len(self._text)
        if not self._cut and self._peek() not in (",", "，", "}", "]", ""):
            raise Broken
        return value

    def _in_object(self) -> bool:
        before = (
            self._text[: self._at].rstrip()[-1:]
            if self._at < 200
            else self._text[self._at - 50 : self._at].rstrip()[-1:]
        )
        return before in (":", "：")

    def _string(self, end: re.Pattern[str]) -> str:
        closing = _CLOSES[self._text[self._at]]
        text, place, parts = self._text, self._at + 1, []
        while place < len(text):
            char = text[place]
            if char == "\\" and place + 1 < len(text):
                piece, place = _escape(text, place)
                parts.append(piece)
            elif char in closing and (end.match(text, place + 1) or _NEXT_KEY.match(text, place + 1)):
                self._at = place + 1
                return "".join(parts)
            else:
                parts.append(char)
                place += 1
        self._at, self._cut = len(text), True
        return "".join(parts)


def _escape(text: str, place: int) -> tuple[str, int]:
    char = text[place + 1]
    if char == "u":
        code = text[place + 2 : place + 6]
        if re.fullmatch("[0-9a-fA-F]{4}", code):
            return _unicode(text, place, int(code, 16))
    if char in _ESCAPES:
        return _ESCAPES[char], place + 2
    return f"\\{char}", place + 2


def _unicode(text: str, place: int, code: int) -> tuple[str, int]:
    low = re.match(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})", text[place + 6 : place + 12])
    if 0xD800 <= code < 0xDC00 and low:
        return chr(0x10000 + ((code - 0xD800) << 10) + (int(low[1], 16) - 0xDC00)), place + 12
    return chr(code), place + 6

"""Lists in the cells of a table: JSON, or what Python prints for a list. Parsed, never evaluated."""

import re
from typing import Any, Final

from raggauge.errors import DataError
from raggauge.formats.strict_json import decode

DEEPEST: Final = 20
_LONGEST_NUMBER: Final = 1000
_TOKEN = re.compile(
    r"""\s*(?:(?P<open>[\[({])|(?P<close>[\])}])|(?P<comma>,)|(?P<colon>:)|(?P<equals>=)
    |(?P<text>[rRbBuU]{0,2}(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))
    |(?P<number>[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
    |(?P<word>[A-Za-z_][\w.]*))""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(.))", re.DOTALL)
_PLAIN: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}
_WORDS: Final = {
    "None": None, "True": True, "False": False, "nan": None, "null": None, "true": True, "false": False,
}  # fmt: skip


class Unreadable(ValueError):
    """The text is no literal."""


def read_literal(text: str, /) -> Any:
    """The value that a cell's text holds: JSON, else a Python literal, else a repr such as `Document(text='...')`.

    A call by keywords is read as a mapping of its arguments. Lists whose texts are separated by spaces alone, as numpy
    prints them, are lists of texts too. Raises Unreadable for anything else.
    """
    try:
        return decode(text.encode("utf-8", "surrogatepass"), place="")
    except DataError:
        pass
    parser = _Parser(text)
    value = parser.value(0)
    if not parser.at_end():
        raise Unreadable(text)
    return value


class _Parser:
    """Recursive descent over one cell."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._kind, self._value = "", ""
        self._next()

    def at_end(self) -> bool:
        return not self._kind

    def value(self, depth: int) -> Any:
        kind, text = self._kind, self._value
        if depth > DEEPEST or kind not in ("open", "text", "number", "word"):
            raise Unreadable(self._text)
        self._next()
        if kind == "open":
            return self._items({"[": "]", "(": ")", "{": "}"}[text], depth)
        if kind == "text":
            return _unescaped(text)
        if kind == "number":
            return self._number(text)
        return self._named(text, depth)

    def _number(self, text: str) -> int | float:
        if re.search(r"[.eE]", text):
            return float(text)
        if len(text) > _LONGEST_NUMBER:
            raise Unreadable(self._text)
        return int(text)

    def _named(self, word: str, depth: int) -> Any:
        if self._kind == "open" and self._value == "(":
            self._next()
            is_list = word.rpartition(".")[2] in ("array", "tuple", "list")
            items = self._items(")", depth, with_type=is_list)
            if isinstance(items, dict) or (len(items) == 1 and is_list):
                return items if isinstance(items, dict) else items[0]
        elif word in _WORDS:
            return _WORDS[word]
        raise Unreadable(self._text)

    def _items(self, close: str, depth: int, *, with_type: bool = False) -> Any:
        items: list[Any] = []
        pairs: dict[Any, Any] = {}
        while not (self._kind == "close" and self._value == close):
            key = self._value if self._kind == "word" and self._text[self._at : self._at + 1] == "=" else None
            item = self._keyword() if key is not None else self.value(depth + 1)
            if with_type and items and item == "dtype" and key is not None:
                self._type()
            elif key is not None or (self._kind == "colon" and close == "}"):
                if key is None:
                    self._next()
                pairs[item] = self.value(depth + 1)
            else:
                items.append(item)
            self._separator(close, item)
        self._next()
        if items and pairs:
            raise Unreadable(self._text)
        return pairs if pairs or (close == "}" and not items) else items

    def _type(self) -> None:
        """The type behind `dtype=`, which says nothing of the texts in an array."""
        if self._kind not in ("word", "text"):
            raise Unreadable(self._text)
        self._next()

    def _keyword(self) -> str:
        name = self._value
        self._next()
        self._next()
        return name

    def _separator(self, close: str, item: Any) -> None:
        if self._kind == "comma":
            self._next()
        elif not (self._kind == "close" and self._value == close) and not (
            close == "]" and isinstance(item, str) and self._kind == "text"
        ):
            raise Unreadable(self._text)

    def _next(self) -> None:
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            if self._text[self._at :].strip():
                raise Unreadable(self._text)
            self._kind = self._value = ""
            return
        self._kind = str(found.lastgroup)
        self._value = found[self._kind]
        self._at = found.end()


def _unescaped(text: str) -> str:
    start = re.match("[a-zA-Z]*", text)
    prefix = start[0].lower() if start else ""
    text = text[len(prefix) :]
    width = 3 if text[:3] in ("'''", '"""') and len(text) >= 6 else 1
    body = text[width:-width]
    return body if "r" in prefix else _ESCAPE.sub(_escape, body)


def _escape(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code:
        number = int(code, 16)
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise Unreadable(found[0])
        return chr(number)
    if found[4]:
        return chr(int(found[4], 8))
    return _PLAIN.get(found[5], found[5] if found[5] in "'\"\\" else found[0])

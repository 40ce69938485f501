"""Everything said to a person, in English and Chinese; the language is chosen when a text is printed.

One literal table per area (`messages/<area>.py`, `MESSAGES = {key: (english, chinese)}`); the id of a message is
`"<area>.<key>"`. An area is imported when its first message is said, so that starting up stays cheap.
"""

import os
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final, Literal

Language = Literal["en", "zh"]

_COLUMN: Final[dict[str, int]] = {"en": 0, "zh": 1}
_chosen: ContextVar[Language | None] = ContextVar("raggauge_language", default=None)
_areas: dict[str, dict[str, tuple[str, str]]] = {}


def say(message_id: str, /, *, lang: Language | None = None, **values: object) -> str:
    """The text of a message in a language, with its values filled in.

    `message_id` is `"<area>.<key>"`; `lang` defaults to the chosen language. Values are formatted with `str.format`;
    doubled braces stand for braces.     Raises KeyError for an unknown id: that is a defect of raggauge, never of its input.
    """
    area, _, key = message_id.partition(".")
    text = _area(area)[key][_COLUMN[lang or language()]]
    if not values and "{{" not in text:
        return text
    return text.format(
        **{name: value.say(lang) if isinstance(value, Phrase) else value for name, value in values.items()}
    )


class Phrase:
    """A message inside another one, said in the same language whenever that is."""

    def __init__(self, message_id: str, /, **values: object) -> None:
        self.message_id, self.values = message_id, values

    def say(self, lang: Language | None = None) -> str:
        """The text in a language, by default the one in force."""
        return say(self.message_id, lang=lang, **self.values)

    def __str__(self) -> str:
        return self.say()

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (self.message_id, self.values)


def has(message_id: str, /) -> bool:
    """Whether the catalogue holds a message of this id."""
    area, _, key = message_id.partition(".")
    try:
        return key in _area(area)
    except ModuleNotFoundError:
        return False


def reason(text: str, /, *, lang: Language | None = None) -> str:
    """The reason of a score in a language: its fixed part is translated, what follows `": "` is kept as it is.

    Reasons are stored in English, since they are part of a run's identity (`"abstained"`,
    `"judge failed: HTTP 429 after 5 tries"`); a reason that the catalogue does not hold is returned unchanged.
    """
    fixed, colon, rest = text.partition(": ")
    entry = _area("reasons").get(fixed)
    return f"{entry[_COLUMN[lang or language()]]}{colon}{rest}" if entry else text


def language() -> Language:
    """The language in force: the chosen one, else `RAGGAUGE_LANG`, else the locale of the environment, else English."""
    chosen = _chosen.get()
    if chosen:
        return chosen
    for variable in ("RAGGAUGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def choose(lang: Language | None) -> None:
    """Set the language of what is printed from here on in this context; None follows the environment again."""
    _chosen.set(lang)


def shown(value: object, *, limit: int = 60) -> str:
    """A value of the user's data as it may stand in a message:

    On one line, escaped, quoted, at most `limit` characters.
    """
    text = repr(value) if isinstance(value, str) else f"{value!r}"
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= limit else f"{text[: limit - 2]}…{text[0] if text[0] in chr(39) + chr(34) else ''}"


def _phrase(message_id: str, values: dict[str, object]) -> Phrase:
    return Phrase(message_id, **values)


def _area(name: str) -> dict[str, tuple[str, str]]:
    if name not in _areas:
        _areas[name] = import_module(f"raggauge.messages.{name}").MESSAGES
    return _areas[name]

"""Everything raggauge raises on purpose.

    RaggaugeError
    ├── UsageError            what was asked for cannot be done: a flag, a name, a combination
    │   └── MissingExtra      an optional package is not installed; the message names the install command
    ├── DataError             a file or value of the user's is wrong; carries file, line, column, sample
    ├── JudgeError            the judge could not decide
    │   ├── JudgeUnavailable  no reply: network, key, quota, model; a run can be resumed
    │   └── JudgeReplyInvalid a reply came but cannot be read
    ├── StoreError            a run, cache, baseline or database cannot be read or written
    └── LimitReached          a budget was used up; everything is kept and can be resumed

An error carries the id of its message and the values in it, so that it can be said in another language later.
"""

from typing import Any, ClassVar

from raggauge import messages


class RaggaugeError(Exception):
    """The root of all errors that raggauge raises on purpose.

    `message_id` names the catalogue entry, `values` what fills it; `str(error)` is the text in the language in force.
    `exit_code` is what the command line ends with.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, message_id: str, /, **values: object) -> None:
        super().__init__(message_id)
        self.message_id = message_id
        self.values = values

    def say(self, lang: messages.Language | None = None) -> str:
        """The message in a language, by default the one in force."""
        return messages.say(self.message_id, lang=lang, **self.values)

    def __str__(self) -> str:
        return self.say()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.message_id, self.values, dict(self.__dict__))


class UsageError(RaggaugeError):
    """What was asked for cannot be done as it was asked."""


class MissingExtra(UsageError):
    """An optional package is needed; the message names the command that installs it."""


class DataError(RaggaugeError):
    """A file or value of the user's is wrong.

    `place` is where: `"eval.jsonl:18"` (file, line and, where known, column), empty where there is no file. `sample` is
    the id of the sample, where it is known.
    """

    def __init__(self, message_id: str, /, *, place: str = "", **values: object) -> None:
        super().__init__(message_id, **values)
        self.place = place

    def say(self, lang: messages.Language | None = None) -> str:
        text = super().say(lang)
        return f"{text} ({self.place})" if self.place and self.place not in text else text


class JudgeError(RaggaugeError):
    """The judge could not decide."""

    exit_code = 3


class JudgeUnavailable(JudgeError):
    """The judge gave no reply: network, key, quota or model. What was done is kept; the run can be resumed."""


class JudgeReplyInvalid(JudgeError):
    """A reply came but does not say what was asked."""


class StoreError(RaggaugeError):
    """A run folder, cache, baseline or database cannot be read or written."""


class LimitReached(RaggaugeError):
    """A limit on calls or cost was reached; everything that was paid for is kept and can be resumed."""

    exit_code = 3


def _rebuilt(
    kind: type[RaggaugeError], message_id: str, values: dict[str, object], state: dict[str, object]
) -> RaggaugeError:
    error = kind(message_id, **values)
    error.__dict__.update(state)
    return error

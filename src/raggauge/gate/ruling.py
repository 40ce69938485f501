"""What a gate came to: pass, fail or inconclusive, rule by rule."""

from typing import Any, Final, Literal

import msgspec

Outcome = Literal["pass", "fail", "inconclusive"]
EXIT_CODES: Final[dict[Outcome, int]] = {"pass": 0, "fail": 1, "inconclusive": 3}
WORST: Final[dict[Outcome, int]] = {"pass": 0, "inconclusive": 1, "fail": 2}


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What one rule came to.

    `rule` names its kind (`threshold`, `share`, `baseline`, `slice`, `must_pass`, `coverage`, `not_applicable`,
    `cost`, `latency`), `about` the metric or measurement, `value` what was found (with its 95% interval `low` to
    `high`), `bound` what was asked. `message` and `values` are the sentence as a message id and what fills it;
    `samples` the worst samples behind it.
    """

    rule: str
    about: str
    outcome: Outcome
    message: str
    values: dict[str, Any] = {}
    value: float | None = None
    low: float | None = None
    high: float | None = None
    bound: float | None = None
    samples: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """The outcome of a gate: the worst of its rulings, and all of them."""

    outcome: Outcome
    rulings: tuple[Ruling, ...]

    @property
    def exit_code(self) -> int:
        """0 pass, 1 fail, 3 inconclusive."""
        return EXIT_CODES[self.outcome]

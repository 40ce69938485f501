"""A metric's value for one sample, or the reason there is none."""

import math
from typing import Any, Literal

import msgspec

from raggauge.errors import UsageError

State = Literal["scored", "not_applicable", "unscored"]


class Score(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one metric on one sample: a value in [0, 1], or the reason there is none.

    `state` is `scored` (there is a value), `not_applicable` (the question makes no sense here: no denominator, an
    abstention; leaves the mean) or `unscored` (there is a true value that is not known: the judge failed; counted
    against coverage, with the least and greatest value it may have in `lowest` and `highest`).
    `n_asked` is the denominator: how many claims, passages or questions were asked about, never how many came back.
    `label` is a word for the outcome where the metric has one, `details` are numbers behind the value, `parts` additive
    parts for metrics whose value over a set is no mean, `evidence` the ids of the claims and findings behind it.
    Refuses NaN, infinity and values outside [0, 1] when made (UsageError).
    """

    state: State
    value: float | None = None
    label: str | None = None
    reason: str | None = None
    lowest: float | None = None
    highest: float | None = None
    n_asked: int | None = None
    details: dict[str, Any] = {}
    parts: dict[str, float] = {}
    evidence: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for number in (self.value, self.lowest, self.highest):
            if number is not None and not (isinstance(number, int | float) and 0.0 <= number <= 1.0):
                raise UsageError("core.score_range", metric=self.label or "", value=repr(number))
        for number in self.parts.values():
            if not math.isfinite(number):
                raise UsageError("core.score_range", metric=self.label or "", value=repr(number))
        if (self.state == "scored") != (self.value is not None) or (self.state != "scored" and not self.reason):
            raise UsageError("core.score_range", metric=self.label or "", value=f"{self.state}, {self.value}")


def scored(value: float, /, *, n_asked: int | None = None, **rest: Any) -> Score:
    """A score with a value in [0, 1]; `n_asked` is its denominator."""
    return Score(state="scored", value=float(value), lowest=float(value), highest=float(value), n_asked=n_asked, **rest)


def not_applicable(reason: str, /, **rest: Any) -> Score:
    """No score, because the metric's question makes no sense for this sample; the reason is a catalogue text."""
    return Score(state="not_applicable", reason=reason, **rest)


def unscored(
    reason: str, /, *, lowest: float = 0.0, highest: float = 1.0, n_asked: int | None = None, **rest: Any
) -> Score:
    """No score, because the judge failed; `lowest` and `highest` are the bounds of what it would have been."""
    return Score(state="unscored", reason=reason, lowest=lowest, highest=highest, n_asked=n_asked, **rest)

"""The settings of a run beside data, metrics and judge."""

import dataclasses
import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from raggauge.errors import UsageError
from raggauge.judge.judge import Spending
from raggauge.messages import shown
from raggauge.run.record import RepeatRule, Selection

Progress = Callable[[int, int], None]
"""Told (finished, total) now and then."""


class Options(TypedDict, total=False):
    """The rarer settings of `evaluate`.

    `concurrency` (64) how many asks are in flight, `jobs` (1) how many processes share the work of a judge that only
    computes, `name` of the run, `out` where the run folder goes (None: a new one under `.raggauge/runs`, False: keep
    the run in memory, a path: there; an unfinished run there is taken up again), `skip_missing` (False) whether a
    sample without a needed field is left out of a metric instead of being an error, `repeats` (1) and `repeat_rule`
    (`mean`, `majority`, `pass^k`), `filters` (`{key: value}` of metadata), `take` so many samples at random by
    `seed` (those whose ids are in `always` first), `limit` to the first so many, `judge_options` the judge's own
    settings, `goals` per metric, `reading`
    options of `formats.read` (mapping, encoding, ...), `progress` a function of (finished, total), or True for a bar
    on the terminal, `max_calls` and `max_cost` the most that the judge may spend before the run stops (it can be
    resumed), `target` the system under test, asked first (see `raggauge.target.make`), `prices` the user's own prices
    by model, `unlocked` how the judge differs from the one settled on (kept in the run), `screen` a cheap rule
    (`"rougeL(part=recall) < .1"`): what fails it is not judged, but for the random share `audit` (0.1, at least 20).
    """

    concurrency: int
    jobs: int
    name: str | None
    out: str | Path | Literal[False] | None
    skip_missing: bool
    repeats: int
    repeat_rule: RepeatRule
    filters: Mapping[str, str]
    take: int | None
    always: tuple[str, ...]
    limit: int | None
    seed: int
    judge_options: Mapping[str, Any]
    goals: Mapping[str, float]
    reading: Mapping[str, Any]
    progress: bool | Progress
    max_calls: int | None
    max_cost: float | None
    prices: Mapping[str, Any]
    unlocked: tuple[str, ...]
    target: Any
    screen: str | None
    audit: float


def settings_of(options: Options, /) -> "Settings":
    """The settings with these options. Raises UsageError for one that there is not, with the nearest."""
    known = [field.name for field in dataclasses.fields(Settings)]
    for name in options:
        if name not in known:
            nearest = difflib.get_close_matches(name, ("metrics", "judge", *known), n=1, cutoff=0.0)[0]
            raise UsageError("run.unknown_option", name=shown(name), nearest=nearest)
    return Settings(**options)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """Options with their defaults, checked. Raises UsageError for a value that cannot be."""

    concurrency: int = 64
    jobs: int = 1
    name: str | None = None
    out: str | Path | Literal[False] | None = None
    skip_missing: bool = False
    repeats: int = 1
    repeat_rule: RepeatRule = "mean"
    filters: Mapping[str, str] = dataclasses.field(default_factory=dict)
    take: int | None = None
    always: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    judge_options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    goals: Mapping[str, float] = dataclasses.field(default_factory=dict)
    reading: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    progress: bool | Progress = False
    max_calls: int | None = None
    max_cost: float | None = None
    prices: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    unlocked: tuple[str, ...] = ()
    target: Any = None
    screen: str | None = None
    audit: float = 0.1

    def __post_init__(self) -> None:
        for name in ("concurrency", "jobs", "repeats", "take", "limit", "max_calls"):
            value = getattr(self, name)
            optional = name in ("take", "limit", "max_calls") and value is None
            if not optional and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise UsageError("run.bad_number", name=name, value=shown(value), least=1)
        if self.max_cost is not None and not self.max_cost >= 0:
            raise UsageError("run.bad_number", name="max_cost", value=shown(self.max_cost), least=0)
        if self.repeat_rule not in ("mean", "majority", "pass^k"):
            raise UsageError("run.bad_rule", value=shown(self.repeat_rule))

    @property
    def spending(self) -> Spending:
        """What the judge may spend."""
        return Spending(
            concurrency=self.concurrency,
            max_calls=self.max_calls,
            max_cost=self.max_cost,
            prices=dict(self.prices),
        )

    @property
    def selection(self) -> Selection:
        """Which samples take part. The seed is kept only where it matters."""
        seed, always = (self.seed, tuple(self.always)) if self.take is not None else (0, ())
        return Selection(filters=dict(self.filters), take=self.take, limit=self.limit, seed=seed, always=always)

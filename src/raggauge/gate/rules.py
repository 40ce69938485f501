"""The rules of a gate as a user writes them: read, checked and named before anything is run."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from raggauge import metrics
from raggauge.errors import DataError, UsageError
from raggauge.messages import shown
from raggauge.metrics.metric import Direction, direction_of, text_of
from raggauge.run.record import ChosenMetric

Side = Literal["min", "max"]
KEYS: Final = (
    *("thresholds", "baseline", "slices", "must_pass", "coverage"),
    *("max_not_applicable", "max_cost", "max_latency_p95_s"),
)
Test = Literal["tolerance", "non-inferiority"]
_PERCENT = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*%\s*$")


class Threshold(msgspec.Struct, frozen=True, kw_only=True):
    """What a metric must reach:

    Its mean `bound` (at least, or with side `max` at most), or a `share` of samples at `share_above`.
    """

    metric: str
    side: Side = "min"
    bound: float | None = None
    share_above: float | None = None
    share: float = 1.0

    def misses(self, value: float) -> bool:
        """Whether a value is on the wrong side of the bound; without a bound none is."""
        if self.bound is None:
            return False
        return value < self.bound if self.side == "min" else value > self.bound


class Tolerance(msgspec.Struct, frozen=True):
    """How much worse than the baseline is still fine: absolute (`0.05`) or relative to its mean (`5%`)."""

    value: float
    relative: bool
    text: str

    def allowed(self, baseline: float) -> float:
        """The loss that is allowed against a baseline's mean."""
        return self.value * baseline if self.relative else self.value


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """All rules of a gate.

    `tolerance` is by metric, `"*"` stands for every metric; so does it in `max_not_applicable`.
    """

    thresholds: tuple[Threshold, ...] = ()
    tolerance: dict[str, Tolerance] = {}
    baseline: str = ""
    test: Test = "tolerance"
    slices: dict[str, dict[str, tuple[Threshold, ...]]] = {}
    must_pass: tuple[str, ...] = ()
    coverage: float = 1.0
    max_not_applicable: dict[str, float] = {}
    max_cost: float | None = None
    max_latency_p95_s: float | None = None

    def metrics(self) -> set[str]:
        """The metrics that the rules name."""
        inner = [t.metric for by_value in self.slices.values() for thresholds in by_value.values() for t in thresholds]
        named = [*(t.metric for t in self.thresholds), *inner, *self.tolerance, *self.max_not_applicable]
        return set(named) - {"*"}


class _Names(msgspec.Struct, frozen=True):
    """Where the rules stand, and the metrics besides ours that they may name, with their directions."""

    place: str
    known: Mapping[str, Direction]

    def resolve(self, name: Any) -> tuple[str, Direction]:
        """The metric that a name in the rules means, and its direction; other tools' spellings are taken."""
        text = str(name)
        if text in self.known:
            return text, self.known[text]
        try:
            metric = metrics.get(text, aliases=True)
        except UsageError as problem:
            raise DataError(problem.message_id, place=self.place, **problem.values) from None
        return text_of(metric), direction_of(metric)


def read(
    section: Mapping[str, Any],
    thresholds: Mapping[str, Any] | None = None,
    /,
    *,
    place: str = "",
    known: Iterable[ChosenMetric] = (),
) -> Rules:
    """The rules of a `gate` section; `thresholds` is the top-level short form of `gate.thresholds`.

    `known` are metrics that a run has, so that rules may name those of the user's own. Raises DataError for an unknown
    key or metric (with the nearest), a value out of range, a bare number where a tolerance needs its kind, and for
    thresholds in both places.
    """
    for key in section:
        if key not in KEYS:
            nearest = difflib.get_close_matches(str(key), KEYS, n=1, cutoff=0.0)[0]
            raise DataError("gate.unknown_key", place=place, name=shown(key), nearest=nearest)
    if thresholds and section.get("thresholds"):
        raise DataError("gate.thresholds_twice", place=place)
    baseline = _mapping(section.get("baseline"), "baseline", place)
    for key in baseline:
        if key not in ("run", "tolerance", "test"):
            raise DataError("gate.unknown_key", place=place, name=shown(f"baseline.{key}"), nearest="tolerance")
    names = _Names(place, {entry.text: entry.direction for entry in known})
    bounds = _thresholds(thresholds or section.get("thresholds"), names)
    must_pass = _ids(section.get("must_pass"), place)
    if must_pass and all(threshold.bound is None for threshold in bounds):
        raise DataError("gate.must_pass_alone", place=place)
    return Rules(
        thresholds=bounds,
        tolerance=_tolerances(baseline.get("tolerance"), names),
        baseline=str(baseline.get("run", "")),
        test=_test(baseline.get("test", "tolerance"), place),
        slices={
            str(key): {
                slice_name(value): _thresholds(inner, names)
                for value, inner in _mapping(by, f"slices.{key}", place).items()
            }
            for key, by in _mapping(section.get("slices"), "slices", place).items()
        },
        must_pass=must_pass,
        coverage=_unit(section.get("coverage", 1.0), "coverage", place),
        max_not_applicable=_shares(section.get("max_not_applicable"), names),
        max_cost=_positive(section.get("max_cost"), "max_cost", place),
        max_latency_p95_s=_positive(section.get("max_latency_p95_s"), "max_latency_p95_s", place),
    )


def slice_name(value: Any, /) -> str:
    """A value of metadata as the name of its slice, as it is written in a file: `true`, `null`, `zh`, `3`."""
    return (
        {True: "true", False: "false", None: "null"}[value]
        if value is None or value is True or value is False
        else str(value)
    )


def _thresholds(section: Any, names: _Names) -> tuple[Threshold, ...]:
    found: list[Threshold] = []
    for name, value in _mapping(section, "thresholds", names.place).items():
        text, direction = names.resolve(name)
        if any(threshold.metric == text for threshold in found):
            raise DataError("gate.metric_twice", place=names.place, name=shown(f"thresholds.{name}"), metric=text)
        side: Side = "max" if direction == "down" else "min"
        whole = value if isinstance(value, Mapping) else {side: value}
        found.append(_threshold(text, side, whole, f"thresholds.{name}", names.place))
    return tuple(found)


def _threshold(text: str, side: Side, value: Mapping[str, Any], where: str, place: str) -> Threshold:
    for key in value:
        if key not in ("min", "max", "share_above", "share"):
            raise DataError("gate.unknown_key", place=place, name=shown(f"{where}.{key}"), nearest=f"{where}.min")
    if "min" in value and "max" in value:
        raise DataError("gate.min_and_max", place=place, name=where)
    side = "max" if "max" in value else "min" if "min" in value else side
    bound = value.get(side)
    above = value.get("share_above")
    if (bound is None and above is None) or (above is None and "share" in value):
        raise DataError("gate.nothing_asked", place=place, name=where, value=shown(dict(value)))
    return Threshold(
        metric=text,
        side=side,
        bound=None if bound is None else _unit(bound, f"{where}.{side}", place),
        share_above=None if above is None else _unit(above, f"{where}.share_above", place),
        share=_unit(value.get("share", 1.0), f"{where}.share", place),
    )


def _tolerances(section: Any, names: _Names) -> dict[str, Tolerance]:
    if section is None:
        return {}
    if not isinstance(section, Mapping):
        return {"*": _tolerance(section, "tolerance", names.place)}
    found = {}
    for name, value in section.items():
        text = "*" if name == "*" else names.resolve(name)[0]
        found[text] = _tolerance(value, f"tolerance.{name}", names.place)
    return found


def _tolerance(value: Any, where: str, place: str) -> Tolerance:
    """`5%` is relative, `0.05` absolute; a bare 5 could mean either and is refused."""
    if isinstance(value, str) and (match := _PERCENT.match(value)) and float(match[1]) <= 100:
        return Tolerance(float(match[1]) / 100, True, value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
        return Tolerance(float(value), False, f"{value:g}")
    raise DataError("gate.bad_tolerance", place=place, name=where, value=shown(value))


def _test(value: Any, place: str) -> Test:
    if value not in ("tolerance", "non-inferiority"):
        raise DataError("gate.bad_test", place=place, value=shown(value))
    return "tolerance" if value == "tolerance" else "non-inferiority"


def _shares(section: Any, names: _Names) -> dict[str, float]:
    if section is None:
        return {}
    if not isinstance(section, Mapping):
        return {"*": _unit(section, "max_not_applicable", names.place)}
    return {
        "*" if name == "*" else names.resolve(name)[0]: _unit(value, f"max_not_applicable.{name}", names.place)
        for name, value in section.items()
    }


def _mapping(value: Any, where: str, place: str) -> Mapping[Any, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise DataError("gate.no_mapping", place=place, name=where, value=shown(value))
    return value


def _ids(value: Any, place: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(part, str | int) for part in value):
        raise DataError("gate.no_ids", place=place, value=shown(value))
    return tuple(str(part) for part in value)


def _unit(value: Any, where: str, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise DataError("gate.out_of_range", place=place, name=where, value=shown(value))
    return float(value)


def _positive(value: Any, where: str, place: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise DataError("gate.not_positive", place=place, name=where, value=shown(value))
    return float(value)

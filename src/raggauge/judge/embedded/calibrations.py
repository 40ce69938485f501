"""Calibrations that a user fitted on own labels: named files that become part of the judge's fingerprint."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from raggauge import files
from raggauge.errors import DataError, UsageError
from raggauge.judge.embedded.model import probability

FOLDER = Path(".raggauge/calibrations")
KINDS = ("support", "useful")


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fitted map of one kind of probability: ``slope`` and ``offset`` of the log odds, or steps (isotonic).

    ``before`` and ``after`` are the expected calibration errors, the second cross-validated, over ``n`` labels.
    """

    slope: float = 1.0
    offset: float = 0.0
    knots: tuple[float, ...] = ()
    levels: tuple[float, ...] = ()
    n: int = 0
    before: float = 0.0
    after: float = 0.0

    def apply(self, value: float) -> float:
        """Give the calibrated probability of one value."""
        if self.knots:
            return _between(self.knots, self.levels, value)
        import math

        safe = min(max(value, 1e-3), 1 - 1e-3)
        return probability(self.slope * math.log(safe / (1 - safe)) + self.offset)


class Calibration(msgspec.Struct, frozen=True):
    """A named calibration: one line per kind of decision (``support``, ``useful``), fitted for one judge model."""

    name: str
    model: str
    lines: dict[str, Line]

    @property
    def id(self) -> str:
        """The name with a hash of the fitted numbers, as it stands in the fingerprint."""
        content = msgspec.json.encode(self.lines, order="deterministic")
        return f"{self.name}@{hashlib.sha256(content).hexdigest()[:8]}"

    def apply(self, kind: str, value: float) -> float:
        """Calibrate a probability of a kind; a kind that was not fitted stays as it is."""
        line = self.lines.get(kind)
        return value if line is None else line.apply(value)


def save(calibration: Calibration, *, folder: Path = FOLDER) -> Path:
    """Write a calibration to ``folder/NAME.json`` and give the path."""
    path = folder / f"{calibration.name}.json"
    files.write(path, msgspec.json.format(msgspec.json.encode(calibration), indent=1) + b"\n")
    return path


def load(name: str, *, folder: Path = FOLDER) -> Calibration:
    """Read a calibration by name or path; raises UsageError when there is none, DataError when it cannot be read."""
    path = Path(name) if name.endswith(".json") else folder / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Calibration)
    except FileNotFoundError:
        raise UsageError("embedded.no_calibration", name=name, path=str(path)) from None
    except msgspec.MsgspecError as problem:
        raise DataError("embedded.bad_calibration", place=str(path), problem=str(problem)) from None


def _between(knots: tuple[float, ...], levels: tuple[float, ...], value: float) -> float:
    from bisect import bisect_right

    at = bisect_right(knots, value)
    if at == 0:
        return levels[0]
    if at == len(knots):
        return levels[-1]
    low, high = knots[at - 1], knots[at]
    share = (value - low) / (high - low) if high > low else 1.0
    return levels[at - 1] + share * (levels[at] - levels[at - 1])

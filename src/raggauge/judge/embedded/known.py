"""What is known of the embedded judge's errors: what it makes of rows that people find right, and of wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

FILE: Final = Path(__file__).parent / "data" / "known.json"


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The mean of a metric where people find everything right (`good`) and nothing (`bad`).

    The middle of `sets` labelled sets, of which the lowest gave `least` on right rows and the highest `most`; a quarter
    of the sets gave `low` or less.
    """

    good: float
    low: float
    bad: float
    least: float
    most: float
    sets: int

    def seen(self, value: float, /, *, surely: bool = False) -> float:
        """What this judge says of a system whose true value this is; `surely`: on a set where it sees little."""
        return value * (self.low if surely else self.good) + (1.0 - value) * self.bad

    def true(self, value: float, /) -> float:
        """The true value behind what this judge says, cut to [0, 1] (after Rogan and Gladen 1978)."""
        if self.good <= self.bad:
            return value
        return min(1.0, max(0.0, (value - self.bad) / (self.good - self.bad)))


class Known(msgspec.Struct, frozen=True):
    """The sights of a model by language (`en`, `zh`) and metric; made by `training/known.py`."""

    model: str
    sights: dict[str, dict[str, Sight]]


@cache
def known() -> Known:
    """Read what ships with the package."""
    return msgspec.json.decode(FILE.read_bytes(), type=Known)


def sights(lang: str, /) -> Mapping[str, Sight]:
    """What is known for a language; languages without labels of their own take English, those in ideographs Chinese."""
    return known().sights["zh" if lang in ("zh", "ja") else "en"]

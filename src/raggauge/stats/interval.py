"""What an interval is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A range that holds the true value in at least `level` of all repetitions, if the method's assumptions hold.

    `estimate` lies in [low, high]. `method` names how it was made (`gaffke`, `hall-t`, `clopper-pearson`, ...; a suffix
    `-weighted` or `-cluster` says what was allowed for). `n` counts independent units: values, or clusters if given.
    """

    low: float
    high: float
    method: str
    n: int
    estimate: float
    level: float = 0.95

    @property
    def width(self) -> float:
        """The distance from `low` to `high`."""
        return self.high - self.low

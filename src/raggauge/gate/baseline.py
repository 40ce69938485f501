"""The run that changes are held against: which one, set by whom, when and why; and thresholds written from a run.

Kept as one small JSON file per name under `.raggauge/baselines`, so that it can be read, and committed where runs are
kept.
"""

import getpass
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge import files
from raggauge.errors import StoreError, UsageError
from raggauge.messages import shown
from raggauge.run.run import Run

FOLDER: Final = Path(".raggauge") / "baselines"
UNFIT: Final = ("/", "\\", "..", "\0")
"""What no name of a baseline may hold, since it is that of a file."""


class Baseline(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run set as baseline: its id and folder, what it measured, and who set it when and why."""

    run: str
    path: str
    set_by: str
    set_at: str
    why: str = ""
    judge: str = ""
    dataset: str = ""
    means: dict[str, float | None] = {}


def set_baseline(run: Run, /, *, name: str = "main", why: str = "", by: str = "") -> Baseline:
    """Make a finished run the baseline of a name. Raises UsageError for an unfinished run or one kept in memory."""
    if run.path is None or not run.complete:
        raise UsageError("baseline.unfinished", run=shown(run.id or "in memory"))
    baseline = Baseline(
        run=run.id,
        path=str(run.path),
        set_by=by or _user(),
        set_at=datetime.now(UTC).isoformat(timespec="seconds"),
        why=why,
        judge=run.manifest.judge.id if run.manifest.judge else "",
        dataset=run.manifest.dataset.fingerprint,
        means={metric: row["mean"] for metric, row in run.summary().items()},
    )
    files.write(_file(name), msgspec.json.format(msgspec.json.encode(baseline), indent=2) + b"\n")
    return baseline


def read_baseline(name: str = "main", /) -> Baseline | None:
    """The baseline of a name, None when none was set. Raises StoreError for a file that is no baseline."""
    path = _file(name)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Baseline)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as problem:
        raise StoreError("baseline.unreadable", path=str(path), problem=str(problem)) from None


def place_of(name: str, /) -> str:
    """What `--baseline` or the rules name, as something that can be loaded: a baseline of that name, else a run.

    An empty name means the baseline `main`; empty where there is none.
    """
    plain = name and not any(part in name for part in UNFIT)
    found = read_baseline(name or "main") if plain or not name else None
    return found.path if found else name


def thresholds_from(run: Run, /, *, share: float) -> dict[str, float]:
    """Thresholds at a share of a run's means: 95% of a mean of .80 is .76.

    Where lower is better the share is that of what is good: a mean of .20 leaves .80, 95% of it .76, and the threshold
    is .24. Rounded to three places towards the lenient side. Metrics without any score give none.
    """
    found: dict[str, float] = {}
    for entry in run.manifest.metrics:
        mean = run.summary()[entry.text]["mean"]
        if mean is None:
            continue
        if entry.direction == "down":
            found[entry.text] = math.ceil(round((1 - share * (1 - mean)) * 1000, 6)) / 1000
        else:
            found[entry.text] = math.floor(round(mean * share * 1000, 6)) / 1000
    return found


def ratchet(old: dict[str, Any], new: dict[str, float], lower_is_better: set[str], /) -> dict[str, Any]:
    """The old thresholds, each replaced only by a stricter one; metrics without an old one get the new."""
    kept = dict(old)
    for metric, bound in new.items():
        before = kept.get(metric)
        if isinstance(before, int | float) and not isinstance(before, bool):
            kept[metric] = min(before, bound) if metric in lower_is_better else max(before, bound)
        elif before is None:
            kept[metric] = bound
    return kept


def _file(name: str) -> Path:
    if not name or any(part in name for part in UNFIT):
        raise UsageError("baseline.bad_name", name=shown(name))
    return FOLDER / f"{name}.json"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "?"

"""`raggauge.lock`: the judge that a project has settled on, so that scores stay comparable."""

from pathlib import Path
from typing import Final

import msgspec

from raggauge import files
from raggauge.errors import DataError, UsageError
from raggauge.judge.judge import Fingerprint

FILE: Final = "raggauge.lock"


class Lock(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the file: the text that names the judge, its fingerprint, the model that its server says it is."""

    judge: str
    fingerprint: Fingerprint
    snapshot: str = ""


def place(settings_file: Path | None, /) -> Path:
    """Where the lock stands: beside the settings file, else in the working directory."""
    return settings_file.parent / FILE if settings_file else Path(FILE)


def read(path: Path, /) -> Lock | None:
    """The lock in a file, None where there is no file. Raises DataError for a file that is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Lock)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as problem:
        raise DataError("judge.broken_lock", place=str(path), problem=str(problem)) from None


def write(path: Path, lock: Lock, /) -> None:
    """Write the lock. Raises StoreError where that fails."""
    content = msgspec.json.format(msgspec.json.encode(lock, order="deterministic"), indent=2) + b"\n"
    files.write(path, content)


def differences(locked: Fingerprint, now: Fingerprint, /) -> list[str]:
    """What differs between two judges, each as `name: locked -> now`, in the order of the fields."""
    found: list[str] = []
    for name in ("kind", "model", "endpoint", "embedder", "calibration", "protocol"):
        before, after = getattr(locked, name), getattr(now, name)
        if before != after:
            found.append(f"{name}: {before or '-'} -> {after or '-'}")
    for name in ("parameters", "prompts"):
        before, after = getattr(locked, name), getattr(now, name)
        keys = [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
        found += [f"{name}.{key}: {before.get(key, '-')} -> {after.get(key, '-')}" for key in keys]
    return found


def check(path: Path, now: Fingerprint, /, *, force: bool = False) -> tuple[str, ...]:
    """What differs from the lock in a file, for the manifest of a run that goes on all the same.

    Empty where nothing differs or there is no lock. Raises UsageError where something does, unless `force`.
    """
    locked = read(path)
    differing = differences(locked.fingerprint, now) if locked else []
    if differing and not force:
        raise UsageError("judge.differs", file=str(path), differences="; ".join(differing))
    return tuple(differing)

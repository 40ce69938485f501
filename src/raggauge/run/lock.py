"""One writer at a time: the lock of a run folder, and what becomes of that of a dead process."""

import logging
import os
import socket
from pathlib import Path
from typing import Final

import msgspec

from raggauge.errors import StoreError
from raggauge.messages import say, shown
from raggauge.run.files import failure

NAME: Final = "lock.json"
_log = logging.getLogger("raggauge.run")


class Owner(msgspec.Struct, frozen=True):
    """The process that writes a run: `born` tells it from a later one of the same number, where the system says it."""

    pid: int
    host: str
    born: str = ""


class Lock:
    """The right to write in a folder, from construction to `release`.

    A lock whose process is dead is taken over, and the log says so. Raises StoreError when a living process, or one
    on another machine, holds it.
    """

    def __init__(self, folder: Path, /) -> None:
        self.path = folder / NAME
        me = Owner(os.getpid(), socket.gethostname(), _born(os.getpid()))
        fresh = folder / f"{NAME}.{me.pid}.{os.urandom(3).hex()}"
        try:
            _sweep(folder)
            fresh.write_bytes(msgspec.json.encode(me))
            try:
                self._take(fresh)
            finally:
                fresh.unlink(missing_ok=True)
        except OSError as problem:
            raise failure(problem, self.path) from problem

    def release(self) -> None:
        """Give the right back."""
        self.path.unlink(missing_ok=True)

    def _take(self, fresh: Path) -> None:
        # A link appears with its content in one step, and never over another one.
        for _ in range(3):
            try:
                os.link(fresh, self.path)
                return
            except FileExistsError:
                owner = read(self.path)
            if owner is not None and is_alive(owner):
                raise StoreError(
                    "run.locked", path=shown(str(self.path.parent), limit=200), pid=owner.pid, host=owner.host
                )
            _log.warning("%s", say("run.lock_taken_over", pid=owner.pid if owner else "?"))
            self.path.unlink(missing_ok=True)
        raise StoreError("run.locked", path=shown(str(self.path.parent), limit=200), pid="?", host="?")


def _sweep(folder: Path) -> None:
    """Remove what processes left that died while they took the lock."""
    for path in folder.glob(f"{NAME}.*"):
        owner = read(path)
        if owner is not None and not is_alive(owner):
            path.unlink(missing_ok=True)


def is_held(folder: Path, /) -> bool:
    """Whether a living process writes in the folder."""
    owner = read(folder / NAME)
    return owner is not None and is_alive(owner)


def read(path: Path, /) -> Owner | None:
    """Who holds a lock, or None for no lock or one that says nothing."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Owner)
    except (OSError, msgspec.MsgspecError):
        return None


def is_alive(owner: Owner, /) -> bool:
    """Whether the process lives; one on another machine is taken to live."""
    if owner.host != socket.gethostname():
        return True
    try:
        os.kill(owner.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not owner.born or _born(owner.pid) in ("", owner.born)


def _born(pid: int) -> str:
    """When a process started, as the system counts it; empty where it does not say."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    if len(fields) < 20 or fields[0] == "Z":
        return "dead"
    return fields[19]

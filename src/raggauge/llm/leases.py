"""Who is making which call, so that two processes with one cache pay for it once.

A row names the call and its maker, and holds until a time that the maker puts off while it works. A maker that was
killed is noticed at once on the same machine, elsewhere when its time has run out.
"""

import os
import secrets
import socket
import sqlite3
import time
from typing import Final, Literal

LEASE_S: Final = 20.0
"""How long a row holds without being renewed."""
RENEW_S: Final = 5.0
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
"""
_TAKE: Final = """
INSERT INTO leases SELECT :key, :owner, :until WHERE NOT EXISTS (SELECT 1 FROM calls WHERE key = :key)
ON CONFLICT (key) DO UPDATE SET owner = :owner, until = :until WHERE until < :now OR owner IN (:owner, :dead)
"""

Claim = Literal["mine", "taken", "done"]


class Leases:
    """The rows of one maker, in the file that holds the calls."""

    def __init__(self) -> None:
        self._owner = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(8)}"
        self._held: set[str] = set()
        self._made: list[str] = []
        self._renewed_at = 0.0

    def claim(self, file: sqlite3.Connection, key: str, /) -> Claim:
        """Take a call: `mine` to make, `taken` by another maker that is at it, or `done`."""
        found = self._take(file, key, "")
        if found == "taken" and (owner := _gone(file, key)):
            found = self._take(file, key, owner)
        if found == "mine":
            self._held.add(key)
        return found

    def renew(self, file: sqlite3.Connection, /) -> None:
        """Put off the end of all rows held; does nothing more often than every few seconds."""
        now = time.time()
        if self._held and now - self._renewed_at > RENEW_S:
            self._renewed_at = now
            self.tidy(file)
            file.execute("UPDATE leases SET until = ? WHERE owner = ?", (now + LEASE_S, self._owner))

    def release(self, file: sqlite3.Connection, key: str, /) -> None:
        """Leave a call that was not made to others."""
        if key in self._held:
            self._held.discard(key)
            self._drop(file, [key])

    def made(self, key: str, /) -> None:
        """The call is there; its row does no harm any more and goes when there is time."""
        if key in self._held:
            self._held.discard(key)
            self._made.append(key)

    def tidy(self, file: sqlite3.Connection, /) -> None:
        """Remove the rows of calls that were made."""
        made, self._made = self._made, []
        self._drop(file, made)

    def _drop(self, file: sqlite3.Connection, keys: list[str]) -> None:
        if keys:
            file.execute("BEGIN IMMEDIATE")
            file.executemany("DELETE FROM leases WHERE key = ? AND owner = ?", [(key, self._owner) for key in keys])
            file.execute("COMMIT")

    def _take(self, file: sqlite3.Connection, key: str, dead: str) -> Claim:
        now = time.time()
        values = {"key": key, "owner": self._owner, "until": now + LEASE_S, "now": now, "dead": dead}
        if file.execute(_TAKE, values).rowcount == 1:
            return "mine"
        return "done" if file.execute("SELECT 1 FROM calls WHERE key = ?", (key,)).fetchone() else "taken"


def _gone(file: sqlite3.Connection, key: str) -> str:
    """The maker of a call if it was a process of this machine that is no more, else ""."""
    row = file.execute("SELECT owner FROM leases WHERE key = ?", (key,)).fetchone()
    host, pid, _ = row[0].rsplit(" ", 2) if row else ("", "0", "")
    if host != socket.gethostname():
        return ""
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return str(row[0])
    except OSError:
        return ""
    return ""

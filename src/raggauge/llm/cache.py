"""Finished calls kept between runs: one SQLite file, safe for several processes at once."""

import contextlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from raggauge.errors import StoreError
from raggauge.llm.calls import Call
from raggauge.llm.leases import SCHEMA as LEASES
from raggauge.llm.leases import Claim, Leases

FOLDER: Final = Path(".raggauge/cache")
FILE: Final = "calls.sqlite"
_DAY: Final = 86_400.0
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS calls (
  key TEXT PRIMARY KEY, purpose TEXT NOT NULL, content BLOB NOT NULL, used_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS calls_used ON calls (used_at);
"""


class Stats(msgspec.Struct, frozen=True):
    """What a cache holds: calls by purpose, bytes of the file, money that the calls had cost, oldest and newest use."""

    calls: dict[str, int]
    n_bytes: int
    saved: float
    oldest: float | None
    newest: float | None


class CallCache:
    """A CallLog in a file. The file is made at the first call; calls are found by content, whoever asked."""

    def __init__(self, path: Path, /) -> None:
        self.path = path
        self._opened: sqlite3.Connection | None = None
        self._leases = Leases()

    def find(self, key: str, /) -> Call | None:
        """The finished call of this key, None when it has still to be made. Raises StoreError for a broken file."""
        if self._opened is None and not self.path.exists():
            return None
        try:
            row = self._open().execute("SELECT content, used_at FROM calls WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            if time.time() - row[1] > _DAY:
                self._open().execute("UPDATE calls SET used_at = ? WHERE key = ?", (time.time(), key))
            return msgspec.msgpack.decode(row[0], type=Call)
        except (sqlite3.Error, msgspec.MsgspecError) as problem:
            raise self._broken(problem) from None

    def add(self, call: Call, /) -> None:
        """Keep a call; a key that is there already stays as it is. Raises StoreError for a file that takes none."""
        row = (call.key, call.purpose, msgspec.msgpack.encode(call), time.time())
        try:
            self._open().execute("INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as problem:
            raise self._broken(problem) from None
        self._leases.made(call.key)

    def claim(self, key: str, /) -> Claim:
        """Take a call that is not there: no other process makes it until it is added or released."""
        try:
            return self._leases.claim(self._open(), key)
        except sqlite3.Error as problem:
            raise self._broken(problem) from None

    def renew(self) -> None:
        """Show that this process is still at the calls it took."""
        try:
            self._leases.renew(self._open())
        except sqlite3.Error as problem:
            raise self._broken(problem) from None

    def release(self, key: str, /) -> None:
        """Leave a call that was taken to others."""
        try:
            self._leases.release(self._open(), key)
        except sqlite3.Error as problem:
            raise self._broken(problem) from None

    def forget(self, keys: Sequence[str], /) -> None:
        """Drop some calls: the next one who asks makes them anew."""
        try:
            self._open().executemany("DELETE FROM calls WHERE key = ?", [(key,) for key in keys])
        except sqlite3.Error as problem:
            raise self._broken(problem) from None

    def stats(self) -> Stats:
        """What the cache holds."""
        if not self.path.exists():
            return Stats({}, 0, 0.0, None, None)
        try:
            rows = self._open().execute("SELECT purpose, content FROM calls").fetchall()
            oldest, newest = self._open().execute("SELECT min(used_at), max(used_at) FROM calls").fetchone()
        except sqlite3.Error as problem:
            raise self._broken(problem) from None
        calls: dict[str, int] = {}
        saved = 0.0
        for purpose, content in rows:
            calls[purpose] = calls.get(purpose, 0) + 1
            saved += msgspec.msgpack.decode(content, type=Call).cost or 0.0
        return Stats(dict(sorted(calls.items())), self._n_bytes(), saved, oldest, newest)

    def prune(self, *, days: float) -> int:
        """Forget calls that were not used for some days; gives how many."""
        return self._forget("DELETE FROM calls WHERE used_at < ?", (time.time() - days * _DAY,))

    def clear(self) -> int:
        """Forget all calls; gives how many."""
        return self._forget("DELETE FROM calls", ())

    def close(self) -> None:
        """Let go of the file."""
        if self._opened is not None:
            with contextlib.suppress(sqlite3.Error):  # what is left of them runs out by itself
                self._leases.tidy(self._opened)
            self._opened.close()
            self._opened = None

    def _forget(self, statement: str, values: tuple[float, ...]) -> int:
        if not self.path.exists():
            return 0
        try:
            n = self._open().execute(statement, values).rowcount
            self._open().execute("VACUUM")
        except sqlite3.Error as problem:
            raise self._broken(problem) from None
        return n

    def _broken(self, problem: Exception) -> StoreError:
        return StoreError("llm.broken_cache", file=str(self.path), problem=str(problem))

    def _n_bytes(self) -> int:
        parts = [self.path, self.path.with_name(self.path.name + "-wal")]
        return sum(part.stat().st_size for part in parts if part.exists())

    def _open(self) -> sqlite3.Connection:
        if self._opened is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(self.path, timeout=30.0, isolation_level=None, check_same_thread=False)
            try:
                opened.execute("PRAGMA journal_mode = WAL")
                opened.execute("PRAGMA synchronous = NORMAL")
                opened.executescript(_SCHEMA + LEASES)
            except sqlite3.Error:
                opened.close()
                raise
            self._opened = opened
        return self._opened

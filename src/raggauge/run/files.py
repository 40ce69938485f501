"""Files that survive a kill at any byte: lines that are whole or absent, and small files that are old or new."""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from raggauge.errors import StoreError
from raggauge.messages import shown

_WHY: Final[dict[int, str]] = {
    errno.ENOSPC: "run.disk_full",
    errno.EDQUOT: "run.disk_full",
    errno.EFBIG: "run.disk_full",
    errno.EACCES: "run.not_allowed",
    errno.EPERM: "run.not_allowed",
    errno.EROFS: "run.not_allowed",
}


class Lines:
    """A file of lines that grows: a line is on its way to the disk when `add` returns, whatever happens to the process.

    Opening cuts a torn last line. A write that fails is taken back, so that the file always ends with a whole line.
    Raises StoreError.
    """

    def __init__(self, path: Path, /) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            self.size = _whole(self._file)
            if self.size != os.fstat(self._file).st_size:
                os.ftruncate(self._file, self.size)
        except OSError as problem:
            raise failure(problem, path) from problem

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, *lines: bytes) -> None:
        """Append lines, each without its newline, in one write."""
        data = memoryview(b"".join([part for line in lines for part in (line, b"\n")]))
        written = 0
        try:
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError as problem:
            self.cut(self.size)
            raise failure(problem, self.path) from problem
        self.size += written

    def cut(self, size: int, /) -> None:
        """Forget everything behind the first `size` bytes."""
        with suppress(OSError):
            os.ftruncate(self._file, size)
        self.size = size

    def sync(self) -> None:
        """Wait until everything is on the disk."""
        try:
            os.fsync(self._file)
        except OSError as problem:
            raise failure(problem, self.path) from problem

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def lines_of(path: Path, /) -> Iterator[tuple[int, bytes]]:
    """The whole lines of a file with the offset of each, without newlines. A torn last line is left out."""
    try:
        with path.open("rb") as file:
            offset = 0
            for line in file:
                if not line.endswith(b"\n"):
                    return
                yield offset, line[:-1]
                offset += len(line)
    except FileNotFoundError:
        return
    except OSError as problem:
        raise failure(problem, path) from problem


def write_whole(path: Path, content: bytes, /) -> None:
    """Write a small file so that, whenever the machine stops, the old or the new content is there."""
    fresh = path.with_name(f"{path.name}.tmp")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as problem:
        raise failure(problem, path) from problem


def failure(problem: OSError, path: Path, /) -> StoreError:
    """What an error of the operating system means for a run, as one sentence."""
    return StoreError(
        _WHY.get(problem.errno or 0, "run.cannot_use"),
        path=shown(str(path), limit=200),
        problem=problem.strerror or str(problem),
    )


def _whole(file: int) -> int:
    """How many bytes of a file are whole lines."""
    end = os.fstat(file).st_size
    while end:
        start = max(0, end - 65536)
        newline = os.pread(file, end - start, start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _sync_folder(folder: Path) -> None:
    # Some systems cannot open a folder; the rename stands all the same.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

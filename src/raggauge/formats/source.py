"""From a path to a stream of UTF-8 bytes: opened, unpacked, recoded, and guarded on the way."""

import codecs
import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

from raggauge.errors import DataError, MissingExtra, UsageError
from raggauge.formats.encodings import binary, guess, is_utf8, mark
from raggauge.messages import shown

HEAD: Final = 1 << 16
CHUNK: Final = 1 << 20
LONGEST_LINE: Final = 64 << 20
# Packed text hardly exceeds a ratio of 20; a bomb has a thousand. Small files are free to be odd.
_BOMB_RATIO, _BOMB_SIZE = 200, 64 << 20
_ZSTD_PIECE: Final = 1 << 13
_PACKED: Final = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


def head(path: Path, /) -> bytes:
    """The first bytes of a file as it lies on disk.

    Raises DataError where there is no such file, where it is a folder, may not be read or is empty.
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(HEAD)
    except FileNotFoundError:
        raise DataError("formats.no_file", file=shown(str(path), limit=200)) from None
    except IsADirectoryError:
        raise DataError("formats.is_folder", file=shown(str(path), limit=200)) from None
    except PermissionError:
        raise DataError("formats.no_permission", file=shown(str(path), limit=200)) from None
    except (OSError, ValueError) as error:
        raise DataError("formats.cannot_open", file=shown(str(path), limit=200), problem=_problem(error)) from None
    if not start:
        raise DataError("formats.empty_file", file=shown(str(path), limit=200))
    return start


def packing(start: bytes, /) -> str:
    """How a file is packed (gzip, bz2, xz, zstd), by its first bytes; empty where it is not."""
    return next((name for magic, name in _PACKED.items() if start.startswith(magic)), "")


def open_binary(path: Path, /) -> IO[bytes]:
    """A file's bytes, unpacked where they are packed."""
    start = head(path)
    kind = packing(start)
    if not kind:
        return path.open("rb", buffering=CHUNK)
    return io.BufferedReader(_Unpacked(path, kind), CHUNK)


def open_text(path: Path, /, *, encoding: str | None = None, markup: bool = False) -> IO[bytes]:
    """A file's text as UTF-8 bytes without a byte order mark.

    The encoding is the one given, else what the mark says, else UTF-8. `markup` takes HTML and XML too, which hold no
    rows. Raises DataError where the beginning of the file is something else, naming what it looks like.
    """
    stream = open_binary(path)
    try:
        start = stream.read(HEAD)
        _check_packing(path, start)
        marked, length = mark(start)
        chosen = _known(encoding) if encoding else marked or _utf8(start, path, markup=markup)
        if chosen != marked:
            length = 0
        if chosen == "utf-8":
            return _rewound(stream, start, length)
        return io.BufferedReader(_Recoded(stream, chosen, start[length:], str(path)), CHUNK)
    except BaseException:
        stream.close()
        raise


def _check_packing(path: Path, start: bytes) -> None:
    """One packing is taken off; what is inside must be text."""
    outer, inner = packing(head(path)), packing(start) or binary(start)
    if outer and inner:
        raise DataError("formats.packed_inside", file=shown(str(path), limit=200), inner=inner, outer=outer)


def _known(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
        codecs.getincrementaldecoder(name)
    except LookupError:
        raise UsageError("formats.unknown_encoding", name=shown(encoding)) from None
    return name


def _utf8(start: bytes, path: Path, *, markup: bool) -> str:
    kind = binary(start)
    if kind and not (markup and start.lstrip().startswith(b"<")):
        raise DataError("formats.is_binary", file=shown(str(path), limit=200), kind=kind)
    # zeros at the end are the rest of a disk block, not an encoding
    filled = start.rstrip(b"\0")
    if not is_utf8(start) or (b"\0" in filled and guess(filled).startswith("utf-16")):
        raise DataError("formats.not_utf8", file=shown(str(path), limit=200), guess=guess(start))
    return "utf-8"


def _rewound(stream: IO[bytes], start: bytes, length: int) -> IO[bytes]:
    if stream.seekable():
        stream.seek(length)
        return stream
    return io.BufferedReader(_Rejoined(start[length:], stream), CHUNK)


def _problem(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class _Piecewise(io.RawIOBase):
    """A stream made of pieces; `_piece` gives the next one, an empty one at the end."""

    def __init__(self) -> None:
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest:
            self._rest = self._piece()
        n = min(len(buffer), len(self._rest))
        buffer[:n] = self._rest[:n]
        self._rest = self._rest[n:]
        return n

    def _piece(self) -> bytes:
        raise NotImplementedError


class _Rejoined(_Piecewise):
    """What was read ahead, then the rest."""

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        super().__init__()
        self._rest, self._stream = start, stream

    def _piece(self) -> bytes:
        return self._stream.read(CHUNK)

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Unpacked(_Piecewise):
    """The content of a packed file; says so where it is cut, broken or a bomb."""

    def __init__(self, path: Path, kind: str) -> None:
        super().__init__()
        self._path, self._kind, self._n = path, kind, 0
        self._size = max(path.stat().st_size, 1)
        self._stream: IO[bytes] = _openers()[kind](path)

    def _piece(self) -> bytes:
        try:
            piece = self._stream.read(CHUNK)
        except _broken() as error:
            name = shown(str(self._path), limit=200)
            cut = isinstance(error, EOFError) or "truncated" in str(error) or "incomplete" in str(error)
            raise DataError(
                "formats.cut_archive" if cut else "formats.bad_archive", file=name, kind=self._kind
            ) from None
        self._n += len(piece)
        if self._n > _BOMB_SIZE and self._n > _BOMB_RATIO * self._size:
            raise DataError("formats.bomb", file=shown(str(self._path), limit=200), ratio=_BOMB_RATIO)
        return piece

    def close(self) -> None:
        if hasattr(self, "_stream"):
            self._stream.close()
        super().close()


class _Recoded(_Piecewise):
    """Text in another encoding, as UTF-8."""

    def __init__(self, stream: IO[bytes], encoding: str, start: bytes, name: str) -> None:
        super().__init__()
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._stream, self._encoding, self._ahead, self._name = stream, encoding, start, name
        self._line = 1

    def _piece(self) -> bytes:
        while True:
            piece, self._ahead = self._ahead or self._stream.read(CHUNK), b""
            try:
                text = self._decoder.decode(piece, final=not piece)
                recoded = text.encode("utf-8")
            except UnicodeError as error:
                where = piece[: getattr(error, "start", 0)].count(b"\n") if isinstance(error, UnicodeDecodeError) else 0
                place = f"{self._name}:{self._line + where}"
                raise DataError("formats.wrong_encoding", place=place, name=self._encoding) from None
            self._line += text.count("\n")
            if recoded or not piece:
                return recoded

    def close(self) -> None:
        self._stream.close()
        super().close()


def _openers() -> dict[str, Callable[[Path], Any]]:
    import bz2
    import gzip
    import lzma

    return {"gzip": gzip.open, "bz2": bz2.open, "xz": lzma.open, "zstd": _open_zstd}


def _broken() -> tuple[type[Exception], ...]:
    """What the openers raise for a damaged file."""
    import lzma
    import zlib

    return (EOFError, OSError, zlib.error, lzma.LZMAError)


def _open_zstd(path: Path) -> Any:
    try:
        import zstandard
    except ModuleNotFoundError:
        raise MissingExtra("formats.needs_extra", what="zstd", extra="tables") from None

    return _Zstd(path.open("rb"), zstandard.ZstdDecompressor())


class _Zstd:
    """The content of a zstd file; unlike the package's own reader it says when a frame is cut."""

    def __init__(self, stream: IO[bytes], decompressor: Any) -> None:
        self._stream, self._decompressor = stream, decompressor
        self._frame: Any = None

    def read(self, _: int) -> bytes:
        """The next piece, empty at the end. Raises EOFError inside a frame, OSError for what is no frame."""
        from zstandard import ZstdError

        while packed := self._stream.read(_ZSTD_PIECE):
            piece = b""
            while packed:
                self._frame = self._frame or self._decompressor.decompressobj()
                try:
                    piece += self._frame.decompress(packed)
                except ZstdError as error:
                    raise OSError(str(error)) from None
                packed = self._frame.unused_data if self._frame.eof else b""
                self._frame = None if self._frame.eof else self._frame
            if piece:
                return piece
        if self._frame is not None:
            raise EOFError
        return b""

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

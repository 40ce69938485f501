"""Files that are whole or not there: a draft beside the final one takes its place at the end."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from raggauge.errors import StoreError
from raggauge.messages import shown


@contextmanager
def replacing(path: Path, /) -> Iterator[Path]:
    """A draft that takes the place of `path` at the end; with an error it goes away and what was there stays.

    Its folder is made where it is missing. What is no file, as a terminal or a pipe, is written to directly. Raises
    StoreError where the disk does not take the file.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    target = path.resolve() if path.is_symlink() else path
    draft = target.with_name(f".{target.name}.draft")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield draft
        draft.replace(target)
    except OSError as problem:
        said = problem.strerror or str(problem)
        raise StoreError("core.cannot_write", path=shown(str(path), limit=200), problem=said) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def write(path: Path, content: bytes, /) -> None:
    """Write a file whole or not at all. Raises StoreError where the disk does not take it."""
    with replacing(path) as draft:
        draft.write_bytes(content)

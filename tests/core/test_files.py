"""Files that are whole or as they were."""

import os
from pathlib import Path

import pytest

from raggauge.errors import StoreError
from raggauge.files import replacing, write


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """What was there stays until all of the new content is written; no draft is left, and folders are made."""
    path = tmp_path / "new" / "report.html"
    write(path, b"old")
    with replacing(path) as draft:
        draft.write_bytes(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["report.html"]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    """Whatever goes wrong while writing, the old file stays and the draft goes."""
    path = tmp_path / "report.html"
    write(path, b"old")

    def broken_off() -> None:
        with replacing(path) as draft:
            draft.write_bytes(b"half")
            raise KeyError("x")

    with pytest.raises(KeyError):
        broken_off()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["report.html"]


def test_a_folder_or_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    """The path and the reason stand in the error."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "taken", tmp_path / "file" / "report.html"):
        with pytest.raises(StoreError, match="cannot be written") as caught:
            write(path, b"x")
        assert path.name in str(caught.value)


def test_links_and_devices_stay(tmp_path: Path) -> None:
    """A link goes on pointing at the file, which is replaced; a device is written to and never replaced."""
    write(tmp_path / "real.json", b"old")
    link = tmp_path / "link.json"
    link.symlink_to("real.json")
    write(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"
    write(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()

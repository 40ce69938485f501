"""Words that a published project does not contain."""

import re
from pathlib import Path

import pytest

# Paths of one machine, hosts of package registries and talk about how the project was made. Each is written in two
# pieces, so that this file does not contain it.
BANNED = {
    "a path of one machine": r"(?<![\w.~$}])/(wo" r"rk|ro" r"ot|ho" r"me/\w+|Us" r"ers/\w+|opt/wh" r"eels)/",
    "a package registry": r"(?i)\bpy" r"pi\.org|python" r"hosted\.org|npm" r"js\.(org|com)|deb\.deb" r"ian\.org",
    "an index option": r"--(extra-)?in" r"dex-url|--find-" r"links",
    "talk of the making": r"(?i)helper ses"
    r"sion|this ses"
    r"sion|\bCE"
    r"O's\b|language mo"
    r"del assistant|"
    r"as an A"
    r"I\b|issue [A-J]\b(?! )|BRI"
    r"EF\.md",
    "a shared folder": r"\.\./sha" r"red|/sha" r"red/(data|design|cases|reference)",
    "a key": r"\bsk-[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY",
    "a merge mark": r"(?m)^(<{7}|>{7}) ",
}
# The check script finds the data that is laid beside a checkout.
ALLOWED = {(".ci/run", "a shared folder")}


@pytest.mark.parametrize("what", sorted(BANNED))
def test_no_file_holds(what: str, tracked: list[Path], root: Path) -> None:
    """The project speaks of itself alone."""
    pattern = re.compile(BANNED[what])
    found = []
    for path in tracked:
        name = path.relative_to(root).as_posix()
        if (name, what) in ALLOWED:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name}:{text.count(chr(10), 0, hit.start()) + 1} {hit.group()}" for hit in pattern.finditer(text)]
    assert found == []


def test_no_file_is_big(tracked: list[Path], root: Path) -> None:
    """No single file weighs more than 3 MB, and all together no more than 25 MB."""
    sizes = {path.relative_to(root).as_posix(): path.stat().st_size for path in tracked}
    assert {name: size for name, size in sizes.items() if size > 3_000_000} == {}
    assert sum(sizes.values()) <= 25_000_000


def test_unfinished_work_is_not_published(tracked: list[Path], root: Path) -> None:
    """No mark of unfinished work stays in the code."""
    pattern = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
    found = [
        f"{path.relative_to(root).as_posix()}:{number}"
        for path in tracked
        if path.suffix == ".py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []

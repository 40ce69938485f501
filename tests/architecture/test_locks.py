"""The locks in requirements/ fit pyproject.toml and name no place to fetch from."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BASE: list[str] = PROJECT["project"]["dependencies"]
SETS: dict[str, list[str]] = {
    "base": BASE,
    **{name: BASE + rows for name, rows in PROJECT["project"]["optional-dependencies"].items()},
    **{name: BASE + rows for name, rows in PROJECT["dependency-groups"].items()},
}


def _pins(name: str) -> dict[str, list[str]]:
    """Distribution -> versions (several where they differ by platform or Python)."""
    found: dict[str, list[str]] = {}
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    for match in re.finditer(r"^([a-zA-Z0-9._-]+)==(\S+)", text, re.MULTILINE):
        found.setdefault(canonicalize_name(match[1]), []).append(match[2])
    return found


@pytest.mark.parametrize("name", sorted(SETS))
def test_lock_fits_the_project(name: str) -> None:
    """Every dependency that is declared is locked, at versions that satisfy the declaration (else: make lock)."""
    pins = _pins(name)
    missing = []
    for text in SETS[name]:
        requirement = Requirement(text)
        versions = pins.get(canonicalize_name(requirement.name), [])
        if not versions or not all(requirement.specifier.contains(version, prereleases=True) for version in versions):
            missing.append(text)
    assert missing == []


@pytest.mark.parametrize("name", sorted({*SETS, "all"}))
def test_locks_agree(name: str) -> None:
    """A distribution has the same versions in every lock."""
    everything = _pins("all")
    assert {key: versions for key, versions in _pins(name).items() if not set(versions) <= set(everything[key])} == {}


def test_no_lock_is_left_over() -> None:
    """There is a lock for each extra and group, one for the base, one for all, and no other."""
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == {*SETS, "all"}


def test_locks_are_complete_and_name_no_place() -> None:
    """Every pinned line carries a hash, and no lock holds an address or an option."""
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        bare = [line for line in lines if re.match(r"[a-zA-Z0-9._-]+==", line) and not line.endswith("\\")]
        assert bare == [], path.name
        assert not re.search(r"://|^-", text, re.MULTILINE), path.name

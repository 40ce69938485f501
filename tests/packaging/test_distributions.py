"""Wheel and sdist, built and tried outside the tree. Needs a package index."""

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Wheel and sdist of this tree; the wheel is made from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(folder), str(root)], check=True, capture_output=True)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def _members(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def test_wheel_holds_the_package_alone(root: Path, built: tuple[Path, Path]) -> None:
    """The wheel holds every file of the package, its licence and its type marker, and nothing else."""
    members = _members(built[0])
    folder = root / "src" / "raggauge"
    expected = {
        f"raggauge/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in members if name.startswith("raggauge/")} == expected
    assert "raggauge/py.typed" in members
    assert {name.split("/")[0] for name in members} == {"raggauge", built[0].name.split("-py3")[0] + ".dist-info"}
    for notice in ("LICENSE", "NOTICE", "src/raggauge/text/data/LICENSE-unicode.txt"):
        assert any(name.endswith(f"licenses/{notice}") for name in members), notice


def test_sdist_holds_what_a_packager_needs(built: tuple[Path, Path]) -> None:
    """The sdist holds sources, tests, docs, examples, locks and licence."""
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"pyproject.toml", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "Makefile", "requirements/base.txt"}
    assert needed <= names
    assert {"src", "tests", "docs", "examples"} <= {name.split("/")[0] for name in names if "/" in name}


def test_a_fresh_install_is_small_and_works(root: Path) -> None:
    """Installed into an empty environment, the command starts, within 110 MB and 20 distributions."""
    answer = subprocess.run(
        [sys.executable, str(root / "benchmarks" / "startup.py"), "--json"], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    rows = {row["what"]: row for row in json.loads(answer.stdout)}
    assert rows["size added by the base install"]["value"] <= 110
    assert rows["distributions added"]["value"] <= 20

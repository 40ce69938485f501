"""The source of the project as syntax trees, read once for all rules."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

PARTS = ("src", "benchmarks", "training", "examples", "tests")


@dataclass(frozen=True)
class Source:
    """One Python file of the project."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.path)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the tree, in no stated order."""
        return list(ast.walk(self.tree))

    @property
    def n_lines(self) -> int:
        return self.text.count("\n")

    @property
    def module(self) -> str:
        """Dotted name, as an import statement spells it: `raggauge.metrics.metric`."""
        parts = Path(self.path).with_suffix("").parts[1:]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def imports(self) -> set[str]:
        """Dotted names of all that it imports, at the top or on use: `a.b` and `a.b.c` for `from a.b import c`."""
        found: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        return found

    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        return [node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]

    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]


@pytest.fixture(scope="session")
def sources(root: Path) -> list[Source]:
    """All Python files of the project, tests and examples included."""
    paths = sorted(path for part in PARTS for path in (root / part).rglob("*.py") if ".venv" not in path.parts)
    return [Source(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


@pytest.fixture(scope="session")
def package(sources: list[Source]) -> list[Source]:
    """The files of the package alone."""
    found = [source for source in sources if source.path.startswith("src/")]
    assert found
    return found


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """All text files that the project publishes."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("no git checkout")
    names = listed.stdout.decode("utf-8").split("\0")
    return [root / name for name in names if name and (root / name).is_file()]

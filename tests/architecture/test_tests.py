"""What a test of this suite looks like."""

import ast
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

Sources = list[Any]

CHECKS = ("raises", "warns", "assert", "check", "expect", "golden", "compare", "holds", "fail")
CLOCKS = {"time.sleep", "asyncio.sleep", "time.time", "time.perf_counter", "time.monotonic", "time.process_time"}
MAY_WAIT = {
    # A child process is killed at a random moment: the wait is what is tested, and no assertion depends on it.
    "tests/run/test_kill.py",
}


@pytest.fixture(scope="module")
def tests(sources: Sources) -> Sources:
    """The files of the suite."""
    return [source for source in sources if source.path.startswith("tests/")]


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")


def _can_fail(node: ast.AST) -> bool:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assert):
            return True
        if isinstance(inner, ast.Call):
            name = ast.unparse(inner.func).split(".")[-1].lstrip("_")
            if name.startswith(CHECKS):
                return True
    return False


def test_every_test_says_what_holds(tests: Sources) -> None:
    """Each test has a docstring: one sentence on one line or two."""
    silent = {
        f"{source.path}:{node.name}"
        for source in tests
        for node in source.functions()
        if _is_test(node) and not (ast.get_docstring(node) or "").strip()
    }
    assert silent == set()


def test_every_test_can_fail(tests: Sources) -> None:
    """Each test asserts something itself, or calls what is named after asserting."""
    idle = {
        f"{source.path}:{node.name}"
        for source in tests
        for node in source.functions()
        if _is_test(node) and not _can_fail(node)
    }
    assert idle == set()


def test_nothing_of_ours_is_mocked(tests: Sources) -> None:
    """Tests use scripted judges, recorded replies and local servers, never mocks."""
    assert {source.path for source in tests if any("mock" in name for name in source.imports())} == set()


def test_no_test_depends_on_time(tests: Sources) -> None:
    """No test sleeps or reads a clock: speed belongs in benchmarks."""
    found = {
        f"{source.path}:{node.lineno} {ast.unparse(node.func)}"
        for source in tests
        if source.path not in MAY_WAIT
        for node in source.nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) in CLOCKS and ast.unparse(node) != "asyncio.sleep(0)"
    }
    assert found == set()


def test_file_names_are_unique(tests: Sources, root: Path) -> None:
    """No two test files share a name, and no folder of tests is a package."""
    names = Counter(Path(source.path).name for source in tests if "/golden/" not in source.path)
    assert {name for name, n in names.items() if n > 1} - {"conftest.py"} == set()
    assert list((root / "tests").rglob("__init__.py")) == []

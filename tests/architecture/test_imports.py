"""Who may import whom, beyond the layers contract in pyproject.toml."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

Sources = list[Any]

# Modules that open files, sockets, threads or processes, or that reach out of a pure function in another way.
IMPURE = {
    *("asyncio", "concurrent", "ctypes", "fcntl", "ftplib", "glob", "http", "io", "logging", "mmap"),
    *("multiprocessing", "os", "pathlib", "pickle", "queue", "random", "select", "shelve", "shutil", "signal"),
    *("smtplib", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time"),
    *("urllib", "warnings", "aiohttp", "requests", "httpx", "click", "rich", "yaml", "json"),
}
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "compile", "__import__"}
IMPURE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "open", "connect", "urlopen"}
UNSAFE = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
HEAVY = {
    *("numpy", "aiohttp", "rich", "scipy", "pyarrow", "onnxruntime", "tokenizers", "sqlalchemy", "alembic"),
    *("pydantic_ai", "genai_prices", "markitdown", "jinja2", "pandas", "psycopg"),
}
ALWAYS_PRESENT = {"aiohttp", "click", "msgspec", "numpy", "yaml", "rich"}


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _graph(package: Sources) -> dict[str, set[str]]:
    names = {source.module for source in package}
    return {
        source.module: {name for name in source.imports() if name in names and name != source.module}
        for source in package
    }


def _cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected groups of more than one module (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def test_no_cycles(package: Sources) -> None:
    """No two modules import each other, on whatever way round, imports on use and for types included."""
    graph = _graph(package)
    # The root names what it exports for type checkers alone; a module that imports the root is an error of its own.
    graph["raggauge"] = set()
    assert _cycles(graph) == []


def test_a_cycle_would_be_found() -> None:
    """The search sees a cycle of three modules beside one that is not part of it."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert _cycles(graph) == [["a", "b", "c"]]


def test_nobody_imports_the_root(package: Sources) -> None:
    """Modules import from where a thing is defined: the root would bring in everything."""
    public = {"__version__", *(source.module.split(".")[1] for source in package if "." in source.module)}
    found = set()
    for source in package:
        for node in source.nodes:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            whole = isinstance(node, ast.Import) and "raggauge" in names
            thing = isinstance(node, ast.ImportFrom) and node.module == "raggauge" and set(names) - public
            if whole or thing:
                found.add(source.path)
    assert found == set()


def test_the_drawn_layers_are_those_checked(root: Path) -> None:
    """The order of the parts in the design notes is the one of the contract."""
    text = (root / "docs/design/architecture.md").read_text(encoding="utf-8")
    drawn = re.search(r"```text\n(cli -> .*?)```", text, re.DOTALL)
    assert drawn, "no drawing of the layers"
    rows = [" ".join(part.split()) for part in drawn[1].split("->")]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    assert rows == [re.sub(r"[()]", "", layer) for layer in layers]


def test_imports_are_absolute(sources: Sources) -> None:
    """Every import names its module in full, so that the arrows can be read."""
    found = {
        f"{source.path}:{node.lineno}"
        for source in sources
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and node.level
    }
    assert found == set()


def test_metrics_are_pure(package: Sources) -> None:
    """A metric opens no file, socket, thread or process, reads no clock and draws no random number."""
    found = set()
    for source in package:
        if not source.module.startswith("raggauge.metrics"):
            continue
        found |= {f"{source.path} imports {name}" for name in source.imports() if name.split(".")[0] in IMPURE}
        for node in source.nodes:
            if isinstance(node, ast.Call) and _called(node) in IMPURE_CALLS:
                found.add(f"{source.path}:{node.lineno} {_called(node)}()")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_METHODS:
                found.add(f"{source.path}:{node.lineno} .{node.func.attr}()")
            if isinstance(node, ast.AsyncFunctionDef | ast.Await):
                found.add(f"{source.path}:{node.lineno} is asynchronous")
    assert found == set()


@pytest.mark.parametrize("part", ["raggauge.llm", "raggauge.formats", "raggauge.judge", "raggauge.run"])
def test_metrics_know_no(package: Sources, part: str) -> None:
    """A metric asks no model and reads no format: evidence is all that it sees."""
    metrics = [source for source in package if source.module.startswith("raggauge.metrics")]
    assert {source.path for source in metrics if any(name.startswith(part) for name in source.imports())} == set()


def test_no_code_from_data(package: Sources) -> None:
    """Nothing evaluates text as code, unpickles, goes through a shell or loads YAML with tags."""
    found = set()
    for source in package:
        found |= {f"{source.path} imports {name}" for name in source.imports() if name.split(".")[0] in UNSAFE}
        for node in source.nodes:
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            shell = name.startswith("subprocess.") and any(word.arg == "shell" for word in node.keywords)
            if name in ("eval", "exec", "yaml.load", "os.system", "os.popen") or shell:
                found.add(f"{source.path}:{node.lineno} {ast.unparse(node)[:60]}")
    assert found == set()


def test_heavy_packages_are_imported_on_use(package: Sources) -> None:
    """Extras are never imported at the top of a file; numpy, aiohttp and rich only below the parts that start first."""
    found = set()
    for source in package:
        for node in source.tree.body:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            heavy = {name.split(".")[0] for name in names} & HEAVY
            if heavy - ALWAYS_PRESENT:
                found.add(f"{source.path}:{node.lineno} imports {', '.join(sorted(heavy))}")
    assert found == set()


def test_no_assert_in_the_package(package: Sources) -> None:
    """`python -O` must not change what a user is told, so the package raises and never asserts."""
    found = {
        f"{source.path}:{node.lineno}" for source in package for node in source.nodes if isinstance(node, ast.Assert)
    }
    assert found == set()

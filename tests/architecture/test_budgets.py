"""Sizes that keep the code readable. An exception needs a reason, in the tables below."""

import ast
import json
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

Sources = list[Any]

FILE_LINES, FILE_LINES_OF_TESTS, FILE_LINES_MEDIAN = 400, 700, 150
FUNCTION_LINES, FUNCTION_LINES_P90 = 60, 35
PARAMETERS, CLASS_DEPTH = 6, 2

LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}
MANY_PARAMETERS: dict[str, str] = {
    "src/raggauge/stats/pairs.py:paired": "two runs, weights and groups of their cases, three settings of one test",
}
COMPLEX_FUNCTIONS: dict[str, str] = {}
NAMED_PARSERS_AT_MOST = 10

TABLES = re.compile(r"src/raggauge/(messages/\w+|formats/columns|llm/models)\.py")
CAMEL_BANNED = {"Manager", "Handler", "Helper", "Factory", "Wrapper", "Mixin", "Base", "Simple", "V2", "Utils", "Util"}
SNAKE_BANNED = {"manager", "handler", "helper", "helpers", "factory", "wrapper", "mixin", "utils", "util", "v2"}
MODULE_BANNED = SNAKE_BANNED | {"base", "simple", "common", "misc"}


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _n_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    starred = [star for star in (node.args.vararg, node.args.kwarg) if star]
    return len([argument for argument in named if argument.arg not in ("self", "cls")]) + len(starred)


def _own(sources: Sources) -> Sources:
    return [source for source in sources if not source.path.startswith("tests/")]


def test_files_are_short(sources: Sources) -> None:
    """No file of the package is longer than 400 lines, none of the tests longer than 700; tables are exempt."""
    too_long = {}
    for source in sources:
        budget = FILE_LINES_OF_TESTS if source.path.startswith("tests/") else FILE_LINES
        if source.n_lines > budget and not TABLES.fullmatch(source.path) and source.path not in LONG_FILES:
            too_long[source.path] = source.n_lines
    assert too_long == {}


def test_files_are_short_as_a_rule(package: Sources) -> None:
    """Half of the files have at most 150 lines."""
    assert statistics.median(source.n_lines for source in package) <= FILE_LINES_MEDIAN


def test_functions_are_short(sources: Sources) -> None:
    """No function is longer than 60 lines."""
    too_long = {
        f"{source.path}:{node.name}": _length(node)
        for source in _own(sources)
        for node in source.functions()
        if _length(node) > FUNCTION_LINES and f"{source.path}:{node.name}" not in LONG_FUNCTIONS
    }
    assert too_long == {}


def test_functions_are_short_as_a_rule(package: Sources) -> None:
    """Nine functions in ten have at most 35 lines."""
    lengths = sorted(_length(node) for source in package for node in source.functions())
    assert not lengths or lengths[int(0.9 * (len(lengths) - 1))] <= FUNCTION_LINES_P90


def test_functions_take_few_parameters(sources: Sources) -> None:
    """No function takes more than 6 parameters."""
    too_many = {
        f"{source.path}:{node.name}": _n_parameters(node)
        for source in _own(sources)
        for node in source.functions()
        if _n_parameters(node) > PARAMETERS and f"{source.path}:{node.name}" not in MANY_PARAMETERS
    }
    assert too_many == {}


def test_functions_are_plain(root: Path) -> None:
    """No function has a cyclomatic complexity over 10, whatever its comments say to the linter."""
    command = [sys.executable, "-m", "ruff", "check", "--select", "C901", "--ignore-noqa", "--output-format", "json"]
    folders = [name for name in ("src", "benchmarks", "training", "examples") if (root / name).is_dir()]
    answer = subprocess.run([*command, *folders], cwd=root, capture_output=True, text=True, check=False)
    found = {
        f"{Path(row['filename']).relative_to(root).as_posix()}: {row['message']}" for row in json.loads(answer.stdout)
    }
    assert {row for row in found if not any(row.startswith(known) for known in COMPLEX_FUNCTIONS)} == set()


def test_classes_are_flat(package: Sources) -> None:
    """No class has more than two ancestors of ours above it."""
    parents = {
        node.name: [name.split(".")[-1].split("[")[0] for name in map(ast.unparse, node.bases)]
        for source in package
        for node in source.classes()
    }

    def depth(name: str, seen: frozenset[str] = frozenset()) -> int:
        known = [parent for parent in parents.get(name, []) if parent in parents and parent not in seen]
        return max((1 + depth(parent, seen | {name}) for parent in known), default=0)

    assert {name: depth(name) for name in parents if depth(name) > CLASS_DEPTH} == {}


def test_exceptions_are_few_and_alive(sources: Sources) -> None:
    """Every exception names something that exists and breaks the budget; complex functions are at most ten parsers."""
    lines = {source.path: source.n_lines for source in sources}
    functions = {f"{source.path}:{node.name}": node for source in sources for node in source.functions()}
    assert {path for path in LONG_FILES if lines.get(path, 0) <= FILE_LINES} == set()
    assert {
        name for name in LONG_FUNCTIONS if name not in functions or _length(functions[name]) <= FUNCTION_LINES
    } == set()
    assert {
        name for name in MANY_PARAMETERS if name not in functions or _n_parameters(functions[name]) <= PARAMETERS
    } == set()
    assert len(COMPLEX_FUNCTIONS) <= NAMED_PARSERS_AT_MOST


def test_names_say_what_a_thing_is(sources: Sources) -> None:
    """No class, function or module is called after a vague role."""
    found = set()
    for source in sources:
        stem = Path(source.path).stem
        if set(stem.split("_")) & MODULE_BANNED and not source.path.startswith("tests/"):
            found.add(source.path)
        for node in source.classes():
            if set(re.findall(r"[A-Z]+(?![a-z])\d*|[A-Z][a-z]*\d*", node.name)) & CAMEL_BANNED:
                found.add(f"{source.path}:{node.name}")
        for node in source.functions():
            if set(node.name.lower().split("_")) & SNAKE_BANNED:
                found.add(f"{source.path}:{node.name}")
    assert found == set()

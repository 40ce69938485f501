"""Everything public says what it is."""

import ast
from collections.abc import Iterator
from typing import Any

Sources = list[Any]
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _public(source: Any) -> Iterator[tuple[str, Documented]]:
    """Public functions, classes and methods; methods that a class inherits the meaning of are told apart by name."""
    for node in source.tree.body:
        if not isinstance(node, Documented) or node.name.startswith("_"):
            continue
        yield f"{source.path}:{node.name}", node
        # What overrides a parent's method means what the parent says.
        if isinstance(node, ast.ClassDef) and not node.bases:
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not inner.name.startswith("_"):
                    yield f"{source.path}:{node.name}.{inner.name}", inner


def test_public_things_are_documented(package: Sources) -> None:
    """Every public function, class and method of the package has a docstring."""
    silent = {name for source in package for name, node in _public(source) if not ast.get_docstring(node)}
    assert silent == set()


def test_first_sentences_are_whole(package: Sources) -> None:
    """A docstring begins with a sentence: a capital or a code name first, and an end mark on its first paragraph."""
    broken = {}
    for source in package:
        named = [(source.path, source.tree), *_public(source)]
        for name, node in named:
            first = (ast.get_docstring(node) or "").split("\n\n")[0].rstrip()
            if first and not first.endswith((".", "?", ":", ")", "`", "。")):
                broken[name] = first[-60:]
    assert broken == {}


def test_every_file_says_what_it_holds(sources: Sources) -> None:
    """Every file begins with a docstring; only an empty `__init__.py` may be silent."""
    silent = {source.path for source in sources if source.text.strip() and not ast.get_docstring(source.tree)}
    assert silent == set()

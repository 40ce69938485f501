"""Everything said to a person exists in English and Chinese, and gets the values that it names."""

import ast
import re
import string
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

Sources = list[Any]
Catalogue = dict[str, tuple[str, str]]

FILE_ENDINGS = {
    "json",
    "jsonl",
    "yaml",
    "yml",
    "toml",
    "csv",
    "md",
    "html",
    "py",
    "lock",
    "db",
    "txt",
    "xml",
    "css",
    "js",
}
ID = re.compile(r"([a-z][a-z0-9_]*)\.([^{}\s]+)")
# Reasons are stored in English and looked up by their whole text, so their keys are sentences.
WHOLE_TEXT = {"reasons"}


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Catalogue:
    """Message id -> (English, Chinese)."""
    folder = root / "src/raggauge/messages"
    areas = [path.stem for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    found: Catalogue = {}
    for area in areas:
        messages: Catalogue = import_module(f"raggauge.messages.{area}").MESSAGES
        found |= {f"{area}.{key}": texts for key, texts in messages.items()}
    return found


def _names(text: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _said(package: Sources) -> list[tuple[str, ast.Call]]:
    """Calls whose first argument has the shape of a message id, in whatever function."""
    return [
        (f"{source.path}:{node.lineno}", node)
        for source in package
        for node in source.nodes
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
    ]


def _ids(package: Sources, catalogue: Catalogue) -> dict[str, str]:
    """Every constant of the package that has the shape of a message id of a known area -> where it stands."""
    areas = {name.partition(".")[0] for name in catalogue}
    found = {}
    for source in package:
        if source.path.startswith("src/raggauge/messages/"):
            continue
        pieces = {id(part) for node in source.nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in source.nodes:
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or id(node) in pieces:
                continue
            match = ID.fullmatch(node.value)
            if match and match[1] in areas - WHOLE_TEXT and match[2] not in FILE_ENDINGS:
                found[node.value] = f"{source.path}:{node.lineno}"
    return found


def _composed(package: Sources) -> list[re.Pattern[str]]:
    """A pattern for each f-string that may be a message id: `f"core.{field}"`, `f"{command}.help"`."""
    found = set()
    for source in package:
        for node in source.nodes:
            if not isinstance(node, ast.JoinedStr):
                continue
            fixed = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            text = "".join(str(part) for part in fixed if part is not None)
            if re.fullmatch(r"[a-z0-9_.]{3,}", text) and "." in text:
                found.add("".join(".+" if part is None else re.escape(str(part)) for part in fixed))
    return [re.compile(pattern) for pattern in sorted(found)]


def test_both_languages_name_the_same_values(catalogue: Catalogue) -> None:
    """A message is not empty in either language, and fills in the same values in both."""
    wrong = {
        name
        for name, (english, chinese) in catalogue.items()
        if not english.strip() or not chinese.strip() or _names(english) != _names(chinese)
    }
    assert wrong == set()


def test_english_is_english(catalogue: Catalogue) -> None:
    """The English text of a message holds no Chinese character, and its Chinese text differs from it in words."""
    assert {name for name, (english, _) in catalogue.items() if re.search(r"[\u4e00-\u9fff]", english)} == set()
    copied = {name for name, (english, chinese) in catalogue.items() if english == chinese}
    assert {name for name in copied if re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", catalogue[name][0])} == set()


def test_every_id_exists(package: Sources, catalogue: Catalogue) -> None:
    """Every message that the code names stands in the catalogue."""
    assert {name: place for name, place in _ids(package, catalogue).items() if name not in catalogue} == {}


def test_every_message_is_said(package: Sources, catalogue: Catalogue) -> None:
    """No message lies unused; an id that is put together at run time is known by its fixed part."""
    used = set(_ids(package, catalogue))
    composed = _composed(package)
    dead = {
        name
        for name in catalogue
        if name not in used
        and name.partition(".")[0] not in WHOLE_TEXT
        and not any(pattern.fullmatch(name) for pattern in composed)
    }
    assert dead == set()


def test_every_value_is_given(package: Sources, catalogue: Catalogue) -> None:
    """Where a message is said, all the values that it names are given."""
    missing = {}
    for place, call in _said(package):
        name = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
        if name not in catalogue or any(word.arg is None for word in call.keywords):
            continue
        given = {word.arg for word in call.keywords}
        if _names(catalogue[name][0]) - given:
            missing[place] = sorted(_names(catalogue[name][0]) - given)
    assert missing == {}

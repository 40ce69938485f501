"""Synonyms from a WordNet database on this machine, read as it is (format of WordNet 3.0, wndb(5WN)).

No package of the Python index ships the database under a licence as free as its own, and raggauge downloads nothing. It
is looked for in `$WNSEARCHDIR`, `$WNHOME/dict`, where Debian's `wordnet-base` puts it, and among the data of nltk.
Princeton's licence allows use and redistribution with its notice.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from raggauge.errors import MissingExtra

_PARTS: Final = ("noun", "verb", "adj", "adv")
_ENDINGS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "noun": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh")),
        *(("men", "man"), ("ies", "y")),
    ),
    "verb": (*(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


@cache
def synonyms(word: str, /) -> frozenset[str]:
    """The word and all single words that share a meaning with it or with one of its base forms.

    Raises MissingExtra where there is no database, naming what to install.
    """
    folder = database()
    found = {word}
    for part in _PARTS:
        index = _index(folder, part)
        for form in dict.fromkeys((word, *_base_forms(folder, word, part))):
            for offset in index.get(form, ()):
                found.update(_words(folder, part, offset))
    return frozenset(found)


@cache
def database() -> Path:
    """The folder of the database. Raises MissingExtra where there is none."""
    for folder in _places():
        if (folder / "data.noun").is_file():
            return folder
    raise MissingExtra("core.no_wordnet")


def _places() -> Iterator[Path]:
    if os.environ.get("WNSEARCHDIR"):
        yield Path(os.environ["WNSEARCHDIR"])
    if os.environ.get("WNHOME"):
        yield Path(os.environ["WNHOME"]) / "dict"
    yield Path("/usr/share/wordnet")
    homes = [os.environ.get("NLTK_DATA", ""), "~/nltk_data", "/usr/share/nltk_data", "/usr/local/share/nltk_data"]
    yield from (Path(home).expanduser() / "corpora" / "wordnet" for home in homes if home)


def _base_forms(folder: Path, word: str, part: str) -> list[str]:
    """What a word may be an inflected form of: its irregular base forms, else those by its ending."""
    irregular = _exceptions(folder, part).get(word)
    if irregular is not None:
        return irregular
    return [word[: -len(old)] + new for old, new in _ENDINGS[part] if word.endswith(old)]


@cache
def _index(folder: Path, part: str) -> dict[str, tuple[int, ...]]:
    """Lemma -> offsets of its meanings."""
    found: dict[str, tuple[int, ...]] = {}
    for line in _lines(folder / f"index.{part}"):
        fields = line.split()
        n_meanings = int(fields[2])
        found[fields[0]] = tuple(int(offset) for offset in fields[-n_meanings:])
    return found


@cache
def _exceptions(folder: Path, part: str) -> dict[str, list[str]]:
    return {fields[0]: fields[1:] for line in _lines(folder / f"{part}.exc") if (fields := line.split())}


@cache
def _words(folder: Path, part: str, offset: int) -> tuple[str, ...]:
    """The single words of one meaning."""
    with (folder / f"data.{part}").open("rb") as file:
        file.seek(offset)
        fields = file.readline().decode("utf-8").split()
    n_words = int(fields[3], 16)
    words = (fields[4 + 2 * k].partition("(")[0] for k in range(n_words))
    return tuple(word for word in words if "_" not in word)


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file of the database, without its licence at the top, which is indented."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))

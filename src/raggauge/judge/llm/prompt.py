"""Prompts: text files of named pieces, in English and Chinese, hashed into the judge's fingerprint.

A prompt file begins with a line `version: N`; `[[name]]` on a line of its own begins a piece. A user may override any
file by one of the same name in a folder of their own; what is overridden changes the fingerprint.
"""

import hashlib
import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal

import msgspec

from raggauge.errors import UsageError

Language = Literal["en", "zh"]
NAMES: Final = ("claims", "questions", "verdicts", "ratings", "preference")
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
_PIECE = re.compile(r"^\[\[(\w+)\]\]\n", re.MULTILINE)


class Prompt(msgspec.Struct, frozen=True):
    """One prompt file: its version, its pieces by name, the hash of its text."""

    version: str
    pieces: dict[str, str]
    hash: str

    def say(self, *names: str) -> str:
        """Some pieces, one after the other."""
        return "\n".join(self.pieces[name] for name in names)

    def fill(self, name: str, /, **values: object) -> str:
        """A piece with `{name}` places filled in."""
        text = self.pieces[name]
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text


@cache
def prompt(name: str, lang: Language, folder: str = "") -> Prompt:
    """The prompt of a call in a language; `folder` holds the user's own files.

    Raises UsageError for an own file that lacks a piece which the one in the package has.
    """
    text = _ours(name, lang)
    pieces = _pieces(text)
    own = Path(folder) / f"{name}.{lang}.txt" if folder else None
    if own is not None and own.is_file():
        text = own.read_text(encoding="utf-8")
        missing = [piece for piece in pieces if piece not in _pieces(text)]
        if missing:
            raise UsageError("llm.prompt_lacks", file=str(own), pieces=", ".join(f"[[{piece}]]" for piece in missing))
        pieces = _pieces(text)
    version = text.partition("\n")[0].partition(":")[2].strip()
    return Prompt(version, pieces, hashlib.sha256(text.encode()).hexdigest()[:16])


def hashes(folder: str = "", /) -> dict[str, str]:
    """The hash of every prompt text in force, by file name."""
    return {f"{name}.{lang}": prompt(name, lang, folder).hash for name in NAMES for lang in LANGUAGES}


def _ours(name: str, lang: Language) -> str:
    return resources.files("raggauge.judge").joinpath(f"prompts/{name}.{lang}.txt").read_text("utf-8")


def _pieces(text: str) -> dict[str, str]:
    parts = _PIECE.split(text)
    return {name: body.strip("\n") for name, body in zip(parts[1::2], parts[2::2], strict=True)}

"""BEIR folders: `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from raggauge.errors import DataError
from raggauge.formats.source import open_text
from raggauge.formats.strict_json import decode
from raggauge.messages import shown

_SPLITS: Final = ("test", "dev", "validation", "train")


def qrels_of(folder: Path, /) -> Path:
    """The judgement file of a folder: `qrels/test.tsv`, else the next split there is, else `qrels.*` in the folder.

    Raises DataError where there is none.
    """
    for split in _SPLITS:
        for place in (folder / "qrels", folder):
            if (found := place / f"{split}.tsv").is_file():
                return found
    found_any = sorted(path for path in folder.glob("qrels*") if path.is_file())
    if not found_any:
        raise DataError("ir.no_beir_qrels", folder=shown(str(folder), limit=200))
    return next((path for path in found_any if path.stem == "qrels"), found_any[0])


def texts(folder: Path, part: str, /) -> Iterator[tuple[str, str]]:
    """Id and text of each row of `queries.jsonl` or `corpus.jsonl` (title and text, one under the other).

    Raises DataError, with file and line, for a row without `_id` or `text`.
    """
    path = folder / f"{part}.jsonl"
    if not path.is_file():
        path = folder / f"{part}.jsonl.gz"
    with open_text(path) as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _row(line, f"{path}:{number}")


def _row(line: bytes, place: str) -> tuple[str, str]:
    row = decode(line, place=place)
    if not isinstance(row, dict) or "_id" not in row or not isinstance(row.get("text"), str):
        raise DataError("ir.bad_beir_row", place=place, row=shown(line.decode("utf-8", "replace")))
    name, text = row["_id"], row["text"]
    title = row.get("title") or ""
    return str(name), f"{title}\n{text}" if title else str(text)

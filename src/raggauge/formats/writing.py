"""Writing a Dataset: row by row, under the file's final name only when all of it is written."""

import csv
import gzip
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from raggauge.errors import UsageError
from raggauge.files import replacing
from raggauge.formats.dialogue_out import write_dialogue
from raggauge.formats.folders import write_folder
from raggauge.formats.losses import Losses
from raggauge.formats.opening import suffix_of
from raggauge.formats.tables_out import write_table
from raggauge.formats.targets import TARGETS, Target
from raggauge.messages import shown
from raggauge.sample import Sample

Rows = Callable[[], Iterator[Mapping[str, Any]]]
_BINARY: Final = (".parquet", ".arrow", ".feather")
_TEXT: Final = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt")


@dataclass(frozen=True)
class Written:
    """How many samples were written, and in how many of them each field did not fit into the format."""

    n: int
    lost: dict[str, int]


def write(samples: Iterable[Sample], path: str | os.PathLike[str], /, *, to: str = "raggauge") -> Written:
    """Write samples to a file, in the form that the ending of its name says.

    Endings: .jsonl, .json, .csv, .tsv, .txt, .parquet, .arrow, and .gz behind those of text.

    `to` is the shape of a tool (`TARGETS`), or `beir` for a folder. `samples` are iterated twice for tables. `"-"` is
    standard output, as JSON Lines. The file appears when it is complete; on an error nothing is left behind. Raises
    UsageError for an unknown ending or shape, StoreError where the disk cannot take it.
    """
    out = Path(path)
    if to == "beir":
        return Written(*write_folder(samples, out))
    target = TARGETS.get(to)
    if target is None:
        raise UsageError("formats.unknown_target", name=shown(to), known=", ".join([*TARGETS, "beir"]))
    suffix = ".jsonl" if str(path) == "-" else suffix_of(out)
    if suffix not in (*_TEXT, *_BINARY):
        raise UsageError("formats.unknown_ending", file=shown(str(path)), known=", ".join((*_TEXT, *_BINARY)))
    if suffix == ".txt" and to != "raggauge":
        raise UsageError("formats.text_only", name=shown(to))
    losses = Losses(target, table=suffix in (".csv", ".tsv"), text=suffix == ".txt")
    if str(path) == "-":
        _write_lines(losses.folded(samples), sys.stdout.buffer)
        return Written(losses.n, dict(losses.lost))
    with replacing(out) as part:
        if suffix in _BINARY:
            write_table(losses.folded(samples), part, suffix)
        else:
            with _opened(part, packed=out.suffix == ".gz") as stream:
                _write_text(samples, losses, target, stream, suffix)
    return Written(losses.n, dict(losses.lost))


def _write_text(samples: Iterable[Sample], losses: Losses, target: Target, stream: IO[bytes], suffix: str) -> None:
    if suffix == ".txt":
        write_dialogue(losses.watched(samples), stream)
    elif suffix in (".csv", ".tsv"):
        columns = list(dict.fromkeys(column for sample in samples for column in target.fold(sample)))
        _write_csv(losses.folded(samples), columns, stream, "\t" if suffix == ".tsv" else ",")
    elif suffix == ".json":
        _write_list(losses.folded(samples), target.under, stream)
    else:
        _write_lines(losses.folded(samples), stream)


def _write_lines(rows: Iterable[Mapping[str, Any]], stream: IO[bytes]) -> None:
    for row in rows:
        stream.write(_json(row) + b"\n")


def _write_list(rows: Iterable[Mapping[str, Any]], under: str, stream: IO[bytes]) -> None:
    stream.write(b'{"%s": [' % under.encode() if under else b"[")
    for position, row in enumerate(rows):
        stream.write((b",\n " if position else b"\n ") + _json(row))
    stream.write(b"\n]}\n" if under else b"\n]\n")


def _write_csv(rows: Iterable[Mapping[str, Any]], columns: list[str], stream: IO[bytes], delimiter: str) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=False)
    table = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    table.writerow(columns)
    for row in rows:
        table.writerow([_cell(row.get(column)) for column in columns])
    text.flush()
    text.detach()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _json(row: Mapping[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8")


@contextmanager
def _opened(path: Path, *, packed: bool) -> Iterator[IO[bytes]]:
    with path.open("wb") as file:
        if not packed:
            yield file
            return
        # without a name and a time, the same samples give the same bytes
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as stream:
            yield stream  # type: ignore[misc]

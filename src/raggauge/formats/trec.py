"""Judgement files and run files, in whatever form they come: TREC lines, three columns with a header, BEIR folders,
JSON, JSON Lines, Parquet; packed or not."""

from pathlib import Path

from raggauge.errors import DataError
from raggauge.formats.source import head, open_binary, packing
from raggauge.formats.trec_columns import read_columns
from raggauge.formats.trec_text import Kind, read_lines
from raggauge.ir.triples import Triples


def read_qrels(path: str | Path, /, *, needs: bool = False, encoding: str | None = None) -> Triples:
    """The judgements of a file or a BEIR folder: rows of query, document and whole-number grade.

    `needs` reads the second column of TREC lines (or a column `need`) as what the row is needed for: rows of one query
    with the same need are alternatives. Raises DataError, with file and line, where something cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        from raggauge.formats.beir import qrels_of

        path = qrels_of(path)
    return _read(path, kind="qrels", needs=needs, encoding=encoding)


def read_run(path: str | Path, /, *, encoding: str | None = None) -> Triples:
    """The ranked lists of a run file: rows of query, document and score; order and rank column do not matter.

    Raises DataError, with file and line, where something cannot be read.
    """
    return _read(Path(path), kind="run", needs=False, encoding=encoding)


def _read(path: Path, *, kind: Kind, needs: bool, encoding: str | None) -> Triples:
    start = head(path)
    if start.startswith(b"PAR1"):
        from raggauge.formats.trec_tables import read_parquet

        return read_parquet(path, kind=kind, needs=needs)
    plain = not packing(start)
    if not plain:
        with open_binary(path) as stream:
            start = stream.read(64)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return read_lines(path, kind=kind, needs=needs, encoding=encoding)
    if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        from raggauge.formats.trec_tables import read_json

        return read_json(path, kind=kind, needs=needs, encoding=encoding)
    if not start.strip():
        raise DataError("ir.no_rows", place=str(path))
    regular = read_columns(path) if kind == "run" and plain and encoding is None else None
    return regular or read_lines(path, kind=kind, needs=needs, encoding=encoding)

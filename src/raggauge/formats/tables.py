"""Tables in binary form: Parquet, Arrow, Excel, and the folders of datasets; with the `tables` extra."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from raggauge.errors import DataError, MissingExtra
from raggauge.formats.delimited import N_ABOVE, check_above, header_of, n_known
from raggauge.formats.objects import plain_value
from raggauge.formats.rows import Row
from raggauge.messages import shown

Rows = Callable[[], Iterator[Row | DataError]]
_EXCEL_SUFFIXES: Final = (".xlsx", ".xls", ".xlsb", ".xlsm", ".ods")
TABLES: Final[dict[str, Callable[[bytes, str], bool]]] = {
    "parquet": lambda start, _: start.startswith(b"PAR1"),
    "arrow": lambda start, suffix: start.startswith((b"ARROW1", b"\xff\xff\xff\xff")) and suffix != ".csv",
    "excel": lambda start, suffix: suffix in _EXCEL_SUFFIXES and start.startswith((b"PK", b"\xd0\xcf\x11\xe0")),
}
_BATCH: Final = 256
# `part-00000-a1b2.snappy.parquet`, `train-00000-of-00002.parquet`
_PART: Final = re.compile(r"[-_.]?\d{1,6}(?:-of-\d+)?[^/]*\.parquet$")


def open_table(path: Path, kind: str, /) -> Rows:
    """A function that gives the rows of a binary table, some hundred at a time in memory (Excel: as a whole).

    Raises MissingExtra without the packages that read it.
    """
    reader = {"parquet": _parquet, "arrow": _arrow, "excel": _excel}[kind]
    _needed("python_calamine" if kind == "excel" else "pyarrow", kind)
    return lambda: _guarded(reader, path, kind)


def open_folder(path: Path, /) -> tuple[str, Rows]:
    """The rows of a folder: a data set saved by datasets, or the parts of one in Parquet.

    Raises DataError for any other folder, and where it holds several data sets.
    """
    name = shown(str(path), limit=200)
    if (path / "dataset_dict.json").is_file():
        splits = sorted(part.name for part in path.iterdir() if (part / "state.json").is_file())
        if len(splits) != 1:
            raise DataError("formats.choose_split", file=name, splits=", ".join(splits))
        path = path / splits[0]
    files = sorted(path.glob("data-*.arrow")) if (path / "state.json").is_file() else []
    parts = [] if files else sorted(part for part in path.glob("*.parquet") if part.is_file())
    if not files and not parts:
        raise DataError("formats.is_folder", file=name)
    kinds = sorted({_PART.sub("", part.name) for part in parts})
    if len(kinds) > 1:
        raise DataError("formats.choose_split", file=name, splits=", ".join(kinds))
    _needed("pyarrow", "arrow")
    kind, reader = ("parquet", _parquet) if parts else ("arrow", _arrow)

    def rows() -> Iterator[Row | DataError]:
        for file in files or parts:
            yield from _guarded(reader, file, kind)

    return "parquet" if parts else "datasets", rows


def _needed(package: str, kind: str) -> None:
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise MissingExtra("formats.needs_extra", what=kind, extra="tables")


def _guarded(reader: Callable[[Path], Iterator[dict[str, Any]]], path: Path, kind: str) -> Iterator[Row | DataError]:
    """Rows with their numbers; whatever the foreign reader raises is a damaged file."""
    broken = _errors(kind)
    rows = reader(path)
    number = 0
    while True:
        try:
            values = next(rows, None)
        except broken as error:
            problem = shown(str(error).partition("\n")[0], limit=120)
            raise DataError("formats.bad_table", file=shown(str(path), limit=200), kind=kind, problem=problem) from None
        if values is None:
            break
        number += 1
        row = {column: plain_value(value) for column, value in values.items()}
        yield Row(row, f"{path}[{number - 1}]", kind != "excel")
    if not number:
        raise DataError("formats.no_rows", file=shown(str(path), limit=200))


def _errors(kind: str) -> tuple[type[Exception], ...]:
    if kind == "excel":
        import python_calamine

        return (python_calamine.CalamineError, OSError, ValueError)
    import pyarrow

    return (pyarrow.ArrowException, OSError, ValueError, NotImplementedError)


def _parquet(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        header_of(file.schema_arrow.names, str(path))
        for batch in file.iter_batches(batch_size=_BATCH):
            yield from batch.to_pylist()


def _arrow(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow

    with pyarrow.memory_map(str(path)) as source:
        start = source.read(6)
        source.seek(0)
        if start == b"ARROW1":
            with pyarrow.ipc.open_file(source) as file:
                header_of(file.schema.names, str(path))
                for number in range(file.num_record_batches):
                    yield from _pieces(file.get_batch(number))
        else:
            with pyarrow.ipc.open_stream(source) as stream:
                header_of(stream.schema.names, str(path))
                for batch in stream:
                    yield from _pieces(batch)


def _pieces(batch: Any) -> Iterator[dict[str, Any]]:
    for start in range(0, batch.num_rows, _BATCH):
        yield from batch.slice(start, _BATCH).to_pylist()


def _excel(path: Path) -> Iterator[dict[str, Any]]:
    """The sheet whose columns are known, else the first one with rows.

    Raises DataError where several sheets have known columns, or the header stands below other rows.
    """
    import python_calamine

    book = python_calamine.load_workbook(path)
    sheets = {name: rows for name in book.sheet_names if (rows := book.get_sheet_by_name(name).to_python())}
    known = [name for name, rows in sheets.items() if len(rows) > 1 and n_known(map(str, rows[0]))]
    if len(known) > 1:
        raise DataError("formats.several_sheets", file=shown(str(path), limit=200), sheets=", ".join(known))
    name = known[0] if known else next(iter(sheets), "")
    rows = [[_cell(cell) for cell in cells] for cells in sheets.get(name, ())]
    header = header_of(rows[0], f"{path}:1") if rows else []
    check_above(header, ((cells, f"{path}:{n}") for n, cells in enumerate(rows[1 : N_ABOVE + 1], 2)))
    for cells in rows[1:]:
        if any(cells):
            named = [*header, *(f"column_{n + 1}" for n in range(len(header), len(cells)))]
            yield {
                column: cell
                for n, (column, cell) in enumerate(zip(named, cells, strict=False))
                if cell or n < len(header)
            }


def _cell(value: Any) -> str:
    """A cell as text; a whole number without its decimal, as Excel shows it."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

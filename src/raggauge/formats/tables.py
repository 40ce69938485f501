"""Tables in binary form: Parquet, Arrow, Excel, and the folders of datasets; with the `tables` extra."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from raggauge.errors import DataError, MissingExtra
from raggauge.formats.python_data import plain_value
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


def open_table(path: Path, kind: str, /) -> Rows:
    """A function that gives the rows of a binary table, some hundred at a time in memory (Excel: as a whole).

    Raises MissingExtra without the packages that read it.
    """
    reader = {"parquet": _parquet, "arrow": _arrow, "excel": _excel}[kind]
    _needed("python_calamine" if kind == "excel" else "pyarrow", kind)
    return lambda: _guarded(reader, path, kind)


def open_folder(path: Path, /) -> tuple[str, Rows]:
    """The rows of a folder: a data set saved by datasets. Raises DataError for any other folder."""
    name = shown(str(path), limit=200)
    if (path / "dataset_dict.json").is_file():
        splits = sorted(part.name for part in path.iterdir() if (part / "state.json").is_file())
        if len(splits) != 1:
            raise DataError("formats.choose_split", file=name, splits=", ".join(splits))
        path = path / splits[0]
    files = sorted(path.glob("data-*.arrow")) if (path / "state.json").is_file() else []
    if not files:
        raise DataError("formats.is_folder", file=name)
    _needed("pyarrow", "arrow")

    def rows() -> Iterator[Row | DataError]:
        for file in files:
            yield from _guarded(_arrow, file, "arrow")

    return "datasets", rows


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
        yield Row({column: plain_value(value) for column, value in values.items()}, f"{path}[{number - 1}]")
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
        for batch in file.iter_batches(batch_size=_BATCH):
            yield from batch.to_pylist()


def _arrow(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow

    with pyarrow.memory_map(str(path)) as source:
        start = source.read(6)
        source.seek(0)
        if start == b"ARROW1":
            with pyarrow.ipc.open_file(source) as file:
                for number in range(file.num_record_batches):
                    yield from _pieces(file.get_batch(number))
        else:
            with pyarrow.ipc.open_stream(source) as stream:
                for batch in stream:
                    yield from _pieces(batch)


def _pieces(batch: Any) -> Iterator[dict[str, Any]]:
    for start in range(0, batch.num_rows, _BATCH):
        yield from batch.slice(start, _BATCH).to_pylist()


def _excel(path: Path) -> Iterator[dict[str, Any]]:
    """The first sheet with rows; a whole number is shown without its decimal, as Excel shows it."""
    import python_calamine

    book = python_calamine.load_workbook(path)
    for name in book.sheet_names:
        rows = iter(book.get_sheet_by_name(name).to_python())
        header = [str(cell).strip() for cell in next(rows, [])]
        if not any(header):
            continue
        for cells in rows:
            if any(cell != "" for cell in cells):
                yield {
                    column or f"column_{position + 1}": _cell(cell)
                    for position, (column, cell) in enumerate(zip(header, cells, strict=False))
                    if column or cell != ""
                }
        return


def _cell(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str | bool) else str(value)

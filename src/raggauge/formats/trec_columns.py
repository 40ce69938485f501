"""Large run files in lines, read by the columnar library of the extra `tables`, where they are regular throughout."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from raggauge.formats.encodings import is_utf8
from raggauge.formats.source import HEAD
from raggauge.ir.triples import Triples

LARGE: Final = 7 << 20  # bytes, some 200,000 lines: below it, importing the library costs more than it saves
_BLOCK: Final = 1 << 18  # what is worked on at once stays in the processor's cache
_FIELDS: Final = ("query", "iteration", "doc", "rank", "score", "tag")
_LINE_END, _BLANK, _TAB = 10, 32, 9


def read_columns(path: Path, /, *, at_least: int = LARGE) -> Triples | None:
    """The rows of a run file in lines that is not packed.

    None where it is smaller than `at_least` bytes, where the library is missing, or where a line is not six fields
    between single blanks (or single tabs) or its score is written in a rare way: the reader of lines then says what is
    wrong, or reads it all the same.
    """
    if path.stat().st_size < at_least:
        return None
    try:
        import pyarrow as pa
        from pyarrow import csv
    except ModuleNotFoundError:
        return None
    from raggauge.formats.trec_tables import arrow_ids, encoded, float_column

    with pa.memory_map(str(path)) as file:
        data = file.read_buffer()
    marks = _Marks.of(np.frombuffer(data, np.uint8))
    if marks is None or not is_utf8(data[:HEAD].to_pybytes()):
        return None
    try:
        table = csv.read_csv(
            pa.BufferReader(data),
            read_options=csv.ReadOptions(use_threads=False, column_names=list(_FIELDS)),
            parse_options=csv.ParseOptions(delimiter=marks.delimiter, quote_char=False, ignore_empty_lines=False),
            convert_options=csv.ConvertOptions(
                check_utf8=False,
                include_columns=["query", "doc", "score"],
                column_types={
                    "query": pa.dictionary(pa.int32(), pa.binary()),
                    "doc": pa.large_binary(),
                    "score": pa.float64(),
                },
                null_values=[],
            ),
        )
    except pa.ArrowInvalid:
        return None
    score = float_column(table["score"])
    if table.num_rows != marks.n_lines or table["score"].null_count or np.isnan(score).any():
        return None
    names, query = encoded(table["query"])
    docs = arrow_ids(table["doc"].combine_chunks(), str(path))
    return Triples(
        tuple(name.decode("utf-8", "surrogateescape") for name in names), query, docs, score, source=str(path)
    )


@dataclass(frozen=True)
class _Marks:
    """What stands between the fields of a regular text, and how many lines it has."""

    delimiter: str
    n_lines: int

    @classmethod
    def of(cls, data: NDArray[np.uint8]) -> "_Marks | None":
        """None where two separators stand side by side, or where there are others than line ends and one more kind."""
        n_blanks = n_tabs = n_lines = n_low = 0
        if data[0] <= _BLANK:
            return None
        for lo in range(0, len(data), _BLOCK):
            block = data[lo : lo + _BLOCK + 1]  # one more, for the pair across the border
            low = block <= _BLANK
            if (low[1:] & low[:-1]).any():
                return None
            low, block = low[:_BLOCK], block[:_BLOCK]
            n_low += int(np.count_nonzero(low))
            n_blanks += int(np.count_nonzero(block == _BLANK))
            n_lines += int(np.count_nonzero(block == _LINE_END))
            n_tabs += int(np.count_nonzero(block == _TAB)) if n_low != n_blanks + n_lines else 0
        n_between = (len(_FIELDS) - 1) * n_lines
        if n_low != n_between + n_lines or n_between not in (n_blanks, n_tabs):
            return None
        return cls(" " if n_blanks else "\t", n_lines)

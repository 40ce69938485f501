"""What a judgement file and a run file have in common: rows of query, document and number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from raggauge.errors import DataError
from raggauge.ir.ids import PAD, Ids
from raggauge.messages import shown


@dataclass(frozen=True)
class Triples:
    """Rows (query, document, value): grades of judgements, or scores of a run.

    `queries` are the query ids in the order of their first row, `query[i]` is the index of row i's query in it, `docs`
    the document ids, `value` the scores (float64) or grades (int64). `need`, for judgements of questions that need
    several documents at once, is the number of the need that row i meets (see `judge`), else None. `source`
    says where a row stood; `in_lines`: the ids are views into a text file, so that the line can be counted.
    """

    queries: tuple[str, ...]
    query: NDArray[np.int32]
    docs: Ids
    value: NDArray[Any]
    need: NDArray[np.int32] | None = None
    source: str = ""
    in_lines: bool = False

    def __len__(self) -> int:
        return len(self.query)

    def place(self, row: int, /) -> str:
        """Where a row stood: `run.trec:17`, or `run.json: q1 d5` where lines say nothing."""
        if not self.in_lines:
            return _at(self.source, self.queries[self.query[row]], self.docs.text(row))
        above = self.docs.buffer[PAD : int(self.docs.start[row])]
        return f"{self.source}:{int(np.count_nonzero(above == 10)) + 1}"

    @classmethod
    def from_dict(cls, rows: Mapping[str, Mapping[str, float]], /, *, grades: bool, source: str = "") -> "Triples":
        """From `{query: {document: score or grade}}`; `grades` says that the numbers are whole.

        Raises DataError for a score that is not a number or a grade that is not whole.
        """
        queries = tuple(rows)
        sizes = np.fromiter((len(rows[query]) for query in queries), np.int64, len(queries))
        query = np.repeat(np.arange(len(queries), dtype=np.int32), sizes)
        documents = list(chain.from_iterable(rows.values()))
        numbers = list(chain.from_iterable(row.values() for row in rows.values()))
        return cls.from_columns(queries, query, documents, numbers, grades=grades, source=source)

    @classmethod
    def from_arrays(
        cls, query: Sequence[object], doc: Sequence[object], value: Sequence[float], /, *, grades: bool
    ) -> "Triples":
        """From three columns of equal length (lists, numpy arrays, columns of a frame), one entry a row.

        Ids may be numbers; they are compared and ordered as the texts that they print. Raises DataError as `from_dict`.
        """
        names = [str(one) for one in np.asarray(query).tolist()]
        code: dict[str, int] = {}
        codes = np.array([code.setdefault(name, len(code)) for name in names], np.int32)
        docs = [str(one) for one in np.asarray(doc).tolist()]
        if not len(names) == len(docs) == len(value):
            raise DataError("ir.unequal_columns", n_query=len(names), n_doc=len(docs), n_value=len(value))
        return cls.from_columns(tuple(code), codes, docs, np.asarray(value).tolist(), grades=grades)

    @classmethod
    def from_columns(
        cls,
        queries: Sequence[str],
        query: NDArray[np.int32],
        documents: Sequence[str],
        numbers: Sequence[float],
        *,
        grades: bool,
        source: str = "",
    ) -> "Triples":
        """From a column of query indexes, of document ids and of numbers, checked."""
        try:
            docs = Ids.of(documents)
        except (ValueError, TypeError) as problem:
            bad = next((i for i, doc in enumerate(documents) if not isinstance(doc, str) or "\0" in doc), 0)
            raise DataError("ir.bad_id", place=source, value=shown(documents[bad])) from problem
        value = np.asarray(numbers)
        if value.dtype.kind not in "fiu" and len(numbers):
            bad = next((i for i, number in enumerate(numbers) if type(number) not in (int, float)), 0)
            key, place = "ir.bad_grade" if grades else "ir.bad_score", _at(source, queries[query[bad]], documents[bad])
            raise DataError(key, place=place, value=shown(numbers[bad]))
        table = cls(tuple(queries), query, docs, value.astype(np.float64), source=source)
        return table.checked(grades=grades)

    def with_needs(self, labels: Sequence[object], /) -> "Triples":
        """The same rows, each with the need that its label names; a row without one (None, "") stands alone."""
        code: dict[str, int] = {}
        need = [-1 if label in (None, "") else code.setdefault(str(label), len(code)) for label in labels]
        return Triples(
            self.queries, self.query, self.docs, self.value, np.array(need, np.int32), self.source, self.in_lines
        )

    def checked(self, *, grades: bool) -> "Triples":
        """The same rows, whole numbers where they are grades; DataError names the first value that is none."""
        with np.errstate(invalid="ignore"):
            wrong = self.value != np.rint(self.value) if grades else np.isnan(self.value)
            wrong |= (np.abs(self.value) >= 2**53) if grades else False
        if wrong.any():
            row = int(np.argmax(wrong))
            key = "ir.bad_grade" if grades else "ir.bad_score"
            raise DataError(key, place=self.place(row), value=shown(float(self.value[row])))
        if not grades:
            return self
        whole = self.value.astype(np.int64)
        return Triples(self.queries, self.query, self.docs, whole, self.need, self.source, self.in_lines)


def _at(source: str, query: str, document: str) -> str:
    """A row by its ids."""
    row = f"{shown(query)} {shown(document)}"
    return f"{source}: {row}" if source else row

"""What a format cannot hold, found by reading back each row as it is written."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from raggauge.errors import DataError
from raggauge.formats.plans import Reading
from raggauge.formats.rows import Row
from raggauge.formats.samples import Understanding
from raggauge.formats.targets import Target
from raggauge.sample import Sample

_FIELDS: Final = (
    *("id", "question", "answer", "contexts", "references", "reference_contexts", "metadata", "weight", "cluster"),
    "imported",
)
_OF_TEXT: Final = ("id", "reference_contexts", "metadata", "weight", "cluster", "imported")


class Losses:
    """Folds samples and counts (`lost`: field -> samples) what does not come back from their rows."""

    def __init__(self, target: Target, /, *, table: bool, text: bool) -> None:
        self._target, self._table, self._text = target, table, text
        self._understanding = Understanding(Reading())
        self.lost: Counter[str] = Counter()
        self.n = 0

    def folded(self, samples: Iterable[Sample], /) -> Iterator[Mapping[str, Any]]:
        """The rows of samples, each looked at as it passes."""
        for sample in samples:
            self.n += 1
            row = self._target.fold(sample)
            self._compare(sample, row)
            yield row

    def watched(self, samples: Iterable[Sample], /) -> Iterator[Sample]:
        """The samples themselves, for running text, which holds questions, answers, passages and references alone."""
        for sample in samples:
            self.n += 1
            for name in _OF_TEXT:
                value = getattr(sample, name)
                if value and not (name == "id" and value == f"row-{self.n}") and not (name == "weight" and value == 1):
                    self.lost[name] += 1
            if any(passage != type(passage)(passage.text) for passage in sample.contexts or ()):
                self.lost["contexts"] += 1
            yield sample

    def _compare(self, sample: Sample, row: Mapping[str, Any]) -> None:
        values = dict(row)
        if self._table:
            values = {
                name: value if isinstance(value, str) else "" if value is None else json.dumps(value)
                for name, value in row.items()
            }
        try:
            found = self._understanding.samples(Row(values, "", not self._table), self.n)
        except DataError:
            found = []
        again = found[0] if len(found) == 1 else Sample(id="?")
        for name in _FIELDS:
            if getattr(again, name) != getattr(sample, name):
                self.lost[name] += 1

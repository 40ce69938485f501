"""One pass over a file that says what it holds."""

import difflib
from collections import Counter
from typing import Any

from raggauge.check.allowed import NeedTally
from raggauge.check.findings import Checkup, Column, Level, Remark
from raggauge.check.tally import FIELDS, N_SHOWN, FieldTally, SignTally, Spread
from raggauge.dataset import Dataset, Fingerprinter
from raggauge.formats import Reader, Reading
from raggauge.formats.columns import ALIASES, plain
from raggauge.judge.judge import Judge
from raggauge.sample import Sample


def examine(
    source: Any, /, *, reading: Reading | None = None, encoding: str | None = None, judge: Judge | None = None
) -> Checkup:
    """What a file or Python data holds: fields, languages, lengths, repeats, odd samples, and which metrics it allows.

    `source` is what `raggauge.formats.read` takes. Faulty rows do not stop the check: they are counted and the first
    twenty said. `judge` is the one that would be used: metrics say what it cannot answer. Raises DataError where
    nothing can be read at all.
    """
    reader = Reader(source, reading or Reading(), encoding=encoding, on_bad_row="skip")
    dataset = Dataset(reader, name=reader.name, lineage=reader.lineage, skipped=reader.skipped)
    tally = _Tally(judge)
    for ordinal, sample in enumerate(dataset):
        tally.add(sample, ordinal)
    skipped = dataset.skipped
    errors = skipped.errors[:20] if skipped else []
    columns = _columns(reader)
    return Checkup(
        name=dataset.name,
        source=dataset.lineage,
        shapes=tuple(dict.fromkeys(plan.shape.name for plan in reader.understanding.plans.values() if plan.shape)),
        n_samples=tally.n,
        n_bad_rows=len(skipped) if skipped else 0,
        bad_rows=tuple(error.say() for error in errors),
        columns=columns,
        fields=tuple(field.found() for field in tally.fields),
        n_passages=tally.passages.found(),
        imported={tool: dict(names) for tool, names in tally.imported.items()},
        metadata=dict(tally.metadata.most_common(50)),
        remarks=tuple([*_lost(tally, columns), *tally.signs.found()]),
        metrics=tally.needs.found(),
        n_numbered=tally.n_numbered,
        fingerprint=tally.fingerprint.value(),
    )


N_KEYS = 1000


class _Tally:
    def __init__(self, judge: Judge | None) -> None:
        self.n = self.n_numbered = 0
        self.fields = [FieldTally(field) for field in FIELDS]
        self.passages = Spread()
        self.signs = SignTally()
        self.needs = NeedTally(judge)
        self.fingerprint = Fingerprinter()
        self.metadata: Counter[str] = Counter()
        self.imported: dict[str, Counter[str]] = {}

    def add(self, sample: Sample, ordinal: int) -> None:
        self.n += 1
        self.n_numbered += sample.id.startswith("row-") and sample.id[4:].isdigit()
        for field in self.fields:
            field.add(sample, ordinal)
        if sample.contexts is not None:
            self.passages.add(len(sample.contexts))
        self.signs.add(sample, ordinal)
        self.needs.add(sample)
        self.fingerprint.add(sample)
        for key in sample.metadata:
            if key in self.metadata or len(self.metadata) < N_KEYS:
                self.metadata[key] += 1
        for tool, scores in sample.imported.items():
            self.imported.setdefault(tool, Counter()).update(scores.keys())


def _columns(reader: Reader) -> tuple[Column, ...]:
    """What each column was taken for; columns that a tool's shape unfolds are known to the shape alone."""
    found: dict[str, Column] = {}
    for plan in reader.understanding.plans.values():
        if plan.shape is not None and plan.shape.unfold is not None:
            continue
        for target, names in plan.fields.items():
            found |= {name: Column(name, "field", target) for name in names}
        for target, names in plan.numbered.items():
            found |= {name: Column(name, "field", target) for name in names}
        found |= {name: Column(name, "field", "id") for name in plan.ids}
        found |= {name: Column(name, "score", plan.tool) for name in plan.scores}
        for name in plan.rest:
            found.setdefault(name, Column(name, "metadata", name, _meant(name)))
    return tuple(found.values())


def _meant(name: str) -> str:
    """The field that a column's name comes close to: `anwser`."""
    near = difflib.get_close_matches(plain(name), _ALL_NAMES, n=1, cutoff=0.8)
    return _ALL_NAMES[near[0]] if near and len(name) > 4 else ""


_ALL_NAMES = {alias: field for field, names in ALIASES.items() for alias in names if len(alias) > 4}


def _lost(tally: _Tally, columns: tuple[Column, ...]) -> list[Remark]:
    """What is lacking in the file as a whole."""
    remarks = []
    for count in (field.found() for field in tally.fields if field.field in ("question", "answer", "contexts")):
        if not count.n_missing:
            continue
        if count.n_missing < tally.n:
            values = {"field": count.field}
            remarks.append(Remark("some_lack", "doubt", count.n_missing, count.first_missing, values))
            continue
        near = [column.name for column in columns if column.meant == count.field]
        free = near or [column.name for column in columns if column.role == "metadata"]
        values = {"field": count.field, "columns": ", ".join(free[:N_SHOWN]), "first": free[0] if free else ""}
        level: Level = "problem" if count.field == "question" else "doubt"
        remarks.append(Remark("no_field_but" if free else "no_field", level, tally.n, (), values))
    return remarks

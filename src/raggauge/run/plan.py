"""What a run will do: which metrics take part, which questions are asked of which sample."""

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from raggauge.dataset import Dataset, Fingerprinter
from raggauge.errors import DataError, UsageError
from raggauge.facets import Facet, Field, Refusals, in_words
from raggauge.judge.judge import Ask, Judge
from raggauge.messages import shown
from raggauge.metrics import states
from raggauge.metrics.metric import Metric
from raggauge.run.chosen import Chosen
from raggauge.run.finite import refuse_not_finite
from raggauge.run.record import ChosenMetric, NotRun
from raggauge.run.screening import Screen
from raggauge.sample import Sample

FIELDS: tuple[Field, ...] = get_args(Field)
ANSWERED: Final = frozenset(("answer", "contexts"))
"""What the system under test fills in."""

CITATION = re.compile(r"\[\d{1,3}\]")
SUBJECTS: Final[Mapping[str, Callable[[Sample], bool]]] = {
    "citation_precision": lambda sample: CITATION.search(sample.answer or "") is not None,
    "citation_recall": lambda sample: CITATION.search(sample.answer or "") is not None,
    "nugget_recall": lambda sample: bool(sample.references or sample.metadata.get("nuggets")),
    "abstention": lambda sample: bool(sample.references) or sample.answerable is not None,
    **dict.fromkeys(("precision@10", "f1@10", "judged@10"), lambda sample: len(sample.contexts or ()) >= 10),
}
"""Metrics that speak of something beyond their fields; without a sample that has it the default set leaves them out."""


@dataclass(frozen=True)
class Survey:
    """What a first reading of the data found: how many samples, which fields they have, their content as a hash.

    `lacking` maps a field to the first sample without it, `subjects` are the metrics of SUBJECTS that some sample
    speaks to, `first` is the first sample of all.
    """

    n: int
    fingerprint: str
    counts: Mapping[str, int]
    lacking: Mapping[str, Sample]
    subjects: frozenset[str]
    clustered: bool
    first: Sample | None
    kinds: Mapping[str, int] = dataclasses.field(default_factory=dict)
    origins: Mapping[str, int] = dataclasses.field(default_factory=dict)
    n_reviewed: int = 0

    def answered(self) -> "Survey":
        """The same survey as if every sample had an answer and contexts: what can be known before they are there."""
        counts = {**self.counts, "answer": self.n, "contexts": self.n}
        lacking = {field: sample for field, sample in self.lacking.items() if field not in ANSWERED}
        return dataclasses.replace(self, counts=counts, lacking=lacking)


@dataclass(frozen=True)
class Plan:
    """The metrics that take part, those left out and why, and which questions go to the judge."""

    metrics: tuple[Metric, ...]
    entries: tuple[ChosenMetric, ...]
    not_run: tuple[NotRun, ...] = ()
    screen: Screen | None = None

    @property
    def needs_judge(self) -> bool:
        """Whether any metric asks anything."""
        return any(metric.facets for metric in self.metrics)

    def facets(self, sample: Sample) -> frozenset[Facet]:
        """The questions to ask about a sample: those of its metrics whose fields it has, each once.

        A metric that lacks a field asks only whether the text is a refusal, since that state comes first.
        """
        if sample.failure or (self.screen is not None and self.screen.is_out(sample)):
            return frozenset()
        return self._by_fields(tuple(has(sample, field) for field in FIELDS))

    def _by_fields(self, present: tuple[bool, ...]) -> frozenset[Facet]:
        cache: dict[tuple[bool, ...], frozenset[Facet]] = self.__dict__.setdefault("_facets", {})
        if present not in cache:
            fields = {field for field, there in zip(FIELDS, present, strict=True) if there}
            cache[present] = frozenset(
                facet
                for metric in self.metrics
                for facet in metric.facets
                if fields.issuperset(facet.fields) and (fields.issuperset(metric.fields) or isinstance(facet, Refusals))
            )
        return cache[present]


def has(sample: Sample, field: Field) -> bool:
    """Whether the sample has a field in the sense of the metrics: an empty list of contexts is there."""
    return states.missing(sample, (field,)) is None


def survey(data: Dataset, /) -> Survey:
    """Read the data once, keeping nothing but counts. Raises DataError at the first sample that cannot be read."""
    fingerprint, counts, failed = Fingerprinter(), Counter[str](), Counter[str]()
    lacking: dict[str, Sample] = {}
    n, clustered, first = 0, False, None
    marks: dict[str, Counter[str]] = {"kind": Counter(), "origin": Counter(), "reviewed_by": Counter()}
    open_subjects = dict(SUBJECTS)
    for sample in data:
        refuse_not_finite(sample)
        fingerprint.add(sample)
        n += 1
        first = first or sample
        clustered = clustered or sample.cluster is not None
        _count(sample, marks)
        for name in [name for name, speaks in open_subjects.items() if speaks(sample)]:
            del open_subjects[name]
        if sample.failure:
            failed.update(field for field in FIELDS if field in ANSWERED or has(sample, field))
            continue
        for field in FIELDS:
            if has(sample, field):
                counts[field] += 1
            elif field not in lacking:
                lacking[field] = sample
    if not n:
        raise DataError("run.no_samples", name=shown(data.name))
    subjects = frozenset(SUBJECTS) - frozenset(open_subjects)
    counts = counts or failed  # where the system failed on all, nothing says that it gives no answers and passages
    return Survey(n, fingerprint.value(), counts, lacking, subjects, clustered, first, *_told(marks))


def _count(sample: Sample, marks: Mapping[str, Counter[str]]) -> None:
    for name, seen in marks.items() if sample.metadata else ():
        if isinstance(value := sample.metadata.get(name), str) and value:
            seen[value] += 1


def _told(marks: Mapping[str, Counter[str]]) -> tuple[dict[str, int], dict[str, int], int]:
    """Kinds and origins with their counts, and how many samples were read; texts without end are no kinds."""
    kinds, origins = (dict(sorted(marks[name].items())) for name in ("kind", "origin"))
    return (kinds if len(kinds) <= 100 else {}, origins if len(origins) <= 100 else {}, marks["reviewed_by"].total())


def plan(chosen: Sequence[Chosen], found: Survey, judge: Judge | None, /, *, skip_missing: bool = False) -> Plan:
    """Settle which metrics take part.

    A metric asked for by name whose field a sample lacks, or whose questions the judge cannot answer, is an error
    before any call; one of a group is left out when no sample has the field or the judge cannot.
    """
    taken: list[Chosen] = []
    left: list[NotRun] = []
    for one in chosen:
        reason = _left_out(one, found, judge, skip_missing=skip_missing)
        if reason is None:
            taken.append(one)
        elif not one.entry.free:
            left.append(reason)
    if judge is not None and found.first is not None:
        taken = [*_without_further_calls(taken, judge, found.first)]
    if not taken:
        raise UsageError(
            "run.nothing_to_do", reasons=", ".join(f"{one.metric}: {one.needs or in_words(one.facet)}" for one in left)
        )
    return Plan(tuple(one.metric for one in taken), tuple(one.entry for one in taken), tuple(left))


def _left_out(one: Chosen, found: Survey, judge: Judge | None, *, skip_missing: bool) -> NotRun | None:
    text = one.entry.text
    if one.entry.free and text in SUBJECTS and text not in found.subjects:
        return NotRun(metric=text)
    for field in one.metric.fields:
        if field in found.lacking and one.entry.by_name and not skip_missing:
            sample = found.lacking[field]
            from_target = field in ANSWERED and isinstance(sample.metadata.get("target"), dict)
            unasked = field in ANSWERED and not from_target and not found.counts.get(field)
            message = "run.nobody_answered" if unasked else "core.missing_field"
            message = "run.target_gave_none" if from_target else message
            raise DataError(message, place=sample.place, sample=shown(sample.id), field=field, metric=text)
        if not found.counts.get(field) and not one.entry.by_name:
            return NotRun(metric=text, needs=field)
    for facet in sorted(one.metric.facets, key=lambda facet: facet.key):
        if judge is None or not judge.can(facet):
            if one.entry.by_name:
                name = judge.fingerprint.kind if judge else "-"
                asked = in_words(facet.key)
                raise UsageError("core.judge_cannot", metric=text, facet=asked, judge=name, judges=_able(facet, name))
            return NotRun(metric=text, facet=facet.key)
    return None


def _able(facet: Facet, name: str) -> str:
    """Kinds of judges that can answer a question."""
    from raggauge.judge import make

    try:
        embedded = name != "embedded" and make("embedded").can(facet)
    except ImportError:
        embedded = False
    return ", ".join([*(["embedded"] if embedded else []), "provider:model (openai:MODEL, http://host/v1#MODEL)"])


def _without_further_calls(taken: Sequence[Chosen], judge: Judge, sample: Sample) -> Iterable[Chosen]:
    """Drop the metrics of the default set that would cost calls beyond those of the rest."""
    asked = frozenset[Facet]().union(*(one.metric.facets for one in taken if not one.entry.free))
    calls = _calls(judge, sample, asked)
    for one in taken:
        if (
            not one.entry.free
            or one.metric.facets <= asked
            or _calls(judge, sample, asked | one.metric.facets) <= calls
        ):
            yield one


def _calls(judge: Judge, sample: Sample, facets: frozenset[Facet]) -> int:
    return judge.plan(Ask(sample, facets)).calls[1]

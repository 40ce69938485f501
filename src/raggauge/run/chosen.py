"""From what a user asks for to Metric objects: texts, groups, instances, classes, `file.py:Class`, plug-ins."""

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.metrics import GOALS, GROUPS, METRICS, arguments, class_of, expand, get, make
from raggauge.metrics.metric import Metric, direction_of, name_of, text_of
from raggauge.run import own
from raggauge.run.record import ChosenMetric

DEFAULT: Final = "default"


@dataclasses.dataclass(frozen=True)
class Chosen:
    """A metric that takes part, and how it was asked for."""

    metric: Metric
    entry: ChosenMetric


def choose(metrics: Sequence[Any] | str | None, /, *, goals: Mapping[str, float] | None = None) -> list[Chosen]:
    """The metrics asked for, each once, in order; None means the default set.

    An entry is a metric's text, a group, `default`, a Metric, its class, or `file.py:Class` with parameters in
    parentheses. Raises UsageError for what names no metric.
    """
    if isinstance(metrics, str):
        metrics = split(metrics)
    else:
        metrics = [
            one for asked in metrics or () for one in (_at_each_cutoff(asked) if isinstance(asked, str) else [asked])
        ]
    found: dict[str, Chosen] = {}
    for asked in metrics if metrics else [DEFAULT]:
        for chosen in _entries(asked, {**GOALS, **(goals or {})}):
            old = found.get(chosen.entry.text)
            if old is not None and type(old.metric) is not type(chosen.metric):
                raise UsageError("run.same_name", metric=shown(chosen.entry.text))
            if old is None or (chosen.entry.by_name and not old.entry.by_name):
                found[chosen.entry.text] = chosen
    return list(found.values())


def split(text: str, /) -> list[str]:
    """The parts of a comma-separated list of metrics; commas in brackets do not separate.

    `recall@{1,3}` stands for `recall@1, recall@3`.
    """
    parts, depth = [""], 0
    for char in text:
        depth += (char in "({") - (char in ")}")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return [one for part in parts if part.strip() for one in _at_each_cutoff(part.strip())]


def _at_each_cutoff(text: str) -> list[str]:
    match = re.fullmatch(r"(.*)@\{([\d,\s]+)\}", text)
    return [f"{match[1]}@{cutoff}" for cutoff in re.findall(r"\d+", match[2])] if match else [text]


def again(entry: ChosenMetric, /) -> Metric:
    """The metric of a manifest's entry. Raises UsageError when it cannot be made or its file has changed."""
    if not entry.spec:
        raise UsageError("run.metric_from_python", metric=shown(entry.text))
    metric, source = _from_text(entry.spec)
    if source != entry.source:
        raise UsageError("run.metric_changed", metric=shown(entry.text), spec=shown(entry.spec))
    return metric


def _entries(asked: Any, goals: Mapping[str, float]) -> Iterable[Chosen]:
    if not isinstance(asked, str):
        yield _of_object(asked, goals)
    elif asked == DEFAULT:
        core = expand(["core"])
        for name in dict.fromkeys([*core, *METRICS]):
            metric = _without_parameters(name)
            if metric is not None:
                yield Chosen(metric, _entry(metric, goals, spec=text_of(metric), free=name not in core))
    elif asked in GROUPS:
        for text in expand([asked]):
            metric = get(text)
            yield Chosen(metric, _entry(metric, goals, spec=text))
    else:
        metric, source = _from_text(asked)
        yield Chosen(metric, _entry(metric, goals, spec=asked, source=source, by_name=True))


def _of_object(asked: Any, goals: Mapping[str, float]) -> Chosen:
    try:
        metric = asked() if isinstance(asked, type) else asked
    except TypeError as problem:
        raise UsageError("core.metric_not_found", text=shown(asked), problem=str(problem)) from None
    _check(metric, asked.__name__ if isinstance(asked, type) else shown(asked))
    spec = text_of(metric) if _is_builtin(metric) else ""
    return Chosen(metric, _entry(metric, goals, spec=spec, by_name=True))


def _entry(metric: Metric, goals: Mapping[str, float], **how: Any) -> ChosenMetric:
    text = text_of(metric)
    return ChosenMetric(
        text=text,
        direction=direction_of(metric),
        goal=goals.get(text, goals.get(name_of(metric))),
        fields=tuple(metric.fields),
        facets=tuple(sorted(facet.key for facet in metric.facets)),
        **how,
    )


def _without_parameters(name: str) -> Metric | None:
    """The metric with its defaults; None for one that cannot be without parameters (a rubric's text)."""
    if name not in METRICS:
        return None
    needed = [
        field
        for field in dataclasses.fields(class_of(name))
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    return None if needed else get(name)


def _from_text(text: str) -> tuple[Metric, str]:
    """The metric of a text and what is behind it, where it is the user's own."""
    if not own.is_own(text):
        return get(text), ""
    found = own.load(text)
    return _made(found.kind, found.brackets, text), found.source


def _made(kind: Any, brackets: str, text: str) -> Metric:
    given = arguments(brackets.strip().removeprefix("(").removesuffix(")"), text)
    try:
        metric = make(kind, given) if given or _is_described(kind) else kind() if isinstance(kind, type) else kind
    except TypeError as problem:
        raise UsageError("core.metric_not_found", text=shown(text), problem=str(problem)) from None
    _check(metric, shown(text))
    return metric


def _is_described(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _check(metric: Any, text: str) -> None:
    if lacking := own.lacking(metric):
        raise UsageError("run.no_metric", text=text, lacking=", ".join(lacking))
    if not all(isinstance(facet, msgspec.Struct) for facet in metric.facets):
        raise UsageError("run.no_metric", text=text, lacking="facets")
    name = name_of(metric)
    if name in (*METRICS, *GROUPS, DEFAULT) and not _is_builtin(metric):
        raise UsageError("run.name_taken", text=text, metric=name)


def _is_builtin(metric: Metric) -> bool:
    name = name_of(metric)
    return name in METRICS and type(metric) is class_of(name)

"""The metrics: one literal table of names, groups and goals; a metric is imported when it is used."""

import dataclasses
import difflib
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Final

from raggauge.errors import UsageError
from raggauge.messages import shown
from raggauge.metrics.metric import Metric, name_of

METRICS: Final[dict[str, str]] = {
    "faithfulness": "faithfulness:Faithfulness",
    "answer_relevance": "answer_relevance:AnswerRelevance",
    "context_precision": "context_precision:ContextPrecision",
    "context_recall": "context_recall:ContextRecall",
    "contradiction": "contradiction:Contradiction",
    "hallucination": "hallucination:Hallucination",
    "self_knowledge": "self_knowledge:SelfKnowledge",
    "noise_sensitivity": "noise_sensitivity:NoiseSensitivity",
    "context_utilization": "context_utilization:ContextUtilization",
    "factual_correctness": "factual_correctness:FactualCorrectness",
    "abstention": "abstention:Abstention",
    "useful_context_ratio": "context_precision:UsefulContextRatio",
    "answer_relevance_rating": "answer_relevance_rating:AnswerRelevanceRating",
    "context_relevance": "context_relevance:ContextRelevance",
    "context_density": "context_density:ContextDensity",
    "context_entity_recall": "context_entity_recall:ContextEntityRecall",
    "answer_correctness": "answer_correctness:AnswerCorrectness",
    "answer_similarity": "answer_similarity:AnswerSimilarity",
    "citation_precision": "citations:CitationPrecision",
    "citation_recall": "citations:CitationRecall",
    "nugget_recall": "nugget_recall:NuggetRecall",
    "rubric": "ratings:Rubric",
    "criterion": "ratings:Criterion",
    "toxicity": "ready_ratings:Toxicity",
    "bias": "ready_ratings:Bias",
    "harmfulness": "ready_ratings:Harmfulness",
    "coherence": "ready_ratings:Coherence",
    "conciseness": "ready_ratings:Conciseness",
    "politeness": "ready_ratings:Politeness",
    "completeness": "ready_ratings:Completeness",
    "summary_quality": "ready_ratings:SummaryQuality",
    "precision": "retrieval:Precision",
    "recall": "retrieval:Recall",
    "f1": "retrieval:F1",
    "hit": "retrieval:Hit",
    "mrr": "retrieval:Mrr",
    "map": "retrieval:Map",
    "ndcg": "retrieval:Ndcg",
    "r_precision": "retrieval:RPrecision",
    "bpref": "retrieval:Bpref",
    "judged": "retrieval:Judged",
    "exact_match": "lexical:ExactMatch",
    "token_f1": "lexical:TokenF1",
    "contains": "lexical:Contains",
    "edit_similarity": "lexical:EditSimilarity",
    "rouge1": "lexical:Rouge1",
    "rouge2": "lexical:Rouge2",
    "rougeL": "lexical:RougeL",
    "bleu": "lexical:Bleu",
    "chrf": "lexical:Chrf",
    "meteor": "lexical:Meteor",
}

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "core": ("faithfulness", "answer_relevance", "context_precision", "context_recall"),
    "triad": ("context_relevance", "faithfulness", "answer_relevance"),
    "reference-free": ("faithfulness", "answer_relevance", "context_relevance", "context_density"),
    "retrieval": ("precision", "recall", "f1", "hit", "mrr", "map", "ndcg", "r_precision", "bpref", "judged"),
    "lexical": (
        "exact_match",
        "token_f1",
        "contains",
        "edit_similarity",
        "rouge1",
        "rouge2",
        "rougeL",
        "bleu",
        "chrf",
        "meteor",
    ),
}

GROUPS["all"] = tuple(
    text
    for name in METRICS
    if name not in ("rubric", "criterion")
    for text in ([f"{name}(mode=relevant)", f"{name}(mode=irrelevant)"] if name == "noise_sensitivity" else [name])
)
"""Every metric that needs no rule of the user's."""

GOALS: Final[dict[str, float]] = {
    "faithfulness": 0.85,
    "answer_relevance": 0.80,
    "context_precision": 0.75,
    "context_recall": 0.80,
    "recall": 0.80,
    "precision": 0.70,
    "mrr": 0.70,
}

ALIASES: Final[dict[str, str]] = {
    "answer_relevancy": "answer_relevance",
    "answer_semantic_similarity": "answer_similarity",
    "context_entities_recall": "context_entity_recall",
    "context_relevancy": "context_relevance",
    "contextual_precision": "context_precision",
    "contextual_recall": "context_recall",
    "groundedness": "faithfulness",
    "hit_rate": "hit",
    "llm_context_precision_with_reference": "context_precision",
    "llm_context_recall": "context_recall",
    "response_relevancy": "answer_relevance",
    "rouge_l": "rougeL",
    "semantic_similarity": "answer_similarity",
}
"""Spellings of other tools for the same question. Scores imported from those tools keep their own names."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TEXT = re.compile(rf'^(?P<name>[A-Za-z][\w-]*)(?:\((?P<args>(?:{_QUOTED}|[^()"])*)\))?(?:@(?P<k>\d+))?$')
_ARGUMENT = re.compile(rf'(?:{_QUOTED}|[^",])+')


def get(text: str, /, *, aliases: bool = False) -> Metric:
    """The metric that a text names: `faithfulness`, `noise_sensitivity(mode=relevant)`, `ndcg@10`.

    A value that holds brackets or commas stands in double quotes: `criterion(text="Polite (always)?")`. With `aliases`
    other tools' spellings are taken too (`answer_relevancy`), for files and thresholds that were written for them.
    Raises UsageError for an unknown name (with the nearest one), parameter or value.
    """
    match = _TEXT.match(text.strip())
    if not match:
        raise UsageError("core.bad_metric_text", text=shown(text))
    kind = class_of(ALIASES.get(match["name"], match["name"]) if aliases else match["name"])
    given = arguments(match["args"] or "", text)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    if match["k"]:
        cutoff = next((name for name, field in fields.items() if field.metadata.get("cutoff")), None)
        if cutoff is None:
            raise UsageError("core.bad_metric_text", text=shown(text))
        given[cutoff] = match["k"]
    return make(kind, given)


def class_of(name: str, /) -> Any:
    """The class behind a metric's name. Raises UsageError when there is none, with a near name if any."""
    if name not in METRICS:
        known = [ALIASES[name]] if name in ALIASES else difflib.get_close_matches(name, METRICS, n=1)
        if not known:
            raise UsageError("core.no_such_metric", name=shown(name))
        raise UsageError("core.unknown_metric", name=shown(name), nearest=known[0])
    module, _, attribute = METRICS[name].partition(":")
    return getattr(import_module(f"raggauge.metrics.{module}"), attribute)


def make(kind: Any, given: Mapping[str, str], /) -> Metric:
    """A metric of a class with parameters given as texts, each converted to the type of its default or annotation.

    A field may name its allowed values in `metadata={"choices": (...)}`.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        try:
            values[name] = _converted(fields[name], text)
        except (KeyError, ValueError):
            raise UsageError(
                "core.bad_metric_parameter",
                name=name_of(kind),
                parameter=name,
                value=shown(text),
                parameters=", ".join(_described(field) for field in fields.values()) or "-",
            ) from None
    for name, field in fields.items():
        if name not in values and field.default is field.default_factory is dataclasses.MISSING:
            raise UsageError("metric.needs_parameter", name=name_of(kind), parameter=name)
    metric: Metric = kind(**values)
    return metric


def expand(names: Iterable[str], /) -> list[str]:
    """Names with groups replaced by their members, each once, in order."""
    return list(dict.fromkeys(member for name in names for member in GROUPS.get(name, (name,))))


def arguments(between: str, text: str, /) -> dict[str, str]:
    """The parameters that stand between the brackets of a metric's `text`, by name, without their quotes."""
    return dict(_argument(text, part) for part in _ARGUMENT.findall(between) if part.strip())


def _argument(text: str, part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    if not equals:
        raise UsageError("core.bad_metric_text", text=shown(text))
    value = value.strip()
    return name.strip(), re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value


def _converted(field: "dataclasses.Field[Any]", text: str) -> Any:
    choices = field.metadata.get("choices")
    if choices is not None and text not in [
        str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices
    ]:
        raise ValueError(text)
    kind = _kind(field)
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(text)
        return text.lower() == "true"
    if kind is int or field.metadata.get("cutoff"):
        return int(text)
    return float(text) if kind is float else text


def _kind(field: "dataclasses.Field[Any]") -> type:
    """The type of a field's default; without one that of its annotation, which may be a text."""
    if field.default is not dataclasses.MISSING and field.default is not None:
        return type(field.default)
    named = field.type.__name__ if isinstance(field.type, type) else str(field.type)
    return {"int": int, "float": float, "bool": bool}.get(named.removesuffix(" | None"), str)


def _described(field: "dataclasses.Field[Any]") -> str:
    choices = field.metadata.get("choices")
    return f"{field.name}={'|'.join(map(str, choices))}" if choices else field.name

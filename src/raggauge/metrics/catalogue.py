"""What there is to know of each metric, made from its class, its card, its worked example and the message catalogue."""

import dataclasses
import inspect
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from raggauge.facets import (
    Claims,
    Entities,
    Facet,
    Field,
    Refusals,
    ReverseQuestions,
    Similarity,
)
from raggauge.messages import Language, has, say
from raggauge.metrics import GOALS, GROUPS, METRICS, class_of, get
from raggauge.metrics.examples import EXAMPLES, Example
from raggauge.metrics.ledger import ledger
from raggauge.metrics.metric import Card, Direction, Metric, bare, direction_of, name_of
from raggauge.score import Score

CALLS: Final[dict[str, str]] = {
    "claims": "claims",
    "refusals": "claims",
    "entities": "claims",
    "support": "verdicts",
    "usefulness": "verdicts",
    "grades": "verdicts",
    "needed_sentences": "verdicts",
    "nuggets": "verdicts",
    "reverse_questions": "questions",
    "rating": "ratings",
}
"""Which of the calls of a model judge answers a facet; a call is made once a sample, whatever asks for it."""
ANSWER_CLAIMS: Final = ("abstained", "empty", "no_claim")
NO_VALUE: Final[dict[str, tuple[str, ...]]] = {
    "faithfulness": ANSWER_CLAIMS,
    "contradiction": (*ANSWER_CLAIMS, "no_context"),
    "hallucination": ANSWER_CLAIMS,
    "self_knowledge": ANSWER_CLAIMS,
    "noise_sensitivity": (*ANSWER_CLAIMS, "no_context"),
    "citation_precision": (*ANSWER_CLAIMS, "no_citation"),
    "citation_recall": ANSWER_CLAIMS,
    "context_precision": ("unanswerable",),
    "useful_context_ratio": ("unanswerable",),
    "context_recall": ("unanswerable", "no_reference_claim"),
    "context_entity_recall": ("unanswerable", "no_entity"),
    "context_utilization": ("right_refusal", "unanswerable", "no_context", "nothing_found"),
    "context_density": ("no_sentence",),
    "answer_relevance": ("right_refusal",),
    "answer_relevance_rating": ("right_refusal",),
    "answer_correctness": ("right_refusal", "no_reference_claim"),
    "factual_correctness": ("right_refusal", "no_reference_claim"),
    "nugget_recall": ("right_refusal", "no_nugget"),
    "abstention": ("unknown",),
} | dict.fromkeys(
    ("rubric", "criterion", "toxicity", "bias", "harmfulness", "coherence", "conciseness", "politeness", "completeness",
     "summary_quality"),
    ("empty",),
) | dict.fromkeys(GROUPS["retrieval"], ("no_relevant",))  # fmt: skip
"""When a metric has no value, beside a missing field and a failed judge: parts of `metric.none.<part>`."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One metric in the catalogue, in one language. `calls` are the calls of a model judge for this metric alone.

    `origin` says where a metric comes from that is not ours: `shop.py:Calm`, `tones 1.2`; its texts are its own.
    """

    name: str
    question: str
    formula: str = ""
    parameters: tuple[str, ...] = ()
    direction: Direction = "up"
    goal: float | None = None
    needs: tuple[Field, ...] = ()
    calls: tuple[str, ...] = ()
    embeds: bool = False
    no_value: str = ""
    misleads: str = ""
    names: str = ""
    citation: str = ""
    examples: tuple[Example, ...] = ()
    origin: str = ""


def entries(lang: Language, /) -> list[Entry]:
    """All metrics of the table, in its order."""
    return [entry(name, lang) for name in METRICS]


def entry(name: str, lang: Language, /) -> Entry:
    """What there is to know of one metric. Raises UsageError for an unknown name."""
    kind = class_of(name)
    examples = examples_of(name)
    metric = made_of(name)
    said = [say(f"metric.none.{part}", lang=lang) for part in NO_VALUE.get(name, ())]
    return Entry(
        name=name,
        question=say(f"metric.{name}.question", lang=lang),
        formula=kind.card.formula,
        parameters=_parameters(kind),
        direction=direction_of(metric),
        goal=GOALS.get(name),
        needs=tuple(metric.fields),
        calls=_calls(metric),
        embeds=_embeds(metric),
        no_value=say("metric.separator", lang=lang).join(said),
        misleads=say(f"metric.{name}.misleads", lang=lang),
        names=say(f"metric.{name}.names", lang=lang) if has(f"metric.{name}.names") else "",
        citation=kind.card.citation,
        examples=examples,
    )


def entry_of(metric: Metric, lang: Language, /, *, origin: str) -> Entry:
    """What there is to know of a metric of the user's own, or of its class: what docstring, fields and card say."""
    card = getattr(metric, "card", Card("", ()))
    told = inspect.cleandoc((metric if isinstance(metric, type) else type(metric)).__doc__ or "").partition("\n\n")[0]
    generated = re.fullmatch(r"\w+\(.*\)", told, re.DOTALL)  # what a dataclass without a docstring is given
    return Entry(
        name=name_of(metric),
        question=say("metric.no_docstring", lang=lang) if not told or generated else " ".join(told.split()),
        formula=card.formula,
        parameters=_parameters(metric),
        direction=direction_of(metric),
        goal=None,
        needs=tuple(metric.fields),
        calls=_calls(metric),
        embeds=_embeds(metric),
        citation=card.citation,
        origin=origin,
    )


def _parameters(metric: Any) -> tuple[str, ...]:
    return tuple(_parameter(field) for field in dataclasses.fields(metric)) if dataclasses.is_dataclass(metric) else ()


def _calls(metric: Metric) -> tuple[str, ...]:
    return tuple(sorted({CALLS[facet.name] for facet in asked(metric) if facet.name in CALLS}))


def _embeds(metric: Metric) -> bool:
    return any(isinstance(facet, ReverseQuestions | Similarity) for facet in metric.facets)


def asked(metric: Metric, /) -> frozenset[Facet]:
    """The facets a judge is asked when this metric runs alone: verdicts on claims need the claims first."""
    claimants = {facet.of for facet in metric.facets if isinstance(facet, Claims | Refusals)}
    if any(isinstance(facet, Entities) for facet in metric.facets):
        claimants.add("references")
    more: set[Facet] = {Claims(claimant) for claimant in claimants}
    return metric.facets | more


def examples_of(name: str, /) -> tuple[Example, ...]:
    """The worked examples of a metric: one, or one for each mode."""
    return tuple(example for example in EXAMPLES if bare(example.metric) == name)


def made_of(name: str, /) -> Metric:
    """A metric of this name to look at: with its defaults, or, where it has none, as its example makes it."""
    examples = examples_of(name)
    return get(examples[0].metric if examples else name)


def lines(found: Entry, lang: Language, /) -> list[tuple[str, list[str]]]:
    """An entry as titled lines: what `raggauge metrics NAME` prints and the documents show."""
    arrow = say(f"metric.{found.direction}", lang=lang)
    goal = say("metric.goal", lang=lang, goal=f"{found.goal:.2f}") if found.goal is not None else ""
    rows = [
        ("origin", [found.origin] if found.origin else []),
        ("formula", [f"{found.name} = {found.formula}"] if found.formula else []),
        ("range", [say("metric.zero_to_one", lang=lang, direction=arrow) + goal]),
        ("needs", [", ".join(found.needs)]),
        ("parameters", [", ".join(found.parameters)] if found.parameters else []),
        ("no_value", [found.no_value] if found.no_value else []),
        ("cost", [cost(found, lang)]),
        ("misleads", [found.misleads] if found.misleads else []),
        ("names", [found.names] if found.names else []),
        ("source", [found.citation] if found.citation else []),
        ("example", worked(found.examples, lang)),
    ]
    return [(say(f"metric.title.{title}", lang=lang), texts) for title, texts in rows if texts]


def cost(found: Entry, lang: Language, /) -> str:
    """What a metric costs when it runs alone."""
    if not found.calls:
        return say("metric.cost_embeds" if found.embeds else "metric.cost_none", lang=lang)
    calls = say("metric.comma", lang=lang).join(say(f"metric.call.{name}", lang=lang) for name in found.calls)
    model_only = "ratings" in found.calls
    if len(found.calls) == 1:
        said = say("metric.cost_one", lang=lang, calls=calls)
    else:
        said = say("metric.cost_calls", lang=lang, n=len(found.calls), calls=calls)
    return said + say("metric.cost_model" if model_only else "metric.cost_free", lang=lang)


def worked(examples: Sequence[Example], lang: Language, /) -> list[str]:
    """Worked examples over one sample as lines: the sample, what the judge found, and how each value comes about."""
    found: list[str] = []
    for example in examples:
        metric = get(example.metric)
        score: Score = metric.score(example.sample, example.evidence)
        value = "-" if score.value is None else f"{score.value:.3f}"
        found = found or ledger(metric, example.sample, example.evidence, lang)
        found.append(f"{example.metric} = {example.reckoning} = {value}")
    return found


def markdown(lang: Language, /) -> str:
    """The catalogue of all metrics as a Markdown page."""
    parts = [f"# {say('metric.catalogue', lang=lang)}", say("metric.lead", lang=lang), _groups(lang)]
    for found in entries(lang):
        parts += [f"## {found.name}", f"**{found.question}**"]
        for title, texts in lines(found, lang):
            body = "\n".join(texts)
            parts.append(f"{title}:\n\n```text\n{body}\n```" if len(texts) > 1 else f"*{title}*: {_code(texts[0])}")
    return "\n\n".join(parts) + "\n"


def _groups(lang: Language) -> str:
    rows = [
        f"- `{name}`: {', '.join(f'`{text}`' for text in members)}" for name, members in GROUPS.items() if name != "all"
    ]
    whole = f"- `all`: {say('metric.all', lang=lang)}"
    return f"{say('metric.groups', lang=lang)}\n\n" + "\n".join([*rows, whole])


def _code(text: str) -> str:
    """A line that may hold signs of Markdown, as text."""
    return text.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;").replace("|", "\\|")


def _parameter(field: "dataclasses.Field[object]") -> str:
    choices = field.metadata.get("choices")
    default = "" if field.default is dataclasses.MISSING else f"={field.default}"
    allowed = f" ({' | '.join(map(str, choices))})" if choices else ""
    return f"{field.name}{default}{allowed}"

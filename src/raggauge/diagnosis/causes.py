"""What can be wrong with a RAG system, how it shows in the numbers, and the order in which it is mended."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from raggauge.messages import Language, say
from raggauge.metrics import GOALS

Cause = Literal[
    "retrieval_misses",
    "cut_by_chunking",
    "noise",
    "ranking",
    "too_much_context",
    "generation_invents",
    "misled_by_distractors",
    "found_not_used",
    "off_the_point",
    "too_cautious",
    "knowledge_gap",
]
Stage = Literal["documents", "retrieval", "generation"]
Strength = Literal["low", "high", "leaning"]
Wording = Literal["", "guesses", "dangerous", "faithful", "padded", "elsewhere", "courteous", "mixed"]

STAGES: Final[dict[Cause, Stage]] = {
    "retrieval_misses": "retrieval",
    "cut_by_chunking": "retrieval",
    "noise": "retrieval",
    "ranking": "retrieval",
    "too_much_context": "retrieval",
    "generation_invents": "generation",
    "misled_by_distractors": "generation",
    "found_not_used": "generation",
    "off_the_point": "generation",
    "too_cautious": "generation",
    "knowledge_gap": "documents",
}
MEASURED_BY: Final[dict[Cause, tuple[str, ...]]] = {
    "retrieval_misses": ("context_recall", "recall"),
    "noise": ("context_precision", "precision"),
    "generation_invents": ("faithfulness", "hallucination"),
    "off_the_point": ("answer_relevance", "answer_relevance_rating"),
    "ranking": ("mrr",),
    "too_much_context": ("context_density",),
    "found_not_used": ("context_utilization",),
    "misled_by_distractors": ("noise_sensitivity(mode=irrelevant)", "noise_sensitivity(mode=relevant)"),
}
"""The metrics in which a cause shows; the first that there is decides, of the last cause the worse one."""
LIMITS: Final[dict[str, float]] = {
    **GOALS,
    "answer_relevance_rating": GOALS["answer_relevance"],
    "context_density": 0.30,
    "context_utilization": 0.70,
}
"""Under which mean a metric is low. Those that are no goals are our choice."""
DIRECT_ESTIMATE: Final = 0.60
"""The same for answer_relevance where a judge without questions estimates it directly: our choice, since the goal was
set for another measure."""
CEILINGS: Final[dict[str, float]] = {
    "noise_sensitivity(mode=irrelevant)": 0.20,
    "noise_sensitivity(mode=relevant)": 0.20,
    "hallucination": 0.15,
}
"""From which mean on a metric of which less is better is high: our choice."""
LIKELY: Final = 0.43
"""The part of half a 95% interval that is left one-sided at 80%: 0.84 / 1.96."""
CORE: Final = ("context_recall", "context_precision", "faithfulness", "answer_relevance")
_RECALL_LOW: Final[tuple[Cause, ...]] = (
    "retrieval_misses",
    "cut_by_chunking",
    "noise",
    "generation_invents",
    "off_the_point",
)
_RECALL_FINE: Final[tuple[Cause, ...]] = ("generation_invents", "noise", "off_the_point")


class Level(msgspec.Struct, frozen=True):
    """The mean of a metric over a set, with its interval where one is known."""

    mean: float
    low: float | None = None
    high: float | None = None


class Instance(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sample that shows a fault: its value, the ids of the evidence to look at, and what that evidence says."""

    id: str
    value: float | None = None
    evidence: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


class Fault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is wrong with a stage, and what to change.

    `strength` is `low` (mean and upper end of its interval under the goal), `high` (the same for a metric of which less
    is better) or `leaning` (the mean alone). `cost` is by how much the mean of `metric` would rise if these samples
    were perfect; `n_samples` of `n` show the fault, `samples` are their ids, worst first, `instances` three of them
    with evidence. `goal` is what the mean is compared with: the goal as the judge sees it, where `stated` has the goal
    itself. `wording` is how it is said where other numbers put it in another light. `n_explained` samples are left out
    of `mean`, since another finding explains their values.
    """

    cause: Cause
    strength: Strength
    metric: str = ""
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    goal: float | None = None
    stated: float | None = None
    cost: float = 0.0
    n: int = 0
    n_samples: int = 0
    samples: tuple[str, ...] = ()
    instances: tuple[Instance, ...] = ()
    wording: Wording = ""
    n_explained: int = 0

    @property
    def stage(self) -> Stage:
        """The part of the system at fault."""
        return STAGES[self.cause]

    def sign(self, lang: Language | None = None) -> str:
        """What is seen, in one sentence."""
        key = f"{self.cause}_{self.wording}" if self.wording else self.cause
        return say(f"diagnosis.sign.{key}", lang=lang)

    def knob(self, lang: Language | None = None) -> str:
        """What to change."""
        return say(f"diagnosis.knob.{self.cause}", lang=lang)


class Bars(msgspec.Struct, frozen=True):
    """What means are compared with: goals by metric, over the defaults, and how sure they are.

    Where a goal is itself only roughly known, `sure` holds the one that no doubt reaches. A mean past its goal leans
    then while its interval reaches back to the sure one, and is no fault where it is not past the sure one and would be
    past the goal in fewer than four of five sets like this.
    """

    goals: Mapping[str, float] = {}
    sure: Mapping[str, float] = {}

    def strength(self, metric: str, level: Level, limit: float, /) -> Strength | None:
        """How a mean stands to its limit: past it, leaning past it, or (None) not."""
        down = metric in CEILINGS
        past = level.mean >= limit if down else level.mean < limit
        end = level.low if down else level.high
        if not past:
            return None
        settled = end is None or (end >= limit if down else end < limit)
        if metric not in self.sure:
            return ("high" if down else "low") if settled else "leaning"
        sure = self.sure[metric]
        if settled and end is not None and (end >= sure if down else end < sure):
            return "high" if down else "low"
        beyond = level.mean >= sure if down else level.mean < sure
        return "leaning" if beyond or (end is not None and _likely(level.mean, end, limit)) else None


def _likely(mean: float, end: float, limit: float) -> bool:
    """Whether a mean is past a limit at four in five, judged by the end of its 95% interval on that side."""
    nearer = mean + (end - mean) * LIKELY
    return nearer < limit if end > mean else nearer >= limit


def faults_of(levels: Mapping[str, Level], bars: Bars | None = None, /) -> list[Fault]:
    """The faults that the means of a set show, in the order in which to mend them.

    `levels` are by metric text; `recall@5`, `precision@5` and `mrr@10` stand in where the judged metrics are missing.
    """
    found = {cause: fault for cause in MEASURED_BY if (fault := _fault(cause, levels, bars or Bars())) is not None}
    recall = found.get("retrieval_misses")
    if recall is not None and recall.strength == "low":
        found.pop("found_not_used", None)
    return in_order(
        [msgspec.structs.replace(fault, wording=_wording(fault, found, levels)) for fault in found.values()]
    )


def in_order(faults: list[Fault], /) -> list[Fault]:
    """Faults by the rule: with low recall, recall, precision, faithfulness, relevance; else faithfulness first.

    The rest follows by cost; what only leans follows what is low, in the order that recall gives where it leans too.
    Recall that leans still goes before low faithfulness: what was not retrieved cannot be held against the answers.
    """
    invents = any(fault.cause == "generation_invents" and fault.strength == "low" for fault in faults)
    recall = {fault.strength == "leaning" for fault in faults if fault.cause in ("retrieval_misses", "cut_by_chunking")}

    def place(fault: Fault) -> tuple[bool, int, float]:
        leans = fault.strength == "leaning" and not (invents and fault.cause == "retrieval_misses")
        first = _RECALL_LOW if (invents and recall) or False in recall or (leans and recall) else _RECALL_FINE
        rank = first.index(fault.cause) if fault.cause in first else len(first)
        return leans, rank, -fault.cost

    return sorted(faults, key=place)


def everything_low(levels: Mapping[str, Level], /, *, goals: Mapping[str, float] | None = None) -> bool:
    """Whether all four core metrics are there and under their goals."""
    limits = {**LIMITS, **(goals or {})}
    return all(name in levels and levels[name].mean < limits[name] for name in CORE)


def _fault(cause: Cause, levels: Mapping[str, Level], bars: Bars) -> Fault | None:
    candidates = [_judged(cause, metric, levels, bars) for metric in MEASURED_BY[cause]]
    known = [fault for fault in candidates if fault is not None]
    if cause in ("misled_by_distractors", "generation_invents"):
        return max(known, key=lambda fault: fault.cost, default=None)
    present = next((metric for metric in MEASURED_BY[cause] if _find(metric, levels)), None)
    return next((fault for fault in known if present and fault.metric.partition("@")[0] == present), None)


def _judged(cause: Cause, metric: str, levels: Mapping[str, Level], bars: Bars) -> Fault | None:
    text = _find(metric, levels)
    if not text:
        return None
    level, down = levels[text], metric in CEILINGS
    usual = CEILINGS[metric] if down else LIMITS[metric]
    limit = bars.goals.get(text, bars.goals.get(metric, usual))
    strength = bars.strength(metric, level, limit)
    cost = level.mean if down else 1.0 - level.mean
    if strength is None:
        return None
    return Fault(
        cause=cause,
        strength=strength,
        metric=text,
        mean=level.mean,
        low=level.low,
        high=level.high,
        goal=limit,
        cost=cost,
    )


def _find(metric: str, levels: Mapping[str, Level]) -> str:
    """The text under which a metric stands in the table: itself, or with a cutoff (`recall@5`); empty if absent."""
    if metric in levels:
        return metric
    return next((text for text in levels if text.partition("@")[0] == metric), "")


def _wording(fault: Fault, found: Mapping[Cause, Fault], levels: Mapping[str, Level]) -> Wording:
    fine = {cause: cause not in found for cause in ("retrieval_misses", "noise", "generation_invents")}
    known = {name: bool(_find(name, levels)) for name in CORE}
    match fault.cause:
        case "retrieval_misses" if known["faithfulness"] and not fine["generation_invents"]:
            return "guesses"
        case "generation_invents" if known["context_recall"] and fine["retrieval_misses"]:
            return "dangerous"
        case "noise" if known["faithfulness"] and fine["generation_invents"]:
            return "faithful"
        case "off_the_point" if all(fine.values()) and all(known[name] for name in CORE):
            return "padded"
        case _:
            return ""

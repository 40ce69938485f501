"""What a metric is, and how it is named."""

import dataclasses
import re
from collections.abc import Sequence
from typing import Any, Final, Literal, Protocol, cast, get_args, runtime_checkable

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field
from raggauge.sample import Sample
from raggauge.score import Score

Direction = Literal["up", "down"]
Law = Literal[
    "range",  # every score lies in [0, 1]
    "perfect_is_one",  # an answer that is right in every respect scores exactly 1.0 (a "down" metric exactly 0.0)
    "monotone_in_support",  # turning one verdict to supported never makes it worse
    "context_order_free",  # the order of the contexts does not matter
    "claim_order_free",  # the order of the claims does not matter
    "replay",  # same sample and evidence, same score
    "bounds_hold",  # with open verdicts, every way of filling them gives a value within the bounds
]


ALL_LAWS: Final[tuple[Law, ...]] = get_args(Law)


@runtime_checkable
class Metric(Protocol):
    """A question with a number for an answer, computed from a sample and its evidence.

    A metric is a frozen dataclass whose parameters are its fields. `fields` are the sample fields it needs, `facets`
    the questions a judge must have answered. `score` is pure and synchronous: no I/O, no clock, no randomness. A
    metric may further have: `name` (else the class name in snake_case), `direction` (`"up"`: higher is better, the
    default), `card` (a Card), and `combine(scores) -> Score` where the value of a set is not the mean of its values.
    """

    @property
    def fields(self) -> tuple[Field, ...]:
        """The sample fields it needs."""
        ...

    @property
    def facets(self) -> frozenset[Facet]:
        """The questions it needs answered."""
        ...

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The score of one sample."""
        ...


@runtime_checkable
class SetLevel(Protocol):
    """A metric whose value for a set is no mean of its values (corpus BLEU, refusal precision)."""

    def combine(self, scores: Sequence[Score], /) -> Score:
        """The value of the set from the additive parts of its scores."""
        ...


@dataclasses.dataclass(frozen=True)
class Card:
    """What the catalogue says of a metric beside its name and its sentences (messages `metric.<name>.<part>`).

    `formula` in the notation of the catalogue, `laws` what the tests hold it to, `citation` where it comes from.
    """

    formula: str
    laws: tuple[Law, ...]
    citation: str = ""


def name_of(metric: Metric | type) -> str:
    """The bare name of a metric, without parameters: `noise_sensitivity`."""
    given = getattr(metric, "name", None)
    if isinstance(given, str) and given:
        return given
    kind = metric if isinstance(metric, type) else type(metric)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()


def sketch(kind: Any, /) -> Metric:
    """A metric of a class to look at, with stand-ins for parameters without a default; the class where that fails."""
    if not isinstance(kind, type):
        return cast(Metric, kind)
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    given = {
        field.name: "?"
        for field in fields
        if field.default is field.default_factory is dataclasses.MISSING and field.init
    }
    try:
        return cast(Metric, kind(**given))
    except Exception:  # a class of the user's may refuse a stand-in in any way
        return cast(Metric, kind)


def bare(text: str, /) -> str:
    """The name that a metric's text begins with, without parameters and cutoff: `ndcg` of `ndcg@10`."""
    return re.split(r"[(@]", text, maxsplit=1)[0].strip()


def text_of(metric: Metric) -> str:
    """The identity of a metric as text: its name and each parameter that differs from its default.

    `noise_sensitivity(mode=relevant)`, `ndcg@10`.

    A parameter marked `metadata={"cutoff": True}` is written behind `@`, one marked `metadata={"always": True}` is
    written even where it has its default.
    """
    named: list[str] = []
    cutoff = ""
    fields: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(metric) if dataclasses.is_dataclass(metric) else ()
    for field in fields:
        value = getattr(metric, field.name)
        if field.metadata.get("cutoff"):
            cutoff = f"@{value}" if value is not None else ""
        elif value != field.default or field.metadata.get("always"):
            named.append(f"{field.name}={_plain(value)}")
    return f"{name_of(metric)}{'(' + ','.join(named) + ')' if named else ''}{cutoff}"


def direction_of(metric: Metric) -> Direction:
    """Whether higher (`"up"`) or lower (`"down"`) is better."""
    return "down" if getattr(metric, "direction", "up") == "down" else "up"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if re.fullmatch(r"[\w.+-]*", text) else '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'

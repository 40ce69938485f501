"""How does the answer fare by a rule in words?

rubric = (r - 1) / (m - 1) for a grade r on a scale of 1..m; criterion = 1 for yes, 0 for no; both in [0, 1]. No value
for an empty answer; a refusal is graded like any other answer. Rubrics graded by a model: Liu et al. 2023, "G-Eval: NLG
Evaluation using GPT-4 with Better Human Alignment".
"""

from dataclasses import dataclass, field
from typing import ClassVar, cast, get_args

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Facet, Field, Rating
from raggauge.messages import shown
from raggauge.metrics import states
from raggauge.metrics.metric import Card, Direction, Metric
from raggauge.metrics.shares import why_open
from raggauge.sample import Sample
from raggauge.score import Score, scored, unscored

CARD = Card(
    formula="(r - 1) / (m - 1) for a grade r of 1..m; 1 for yes, 0 for no",
    laws=("range", "perfect_is_one", "context_order_free", "claim_order_free", "replay", "bounds_hold"),
    citation="Liu et al. 2023, G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment",
)


@dataclass(frozen=True)
class Rubric:
    """The grade of the answer by a rule of the user's, on a scale of 1..`scale`, mapped to [0, 1].

    `text` is the rule as a question; `shown` are the fields the judge sees, joined by `+`; `lower_is_better` turns the
    direction of the metric, not the grade. Raises UsageError for a scale under 2 or a field that does not exist.
    """

    text: str
    scale: int = 5
    shown: str = "question+answer"
    lower_is_better: bool = field(default=False, metadata={"choices": (False, True)})

    name: ClassVar[str] = "rubric"
    card: ClassVar[Card] = CARD

    def __post_init__(self) -> None:
        if self.scale < 2 or not self.text.strip():
            raise UsageError("metric.bad_rubric", text=shown(self.text), scale=self.scale)
        _fields(self.shown)

    @property
    def direction(self) -> Direction:
        """`down` where a high grade is bad."""
        return "down" if self.lower_is_better else "up"

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields the judge sees."""
        return _fields(self.shown)

    @property
    def facets(self) -> frozenset[Facet]:
        """The one rating."""
        return frozenset({Rating(self.text, self.text, self.scale, self.fields)})

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """The mapped grade of one sample."""
        return rated(self, sample, evidence)


@dataclass(frozen=True)
class Criterion:
    """Whether the answer meets a criterion of the user's: yes is 1, no is 0.

    `text` is a question that yes or no answers; `shown` and `lower_is_better` as in a rubric.
    """

    text: str
    shown: str = "question+answer"
    lower_is_better: bool = field(default=False, metadata={"choices": (False, True)})

    name: ClassVar[str] = "criterion"
    card: ClassVar[Card] = CARD

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise UsageError("metric.bad_rubric", text=shown(self.text), scale=1)
        _fields(self.shown)

    @property
    def direction(self) -> Direction:
        """`down` where yes is bad."""
        return "down" if self.lower_is_better else "up"

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields the judge sees."""
        return _fields(self.shown)

    @property
    def facets(self) -> frozenset[Facet]:
        """The one rating."""
        return frozenset({Rating(self.text, self.text, 1, self.fields)})

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """1 or 0 for one sample."""
        return rated(self, sample, evidence)


def rated(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score:
    """The score of a metric that asks for ratings: the mean of its mapped grades, each of them in the details.

    A grade that is missing or outside its scale is open, and leaves the score unscored with bounds.
    """
    if state := states.rating(metric, sample):
        return state
    return mean_rating(metric, evidence)


def mean_rating(metric: Metric, evidence: Evidence, /) -> Score:
    """The mean of the mapped grades that a metric asks for; each grade stands in the details under its short name."""
    asked = sorted((facet for facet in metric.facets if isinstance(facet, Rating)), key=lambda facet: facet.of)
    grades = {facet.of: grade_of(facet, evidence) for facet in asked}
    values = [_mapped(grade, facet.scale) for facet, grade in zip(asked, grades.values(), strict=True)]
    details = {of.partition(":")[2] or "grade": grade for of, grade in grades.items()}
    notes = [entry.note for entry in evidence.ratings if entry.of in grades and entry.note]
    if notes:
        details["notes"] = notes  # type: ignore[assignment]
    n, known = len(values), [value for value in values if value is not None]
    if len(known) < n:
        reason = why_open(states.gap_of(evidence, *asked), (of for of, grade in grades.items() if grade is None))
        lowest, highest = sum(known) / n, (sum(known) + n - len(known)) / n
        return unscored(reason, lowest=lowest, highest=highest, n_asked=n, details=details)
    return scored(sum(known) / n, n_asked=n, details=details, evidence=tuple(grades))


def grade_of(facet: Rating, evidence: Evidence, /) -> int | None:
    """The grade that a judge gave, if it lies on the scale; None where it is missing or off the scale."""
    least = 0 if facet.scale == 1 else 1
    found = next(
        (entry.value for entry in evidence.ratings if entry.of == facet.of and entry.scale == facet.scale), None
    )
    return found if found is not None and least <= found <= facet.scale else None


def _mapped(grade: int | None, scale: int) -> float | None:
    if grade is None:
        return None
    return float(grade) if scale == 1 else (grade - 1) / (scale - 1)


def _fields(text: str) -> tuple[Field, ...]:
    names = tuple(part.strip() for part in text.split("+"))
    if not set(names) <= set(get_args(Field)):
        raise UsageError("metric.bad_fields", value=shown(text), fields="+".join(get_args(Field)))
    return cast("tuple[Field, ...]", names)

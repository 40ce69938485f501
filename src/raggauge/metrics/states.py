"""The state a score has before there is a value: the first row that fits decides.

The order is fixed: abstains, unanswerable, empty answer, missing field, empty denominator, no contexts, judge failed.
Here are the rows that depend on the sample and its refusals; empty denominators and open verdicts are each metric's
own.
"""

from collections.abc import Iterable

from raggauge.evidence import Evidence
from raggauge.facets import Field
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored


def abstains(sample: Sample, evidence: Evidence) -> bool:
    """Whether the answer says that it cannot answer. An empty answer is a case of its own."""
    return bool(sample.answer) and evidence.refusals.get("answer", False)


def answerable(sample: Sample, evidence: Evidence) -> bool | None:
    """Whether the question can be answered:

    `metadata.answerable`, else from the references (one that is no refusal: yes; all refuse: no), else unknown.
    """
    if sample.answerable is not None:
        return sample.answerable
    flags = [evidence.refusals.get(f"reference:{i}", False) for i in range(len(sample.references or ()))]
    return None if not flags else not all(flags)


def is_blank(text: str | None) -> bool:
    """Whether a text is there but holds nothing but white space."""
    return text is not None and not text.strip()


def missing(sample: Sample, fields: Iterable[Field]) -> Score | None:
    """`not_applicable(missing <field>)` for the first field that the sample does not have."""
    for field in fields:
        value = getattr(sample, field)
        if value is None or (field == "references" and value == ()):
            return not_applicable(f"missing {field}")
    return None


def answer_claims(sample: Sample, evidence: Evidence, fields: Iterable[Field]) -> Score | None:
    """States of metrics over the claims of the answer (faithfulness and its family)."""
    if abstains(sample, evidence):
        return not_applicable("abstained")
    if is_blank(sample.answer):
        return not_applicable("empty answer")
    return missing(sample, fields)


def answer_quality(sample: Sample, evidence: Evidence, fields: Iterable[Field]) -> Score | None:
    """States of metrics that a refusal of an answerable question fails (correctness, relevance, nuggets.

    Utilization).
    """
    if abstains(sample, evidence):
        can = answerable(sample, evidence)
        if can is None:
            return not_applicable("abstained, answerability unknown")
        return scored(0.0, label="wrong refusal") if can else not_applicable("right refusal")
    if is_blank(sample.answer):
        return scored(0.0, label="empty answer")
    return missing(sample, fields)


def retrieval(sample: Sample, evidence: Evidence, fields: Iterable[Field]) -> Score | None:
    """States of context metrics that need a right answer to aim at: an unanswerable question has none."""
    if answerable(sample, evidence) is False:
        return not_applicable("unanswerable")
    return missing(sample, fields)


def failed(gap: str) -> Score:
    """Nothing is known of the denominator, since the judge failed: unscored between 0 and 1."""
    return unscored(gap if ":" in gap or gap == "judge failed" else f"judge failed: {gap}")


def nothing_retrieved(*, n_asked: int | None = None) -> Score:
    """0, because there was nothing to find support in."""
    return scored(0.0, label="no context was retrieved", n_asked=n_asked)

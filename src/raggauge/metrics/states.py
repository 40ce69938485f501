"""The state a score has before there is a value: the first row that fits decides.

The order is fixed: abstains, unanswerable, empty answer, missing field, empty denominator, no contexts, judge failed.
Here are the rows that depend on the sample and its refusals; empty denominators and open verdicts are each metric's
own. Where the judge left open whether a text refuses, the score is made for either case, and both become its bounds.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

import msgspec

from raggauge.evidence import Claim, Evidence
from raggauge.facets import Claims, Facet, Field, Refusals
from raggauge.metrics.metric import Metric
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored

ANSWER_REFUSES: Final = Refusals("answer")
REFERENCES_REFUSE: Final = Refusals("references")
_KNOWN_REASONS: Final = ("judge failed", "judge left ids out", "judge cannot fill")


def answer_claims(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score | None:
    """States of metrics over the claims of the answer (faithfulness and its family)."""
    if state := open_refusals(metric, sample, evidence):
        return state
    if abstains(sample, evidence):
        return not_applicable("abstained")
    if is_blank(sample.answer):
        return not_applicable("empty answer")
    return missing(sample, metric.fields)


def claims_or_state(
    metric: Metric, sample: Sample, evidence: Evidence, /, *, without_contexts: Score | None = None
) -> tuple[Claim, ...] | Score:
    """A: the checkable claims of the answer, at least one; or the score, where there is no such denominator.

    `without_contexts` is the score of an answer for which nothing was retrieved; None when the formula covers it.
    """
    if state := answer_claims(metric, sample, evidence):
        return state
    claims, gap = evidence.checkable("answer"), gap_of(evidence, Claims("answer"))
    if not claims and gap is None:
        return not_applicable("no checkable claim")
    if sample.contexts == () and without_contexts is not None:
        return msgspec.structs.replace(without_contexts, n_asked=len(claims) or None)
    return failed(gap) if gap is not None else claims


def answer_quality(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score | None:
    """States of metrics that a refusal of an answerable question fails: correctness, relevance, nuggets."""
    if state := open_refusals(metric, sample, evidence) or refused(sample, evidence):
        return state
    if is_blank(sample.answer):
        return scored(0.0, label="empty answer")
    return missing(sample, metric.fields)


def likeness(metric: Metric, sample: Sample, /) -> Score | None:
    """States of metrics that compare the answer's text with the references: a refusal is a text like any other."""
    if is_blank(sample.answer):
        return scored(0.0, label="empty answer")
    return missing(sample, metric.fields)


def rating(metric: Metric, sample: Sample, /) -> Score | None:
    """States of rules in words: a refusal is graded like any other answer, an empty answer is not graded."""
    if is_blank(sample.answer):
        return not_applicable("empty answer")
    return missing(sample, metric.fields)


def passages(metric: Metric, sample: Sample, /) -> Score | None:
    """States of context metrics that look at the question and the passages alone: 0 where nothing was retrieved."""
    return missing(sample, metric.fields) or (nothing_retrieved() if sample.contexts == () else None)


def retrieval(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score | None:
    """States of context metrics that need a right answer to aim at: an unanswerable question has none."""
    if state := open_refusals(metric, sample, evidence):
        return state
    if answerable(sample, evidence) is False:
        return not_applicable("unanswerable")
    return missing(sample, metric.fields)


def utilization(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score | None:
    """States of a context metric that looks at the answer too: a refusal fails it, an unanswerable question ends it."""
    if state := open_refusals(metric, sample, evidence) or refused(sample, evidence):
        return state
    if answerable(sample, evidence) is False:
        return not_applicable("unanswerable")
    return missing(sample, metric.fields)


def refused(sample: Sample, evidence: Evidence, /) -> Score | None:
    """The score of an abstention: 0 where an answer exists, else none; None for an answer that does not abstain."""
    if not abstains(sample, evidence):
        return None
    can = answerable(sample, evidence)
    if can is None:
        return not_applicable("abstained, answerability unknown")
    return scored(0.0, label="wrong refusal") if can else not_applicable("right refusal")


def abstains(sample: Sample, evidence: Evidence, /) -> bool:
    """Whether the answer says that it cannot answer. An empty answer is a case of its own."""
    return not is_blank(sample.answer) and sample.answer is not None and evidence.refusals.get("answer", False)


def answerable(sample: Sample, evidence: Evidence, /) -> bool | None:
    """Whether the question can be answered:

    `metadata.answerable`, else from the references (one that is no refusal: yes; all refuse: no), else unknown.
    """
    if sample.answerable is not None:
        return sample.answerable
    flags = [evidence.refusals.get(f"reference:{i}", False) for i in range(len(sample.references or ()))]
    return None if not flags else not all(flags)


def is_blank(text: str | None, /) -> bool:
    """Whether a text is there but holds nothing but white space."""
    return text is not None and not text.strip()


def missing(sample: Sample, fields: Iterable[Field], /) -> Score | None:
    """`not_applicable(missing <field>)` for the first field that the sample does not have."""
    for field in fields:
        value = getattr(sample, field)
        if value is None or (field == "references" and value == ()):
            return not_applicable(f"missing {field}")
    return None


def failed(gap: str, /, *, lowest: float = 0.0, highest: float = 1.0, n_asked: int | None = None) -> Score:
    """The judge failed: unscored, between 0 and 1 where nothing is known of the denominator."""
    return unscored(reason_of(gap), lowest=lowest, highest=highest, n_asked=n_asked)


def reason_of(gap: str, /) -> str:
    """A judge's gap as the reason of a score."""
    return gap if gap.startswith(_KNOWN_REASONS) else f"judge failed: {gap}"


def gap_of(evidence: Evidence, /, *facets: Facet) -> str | None:
    """Why the first of these facets that has a gap was not answered in full; None when all were."""
    if not evidence.gaps:
        return None
    return next((evidence.gaps[facet.key] for facet in facets if facet.key in evidence.gaps), None)


def nothing_retrieved() -> Score:
    """0, because there was nothing to find support in."""
    return scored(0.0, label="no context was retrieved")


def spread(scores: Sequence[Score], reason: str, /) -> Score:
    """One score for several cases of which it is open which one holds: unscored, with the bounds of them all.

    Where no case has a value, or all agree, it is the last of them.
    """
    bounds = [(score.lowest, score.highest) for score in scores if score.lowest is not None]
    if not bounds or all(score == scores[0] for score in scores):
        return scores[-1]
    return unscored(
        reason,
        lowest=min(low for low, _ in bounds if low is not None),
        highest=max(high for _, high in bounds if high is not None),
        n_asked=scores[-1].n_asked,
        evidence=scores[-1].evidence,
    )


def open_refusals(metric: Metric, sample: Sample, evidence: Evidence, /) -> Score | None:
    """The score where the judge did not say whether a text refuses; None where all is said."""
    gap = gap_of(evidence, *({ANSWER_REFUSES, REFERENCES_REFUSE} & metric.facets))
    if gap is None:
        return None
    open_texts = [text for text in _asked_refusals(metric, sample, evidence) if text not in evidence.refusals]
    if not open_texts:
        return None
    references = [text for text in open_texts if text != "answer"]
    groups = [["answer"]] * ("answer" in open_texts) + [references] * bool(references)
    scores = []
    for flags in product((True, False), repeat=len(groups)):
        filled = {text: flag for group, flag in zip(groups, flags, strict=True) for text in group}
        known = msgspec.structs.replace(evidence, refusals={**evidence.refusals, **filled})
        scores.append(metric.score(sample, known))
    return spread(scores, reason_of(gap))


def _asked_refusals(metric: Metric, sample: Sample, evidence: Evidence) -> list[str]:
    """The texts of which the metric needs to know whether they refuse, where the judge has a gap."""
    failed_facets = {facet for facet in (ANSWER_REFUSES, REFERENCES_REFUSE) if facet.key in evidence.gaps}
    asked = []
    if ANSWER_REFUSES in metric.facets & failed_facets and sample.answer is not None and not is_blank(sample.answer):
        asked.append("answer")
    if REFERENCES_REFUSE in metric.facets & failed_facets and sample.answerable is None:
        asked += [f"reference:{i}" for i in range(len(sample.references or ()))]
    return asked

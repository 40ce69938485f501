"""Where a claim finds support, as the formulas write it: sup(x, C), sup(x, g), sup(y, a), J(x), u_k.

Only the verdict `supported` counts as true; `unsure`, `contradicted` and `not_found` are false; no verdict is None.
"""

from collections.abc import Sequence
from functools import cache

from raggauge.evidence import Claim, Evidence
from raggauge.metrics.shares import Truth
from raggauge.metrics.states import answerable, is_blank
from raggauge.sample import Sample


def in_contexts(sample: Sample, evidence: Evidence, claim: Claim, /) -> Truth:
    """sup(x, C): whether one context or several together support the claim; false when nothing was retrieved."""
    return False if sample.contexts == () else _is_supported(evidence, claim, "contexts")


def in_references(sample: Sample, evidence: Evidence, claim: Claim, /) -> Truth:
    """sup(x, g): whether at least one reference supports the claim."""
    verdict = evidence.verdict_of_any(claim.id, _premises(len(sample.references or ())))
    return None if verdict is None else verdict == "supported"


def in_answer(sample: Sample, evidence: Evidence, claim: Claim, /) -> Truth:
    """sup(y, a): whether the answer supports the claim; an empty answer supports none."""
    return False if is_blank(sample.answer) else _is_supported(evidence, claim, "answer")


def in_cited(evidence: Evidence, claim: Claim, /) -> Truth:
    """Whether the passages that the claim cites support it, alone or together."""
    return _is_supported(evidence, claim, "cited")


def usefulness(sample: Sample, evidence: Evidence, /, *, criterion: str = "reference") -> list[Truth]:
    """u_1..u_K: whether each context is useful. Nothing is useful for reaching the answer to an unanswerable question.

    An open one is None.
    """
    n = len(sample.contexts or ())
    if criterion == "reference" and answerable(sample, evidence) is False:
        return [False] * n
    found = evidence.useful(criterion)
    return [found.get(k) for k in range(n)]


def reference_claims(sample: Sample, evidence: Evidence, /) -> list[tuple[Claim, ...]]:
    """R per reference: the checkable claims of each reference that has any."""
    return list(claims_by_reference(sample, evidence).values())


def claims_by_reference(sample: Sample, evidence: Evidence, /) -> dict[int, tuple[Claim, ...]]:
    """R per reference under the reference's number; references without checkable claims are absent."""
    claims = {i: evidence.checkable(f"reference:{i}") for i in range(len(sample.references or ()))}
    return {i: found for i, found in claims.items() if found}


def n_not_checkable(evidence: Evidence, source: str, /) -> int:
    """How many statements of a text are in no denominator, because they claim nothing that could be checked."""
    claims = evidence.claims_of(source)
    return len(claims) - len(evidence.checkable(source))


def verdict_counts(evidence: Evidence, claims: Sequence[Claim], /) -> dict[str, object]:
    """How the claims that the contexts do not support divide, and which claims the contexts disagree on."""
    findings = [evidence.finding(claim.id, "contexts") for claim in claims]
    verdicts = [found.verdict for found in findings if found]
    return {
        "n_contradicted": verdicts.count("contradicted"),
        "n_unsure": verdicts.count("unsure"),
        "n_not_found": verdicts.count("not_found"),
        "conflicting": [found.claim for found in findings if found and found.verdict == "supported" and found.against],
    }


def _is_supported(evidence: Evidence, claim: Claim, premise: str) -> Truth:
    verdict = evidence.verdict(claim.id, premise)
    return None if verdict is None else verdict == "supported"


@cache
def _premises(n_references: int) -> tuple[str, ...]:
    """The names of the references as premises."""
    return tuple(f"reference:{i}" for i in range(n_references))

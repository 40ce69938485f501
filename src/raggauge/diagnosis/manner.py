"""How an answer speaks: of something else than it was asked, or with courtesies around what it has to say."""

import re
from typing import Final

from raggauge.evidence import Claim, Evidence
from raggauge.sample import Sample
from raggauge.text import overlap, shingles
from raggauge.text.script import cjk_count

FOREIGN: Final = 0.25
AT_LEAST_WORDS: Final = 20
"""Characters from which on it can be told what an answer speaks of; a bare name or number says nothing of that."""
MANY: Final = 3
"""From how many courtesies on an answer is padded: our choice; one in 200 answers of people's liking has as many."""
TENTH: Final = 0.1
_ADDRESS: Final = re.compile(
    r"\b(?:you|your|we|our|us|i|my|me|please|thanks?|welcome)\b|[您你我祝谢请]"
    r"|\b(?:good|great|excellent|wonderful|fantastic|lovely|interesting|thoughtful) question\b|好的?问题"
    r"|\b(?:happy|glad|pleased) to help\b|\bfeel free\b|\bhave a \w+ (?:day|evening|weekend)\b",
    re.IGNORECASE,
)


def is_foreign(sample: Sample, /) -> bool:
    """Whether the answer hardly shares a word with the question and the passages."""
    answer = sample.answer or ""
    return len(answer) >= AT_LEAST_WORDS and _known(answer, _around(sample)) < FOREIGN


def is_padded(sample: Sample, evidence: Evidence, limit: float, /) -> bool:
    """Whether the answer is wrapped in courtesies: claims said to somebody, without number or topic.

    Either there are many of them, or the answer would be faithful but for them; `limit` is the share of supported
    claims from which on it is faithful.
    """
    around = _around(sample) + " ".join(sample.references or ())
    if sum(_is_courtesy(claim, around) for claim in evidence.claims_of("answer")) >= MANY:
        return True
    claims = evidence.checkable("answer")
    said = [claim for claim in claims if not (_is_supported(claim, evidence) or _is_courtesy(claim, around))]
    kept = [claim for claim in claims if _is_supported(claim, evidence)]
    return len(said) + len(kept) < len(claims) and bool(kept) and len(kept) / (len(kept) + len(said)) >= limit


def outside(sample: Sample, evidence: Evidence, /) -> tuple[str, ...]:
    """The claims that come from outside: they hardly share a word with question, passages and references.

    Not supported, no courtesies, and long enough to tell. None where they are fewer than a tenth of the answer's.
    """
    around = _around(sample) + " ".join(sample.references or ())
    claims = evidence.checkable("answer")
    found = tuple(
        claim.id
        for claim in claims
        if len(claim.text) >= AT_LEAST_WORDS
        and not (_is_supported(claim, evidence) or _ADDRESS.search(claim.text))
        and _known(claim.text, around) <= FOREIGN
    )
    return found if len(found) >= TENTH * len(claims) else ()


def _is_supported(claim: Claim, evidence: Evidence) -> bool:
    return evidence.verdict(claim.id, "contexts") == "supported"


def _is_courtesy(claim: Claim, around: str) -> bool:
    if not _ADDRESS.search(claim.text) or any(char.isdigit() for char in claim.text):
        return False
    return _known(claim.text, around) <= FOREIGN


def _known(text: str, around: str) -> float:
    """The share of a text's words that stand in another; in scripts without spaces, of its pairs of characters."""
    if 2 * cjk_count(text) < len(text):
        return overlap(text, around, content_only=True).recall
    pairs = shingles(text, size=2)
    return len(pairs & shingles(around, size=2)) / len(pairs) if pairs else 0.0


def _around(sample: Sample) -> str:
    return " ".join([sample.question or "", *(context.text for context in sample.contexts or ())])

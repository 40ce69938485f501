"""How an answer speaks: of something else than it was asked, or with courtesies around what it has to say."""

import re
from typing import Final

from raggauge.evidence import Claim, Evidence
from raggauge.sample import Sample
from raggauge.text import overlap

FOREIGN: Final = 0.25
AT_LEAST_WORDS: Final = 20
"""Characters from which on it can be told what an answer speaks of; a bare name or number says nothing of that."""
_ADDRESS: Final = re.compile(r"\b(?:you|your|we|our|us|i|my|me)\b|[您你我祝谢]", re.IGNORECASE)


def is_foreign(sample: Sample, /) -> bool:
    """Whether the answer hardly shares a word with the question and the passages."""
    answer = sample.answer or ""
    return len(answer) >= AT_LEAST_WORDS and overlap(answer, _around(sample), content_only=True).recall < FOREIGN


def is_padded(sample: Sample, evidence: Evidence, /) -> bool:
    """Whether all that the contexts do not support are courtesies: said to somebody, without a number or a topic."""
    unsupported = [
        claim
        for claim in evidence.checkable("answer")
        if evidence.verdict(claim.id, "contexts") not in ("supported", None)
    ]
    around = _around(sample) + " ".join(sample.references or ())
    return bool(unsupported) and all(_is_courtesy(claim, around) for claim in unsupported)


def _is_courtesy(claim: Claim, around: str) -> bool:
    if not _ADDRESS.search(claim.text) or any(char.isdigit() for char in claim.text):
        return False
    return overlap(claim.text, around, content_only=True).recall <= FOREIGN


def _around(sample: Sample) -> str:
    return " ".join([sample.question or "", *(context.text for context in sample.contexts or ())])

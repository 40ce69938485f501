"""The judge that needs no model: it decides by words, numbers, names, negations and where they stand.

It ships a few kilobytes of fitted coefficients, runs on numpy alone, and is deterministic. It reads English and
Chinese. Its limits: it does not infer, so a true claim in quite other words looks unsupported; it cannot grade by a
rule in words (ratings, preferences), and makes no reverse questions (the relevance of an answer is estimated directly).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raggauge.judge.judge import Judge


def make(spec: str, options: Mapping[str, Any], /) -> Judge:
    """Make the judge that ``embedded`` or ``embedded:CALIBRATION`` names; raises UsageError for other options."""
    from raggauge.judge.embedded.examiner import EmbeddedJudge

    return EmbeddedJudge.made(spec, options)

"""How long replies will be: made as a model would write them, from what is known before the call.

Replies are counted as compact JSON of one claim a sentence without quotes (least) and of more claims with a quote each
(most). JSON takes more tokens than prose: over the replies for the 40 questions of the example project, the tokenizers
of Qwen2.5 and SmolLM2 made 1.2 to 1.6 tokens of what `tokens.count` takes for one.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from raggauge.judge.llm.claims import Part
from raggauge.judge.llm.jobs import Work
from raggauge.llm.tokens import count

MOST_CLAIMS: Final = 1.6
"""Claims that a sentence may hold; one at least."""
LEAST_PER_TOKEN: Final = 1.15
MOST_PER_TOKEN: Final = 1.4
USUAL_CLAIMS: Final = 1.2
GRADE: Final = (20, 60)
"""A grade or choice with at most twenty words on why."""
_QUOTE: Final = "about twelve words that are copied from one of the passages"

Range = tuple[int, int]


def claims(parts: Sequence[Part], /) -> Range:
    """The reply that takes texts apart."""
    texts = [{"text": part.label, "refuses": False} for part in parts]
    rows = [
        {"sentence": name, "claim": part.text[span.start : span.end], "kind": "fact"}
        for part in parts
        for name, span in zip(part.ids, part.spans, strict=True)
    ]
    size = _size({"texts": texts, "claims": rows})
    return _range(size, round(USUAL_CLAIMS * size))


def questions(like: str, n: int, /) -> Range:
    """The reply with `n` questions about as long as the one that was asked."""
    size = _size({"questions": [like or _QUOTE] * n})
    return round(0.7 * size), round(MOST_PER_TOKEN * size) + 10 * n


def verdicts(job: Work, /) -> Range:
    """The reply of one verdict call."""
    least, most = _size(_verdicts(job, [])), _size(_verdicts(job, [_QUOTE]))
    decisions = _size(_verdicts(msgspec.structs.replace(job, claims=(), cited=(), pairs=()), []))
    return _range(least, round(USUAL_CLAIMS * (most - decisions)) + decisions)


def _verdicts(job: Work, quotes: list[str]) -> dict[str, Any]:
    asked = job.sections
    kinds = {"useful": asked.useful, "used": asked.used, "grade": asked.grade, "needed": asked.needed}
    values: dict[str, Any] = {"useful": False, "used": False, "grade": 0, "needed": [1]}
    decision = {name: values[name] for name, wanted in kinds.items() if wanted}
    row = {"verdict": "not_found", "by": [1], "together": False, "against": [], "quotes": quotes}
    rows = (*job.claims, *(name for name, _ in job.cited))
    return {
        "against_passages": [{"id": name, **row} for name in rows],
        "against_texts": [{"id": name, "verdict": "supported"} for name in job.pairs],
        "passages": [{"passage": piece.context + 1, **decision} for piece in job.pieces if asked.any],
        "nuggets": [{"id": name, "grade": "supported"} for name in job.nuggets],
    }


def _range(least: int, most: int) -> Range:
    return round(LEAST_PER_TOKEN * least), round(MOST_PER_TOKEN * most)


def _size(reply: dict[str, Any]) -> int:
    return count(msgspec.json.encode(reply).decode())

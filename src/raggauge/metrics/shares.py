"""The one computation most metrics share: how many of what was asked hold, with bounds for what stayed open."""

from collections.abc import Callable, Sequence
from typing import Any

from raggauge.evidence import Claim
from raggauge.score import Score, scored, unscored


def share(
    claims: Sequence[Claim], holds: Callable[[Claim], bool | None], /, *, gap: str | None = None, **details: Any
) -> Score:
    """#{claims that hold} / #claims, over a sequence that is not empty.

    `holds` gives None for a claim whose verdict is open; then the score is unscored, with the bounds that the open ones
    leave. `gap` is the reason the judge gave.
    """
    n, values = len(claims), [holds(claim) for claim in claims]
    n_true, n_open = values.count(True), values.count(None)
    ids = tuple(claim.id for claim in claims)
    if n_open:
        text = gap or f"judge left ids out: {', '.join(c.id for c, v in zip(claims, values, strict=True) if v is None)}"
        reason = text if ":" in text else f"judge failed: {text}"
        return unscored(
            reason, lowest=n_true / n, highest=(n_true + n_open) / n, n_asked=n, evidence=ids, details=details
        )
    return scored(n_true / n, n_asked=n, evidence=ids, details={"n_true": n_true, **details})

"""The one computation most metrics share: how many of what was asked hold, with bounds for what stayed open."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from raggauge.evidence import Claim
from raggauge.metrics.states import reason_of
from raggauge.score import Score, scored, unscored

Truth = bool | None
"""Whether something holds; None while the judge has left it open."""


def share(
    claims: Sequence[Claim], holds: Callable[[Claim], Truth], /, *, gap: str | None = None, **details: Any
) -> Score:
    """#{claims that hold} / #claims, over a sequence that is not empty.

    `holds` gives None for a claim whose verdict is open; then the score is unscored, with the bounds that the open ones
    leave. `gap` is the reason the judge gave. Details that are zero or empty are left out.
    """
    return share_of([(claim.id, holds(claim)) for claim in claims], gap=gap, **details)


def share_of(entries: Sequence[tuple[str, Truth]], /, *, gap: str | None = None, **details: Any) -> Score:
    """#{entries that hold} / #entries, over named entries of which there is at least one."""
    values = [value for _, value in entries]
    ids = tuple(name for name, _ in entries)
    kept = {name: value for name, value in details.items() if value}
    if None in values:
        low, high = bounds(values)
        left_out = (name for name, value in entries if value is None)
        return unscored(why_open(gap, left_out), lowest=low, highest=high, n_asked=len(ids), evidence=ids, details=kept)
    n_true = values.count(True)
    return scored(n_true / len(ids), n_asked=len(ids), evidence=ids, details={"n_true": n_true, **kept})


def bounds(values: Sequence[Truth], /) -> tuple[float, float]:
    """The least and the greatest share of true values, over all ways of filling what is open; none may be empty."""
    n_true, n_open = values.count(True), values.count(None)
    return n_true / len(values), (n_true + n_open) / len(values)


def why_open(gap: str | None, ids: Iterable[str], /) -> str:
    """The reason of a score that open ids leave without a value: the judge's own, else the ids."""
    return reason_of(gap) if gap else f"judge left ids out: {', '.join(ids)}"


def opposite(value: Truth, /) -> Truth:
    """Not; open stays open."""
    return None if value is None else not value


def both(left: Truth, right: Truth, /) -> Truth:
    """And: one that is false settles it, otherwise an open one leaves it open."""
    if left is False or right is False:
        return False
    return None if left is None or right is None else True


def any_of(values: Iterable[Truth], /) -> Truth:
    """Or: one that is true settles it, otherwise an open one leaves it open."""
    found: Truth = False
    for value in values:
        if value:
            return True
        if value is None:
            found = None
    return found


def best_share(
    groups: Sequence[Sequence[Claim]], holds: Callable[[Claim], Truth], /, *, gap: str | None = None
) -> Score:
    """The greatest share of claims that hold over several groups (the claims of each reference), none of them empty.

    `n_asked` is the size of the group that counts; open claims make it unscored with the bounds of the greatest.
    """
    scores = [share(group, holds, gap=gap) for group in groups]
    best = max(scores, key=lambda score: (score.highest or 0.0, score.lowest or 0.0))
    if all(score.state == "scored" for score in scores):
        return best
    waiting = next(score for score in scores if score.state != "scored")
    return unscored(
        waiting.reason or "",
        lowest=max(score.lowest or 0.0 for score in scores),
        highest=best.highest or 0.0,
        n_asked=best.n_asked,
        evidence=tuple(name for score in scores for name in score.evidence),
    )

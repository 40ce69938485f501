"""Decide whether passages support a claim: alone, together, or not, with the words it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from raggauge.evidence import Verdict
from raggauge.judge.embedded.conflicts import Differences, Named, differences
from raggauge.judge.embedded.features import best_of, features
from raggauge.judge.embedded.matching import Match, match
from raggauge.judge.embedded.model import Models, models, probability
from raggauge.judge.embedded.reading import ClaimReading, Reading, read, read_claim

SUPPORTED = 0.5
UNSURE = 0.38
REFUTED = 0.3
_BARE = 2
_QUESTION_SHARE = 0.35
_MOST_JOINED = 6
_HOPELESS = 0.25


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a source that a verdict rests on: which source (0-based) and its offsets."""

    source: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided on one claim.

    ``probability`` is the estimated chance of support at a prior of one half, in [0, 1]. ``support`` are the sources
    that support the claim alone, or with ``joint`` the smallest set that does it together; ``against`` those that
    contradict it. ``passages`` is the best window, cut to whole sentences; ``conflicts`` names what differs, each with
    the source it stands in.
    """

    verdict: Verdict
    probability: float
    support: tuple[int, ...] = ()
    joint: bool = False
    against: tuple[int, ...] = ()
    passages: tuple[Passage, ...] = ()
    conflicts: tuple[tuple[int, Named], ...] = ()


class _Scale(NamedTuple):
    """Coefficients, and what maps their probability to the one that decides."""

    models: Models
    adjust: Callable[[float], float]


def support(
    claim: str,
    sources: Sequence[str | Reading],
    *,
    question: str = "",
    fitted: Models | None = None,
    adjust: Callable[[float], float] | None = None,
) -> Decision:
    """Decide on one claim against sources, each a text or a text read before.

    With ``question`` a bare answer ("Yes", "85%", a name) is judged together with the question it answers. No source,
    or a claim without any word, is ``not_found``. ``fitted`` are other coefficients than those of the package,
    ``adjust`` maps the probability (a calibration of the user's). Nothing
    is drawn at random; the order of the sources does not matter for the verdict.
    """
    readings = [read(source) if isinstance(source, str) else source for source in sources]
    reading = claim_reading(claim, question)
    if not readings or not reading.items:
        return _worded(reading, readings)
    model = _Scale(fitted or models(), adjust or _same)
    found = [match(reading, source) for source in readings]
    together, differ = _score(reading, found, model)
    closest = best_of(found)
    shared = differ if _same_numbers(reading, closest, found) else None
    alone = [_alone(reading, m, model, (together, len(found), shared if m is closest else None)) for m in found]
    best = max([together, *alone])
    if differ.named:
        return _unsupported(found, differ, min(best, REFUTED))
    holders = tuple(k for k, p in enumerate(alone) if p >= SUPPORTED)
    if holders:
        return Decision("supported", best, support=holders, passages=_windows(found, holders, reading))
    if together >= SUPPORTED:
        joined = _smallest(reading, found, model)
        return Decision("supported", best, support=joined, joint=True, passages=_windows(found, joined, reading))
    return _unsupported(found, differ, best)


def _same(value: float) -> float:
    return value


def _worded(claim: ClaimReading, sources: Sequence[Reading]) -> Decision:
    """Decide on a claim of function words alone ("Yes", 是): a source that has them all supports it."""
    holders = tuple(
        k for k, source in enumerate(sources) if claim.stems and all(token in source.index for token in claim.stems)
    )
    if not holders:
        return Decision("not_found", 0.0)
    spans = tuple(Passage(k, *sources[k].spans[0]) for k in holders)
    return Decision("supported", 1.0, support=holders, passages=spans)


def claim_reading(claim: str, question: str = "") -> ClaimReading:
    """Read a claim; a bare answer gets the items of its question too, with less weight."""
    reading = read_claim(claim)
    if not question or len(reading.items) > _BARE:
        return reading
    asked = len(read_claim(question).words)
    joined = read_claim(f"{question} {claim}")
    items = [
        replace(item, weight=item.weight * _QUESTION_SHARE) if item.last < asked else item for item in joined.items
    ]
    return replace(joined, items=items, weight=sum(item.weight for item in items))


def _score(claim: ClaimReading, found: Sequence[Match], model: _Scale) -> tuple[float, Differences]:
    differ = differences(claim, best_of(found), [m.source for m in found])
    return _judged(claim, found, differ, model), differ


def _judged(claim: ClaimReading, found: Sequence[Match], differ: Differences, model: _Scale) -> float:
    odds = model.models.support_logit(features(claim, found, differ), claim.cjk_share)
    return model.adjust(probability(odds))


def _alone(claim: ClaimReading, found: Match, model: _Scale, whole: tuple[float, int, Differences | None]) -> float:
    """Score one source by itself; one that holds too little of the claim is not looked at closer.

    ``whole`` are the score of all together, their number and, where they are known, the differences to this one.
    """
    together, n, differ = whole
    if n == 1:
        return together
    held = sum(item.weight for item, places in zip(claim.items, found.places, strict=True) if places)
    if held < 0.5 * claim.weight or together < _HOPELESS:
        return 0.0
    return _judged(claim, [found], differ or differences(claim, found), model)


def _same_numbers(claim: ClaimReading, one: Match, found: Sequence[Match]) -> bool:
    """Say whether no source has a quantity of the claim that this one lacks; then its differences are those of all."""
    return not any(
        item.quantity is not None and not one.places[k] and any(m.places[k] for m in found)
        for k, item in enumerate(claim.items)
    )


def _smallest(claim: ClaimReading, found: Sequence[Match], model: _Scale) -> tuple[int, ...]:
    """Find the smallest set that supports the claim together; of equals the one of the lowest ranks."""
    ranked = sorted(range(len(found)), key=lambda k: (-found[k].window_weight, k))[:_MOST_JOINED]
    for size in range(2, len(ranked)):
        for chosen in sorted(tuple(sorted(c)) for c in combinations(ranked, size)):
            if _score(claim, [found[k] for k in chosen], model)[0] >= SUPPORTED:
                return chosen
    return tuple(sorted(ranked)) if len(ranked) == _MOST_JOINED else tuple(range(len(found)))


def _unsupported(found: Sequence[Match], differ: Differences, best: float) -> Decision:
    at = found.index(best_of(found))
    windows = _windows(found, (at,), None) if found[at].window_weight else ()
    conflicts = tuple((at, named) for named in differ.named)
    if conflicts:
        return Decision("contradicted", best, against=(at,), passages=windows, conflicts=conflicts)
    verdict: Verdict = "unsure" if best >= UNSURE else "not_found"
    return Decision(verdict, best, passages=windows if verdict == "unsure" else ())


def _windows(found: Sequence[Match], chosen: Sequence[int], claim: ClaimReading | None) -> tuple[Passage, ...]:
    """Quote the best sentence of each chosen source, or the whole window where that holds clearly more."""
    quoted = []
    for k in chosen:
        m = found[k]
        spans = m.source.spans
        wide = claim is not None and m.window_weight - m.sentence_weight > 0.1 * claim.weight
        low, high = m.window if wide else (m.sentence, m.sentence + 1)
        held = [s for s in range(low, high) if any(m.source.sentence_of[p] == s for places in m.places for p in places)]
        low, high = (held[0], held[-1] + 1) if held else (low, high)
        quoted.append(Passage(k, spans[low][0], spans[high - 1][1]))
    return tuple(quoted)

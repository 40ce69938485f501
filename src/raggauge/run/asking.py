"""Asking a judge so that whatever it does wrong becomes a gap: never a crash, never a better score."""

import logging
from collections.abc import Sequence

import msgspec

from raggauge.errors import RaggaugeError
from raggauge.evidence import Evidence
from raggauge.judge.judge import Ask, Judge
from raggauge.messages import say, shown
from raggauge.run.scoring import what_failed

_log = logging.getLogger("raggauge.run")


async def examine(judge: Judge, asks: Sequence[Ask], /) -> list[Evidence]:
    """Evidence for each ask, in order. A question that the judge neither answered nor gave up is a gap.

    A batch that fails as a whole is asked one by one, so that one bad sample costs no other its evidence. Errors that
    end the run (no key, no connection, a budget used up) pass through.
    """
    asked = [ask for ask in asks if ask.facets]
    found = await _together(judge, asked) if asked else []
    if found is None:
        found = [await _alone(judge, ask) for ask in asked]
    replies = iter(found)
    return [
        _complete(ask, next(replies)) if ask.facets else Evidence(sample=ask.sample.id, repeat=ask.repeat)
        for ask in asks
    ]


async def _together(judge: Judge, asks: Sequence[Ask]) -> list[Evidence] | None:
    try:
        found = await judge.examine(asks)
    except RaggaugeError:
        raise
    except Exception as problem:  # a judge may be the user's: asked again one by one, what fails then is a gap
        _log.info("%s", say("run.log_batch", n=len(asks), problem=what_failed(problem)))
        return None
    return list(found) if _fits(asks, found) else None


async def _alone(judge: Judge, ask: Ask) -> Evidence:
    try:
        found = await judge.examine([ask])
    except RaggaugeError:
        raise
    except Exception as problem:  # a judge may be the user's: its failure is a gap of this sample
        _log.info("%s", say("run.log_gap", sample=shown(ask.sample.id), problem=what_failed(problem)))
        return _all_gaps(ask, f"judge failed: {what_failed(problem)}")
    if _fits([ask], found):
        return found[0]
    return _all_gaps(ask, "judge failed: its reply is not one Evidence for the sample")


def _fits(asks: Sequence[Ask], found: object) -> bool:
    return (
        isinstance(found, list | tuple)
        and len(found) == len(asks)
        and all(isinstance(one, Evidence) and one.sample == ask.sample.id for ask, one in zip(asks, found, strict=True))
    )


def _complete(ask: Ask, found: Evidence) -> Evidence:
    """The evidence with a gap for each question that was neither answered nor given up."""
    settled = {*found.filled, *found.gaps}
    silent = sorted(facet.key for facet in ask.facets if facet.key not in settled)
    if silent:
        found = msgspec.structs.replace(found, gaps={**found.gaps, **dict.fromkeys(silent, "judge failed: no reply")})
    return found if found.repeat == ask.repeat else msgspec.structs.replace(found, repeat=ask.repeat)


def _all_gaps(ask: Ask, reason: str) -> Evidence:
    return Evidence(
        sample=ask.sample.id,
        gaps=dict.fromkeys(sorted(facet.key for facet in ask.facets), reason),
        repeat=ask.repeat,
    )

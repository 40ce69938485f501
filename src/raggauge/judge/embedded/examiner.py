"""The embedded judge: fills facets of a sample by the pure functions beside this file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.facets import (
    Claims,
    Entities,
    Facet,
    Grades,
    NeededSentences,
    Nuggets,
    Preference,
    Rating,
    Refusals,
    ReverseQuestions,
    Similarity,
    Support,
    Usefulness,
)
from raggauge.judge.embedded.answers import (
    direct_relevance,
    grades,
    named,
    needed,
    refusals,
    similarity,
    usefulness,
)
from raggauge.judge.embedded.calibrations import Calibration, load
from raggauge.judge.embedded.ledger import Desk, claims, findings, merge, nuggets
from raggauge.judge.embedded.model import models
from raggauge.judge.embedded.support import SUPPORTED, UNSURE
from raggauge.judge.judge import Ask, Cost, Fingerprint
from raggauge.text.vectors import EMBEDDER

_FILL: dict[type, Callable[[Desk, Any], dict[str, Any]]] = {
    Claims: claims,
    Refusals: refusals,
    Support: findings,
    Usefulness: usefulness,
    Grades: grades,
    NeededSentences: needed,
    Entities: named,
    ReverseQuestions: direct_relevance,
    Similarity: similarity,
    Nuggets: nuggets,
}
_ORDER = tuple(_FILL)


class EmbeddedJudge:
    """Decides without a model, key or download; the same input always gives the same evidence.

    It cannot answer ratings and preferences. In the place of reverse questions it leaves ``"question~answer"``, its
    direct estimate that the answer addresses the question.
    """

    batch = 16

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._calibration = calibration
        self.fingerprint = Fingerprint(
            kind="embedded",
            model=models().version,
            parameters={"supported": SUPPORTED, "unsure": UNSURE},
            embedder=EMBEDDER,
            calibration=calibration.id if calibration else "",
        )

    @classmethod
    def made(cls, spec: str, options: Mapping[str, Any]) -> EmbeddedJudge:
        """Make the judge from the text after ``embedded:``, the name of a stored calibration, and its options.

        Raises UsageError for an option it does not have, and for a calibration that is not there or of another model.
        """
        if options:
            raise UsageError("embedded.unknown_option", option=next(iter(options)))
        if not spec:
            return cls()
        calibration = load(spec)
        if calibration.model != models().version:
            raise UsageError(
                "embedded.other_model", name=calibration.name, model=calibration.model, now=models().version
            )
        return cls(calibration)

    def can(self, facet: Facet, /) -> bool:
        """Say whether it can fill a facet: all but ratings and preferences."""
        return not isinstance(facet, Rating | Preference)

    def plan(self, ask: Ask, /) -> Cost:
        """Nothing: it makes no calls."""
        return Cost()

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """Fill the facets of every ask; other tasks get their turn between two samples."""
        found = []
        for ask in asks:
            found.append(self.examined(ask))
            await asyncio.sleep(0)
        return found

    def examined(self, ask: Ask, /) -> Evidence:
        """Fill the facets of one ask."""
        desk = Desk(ask, self._calibration)
        parts: dict[str, Any] = {}
        filled: list[str] = []
        gaps: dict[str, str] = {}
        for facet in sorted(ask.facets, key=lambda facet: (_rank(facet), facet.key)):
            fill = _FILL.get(type(facet))
            missing = [field for field in facet.fields if getattr(ask.sample, field) is None]
            if fill is None:
                gaps[facet.key] = "the embedded judge cannot answer this"
            elif missing:
                gaps[facet.key] = f"missing {missing[0]}"
            else:
                merge(parts, fill(desk, facet))
                filled.append(facet.key)
        if desk.claimed:
            parts["claims"] = desk.all_claims()
        return Evidence(
            sample=ask.sample.id,
            filled=tuple(sorted(filled)),
            gaps=gaps,
            embedder=EMBEDDER,
            judge=self.fingerprint.id,
            repeat=ask.repeat,
            **parts,
        )


def _rank(facet: Facet) -> int:
    return _ORDER.index(type(facet)) if type(facet) in _ORDER else len(_ORDER)

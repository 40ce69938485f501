"""Claims, findings and nuggets of a sample as evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from raggauge.evidence import Claim, Conflict, Finding, Nugget, Quote
from raggauge.facets import Claims, Nuggets, Support
from raggauge.judge.embedded.calibrations import Calibration
from raggauge.judge.embedded.claims import split_claims
from raggauge.judge.embedded.reading import Reading, read
from raggauge.judge.embedded.support import UNSURE, Decision, support
from raggauge.judge.judge import Ask


class Desk:
    """One sample while it is examined: each text is read once, each source split once."""

    def __init__(self, ask: Ask, calibration: Calibration | None = None) -> None:
        self.sample = ask.sample
        self.question = ask.sample.question or ""
        self.claimed: dict[str, tuple[Claim, ...]] = {}
        self._given = ask.given
        self._calibration = calibration
        self._readings: dict[str, Reading] = {}

    def reading(self, text: str) -> Reading:
        """Give the reading of a text."""
        if text not in self._readings:
            self._readings[text] = read(text)
        return self._readings[text]

    def calibrated(self, kind: str) -> Callable[[float], float] | None:
        """Give the map of the user's calibration for a kind of decision, None where there is none."""
        return partial(self._calibration.apply, kind) if self._calibration else None

    def contexts(self) -> list[Reading]:
        """Give the readings of the contexts in rank order."""
        return [self.reading(context.text) for context in self.sample.contexts or ()]

    def claims(self, source: str, text: str, prefix: str) -> tuple[Claim, ...]:
        """Give the claims of a source: those that were given, else split here."""
        if source not in self.claimed:
            given = self._given.claims_of(source) if self._given else ()
            self.claimed[source] = given or tuple(split_claims(text, source=source, prefix=prefix))
        return self.claimed[source]

    def claims_of(self, of: str) -> list[Claim]:
        """Give the claims of the answer, or of all references."""
        if of == "answer":
            return list(self.claims("answer", self.sample.answer or "", "a"))
        references = enumerate(self.sample.references or ())
        return [claim for i, text in references for claim in self.claims(f"reference:{i}", text, f"r{i}.")]

    def all_claims(self) -> tuple[Claim, ...]:
        """Give all claims that were made, the answer's first."""
        return tuple(claim for source in sorted(self.claimed) for claim in self.claimed[source])


def merge(parts: dict[str, Any], new: dict[str, Any]) -> None:
    """Add what one facet brought to what others did."""
    for name, value in new.items():
        if isinstance(value, dict):
            parts[name] = {**parts.get(name, {}), **value}
        else:
            parts[name] = (*parts.get(name, ()), *value)


def claims(desk: Desk, facet: Claims) -> dict[str, Any]:
    """Split the texts into claims; they are added to the evidence from the desk."""
    desk.claims_of(facet.of)
    return {}


def findings(desk: Desk, facet: Support) -> dict[str, Any]:
    """Hold every checkable claim against its premises."""
    found: list[Finding] = []
    for claim in desk.claims_of(facet.of):
        if claim.checkable:
            found.extend(_findings_of(desk, claim, facet.premises))
    return {"findings": tuple(found)}


def nuggets(desk: Desk, facet: Nuggets) -> dict[str, Any]:
    """Grade each nugget by the support that the answer gives it."""
    made: list[Nugget] = []
    answer = [desk.reading(desk.sample.answer or "")]
    listed = desk.sample.metadata.get("nuggets")
    if isinstance(listed, Sequence) and not isinstance(listed, str):
        for i, entry in enumerate(listed, 1):
            text = entry.get("text", "") if isinstance(entry, dict) else str(entry)
            vital = bool(entry.get("vital", True)) if isinstance(entry, dict) else True
            made.append(_nugget(desk, answer, Nugget(f"n{i}", text, vital)))
    else:
        for claim in desk.claims_of("references"):
            if claim.checkable:
                i = int(claim.source.partition(":")[2])
                made.append(_nugget(desk, answer, Nugget(f"n{claim.id}", claim.text, True, reference=i)))
    return {"nuggets": tuple(made)}


def _nugget(desk: Desk, answer: list[Reading], nugget: Nugget) -> Nugget:
    decision = support(nugget.text, answer)
    supported = decision.verdict == "supported"
    grade = "supported" if supported else ("partly" if decision.probability >= UNSURE else "not_supported")
    return Nugget(nugget.id, nugget.text, nugget.vital, grade, nugget.reference)  # type: ignore[arg-type]


def _findings_of(desk: Desk, claim: Claim, premises: str) -> list[Finding]:
    if premises == "contexts":
        return [_finding(desk, claim, "contexts", desk.contexts())]
    if premises == "cited":
        contexts = desk.contexts()
        cited = [number - 1 for number in claim.citations if 1 <= number <= len(contexts)]
        return [_finding(desk, claim, "cited", [contexts[k] for k in cited], places=cited)]
    if premises == "answer":
        return [_finding(desk, claim, "answer", [desk.reading(desk.sample.answer or "")])]
    references = enumerate(desk.sample.references or ())
    return [_finding(desk, claim, f"reference:{i}", [desk.reading(text)]) for i, text in references]


def _finding(
    desk: Desk, claim: Claim, premise: str, sources: Sequence[Reading], *, places: Sequence[int] | None = None
) -> Finding:
    of_contexts = premise in ("contexts", "cited")
    decision = support(
        claim.text, sources, question=desk.question if of_contexts else "", adjust=desk.calibrated("support")
    )
    ranks = list(range(len(sources))) if places is None else list(places)
    names = [f"context:{rank}" for rank in ranks] if of_contexts else [premise] * len(sources)
    return Finding(
        claim=claim.id,
        premise=premise,
        verdict=decision.verdict,
        support=tuple(ranks[k] for k in decision.support) if of_contexts else (),
        joint=decision.joint,
        against=tuple(ranks[k] for k in decision.against) if of_contexts else (),
        quotes=_quotes(decision, sources, names),
        conflicts=tuple(Conflict(named.kind, named.said, named.found, names[k]) for k, named in decision.conflicts),
        confidence=round(decision.probability, 6),
        note="" if sources else "nothing to hold it against",
    )


def _quotes(decision: Decision, sources: Sequence[Reading], names: Sequence[str]) -> tuple[Quote, ...]:
    return tuple(
        Quote(names[p.source], sources[p.source].text[p.start : p.end], p.start, p.end) for p in decision.passages
    )

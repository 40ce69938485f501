"""What is known of a sample while it is examined, and the Evidence made of it in the end."""

from collections.abc import Iterable

import msgspec

from raggauge.evidence import Claim, Entity, Evidence, Finding, Grade, Needed, Nugget, Preferred, Rated, Useful
from raggauge.facets import Facet
from raggauge.judge.judge import Ask
from raggauge.judge.llm import gaps


class Draft:
    """Evidence in the making; `reasons` says for each kind of call why something of it is missing."""

    def __init__(self, ask: Ask, /) -> None:
        given = ask.given
        self.ask = ask
        self.claims: dict[str, tuple[Claim, ...]] = {}
        self.refusals: dict[str, bool] = dict(given.refusals) if given else {}
        self.findings: list[Finding | None] = []
        self.usefulness: tuple[Useful, ...] = ()
        self.grades: tuple[Grade, ...] = ()
        self.needed: tuple[Needed, ...] = ()
        self.entities: tuple[Entity, ...] = ()
        self.nuggets: tuple[Nugget, ...] = ()
        self.reverse_questions: tuple[str, ...] = ()
        self.similarities: dict[str, tuple[float, ...]] = {}
        self.ratings: tuple[Rated, ...] = ()
        self.preferences: list[Preferred] = []
        self.reasons: dict[str, str] = {}

    def known_claims(self) -> dict[str, tuple[Claim, ...]]:
        """The claims found so far, by source."""
        return self.claims

    def evidence(self, asked: Iterable[Facet], judge: str, embedder: str, /) -> Evidence:
        """The finished evidence: every asked facet is either filled or a gap with its reason."""
        ask = self.ask
        fixed = ask.given.claims if ask.given else ()
        claims = [claim for source in self.claims for claim in self.claims[source]]
        claims += [claim for claim in fixed if claim.source not in self.claims]
        found = Evidence(
            sample=ask.sample.id,
            claims=tuple(sorted(claims, key=lambda claim: _order(claim.source))),
            findings=tuple(finding for finding in self.findings if finding is not None),
            usefulness=self.usefulness,
            grades=self.grades,
            needed=self.needed,
            entities=self.entities,
            nuggets=self.nuggets,
            reverse_questions=self.reverse_questions,
            similarities=self.similarities,
            ratings=self.ratings,
            preferences=tuple(self.preferences),
            refusals=self.refusals,
            embedder=embedder if self.similarities else "",
            judge=judge,
            repeat=ask.repeat,
        )
        missing = {facet.key: reason for facet in asked if (reason := gaps.gap(facet, ask.sample, found, self.reasons))}
        filled = tuple(sorted(facet.key for facet in ask.facets if facet.key not in missing))
        found = msgspec.structs.replace(found, filled=filled, gaps=dict(sorted(missing.items())))
        return joined(ask.given, found) if ask.given is not None and not ask.repeat else found


def joined(given: Evidence, found: Evidence, /) -> Evidence:
    """What was given together with what was found now; where both speak of the same thing, what was found counts."""
    findings = {(one.claim, one.premise): one for one in (*given.findings, *found.findings)}
    useful = {(one.context, one.criterion): one for one in (*given.usefulness, *found.usefulness)}
    ratings = {one.of: one for one in (*given.ratings, *found.ratings)}
    preferences = {(one.criterion, one.first): one for one in (*given.preferences, *found.preferences)}
    sources = {claim.source for claim in found.claims}
    claims = (*found.claims, *(claim for claim in given.claims if claim.source not in sources))
    filled = tuple(sorted({*(key for key in given.filled if key not in found.gaps), *found.filled}))
    return msgspec.structs.replace(
        found,
        claims=tuple(sorted(claims, key=lambda claim: _order(claim.source))),
        findings=tuple(findings.values()),
        usefulness=tuple(useful.values()),
        grades=found.grades or given.grades,
        needed=found.needed or given.needed,
        entities=found.entities or given.entities,
        nuggets=found.nuggets or given.nuggets,
        reverse_questions=found.reverse_questions or given.reverse_questions,
        similarities={**given.similarities, **found.similarities},
        ratings=tuple(ratings.values()),
        preferences=tuple(preferences.values()),
        refusals={**given.refusals, **found.refusals},
        filled=filled,
        gaps={**{key: why for key, why in given.gaps.items() if key not in filled}, **found.gaps},
        embedder=found.embedder or given.embedder,
    )


def _order(source: str) -> int:
    return -1 if source == "answer" else int(source.partition(":")[2])

"""What a judge found in one sample: the ledger from which every metric is computed.

Ids are stable and readable: answer claims are `a1, a2, ...`, those of reference i `r{i}.1, ...` (references and
contexts count from 0 in data, from 1 where a person reads them). A *source* names a text of the sample: `"answer"`,
`"context:2"`, `"reference:0"`, `"question"`. A *premise* is what a claim was held against: one source, or
`"contexts"` (all of them together) or `"cited"` (the passages the claim cites). Offsets are code points into the
source's text, and a quote's offsets always slice to its text.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

import msgspec

Verdict = Literal["supported", "contradicted", "unsure", "not_found"]
PRECEDENCE: tuple[Verdict, ...] = ("supported", "contradicted", "unsure", "not_found")


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a text: code points `start` (included) to `end` (excluded)."""

    start: int
    end: int


class Quote(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Words of a source that a verdict rests on.

    `start` and `end` are None when the words do not occur in the source: an unverified quote, shown as such.
    """

    source: str
    text: str
    start: int | None = None
    end: int | None = None

    @property
    def verified(self) -> bool:
        """Whether the words stand in the source at the stated place."""
        return self.start is not None


class Claim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One statement of a text, with its subject filled in.

    `source` is `"answer"` or `"reference:i"`; `spans` are the stretches of the source it was taken from; `checkable` is
    false for a greeting, opinion, question or talk about the documents (`why` says which), and such claims are in no
    denominator; `citations` are the 1-based numbers of `[n]` marks that belong to the claim.
    """

    id: str
    source: str
    text: str
    spans: tuple[Span, ...] = ()
    checkable: bool = True
    why: str = ""
    citations: tuple[int, ...] = ()


class Conflict(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Two words that cannot both be right:

    `said` in the claim, `found` in `source` (`kind`: number, unit, date, name, negation, ...).
    """

    kind: str
    said: str
    found: str
    source: str = ""


class Finding(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The verdict on one claim against one premise.

    Every judged claim has exactly one finding per premise: `"contexts"` or `"cited"` for passages together (findings
    for single `"context:k"` are extra detail), `"reference:i"` for each reference, `"answer"`. `support` are the
    contexts (0-based) that support the claim: each of them alone, or, with `joint`, the smallest set that does it
    together; `against` the contexts that contradict it. `confidence` is the judge's probability (0 to 1) that the
    claim is supported.
    """

    claim: str
    premise: str
    verdict: Verdict
    support: tuple[int, ...] = ()
    joint: bool = False
    against: tuple[int, ...] = ()
    quotes: tuple[Quote, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    confidence: float | None = None
    note: str = ""

    @property
    def id(self) -> str:
        """The finding's name: `claim~premise`."""
        return f"{self.claim}~{self.premise}"


class Useful(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Whether context `context` (0-based) is useful for reaching any reference, or the answer (`criterion`)."""

    context: int
    criterion: Literal["reference", "answer"]
    useful: bool
    confidence: float | None = None
    quotes: tuple[Quote, ...] = ()

    @property
    def id(self) -> str:
        """The name of the decision: `useful:k~criterion`."""
        return f"useful:{self.context}~{self.criterion}"


class Grade(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How relevant context `context` (0-based) is to the question, 0 to 3."""

    context: int
    grade: int
    confidence: float | None = None

    @property
    def id(self) -> str:
        """The name of the decision: `grade:k`."""
        return f"grade:{self.context}"


class Needed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Which sentences of context `context` are needed for the question:

    All its sentences counted, the needed ones as spans.
    """

    context: int
    n_sentences: int
    needed: tuple[Span, ...] = ()


class Entity(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entity that reference `reference` names, and whether a context holds it, matched how."""

    reference: int
    text: str
    found: bool
    match: Literal["", "exact", "alias", "contained", "fuzzy"] = ""
    context: int | None = None


class Nugget(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One fact a right answer holds, and how far this answer does; `reference` is None for `metadata.nuggets`."""

    id: str
    text: str
    vital: bool
    grade: Literal["supported", "partly", "not_supported"] | None = None
    reference: int | None = None


class Rated(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A grade by a rule in words, on `scale` as the facet states it."""

    of: str
    value: int
    scale: int
    note: str = ""


class Preferred(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Which answer is better by a criterion: `sample`, `rival`, or `tie`; `first` is the one that was shown first."""

    criterion: str
    winner: Literal["sample", "rival", "tie"]
    first: Literal["sample", "rival"]


class Evidence(msgspec.Struct, frozen=True, dict=True, kw_only=True, omit_defaults=True):
    """All that a judge found in one sample.

    `filled` are the keys of the facets that were answered in full, `gaps` those that were not and why. A facet in
    neither was never asked. Where single ids stayed open (a claim without a verdict), the facet is in `gaps` and what
    did come back is kept. `refusals` maps `"answer"` and `"reference:i"` to whether the text refuses; `similarities`
    are named cosines: `"question~reverse_questions"` (one per reverse question), `"answer~references"` (one per
    reference), and `"question~answer"`, the direct estimate of a judge that makes no questions. `embedder` names what
    computed them. `judge` is the id of the judge's fingerprint, `repeat` which repeat this is.
    """

    sample: str
    claims: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    usefulness: tuple[Useful, ...] = ()
    grades: tuple[Grade, ...] = ()
    needed: tuple[Needed, ...] = ()
    entities: tuple[Entity, ...] = ()
    nuggets: tuple[Nugget, ...] = ()
    reverse_questions: tuple[str, ...] = ()
    similarities: dict[str, tuple[float, ...]] = {}
    ratings: tuple[Rated, ...] = ()
    preferences: tuple[Preferred, ...] = ()
    refusals: dict[str, bool] = {}
    filled: tuple[str, ...] = ()
    gaps: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    embedder: str = ""
    judge: str = ""
    repeat: int = 0

    def claims_of(self, source: str) -> tuple[Claim, ...]:
        """All claims taken from a source (`"answer"`, `"reference:0"`), in order, checkable or not."""
        return self._by_source.get(source, ())

    def checkable(self, source: str) -> tuple[Claim, ...]:
        """The claims of a source that count: the denominator of every claim metric."""
        return self._checkable_by_source.get(source, ())

    def finding(self, claim: str, premise: str) -> Finding | None:
        """The finding on a claim against a premise; None when the judge left it open."""
        return self._by_claim.get((claim, premise))

    def verdict(self, claim: str, premise: str) -> Verdict | None:
        """The verdict on a claim against one premise; None when the judge left it open."""
        found = self._by_claim.get((claim, premise))
        return found.verdict if found else None

    def verdict_of_any(self, claim: str, premises: Iterable[str]) -> Verdict | None:
        """The verdict on a claim against several sources, any of which is enough (several references).

        One that supports settles it; otherwise an open one leaves it open (None); otherwise precedence decides.
        """
        found: set[Verdict | None] = set()
        for premise in premises:
            verdict = self.verdict(claim, premise)
            if verdict == "supported":
                return verdict
            found.add(verdict)
        if None in found or not found:
            return None
        return next(verdict for verdict in PRECEDENCE if verdict in found)

    def support_set(self, claim: str) -> tuple[int, ...]:
        """J(claim):

        The contexts (0-based) that support it alone; where none does, the smallest set that does it together.
        """
        found = self._by_claim.get((claim, "contexts"))
        return found.support if found and found.verdict == "supported" else ()

    def useful(self, criterion: str = "reference") -> dict[int, bool]:
        """Context index -> whether it is useful; contexts the judge left open are absent."""
        return {entry.context: entry.useful for entry in self.usefulness if entry.criterion == criterion}

    @cached_property
    def _by_source(self) -> dict[str, tuple[Claim, ...]]:
        grouped: dict[str, list[Claim]] = {}
        for claim in self.claims:
            grouped.setdefault(claim.source, []).append(claim)
        return {source: tuple(claims) for source, claims in grouped.items()}

    @cached_property
    def _checkable_by_source(self) -> dict[str, tuple[Claim, ...]]:
        return {source: tuple(c for c in claims if c.checkable) for source, claims in self._by_source.items()}

    @cached_property
    def _by_claim(self) -> dict[tuple[str, str], Finding]:
        return {(finding.claim, finding.premise): finding for finding in self.findings}

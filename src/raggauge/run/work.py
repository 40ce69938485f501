"""What is done with a few samples: ask, score, and put into lines. The same in this process and in others."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from raggauge.dataset import identity
from raggauge.evidence import Evidence
from raggauge.facets import Claimant, Claims, Refusals
from raggauge.judge.judge import Ask, Judge
from raggauge.run.asking import examine
from raggauge.run.journal import Journal
from raggauge.run.plan import Plan
from raggauge.run.record import Outcome, RepeatRule, Row, encode, mark_of
from raggauge.run.scoring import merge, score_all, what_failed
from raggauge.sample import Sample
from raggauge.score import Score


class Worker(Protocol):
    """Whoever turns samples into outcomes."""

    async def do(self, samples: Sequence[Sample], /, *, first: bool) -> list[Outcome]:
        """The outcomes of some samples, in order; `first` says that no earlier sample is still being worked on."""
        ...


@dataclass(frozen=True)
class Work:
    """A plan with the judge that answers its questions. `journal` keeps what cannot be written yet."""

    plan: Plan
    judge: Judge | None
    journal: Journal | None = None
    repeats: int = 1
    rule: RepeatRule = "mean"

    async def do(self, samples: Sequence[Sample], /, *, first: bool) -> list[Outcome]:
        """Ask, score, and write down."""
        start = time.perf_counter()
        identities = [identity(sample) for sample in samples]
        marks = [hashlib.blake2b(content, digest_size=8).hexdigest() for content in identities]
        rounds: list[list[Evidence]] = []
        for repeat in range(self.repeats):
            given = rounds[0] if rounds else [None] * len(samples)
            asks = [self._ask(sample, before, repeat) for sample, before in zip(samples, given, strict=True)]
            rounds.append(await self._round(asks, marks, keep=not first or self.repeats > 1))
        seconds = (time.perf_counter() - start) / len(samples)
        return [
            self._outcome(sample, evidence, content, seconds)
            for sample, content, *evidence in zip(samples, identities, *rounds, strict=True)
        ]

    def _ask(self, sample: Sample, before: Evidence | None, repeat: int) -> Ask:
        """A repeat gets the claims of the first round, so that all repeats speak of the same."""
        if before is None:
            return Ask(sample, self.plan.facets(sample))
        of: tuple[Claimant, ...] = ("answer", "references")
        keys = {kind(one).key for kind in (Claims, Refusals) for one in of} & set(before.filled)
        fixed_part = Evidence(
            sample=sample.id, claims=before.claims, refusals=before.refusals, filled=tuple(sorted(keys))
        )
        return Ask(sample, self.plan.facets(sample), fixed_part if keys else None, repeat)

    async def _round(self, asks: Sequence[Ask], marks: Sequence[str], *, keep: bool) -> list[Evidence]:
        journal = self.journal
        found: list[Evidence | None] = [
            journal.find_evidence(ask.sample.id, ask.repeat, mark) if journal else None
            for ask, mark in zip(asks, marks, strict=True)
        ]
        missing = [i for i, evidence in enumerate(found) if evidence is None]
        if missing and self.judge is not None:
            fresh = await examine(self.judge, [asks[i] for i in missing])
        else:
            fresh = [Evidence(sample=asks[i].sample.id, repeat=asks[i].repeat) for i in missing]
        for i, evidence in zip(missing, fresh, strict=True):
            found[i] = evidence
            if keep and journal is not None and asks[i].facets:
                journal.add_evidence(evidence, marks[i])
        return [evidence for evidence in found if evidence is not None]

    def _outcome(self, sample: Sample, evidence: Sequence[Evidence], content: bytes, seconds: float) -> Outcome:
        names = [entry.text for entry in self.plan.entries]
        repeats = [score_all(self.plan.metrics, names, sample, one) for one in evidence]
        scores = merge(repeats, self.plan.metrics, self.rule)
        if self.plan.screen is not None and not sample.failure:
            judged = [entry.text for entry in self.plan.entries if entry.facets]
            scores = self.plan.screen.applied(scores, judged, sample)
        row = Row(
            id=sample.id,
            scores=scores,
            repeats=tuple(repeats) if len(repeats) > 1 else (),
            sample=sample,
            evidence=tuple(evidence) if self.plan.needs_judge else (),
        )
        return Outcome(
            id=sample.id,
            line=self._line(row, sample),
            identity=content,
            marks=tuple(mark_of(scores[name]) for name in names),
            weight=float(sample.weight),
            cluster=sample.cluster,
            seconds=seconds,
        )

    def _line(self, row: Row, sample: Sample) -> bytes:
        try:
            return encode(row)
        except (TypeError, ValueError, OverflowError):
            # A user's metric put something into its details that is no JSON: its values stay, and it is said what went
            scores, *repeats = (
                {name: _encodable(score) for name, score in one.items()} for one in (row.scores, *row.repeats)
            )
            return encode(msgspec.structs.replace(row, scores=scores, repeats=tuple(repeats), sample=sample))


def _encodable(score: Score) -> Score:
    try:
        encode(score)
    except (TypeError, ValueError, OverflowError) as problem:
        return msgspec.structs.replace(score, details={"left_out": what_failed(problem)})
    return score

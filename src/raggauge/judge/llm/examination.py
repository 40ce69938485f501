"""One sample from ask to evidence: the claims call and the questions call side by side, then the verdict call."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import msgspec

from raggauge.errors import JudgeError, JudgeUnavailable
from raggauge.evidence import Evidence, Finding
from raggauge.facets import Entities, Preference, Rating, Refusals, ReverseQuestions, Similarity, Support
from raggauge.judge.judge import Ask
from raggauge.judge.llm import gaps, merge, needs
from raggauge.judge.llm.claims import ClaimsQuestion, claim_id
from raggauge.judge.llm.draft import Draft
from raggauge.judge.llm.entities import entities
from raggauge.judge.llm.jobs import jobs, pieces
from raggauge.judge.llm.options import Options
from raggauge.judge.llm.preference import ORDERS, PreferenceQuestion
from raggauge.judge.llm.prompt import Language, Prompt, prompt
from raggauge.judge.llm.questions import ReverseQuestion
from raggauge.judge.llm.ratings import RatingsQuestion
from raggauge.judge.llm.settle import Question, settle
from raggauge.judge.llm.verdicts import VerdictQuestion
from raggauge.llm.caller import Caller
from raggauge.llm.embedder import Embedder, cosines
from raggauge.llm.tokens import count
from raggauge.sample import Sample
from raggauge.text import language

CLAIMS_ROOM: Final = 3_000
"""Tokens of text that one claims call takes apart."""


class Setup(msgspec.Struct, frozen=True):
    """What all examinations of a judge share."""

    caller: Caller
    embedder: Embedder
    options: Options
    room: int
    judge: str


def prompts_for(sample: Sample, options: Options, /) -> Language:
    """The language in which a sample is asked about: Chinese for Chinese samples, English for all others."""
    if options.language:
        return options.language
    text = sample.question or sample.answer or next(iter(sample.references or ()), "")
    return "zh" if not text.isascii() and language(text) == "zh" else "en"


async def examine(setup: Setup, ask: Ask, /) -> Evidence:
    """The evidence for one ask; raises only what ends the run."""
    return await _Examination(setup, ask).run()


class _Examination:
    """The calls for one ask, and what came of them."""

    def __init__(self, setup: Setup, ask: Ask) -> None:
        self._setup = setup
        self._ask = ask
        self._sample = ask.sample
        self._facets = needs.to_ask(ask)
        self._lang = prompts_for(ask.sample, setup.options)
        self._draft = Draft(ask)

    async def run(self) -> Evidence:
        """All calls that the facets need, the independent ones side by side."""
        facets = self._facets
        todo: list[Coroutine[Any, Any, None]] = []
        if any(not isinstance(facet, ReverseQuestions | Similarity | Rating | Preference) for facet in facets):
            todo.append(self._claims_then_verdicts())
        todo += [self._reverse(facet) for facet in facets if isinstance(facet, ReverseQuestions)]
        todo += [self._preferred(facet) for facet in facets if isinstance(facet, Preference)]
        todo += [self._similar(facet) for facet in facets if isinstance(facet, Similarity)]
        if rated := sorted((facet for facet in facets if isinstance(facet, Rating)), key=lambda facet: facet.key):
            todo.append(self._ratings(rated))
        await together(todo)
        return self._draft.evidence(facets, self._setup.judge, self._setup.embedder.name)

    async def _claims_then_verdicts(self) -> None:
        await self._claims()
        draft, facets = self._draft, self._facets
        contexts = [one.text for one in self._sample.contexts or ()]
        found = needs.plot(self._sample, facets, draft.known_claims(), pieces(contexts, self._setup.room, count))
        asked = [
            VerdictQuestion(self._prompt("verdicts"), found.material, job, seed=self._setup.options.seed)
            for job in jobs(found.work, self._setup.options.granularity, self._setup.room, count)
        ]
        reasons = await self._settled(asked)
        draft.reasons["verdicts"] = next((reason for reason in reasons if reason), "")
        draft.findings += list(self._findings(found, asked, contexts))
        draft.usefulness, draft.grades = merge.usefulness(asked, len(contexts))
        if needs.sections(facets).needed:
            draft.needed = merge.needed(asked, len(contexts))
        if found.material.nuggets:
            draft.nuggets = merge.nuggets(needs.nuggets_of(self._sample, draft.known_claims()), asked)

    async def _claims(self) -> None:
        draft, given = self._draft, self._ask.given
        wanted = needs.sources(self._sample, self._facets)
        with_entities = any(isinstance(facet, Entities) for facet in self._facets)
        refusals = {facet.of for facet in self._facets if isinstance(facet, Refusals)}
        open_sources = []
        for source in wanted:
            fixed = needs.given_claims(given, source)
            if fixed is not None:
                draft.claims[source] = fixed
            of = "answer" if source == "answer" else "references"
            unknown = of in refusals and source not in draft.refusals
            if fixed is None or unknown or (with_entities and source != "answer"):
                open_sources.append(source)
            if not needs.text_of(self._sample, source).strip():
                draft.claims.setdefault(source, ())
                draft.refusals.setdefault(source, False)
        asked = [
            ClaimsQuestion(
                self._prompt("claims"),
                self._sample.question,
                group,
                seed=self._setup.options.seed,
                entities=with_entities and any(part.source != "answer" for part in group),
            )
            for group in needs.parts(self._sample, open_sources, CLAIMS_ROOM)
        ]
        reasons = await self._settled(asked)
        draft.reasons["claims"] = next((reason for reason in reasons if reason), "")
        for source in open_sources:
            self._take_claims(source, [one for one in asked if any(part.source == source for part in one.parts)])
        if with_entities:
            texts = {
                source: tuple(dict.fromkeys(e for q in asked for e in q.entities.get(source, ()))) for source in wanted
            }
            draft.entities = entities(texts, [one.text for one in self._sample.contexts or ()])

    def _take_claims(self, source: str, asked: Sequence[ClaimsQuestion]) -> None:
        label = needs.label_of(source)
        flags = [one.refuses[label] for one in asked if label in one.refuses]
        if asked and len(flags) == len(asked):
            self._draft.refusals.setdefault(source, all(flags))
        if source in self._draft.claims:
            return
        found = [one.claims(source) for one in asked]
        if asked and None not in found:
            claims = [claim for group in found if group for claim in group]
            self._draft.claims[source] = tuple(
                msgspec.structs.replace(claim, id=claim_id(source, n)) for n, claim in enumerate(claims, 1)
            )

    def _findings(
        self, found: needs.Plot, asked: Sequence[VerdictQuestion], contexts: list[str]
    ) -> list[Finding | None]:
        work, made = found.work, []
        for row in work.claims:
            rows = [one.rows.get(row) for one in asked if row in one.job.claims]
            made.append(merge.finding(found.claims[row], "contexts", rows, contexts))
        for row, _ in work.cited:
            rows = [one.rows.get(row) for one in asked if row in dict(one.job.cited)]
            made.append(merge.finding(found.claims[row[:-1]], "cited", rows, contexts))
        for pair in work.pairs:
            name, _, label = pair.partition("~")
            row_found = next((one.rows[pair] for one in asked if pair in one.rows), None)
            premise = "answer" if label == "A" else f"reference:{int(label[1:]) - 1}"
            made.append(merge.of_text(found.claims[name], premise, row_found) if row_found else None)
        return made + self._without_asking(found)

    def _without_asking(self, found: needs.Plot) -> list[Finding]:
        """Verdicts that need no judge: nothing can be found in what is not there."""
        made: list[Finding] = []
        asked = {(facet.of, facet.premises) for facet in self._facets if isinstance(facet, Support)}
        cited = {row[:-1] for row, _ in found.work.cited}
        for name, claim in found.claims.items():
            of = "answer" if name[:1] == "a" else "references"
            if (of, "contexts") in asked and not found.work.pieces:
                made.append(Finding(claim, "contexts", "not_found"))
            if (of, "cited") in asked and name not in cited:
                made.append(Finding(claim, "cited", "not_found"))
            against = [name for name in gaps.premises(self._sample, of, asked) if name not in ("contexts", "cited")]
            blank = [source for source in against if not needs.text_of(self._sample, source).strip()]
            made += [Finding(claim, source, "not_found") for source in blank]
        return made

    async def _reverse(self, facet: ReverseQuestions) -> None:
        answer, draft = self._sample.answer or "", self._draft
        given = self._ask.given
        if not answer.strip() or not (self._sample.question or "").strip():
            draft.similarities["question~reverse_questions"] = ()
            return
        question = ReverseQuestion(self._prompt("questions"), answer, facet.n, seed=self._setup.options.seed)
        if given and not self._ask.repeat:
            question.found += given.reverse_questions[: facet.n]
        reason = (await self._settled([question]))[0]
        draft.reverse_questions = tuple(question.found)
        if reason:
            draft.reasons["questions"] = reason
            return
        await self._cosines("question~reverse_questions", self._sample.question or "", question.found)

    async def _similar(self, facet: Similarity) -> None:
        left = getattr(self._sample, facet.left) or ""
        right = [self._sample.answer or ""] if facet.right == "answer" else list(self._sample.references or ())
        await self._cosines(f"{facet.left}~{facet.right}", left, right)

    async def _cosines(self, name: str, left: str, right: Sequence[str]) -> None:
        try:
            vectors = await self._setup.embedder.embed([left, *right], self._sample.id)
        except JudgeUnavailable:
            raise
        except JudgeError as problem:
            self._draft.reasons[name] = f"judge failed: {problem.say('en')}"
            return
        self._draft.similarities[name] = cosines(vectors[0], vectors[1:])

    async def _ratings(self, facets: Sequence[Rating]) -> None:
        question = RatingsQuestion(self._prompt("ratings"), self._sample, facets, seed=self._setup.options.seed)
        self._draft.reasons["ratings"] = (await self._settled([question]))[0]
        self._draft.ratings = tuple(question.found.values())

    async def _preferred(self, facet: Preference) -> None:
        seed = self._setup.options.seed
        asked = [PreferenceQuestion(self._prompt("preference"), self._sample, facet, one, seed=seed) for one in ORDERS]
        reasons = await self._settled(asked)
        self._draft.reasons[facet.key] = next((reason for reason in reasons if reason), "")
        self._draft.preferences += [one.found for one in asked if one.found is not None]

    async def _settled(self, questions: Sequence[Question]) -> list[str]:
        ask, caller = self._ask, self._setup.caller
        return await together([settle(one, caller, ask.sample.id, ask.repeat) for one in questions])

    def _prompt(self, name: str) -> Prompt:
        return prompt(name, self._lang, self._setup.options.prompts)


async def together(todo: Sequence[Coroutine[Any, Any, Any]], /) -> list[Any]:
    """Several things at once. Where one fails, the others come to their end first: their calls are paid for."""
    if len(todo) == 1:
        return [await todo[0]]
    results = await asyncio.gather(*todo, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results

"""Refusals, passages, entities and likeness of a sample as evidence."""

from __future__ import annotations

from typing import Any

from raggauge.evidence import Entity, Grade, Needed, Span, Useful
from raggauge.facets import Entities, Grades, NeededSentences, Refusals, ReverseQuestions, Similarity, Usefulness
from raggauge.judge.embedded.claims import abstains
from raggauge.judge.embedded.entities import entities, locate
from raggauge.judge.embedded.ledger import Desk
from raggauge.judge.embedded.relevance import answer_relevance, grade_of, needed_sentences, relevance
from raggauge.judge.embedded.relevance import usefulness as estimate_use
from raggauge.text.vectors import cosine, vector


def refusals(desk: Desk, facet: Refusals) -> dict[str, Any]:
    """Say of the answer, or of each reference, whether it refuses."""
    if facet.of == "answer":
        return {"refusals": {"answer": abstains(desk.sample.answer or "")}}
    texts = enumerate(desk.sample.references or ())
    return {"refusals": {f"reference:{i}": abstains(text) for i, text in texts}}


def usefulness(desk: Desk, facet: Usefulness) -> dict[str, Any]:
    """Say of each context whether it helps to reach a reference, or the answer; the best target counts."""
    targets = desk.sample.references if facet.criterion == "reference" else (desk.sample.answer or "",)
    wanted = [text for text in targets or () if text.strip() and not abstains(text)]
    decided = []
    adjust = desk.calibrated("useful")
    for k, context in enumerate(desk.contexts()):
        estimate = max((estimate_use(context, desk.question, text) for text in wanted), default=0.0)
        estimate = adjust(estimate) if adjust and wanted else estimate
        decided.append(Useful(k, facet.criterion, estimate >= 0.5, confidence=round(estimate, 6)))
    return {"usefulness": tuple(decided)}


def grades(desk: Desk, facet: Grades) -> dict[str, Any]:
    """Grade the relevance of each context to the question."""
    estimates = [relevance(context, desk.question) for context in desk.contexts()]
    return {
        "grades": tuple(
            Grade(k, grade_of(estimate), confidence=round(estimate, 6)) for k, estimate in enumerate(estimates)
        )
    }


def needed(desk: Desk, facet: NeededSentences) -> dict[str, Any]:
    """Choose the sentences of the contexts that the question needs."""
    contexts = desk.contexts()
    chosen = needed_sentences(contexts, desk.question)
    return {
        "needed": tuple(
            Needed(k, len(context.spans) if context.words else 0, tuple(Span(*span) for span in spans))
            for k, (context, spans) in enumerate(zip(contexts, chosen, strict=True))
        )
    }


def named(desk: Desk, facet: Entities) -> dict[str, Any]:
    """List the entities of the references and look for each in the contexts."""
    contexts = desk.contexts()
    found = []
    for i, text in enumerate(desk.sample.references or ()):
        for entity in entities(text):
            place = locate(entity, contexts)
            found.append(Entity(i, entity, place.found, place.how, place.context))
    return {"entities": tuple(found)}


def direct_relevance(desk: Desk, facet: ReverseQuestions) -> dict[str, Any]:
    """Estimate directly how far the answer addresses the question."""
    answer = desk.sample.answer or ""
    estimate = answer_relevance(desk.question, desk.reading(answer), refused=abstains(answer))
    return {
        "similarities": {"question~answer": (round(estimate, 6),)},
        "notes": ("answer_relevance is a direct estimate: the embedded judge makes no questions",),
    }


def similarity(desk: Desk, facet: Similarity) -> dict[str, Any]:
    """Compute the cosines of two texts' vectors: one per reference, or one for the answer."""
    left = desk.sample.answer if facet.left == "answer" else desk.sample.question
    rights = desk.sample.references if facet.right == "references" else (desk.sample.answer or "",)
    values = tuple(round(cosine(vector(left or ""), vector(text)), 6) for text in rights or ())
    return {"similarities": {f"{facet.left}~{facet.right}": values}}

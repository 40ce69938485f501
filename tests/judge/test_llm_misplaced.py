"""Replies that are nearly of the form asked for: what is clear is taken, what is not raises nothing."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Refusals, ReverseQuestions, Support
from raggauge.judge.judge import Ask
from raggauge.judge.llm.claims import ClaimsQuestion, part
from raggauge.judge.llm.prompt import prompt
from raggauge.judge.llm.rehearsal import answer
from raggauge.judge.llm.settle import settle
from raggauge.llm.caller import Caller
from raggauge.llm.testing import ChatServer
from raggauge.llm.wire import ChatReply, ChatRequest
from raggauge.sample import Sample

Judged = Callable[..., list[Evidence]]
FACETS: frozenset[Facet] = frozenset(
    {Claims("answer"), Refusals("answer"), Support("answer", "contexts"), Support("answer", "references")}
)
SAMPLE = Sample(
    id="s",
    question="When does the ferry sail?",
    answer="The ferry sails at noon.",
    contexts=("A goat stands near.",),
    references=("The ferry sails at noon.",),
)


@pytest.mark.parametrize("more", [{}, {"text": "R1"}])
def test_a_verdict_on_a_text_is_none_on_the_only_passage(judged: Judged, more: dict[str, str]) -> None:
    """Rows for texts whose ids lack the text's name are not taken for rows on the passage that was shown."""

    def brain(system: str, user: str) -> str:
        reply: Any = json.loads(answer(system, user))
        if reply.pop("against_passages", None):
            reply["against_texts"] = [{"id": "a1", "verdict": "supported", **more}]
        return json.dumps(reply)

    with ChatServer(brain) as server:
        (found,) = judged(server, [Ask(SAMPLE, FACETS)])
    assert found.finding("a1", "contexts") is None
    assert Support("answer", "contexts").key in found.gaps


def test_questions_as_objects_are_read(judged: Judged) -> None:
    """A list of objects with a question in words each is a list of questions."""

    def brain(system: str, user: str) -> str:
        reply: Any = json.loads(answer(system, user))
        return json.dumps({"questions": [{"question": text} for text in reply["questions"]]})

    with ChatServer(brain) as server:
        (found,) = judged(server, [Ask(SAMPLE, frozenset({ReverseQuestions(3)}))])
    assert len(found.reverse_questions) == 3


class Endless:
    """A model that writes its reply and then blanks, up to the limit; the reply lacks its end if `broken`."""

    def __init__(self, broken: bool) -> None:
        self.broken = broken

    async def chat(self, request: ChatRequest, /) -> tuple[ChatReply, int]:
        text = answer(request.system, request.user)
        return ChatReply(text[:-1] if self.broken else text + "\n" * 40, cut=True), 1


@pytest.mark.parametrize("broken", [False, True])
def test_a_whole_reply_is_whole_though_the_limit_was_reached(broken: bool) -> None:
    """Complete JSON counts in full where a model went on with blanks; of any other the last sentence is open."""
    question = ClaimsQuestion(prompt("claims", "en", None), "When?", [part("answer", "The ferry sails at noon.")])
    reason = asyncio.run(settle(question, Caller(Endless(broken), "m"), "s", 0))
    assert bool(reason) == broken
    assert (question.claims("answer") is None) == broken

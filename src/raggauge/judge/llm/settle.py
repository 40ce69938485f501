"""Asking until every id has an answer, three times at most."""

from typing import Final, Protocol

from raggauge.errors import JudgeError, JudgeUnavailable
from raggauge.llm.caller import Caller, Subject
from raggauge.llm.replies import Found, find
from raggauge.llm.wire import ChatRequest

TRIES: Final = 3


class Question(Protocol):
    """One call to the model: what it asks, what of it is still open, how a reply is read."""

    purpose: str

    def missing(self) -> tuple[str, ...]:
        """The ids that have no answer yet."""
        ...

    def request(self, attempt: int, /) -> ChatRequest:
        """The request for what is missing; `attempt` counts from 0 and grants longer replies."""
        ...

    def read(self, found: Found, cut: bool, /) -> None:
        """Take from a reply what was asked; `cut` says that it broke off."""
        ...


async def settle(question: Question, caller: Caller, sample: str, repeat: int, /) -> str:
    """Ask a question until nothing is missing, at most three times; gives the reason if something still is, else "".

    What did come back is kept by the question. Replies that left something missing to the end are dropped from a cache
    that other runs share. Raises only what ends the run (no budget, no judge).
    """
    reason = ""
    keys: list[str] = []
    for attempt in range(TRIES):
        if not question.missing():
            return ""
        subject = Subject(sample, question.purpose, repeat=repeat, attempt=attempt)
        try:
            reply, key = await caller.ask_with_key(question.request(attempt), subject)
        except JudgeUnavailable:
            raise
        except JudgeError as problem:
            caller.forget(keys)
            return f"judge failed: {problem.say('en')}"
        keys.append(key)
        if reply.declined:
            reason = f"judge failed: the model declines: {reply.declined}"
            break
        found = find(reply.text)
        before = question.missing()
        question.read(found, found.cut or (reply.cut and not found.whole))
        if not found.values and question.missing() == before:
            reason = "judge failed: no reply of the form asked for"
    missing = question.missing()
    if not missing:
        return ""
    caller.forget(keys)
    return reason or f"judge left ids out: {', '.join(missing)}"

"""Small datasets, and judges whose evidence follows from the sample alone."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.judge import Ask, Cost, Fingerprint
from raggauge.judge.scripted import ScriptedJudge
from raggauge.llm.calls import Call, CallLog
from raggauge.sample import Sample


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a working directory of its own."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def found_in(ask: Ask) -> Evidence:
    """Two to five claims, some of them supported, as a hash of the id decides."""
    digest = hashlib.sha256(f"{ask.sample.id} {ask.repeat}".encode()).digest()
    fixed = ask.given.claims if ask.given else ()
    claims = fixed or tuple(Claim(f"a{i}", "answer", f"claim {i}") for i in range(1, 3 + digest[0] % 4))
    findings = tuple(
        Finding(claim.id, "contexts", "supported", (0,))
        if digest[i + 1] % 3
        else Finding(claim.id, "contexts", "not_found")
        for i, claim in enumerate(claims)
    )
    return Evidence(sample=ask.sample.id, claims=claims, findings=findings)


@pytest.fixture
def make_samples() -> Callable[[int], list[Sample]]:
    """`make_samples(n)`: that many samples with question, answer and one context."""

    def make(n: int) -> list[Sample]:
        return [
            Sample(id=f"q{i}", question=f"Question {i}?", answer=f"Answer {i}.", contexts=("A passage. 一段文字。",))
            for i in range(n)
        ]

    return make


@pytest.fixture
def script() -> Callable[[Ask], Evidence]:
    """The evidence of an ask, as a function."""
    return found_in


@pytest.fixture
def scripted() -> ScriptedJudge:
    """A judge that answers at once."""
    return ScriptedJudge(found_in)


class PaidJudge:
    """Makes one call per ask through the call log, at its own pace, and notes every call that it had to make."""

    batch = 1

    def __init__(self, pace: Callable[[Ask], Any] | None = None, *, log: CallLog | None = None) -> None:
        self.fingerprint = Fingerprint(kind="paid", model="m-1")
        self.made: list[str] = []
        self._pace, self._log = pace, log

    def can(self, facet: Any, /) -> bool:
        return True

    def plan(self, ask: Ask, /) -> Cost:
        return Cost(calls=(1, 1))

    def logged(self, log: CallLog, /) -> Self:
        judge = type(self)(self._pace, log=log)
        judge.made = self.made
        return judge

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        return [await self._one(ask) for ask in asks]

    async def _one(self, ask: Ask) -> Evidence:
        key = f"{ask.sample.id}/{ask.repeat}"
        call = self._log.find(key) if self._log else None
        if call is None:
            self.made.append(key)
            if self._pace:
                await self._pace(ask)
            call = Call(key, ask.sample.id, "verdicts", "ok", prompt_tokens=10, completion_tokens=2, cost=0.5)
            if self._log:
                self._log.add(call)
        return found_in(ask)


@pytest.fixture
def paid_judge() -> type[PaidJudge]:
    """The class of a judge whose calls cost something."""
    return PaidJudge

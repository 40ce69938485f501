"""The system under test is called, timed, retried; its failures are its own and become no exception."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from raggauge.errors import UsageError
from raggauge.sample import Context, Sample
from raggauge.target import make
from raggauge.target.target import Answered, Closing, Target

SAMPLE = Sample(id="q1", question="When? 100%", metadata={"lang": "en"})
Service = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(service: Service) -> AsyncIterator[str]:
    """A real server on a free port of the loopback."""
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", service)
    runner = web.AppRunner(app, shutdown_timeout=0.01)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


def asked(service: Service, **section: Any) -> Answered:
    """One question to a service through a target with this section."""

    async def ask() -> Answered:
        async with serving(service) as url:
            target: Any = make({"url": f"{url}/ask", **section})
            try:
                return await target.answer(SAMPLE)
            finally:
                await target.aclose()

    return asyncio.run(ask())


def answer(target: Target) -> Answered:
    """One question to a target that needs no server of ours."""

    async def ask() -> Answered:
        try:
            return await target.answer(SAMPLE)
        finally:
            if isinstance(target, Closing):
                await target.aclose()

    return asyncio.run(ask())


def returns_pair(question: str) -> tuple[str, list[str]]:
    """A system that answers at once."""
    return f"re: {question}", ["p"]


async def returns_later(sample: Sample) -> dict[str, Any]:
    """An asynchronous system that wants the whole sample."""
    return {"answer": sample.metadata["lang"]}


def fails(question: str) -> str:
    """A system that breaks."""
    raise KeyError(question)


def test_functions_get_the_question_or_the_sample() -> None:
    """Sync and async functions answer, are timed, and passages they do not report stay missing."""
    one, two = answer(make(returns_pair)), answer(make(returns_later))
    assert (one.sample.answer, one.sample.contexts) == ("re: When? 100%", (Context("p"),))
    assert (two.sample.answer, two.sample.contexts) == ("en", None)
    assert one.measurements["latency_s"] >= 0


@pytest.mark.parametrize(("function", "part"), [(fails, "KeyError"), (lambda question: 3, "int holds no answer")])
def test_a_failing_function_is_a_failed_sample(function: Any, part: str) -> None:
    """What it raises or returns is in the failure; the sample is untouched."""
    found = answer(make(function))
    assert part in found.failure
    assert found.sample == SAMPLE


def test_a_function_is_loaded_from_a_file(tmp_path: Path) -> None:
    """`file.py:function` needs no package."""
    (tmp_path / "tiny_rag.py").write_text("def ask(question):\n    return 'from file'\n")
    assert answer(make(f"{tmp_path}/tiny_rag.py:ask")).sample.answer == "from file"


@pytest.mark.parametrize("spec", ["nowhere:ask", "json:missing", "json:__name__", "gone.py:ask", "just-text"])
def test_what_is_not_there_is_refused_at_once(spec: str) -> None:
    """A wrong name is an error before any question is asked."""
    with pytest.raises(UsageError):
        make(spec)


def test_a_service_is_asked_by_its_template(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holes are filled in body and address, variables in headers, and paths find answer, passages and ids."""
    monkeypatch.setenv("RAG_TOKEN", "s3cret")
    seen: dict[str, Any] = {}

    async def service(request: web.Request) -> web.Response:
        seen.update(path=request.path_qs, token=request.headers["Authorization"], body=await request.json())
        return web.json_response({"out": {"text": "in 1911"}, "hits": [{"t": "p1", "i": 7}, {"t": "p2", "i": 9}]})

    found = asked(
        service,
        headers={"Authorization": "Bearer ${RAG_TOKEN}"},
        body={"q": "{question}", "opts": {"lang": "{metadata.lang}", "k": 5}},
        answer="$.out.text",
        contexts="$.hits[*].t",
        ids="$.hits[*].i",
    )
    assert found.sample.answer == "in 1911"
    assert found.sample.contexts == (Context("p1", doc_id="7"), Context("p2", doc_id="9"))
    assert seen["token"] == "Bearer s3cret"
    assert seen["body"] == {"q": "When? 100%", "opts": {"lang": "en", "k": 5}}


def test_secrets_stay_out_of_the_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest of a run shows the variable's name, not its value, and no password of an address."""
    monkeypatch.setenv("RAG_TOKEN", "s3cret")
    target = make({"url": "http://u:pw@127.0.0.1:1/ask?key=k", "headers": {"Authorization": "${RAG_TOKEN}"}})
    assert "s3cret" not in str(target.identity)
    assert "pw" not in str(target.identity)
    assert "key=k" not in str(target.identity)


def test_what_is_retryable_is_tried_again() -> None:
    """Two overloads and then an answer: three tries, one answer."""
    replies = iter([503, 429, 200])

    async def service(request: web.Request) -> web.Response:
        status = next(replies)
        return web.json_response({"answer": "a"}, status=status, headers={"Retry-After": "0"})

    found = asked(service)
    assert (found.sample.answer, found.measurements["tries"], found.failure) == ("a", 3.0, "")


@pytest.mark.parametrize(
    ("status", "body", "part", "tries"),
    [
        (404, "no such page", "HTTP 404: 'no such page'", 1),
        (500, "boom", "HTTP 500: 'boom'", 2),
        (200, '{"answer": ', "the reply is no JSON", 1),
        (200, '{"other": 1}', "dict holds no answer", 1),
        (302, "", "HTTP 302", 1),
    ],
)
def test_failures_say_what_came_back(status: int, body: str, part: str, tries: int) -> None:
    """A broken service is a failure of the sample with status and text, after as many tries as make sense."""
    count = 0

    async def service(request: web.Request) -> web.Response:
        nonlocal count
        count += 1
        return web.Response(status=status, text=body, headers={"Retry-After": "0", "Location": "http://127.0.0.1:1/"})

    found = asked(service, tries=2)
    assert part in found.failure
    assert count == tries
    assert found.sample == SAMPLE


def test_a_service_that_hangs_is_given_up() -> None:
    """The time limit ends the try."""

    async def service(request: web.Request) -> web.Response:
        await asyncio.Event().wait()
        raise AssertionError

    assert "no reply within 0.05 s" in asked(service, tries=1, timeout_s=0.05).failure


def test_a_service_that_is_not_there_is_a_failure() -> None:
    """A refused connection is named."""
    found = answer(make({"url": "http://127.0.0.1:9/ask", "tries": 1}))
    assert "Connect" in found.failure


@pytest.mark.parametrize(
    "section",
    [
        {"url": "ftp://x"},
        {"url": "http://x", "answr": "$.a"},
        {"url": "http://x", "tries": 0},
        {"url": "http://x", "answer": "$..a"},
        {"url": "http://x", "headers": {"A": "${NOT_SET_ANYWHERE}"}},
        {"recorded": "a", "function": "b"},
        {},
    ],
)
def test_a_wrong_section_is_refused_at_once(section: dict[str, Any]) -> None:
    """Wrong names, values, paths and unset variables are errors before any question is asked."""
    assert "NOT_SET_ANYWHERE" not in os.environ
    with pytest.raises(UsageError):
        make(section)


def test_recorded_answers_are_found_by_id_then_by_question(tmp_path: Path) -> None:
    """A file of outputs answers again; a question it does not hold is a failure."""
    path = tmp_path / "outputs.jsonl"
    path.write_text(
        '{"id": "q1", "question": "When? 100%", "answer": "by id", "contexts": ["p"], "latency_s": 0.5}\n'
        '{"id": "q2", "question": "Where?", "answer": "by question", "contexts": []}\n'
    )
    target = make(f"recorded:{path}")
    one = answer(target)
    two = asyncio.run(target.answer(Sample(id="other", question="Where?")))
    three = asyncio.run(target.answer(Sample(id="q2", question="Why?")))
    assert (one.sample.answer, one.measurements) == ("by id", {"latency_s": 0.5})
    assert (two.sample.answer, two.sample.contexts) == ("by question", ())
    assert three.failure == "not in the recorded outputs"

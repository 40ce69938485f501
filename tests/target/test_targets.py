"""The system under test is called, timed, retried; its failures are its own and become no exception."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from raggauge.errors import UsageError
from raggauge.sample import Context, Sample
from raggauge.target import make
from raggauge.target.function import FunctionTarget
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


def test_a_function_that_hangs_is_given_up() -> None:
    """Sync or async, its time is limited; the thread that hangs holds up neither other questions nor the end."""
    forever = threading.Event()

    async def later(question: str) -> str:
        await asyncio.Event().wait()
        return question

    for function in (lambda question: forever.wait(), later):
        found = answer(FunctionTarget(function, timeout_s=0.05))
        assert found.failure == "no answer within 0.05 s"
        assert found.measurements["latency_s"] >= 0.05
    forever.set()


def test_a_blocked_function_holds_up_no_other_question() -> None:
    """Two questions that wait for each other are both answered."""
    both = threading.Barrier(2, timeout=30)
    target = FunctionTarget(lambda question: f"re: {both.wait() >= 0}")

    async def ask() -> list[Answered]:
        return list(await asyncio.gather(target.answer(SAMPLE), target.answer(SAMPLE)))

    assert [found.failure for found in asyncio.run(ask())] == ["", ""]


@pytest.mark.parametrize(
    "problem", [SystemExit(3), StopIteration("x"), TimeoutError("the index"), asyncio.CancelledError()]
)
def test_whatever_a_function_raises_is_its_failure(problem: BaseException) -> None:
    """Also what would end a program or be taken for our own time limit."""

    def breaks(question: str) -> str:
        raise problem

    found = answer(make(breaks))
    assert found.failure
    assert "no answer within" not in found.failure


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("import os\nos.environ['NOT_SET_ANYWHERE']", "KeyError: 'NOT_SET_ANYWHERE'"),
        ("raise SystemExit(2)", "SystemExit: 2"),
        ("def answer(:", "SyntaxError"),
        ("import not_installed_anywhere", "No module named 'not_installed_anywhere'"),
    ],
)
def test_a_module_that_cannot_be_loaded_is_one_sentence(tmp_path: Path, code: str, part: str) -> None:
    """What it raises while it is loaded is said, with the name that was given."""
    path = tmp_path / "breaks.py"
    path.write_text(code)
    with pytest.raises(UsageError, match="cannot be loaded") as caught:
        make(f"{path}:answer")
    assert part in str(caught.value)


@pytest.mark.parametrize(
    "section", [{"function": "json:dumps", "timeout_s": 5}, {"function": "json:dumps"}, "json:dumps"]
)
def test_a_function_may_stand_in_a_section(section: Any) -> None:
    """With a time limit of its own."""
    assert answer(make(section)).sample.answer == '"When? 100%"'


def test_a_function_is_loaded_from_a_file(tmp_path: Path) -> None:
    """`file.py:function` needs no package."""
    (tmp_path / "tiny_rag.py").write_text("def ask(question):\n    return 'from file'\n")
    assert answer(make(f"{tmp_path}/tiny_rag.py:ask")).sample.answer == "from file"


@pytest.mark.parametrize(
    "spec", ["nowhere:ask", "json:missing", "json:__name__", "gone.py:ask", "just-text", "ftp://x", "http://"]
)
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


PATHS = {"answer": "$.answer", "contexts": "$.sources[*].text", "ids": "$.sources[*].id"}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"text": "x"}, "answer: no $.answer, there is an object with text"),
        ({"answer": "x", "docs": []}, "contexts: no $.sources, there is an object with answer, docs"),
        (
            {"answer": "x", "sources": [{"text": "p", "id": 1}, {"body": "q"}]},
            "no $.sources[*].text in 1 of 2 elements",
        ),
        ({"answer": "x", "sources": [{"text": "p"}]}, "ids: no $.sources[*].id"),
        ({"answer": 3, "sources": []}, "one text was expected"),
    ],
)
def test_a_path_that_finds_nothing_is_a_failure(reply: Any, said: str) -> None:
    """No passage is silently lost, and a wrong path is not taken for an empty search; what there is is named."""

    async def service(request: web.Request) -> web.Response:
        return web.json_response(reply)

    found = asked(service, **PATHS)
    assert said in found.failure
    assert found.sample == SAMPLE


@pytest.mark.parametrize("sources", [[], None])
def test_an_empty_search_is_no_failure(sources: Any) -> None:
    """The service says that it found nothing."""

    async def service(request: web.Request) -> web.Response:
        return web.json_response({"answer": "x", "sources": sources})

    found = asked(service, **PATHS)
    assert (found.sample.contexts, found.failure) == ((), "")


def test_what_a_service_says_of_its_usage_is_measured() -> None:
    """Tokens and cost, and passages under a usual name, also where only the answer's path is named."""

    async def service(request: web.Request) -> web.Response:
        usage = {"prompt_tokens": 12, "output_tokens": 3, "cost": 0.5}
        return web.json_response({"out": "x", "sources": ["p"], "usage": usage})

    found = asked(service, answer="$.out")
    assert found.sample.contexts == (Context("p"),)
    measured = {name: found.measurements[name] for name in ("prompt_tokens", "completion_tokens", "cost")}
    assert measured == {"prompt_tokens": 12.0, "completion_tokens": 3.0, "cost": 0.5}


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
        (302, "", "HTTP 302 to http://127.0.0.1:1/, which is not followed", 1),
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


def test_a_service_is_not_flooded() -> None:
    """No more requests than `concurrency` are under way, so that its latency is its own."""
    under_way: list[int] = [0]
    most = 0

    async def service(request: web.Request) -> web.Response:
        nonlocal most
        under_way[0] += 1
        most = max(most, under_way[0])
        await asyncio.sleep(0)
        under_way[0] -= 1
        return web.json_response({"answer": "a"})

    async def ask() -> None:
        async with serving(service) as url:
            target: Any = make({"url": f"{url}/ask", "concurrency": 3})
            found = await asyncio.gather(*(target.answer(SAMPLE) for _ in range(20)))
            await target.aclose()
            assert {one.failure for one in found} == {""}

    asyncio.run(ask())
    assert 1 <= most <= 3


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
        {"url": "http://x", "concurrency": 0},
        {"url": "http://x", "rate": 0},
        {"url": "http://x", "answer": "$..a"},
        {"url": "http://x", "headers": {"A": "${NOT_SET_ANYWHERE}"}},
        {"recorded": "a", "function": "b"},
        {"recorded": "a", "timeout_s": 1},
        {"function": "json:dumps", "timeout_s": 0},
        {"function": "json:dumps", "rate": 1},
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

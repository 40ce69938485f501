"""A model behind a real server writes the set; what it makes up, knows already or spoils is dropped and counted."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.errors import LimitReached
from raggauge.goldens import model
from raggauge.goldens.build import Built, Plan
from raggauge.goldens.documents import all_passages
from raggauge.goldens.passages import Document
from raggauge.goldens.slots import slots
from raggauge.judge.llm.make import make
from raggauge.llm.testing import ChatServer, Faults

PLAN = Plan(n=4, mix={"fact": 1}, styles={"plain": 1}, builder="http")


def writer(system: str, user: str) -> str:
    """A model that asks for the sentence of a passage with a number or a colour in it, and knows nothing by itself."""
    if "<<" not in user:
        return json.dumps({"answer": "I don't know"})
    text = user.partition(">>\n")[2].partition("\n<<")[0].partition("\n\n")[2]
    sentence = next((one for one in re.findall(r"[A-Z][^.\n]{40,}\.", text)), "")
    question = "What do the documents on " + " ".join(sentence.split()[:5]).rstrip(",") + " tell a reader?"
    return json.dumps({"question": question, "answer": sentence, "quote": sentence})


def built(server: ChatServer, documents: list[Document], **options: object) -> Built:
    """A set written by the server's model."""
    judge = make(f"{server.url}#model", {"backoff_s": 0.001, "cache": "", **options})

    async def go() -> Built:
        try:
            return await model.build(documents, PLAN, judge.setup.caller)
        finally:
            await judge.aclose()

    return asyncio.run(go())


@pytest.fixture
def english(documents: list[Document]) -> list[Document]:
    """The documents in English."""
    return documents[:3]


def test_a_model_writes_a_set(english: list[Document]) -> None:
    """Quotes slice to the documents, the builder is named, the same replies give the same set."""
    with ChatServer(writer) as server:
        made = built(server, english)
        again = built(server, english)
    assert made == again
    assert made.samples
    texts = {document.path: document.text for document in english}
    for sample in made.samples:
        quote = sample.metadata["quote"]
        assert texts[quote["path"]][quote["start"] : quote["end"]] == quote["text"]
        assert sample.metadata["builder"] == "http"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"quote": "Words that stand nowhere."}, "not_quoted"),
        ({"question": ""}, "malformed"),
        ({"question": "What does this page say about it?"}, "pointing"),
        ({"question": "这份文档对读者说了什么内容呢？"}, "wrong_language"),
        ({"answer": "The moon is made of basalt and dust."}, "unsupported"),
    ],
)
def test_bad_drafts_are_dropped_and_counted(english: list[Document], changed: dict[str, str], reason: str) -> None:
    """Nothing of a model that spoils every reply gets into a set, and the reason is told."""

    def spoils(system: str, user: str) -> str:
        return json.dumps({**json.loads(writer(system, user)), **changed}) if "<<" in user else writer(system, user)

    with ChatServer(spoils) as server:
        made = built(server, english)
    assert made.samples == ()
    assert made.dropped[reason] == made.n_drafts


def test_what_the_model_knows_is_contaminated(english: list[Document]) -> None:
    """A question that is answered rightly without its passage measures no retrieval."""
    texts = "\n".join(document.text for document in english)

    def knows(system: str, user: str) -> str:
        if "<<" in user:
            return writer(system, user)
        start = user.removeprefix("What do the documents on ").removesuffix(" tell a reader?")
        return json.dumps({"answer": start + texts.partition(start)[2].partition("\n")[0]})

    with ChatServer(knows) as server:
        made = built(server, english)
    assert made.samples == ()
    assert made.dropped["closed_book"] == made.n_drafts


def test_a_bounded_build_stops_and_goes_on(english: list[Document], tmp_path: object) -> None:
    """The budget holds; with the calls kept, the next build pays for the others alone."""
    with ChatServer(writer) as server:
        with pytest.raises(LimitReached):
            built(server, english, cache=str(tmp_path), max_calls=3)
        assert server.n_chat == 3
        made = built(server, english, cache=str(tmp_path))
        assert server.n_chat == 2 * made.n_drafts
        assert made == built(server, english)


def test_a_faulty_server_changes_nothing(english: list[Document]) -> None:
    """Errors are asked again."""
    with ChatServer(writer) as server:
        plain = built(server, english)
    with ChatServer(writer, faults=Faults(errors=0.2, kinds=("500", "503", "disconnect"))) as server:
        assert built(server, english) == plain


def test_the_cost_is_known_before(english: list[Document]) -> None:
    """No build makes more calls than were forecast."""
    found = model.forecast(slots(all_passages(english), PLAN))
    with ChatServer(writer) as server:
        built(server, english)
        assert 0 < server.n_chat <= found.calls
        assert server.prompt_tokens <= found.prompt_tokens


def test_a_check_finds_what_the_model_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two items is answered rightly without the documents: a fault, under its id."""
    monkeypatch.chdir(tmp_path)
    items = [
        {
            "id": "known",
            "question": "Which city is the capital of Norway?",
            "references": ["Oslo is the capital of Norway."],
        },
        {"id": "new", "question": "How long is the cable of the hub?", "references": ["The cable is 3 metres long."]},
    ]
    (tmp_path / "g.jsonl").write_text("".join(json.dumps(one) + "\n" for one in items), encoding="utf-8")

    def brain(system: str, user: str) -> str:
        return json.dumps({"answer": "Oslo is the capital of Norway." if "Norway" in user else "I don't know"})

    with ChatServer(brain) as server:
        assert call(["goldens", "check", "g.jsonl", "--model", f"{server.url}#model"]) == 1
        assert server.n_chat == 2
    printed = capsys.readouterr().out
    assert "fault known: the model answers it without the documents" in printed
    assert "1 of 2 items have a fault" in printed
    assert "contamination was not looked at" not in printed

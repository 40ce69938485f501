"""A model is asked for rare things, for two readings, by personas and in another language; all of it is checked."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.goldens import model
from raggauge.goldens.build import Built, Plan
from raggauge.goldens.check import check
from raggauge.goldens.documents import all_passages
from raggauge.goldens.passages import Document
from raggauge.goldens.personas import PERSONAS, line_of
from raggauge.goldens.slots import slots
from raggauge.goldens.stale import Library
from raggauge.judge.llm.make import make
from raggauge.llm.testing import ChatServer

ROOMS = ("attic", "bath", "cellar", "entry", "foyer", "gallery", "kitchen", "landing", "nursery", "office", "pantry")
FIRST = "Lumo Hub stores the night mode of a floor in its own memory, where it outlasts any loss of power in the house."
SECOND = "Lumo Hub stores the weekly reports in the cloud, from which the owner may have them deleted at any time."
FILLER = "\n\nThe rest of it is of no weight here at all."


@pytest.fixture
def house() -> list[Document]:
    """Rooms that are much alike, two places on what the hub stores, and a thing that is named once."""
    room = (
        "To dim the {0} at night, press the Lumo key by its door twice. "
        "The ring of the {0} key is green as soon as it is done."
    )
    day = (
        "To light the {0} by day, pull the Lumo cord at the wall. "
        "The lamp of the {0} takes a minute until it has become warm."
    )
    texts = {f"{name}.md": room.format(name) for name in ROOMS} | {f"{name}2.md": day.format(name) for name in ROOMS}
    texts["quillo.md"] = (
        "An adapter called Quillo turns the old rotary switches into radio buttons. Homes with Quillo need no wires, "
        "as its battery lasts for eleven years."
    )
    return [Document(path, text) for path, text in texts.items()]


def written(reply: Callable[[str], dict[str, str]], documents: list[Document], plan: Plan) -> tuple[Built, list[str]]:
    """A set of a model that replies so, and the messages that it got; it knows nothing without a passage."""
    seen: list[str] = []

    def brain(system: str, user: str) -> str:
        if "<<" not in user:
            return json.dumps({"answer": "I don't know"})
        seen.append(user)
        return json.dumps(reply(user))

    with ChatServer(brain) as server:
        judge = make(f"{server.url}#model", {"backoff_s": 0.001, "cache": ""})

        async def go() -> Built:
            try:
                return await model.build(documents, plan, judge.setup.caller)
            finally:
                await judge.aclose()

        return asyncio.run(go()), seen


def first_sentence(user: str) -> dict[str, str]:
    """A question on the first sentence of a passage, in English, with a translation."""
    text = user.partition(">>\n")[2].partition("\n<<")[0]
    sentence = re.findall(r"[A-Z][^.]+\.", text)[0]
    words = sentence.rstrip(".").split()
    question = f"What do the documents say on {' '.join(words[:7]).rstrip(',')}?"
    return {
        "question": question,
        "answer": sentence,
        "quote": sentence,
        "translated": "关于这件家用照明的事情，文档说了什么？",
    }


def test_the_long_tail_is_asked_of_passages_with_a_rare_name(house: list[Document]) -> None:
    """The message names the thing; a question that leaves it out is not of the kind."""
    plan = Plan(n=4, mix={"fact": 3, "long_tail": 1}, styles={"plain": 1})
    made, seen = written(first_sentence, house, plan)
    assert [user for user in seen if "\nabout: Quillo" in user and "kind: long_tail" in user]
    assert made.kinds.get("long_tail") == 1
    other = lambda user: {**first_sentence(user), "question": "What do the documents say on old rotary switches?"}  # noqa: E731
    made, _ = written(other, [house[-1], *house[:-1]], Plan(n=1, mix={"long_tail": 1}, styles={"plain": 1}))
    assert made.samples == ()
    assert made.dropped["not_the_kind"] == 1


def test_an_ambiguous_question_has_two_passages() -> None:
    """Both passages are shown, both quotes stand in them, the reference lists both readings."""
    documents = [Document("a.md", FIRST + FILLER), Document("b.md", SECOND + FILLER)]
    made, _ = written(_by_sentence, documents, Plan(n=1, mix={"ambiguous": 1}, styles={"plain": 1}))
    (sample,) = made.samples
    assert sample.metadata["kind"] == "ambiguous"
    assert len(sample.reference_contexts or ()) == 2
    (reference,) = sample.references or ()
    assert FIRST in reference
    assert SECOND in reference
    assert not check(made.samples, Library(documents)).faults


def _by_sentence(user: str) -> dict[str, str]:
    told = [one for one in (FIRST, SECOND) if one in user]
    told.sort(key=user.index)
    keys = (("answer", "quote"), ("answer_2", "quote_2"))
    found = {key: one for one, names in zip(told, keys, strict=False) for key in names}
    return {"question": "What does Lumo Hub store?", **found}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [({"answer_2": ""}, "not_the_kind"), ({"quote_2": "Words of no passage."}, "not_quoted")],
)
def test_a_missing_second_reading_is_dropped(changed: dict[str, str], reason: str) -> None:
    """One reading makes no ambiguous question, and a second one has to stand in its passage."""
    documents = [Document("a.md", FIRST + FILLER), Document("b.md", SECOND + FILLER)]
    plan = Plan(n=1, mix={"ambiguous": 1}, styles={"plain": 1})
    made, _ = written(lambda user: {**_by_sentence(user), **changed}, documents, plan)
    assert made.samples == ()
    assert made.dropped[reason] == 1


def test_personas_take_turns_and_stand_in_the_metadata(house: list[Document]) -> None:
    """Each call says who asks, in the language of the documents, or in the words of the user."""
    plan = Plan(n=6, mix={"fact": 1}, styles={"plain": 1}, personas=("newcomer", "a nurse\non the night shift"))
    made, seen = written(first_sentence, house, plan)
    asked = [user.rpartition("asked by: ")[2] for user in seen]
    assert set(asked) == {PERSONAS["newcomer"]["en"], "a nurse on the night shift"}
    assert abs(asked.count(PERSONAS["newcomer"]["en"]) - len(asked) / 2) <= 0.5
    assert {sample.metadata["persona"] for sample in made.samples} == set(plan.personas)
    assert written(first_sentence, house, plan)[0] == made


def test_without_personas_nobody_is_named(house: list[Document]) -> None:
    """Neither in the message nor in the metadata."""
    made, seen = written(first_sentence, house, Plan(n=3, mix={"fact": 1}, styles={"plain": 1}))
    assert not any("asked by" in user for user in seen)
    assert made.samples
    assert not any("persona" in sample.metadata for sample in made.samples)


@pytest.mark.parametrize("name", sorted(PERSONAS))
def test_every_persona_speaks_both_languages(name: str) -> None:
    """A line of its own in English and in Chinese."""
    assert re.search("[\u4e00-\u9fff]", line_of(name, "zh"))
    assert line_of(name, "en").isascii()


def test_questions_in_another_language(house: list[Document]) -> None:
    """The question is in the other language, its reference in that of the documents; no check takes it for a fault."""
    made, seen = written(first_sentence, house, Plan(n=1, mix={"fact": 1}, styles={"other_language": 1}))
    assert all("translate into: zh" in user for user in seen)
    (sample,) = made.samples
    assert sample.question == "关于这件家用照明的事情，文档说了什么？"
    assert (sample.metadata["style"], sample.metadata["language"]) == ("other_language", "zh")
    assert (sample.references or ("",))[0].isascii()
    assert not check(made.samples, Library(house)).faults


@pytest.mark.parametrize("told", ["", "What do the documents say?", "文档中关于 3 个灯具的内容是什么？"])
def test_a_bad_translation_leaves_the_question_as_it_was(house: list[Document], told: str) -> None:
    """Missing, in the same language or with other numbers: the item stays in the language of its document."""
    made, _ = written(
        lambda user: {**first_sentence(user), "translated": told},
        house,
        Plan(n=2, mix={"fact": 1}, styles={"other_language": 1}),
    )
    assert made.samples
    assert {(one.metadata["style"], one.metadata["language"]) for one in made.samples} == {("plain", "en")}


def test_every_passage_is_asked_of_once(house: list[Document]) -> None:
    """Also where kinds choose their passages; kinds that find none give their place to others."""
    found = slots(all_passages(house), Plan(n=50, mix=dict(model.MIX), styles={"plain": 1}))
    used = [passage.id for slot in found for passage in (slot.passage, slot.other) if passage]
    assert len(used) == len(set(used)) <= len(house)
    assert {"long_tail", "ambiguous", "fact"} <= {slot.kind for slot in found}
    assert all((slot.other is not None) == (slot.kind == "ambiguous") for slot in found)
    assert all(bool(slot.about) == (slot.kind == "long_tail") for slot in found)


def test_personas_need_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without one nobody could ask as they do."""
    (tmp_path / "a.md").write_text("Lumo Hub is a small box.", encoding="utf-8")
    assert call(["goldens", "build", str(tmp_path), "-o", str(tmp_path / "g.jsonl"), "--persona", "expert"]) == 2
    assert "--model" in capsys.readouterr().err

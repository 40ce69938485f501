"""Rare things, questions that fit several passages, and key words: marked, counted, supported."""

import pytest

from raggauge.goldens.build import Plan, build
from raggauge.goldens.check import check
from raggauge.goldens.drafting import FORMS, drafts
from raggauge.goldens.drafts import Draft
from raggauge.goldens.filters import Breadth, judged, reason_against
from raggauge.goldens.passages import Document, passages
from raggauge.goldens.readings import ambiguous
from raggauge.goldens.stale import Library
from raggauge.goldens.styles import styled

ROOMS = ("attic", "bath", "cellar", "entry", "foyer", "gallery", "kitchen", "landing", "nursery", "office", "pantry")
TWICE = {
    "en": (
        "Lumo Hub provides a night mode that dims all the lamps of a floor.",
        "Lumo Hub provides weekly reports on what power the house has drawn.",
        "What does Lumo Hub provide?",
    ),
    "zh": (
        "Lumo 中枢支持在一个无线信道上连接四十盏灯具和遥控器。",
        "Lumo 中枢支持每周通过邮件发送全屋的用电报告。",
        "Lumo 中枢支持什么？",
    ),
}


@pytest.fixture
def house() -> list[Document]:
    """Many rooms that all have a Lumo Hub, one of which has a Quillo as well."""
    texts = {f"{room}.md": f"To dim the {room} at night, press the Lumo key beside its door twice." for room in ROOMS}
    texts |= {
        f"{room}2.md": f"To light the {room} by day, pull the Lumo cord that hangs at the wall." for room in ROOMS
    }
    texts["quillo.md"] = (
        "Quillo is an adapter that turns the old rotary switches into radio buttons. Homes with Quillo need no wires."
    )
    return [Document(path, text) for path, text in texts.items()]


def test_what_is_rarely_mentioned_is_marked(house: list[Document]) -> None:
    """The thing that stands in one document alone makes the item of the long tail, the one that is everywhere none."""
    built = build(house, Plan(n=10, mix={"fact": 5, "definition": 1, "long_tail": 2}, styles={"plain": 1}))
    rare = [sample for sample in built.samples if sample.metadata["kind"] == "long_tail"]
    assert [sample.question for sample in rare] == ["What is Quillo?"]
    assert built.kinds == {"fact": 9, "long_tail": 1}
    assert built.short["long_tail"] == 2


def test_kinds_stay_where_no_long_tail_is_asked_for(house: list[Document]) -> None:
    """The same item is a definition in a set without that kind."""
    built = build(house, Plan(n=10, mix={"fact": 5, "definition": 1}, styles={"plain": 1}))
    assert built.kinds == {"definition": 1, "fact": 9}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What is Quillo?", "Quillo"),
        ("How can you use the Lumo key?", ""),
        ("What is a quillon?", ""),
        ("Quillo 是什么？", "Quillo"),
    ],
)
def test_rare_names(house: list[Document], text: str, name: str) -> None:
    """A name is rare by the documents that hold it; what they do not hold at all is not."""
    found = [passage for document in house for passage in passages(document)]
    assert Breadth(found).rare(text) == name
    assert Breadth(found[-3:]).rare(text) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_question_with_two_readings_lists_them(language: str) -> None:
    """What is too broad for one answer becomes an item whose reference says so and whose passages are both needed."""
    first, second, question = TWICE[language]
    documents = [Document("a.md", first), Document("b.md", second)]
    built = build(documents, Plan(n=1, mix={"ambiguous": 1}, styles={"plain": 1}))
    (sample,) = built.samples
    assert sample.question == question
    assert sample.metadata["kind"] == "ambiguous"
    assert sample.answerable
    assert [context.text for context in sample.reference_contexts or ()] == [first, second]
    (reference,) = sample.references or ()
    assert reference.startswith(FORMS[language].READINGS)
    assert first in reference
    assert second in reference
    assert built.dropped["too_broad"] == 2
    assert not check(built.samples, Library(documents)).faults


@pytest.mark.parametrize(
    "texts",
    [
        [TWICE["en"][0]],
        [TWICE["en"][0], TWICE["en"][0].replace("dims", "dims slowly")],
        [
            "Lumo Hub provides a night mode that dims whole floors after sunset.",
            "Lumo Hub provides weekly mail on how much power was drawn.",
            "Lumo Hub provides guest keys, each with its own radio code.",
            "Lumo Hub provides one alarm against windows left open in storms.",
        ],
    ],
)
def test_one_reading_or_too_many_are_no_ambiguity(texts: list[str]) -> None:
    """The same answer in other words is one reading, and of four readings nobody could be told."""
    found = [passage for k, text in enumerate(texts) for passage in passages(Document(f"{k}.md", text))]
    assert list(ambiguous(list(drafts(found)), Breadth(found))) == []


def test_what_one_passage_answers_whole_is_not_ambiguous() -> None:
    """Readings that all stand in the first passage are not of the kind."""
    first, second, question = TWICE["en"]
    both, other = passages(Document("a.md", f"{first} {second}"))[0], passages(Document("b.md", second))[0]
    reference = f"{FORMS['en'].READINGS}(1) {first} (2) {second}"
    draft = Draft(kind="ambiguous", question=question, reference=reference, passage=both, others=(other,))
    assert judged(draft) == "not_the_kind"
    assert reason_against(draft, Breadth([both, other])) is None


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [
        ("en", "How can you pair a new lamp?", "pair new lamp"),
        ("en", "What is Lumo Hub?", "Lumo Hub definition"),
        ("en", "Why are scene colours kept on the hub?", "why scene colours kept hub"),
        ("en", "How many people worked on Lumo Hub in its first year?", "number people worked Lumo Hub first year"),
        ("en", "What does Lumo Hub provide?", ""),
        ("en", "What should you do if you don't have a hub nearby?", ""),
        ("zh", "怎样才能重置网络设置？", "重置网络设置"),
        ("zh", "夜间模式是什么？", "夜间模式 定义"),
        ("zh", "如果想配对新的灯具，应该怎么做？", "配对新的灯具"),
        ("zh", "为什么颜色只保存在本地？", "颜色只保存在本地 原因"),
        ("zh", "Lumo 中枢支持什么？", ""),
    ],
)
def test_key_words(language: str, question: str, words: str) -> None:
    """What somebody types into a search field; nothing where the question would be lost."""
    assert FORMS[language].key_words(question) == words


def test_short_items_are_marked_and_still_answered(documents: list[Document]) -> None:
    """Of the share asked for, by the seed; only the question changes, and no check finds a fault in them."""
    plain = build(documents, Plan(n=10, styles={"plain": 1}))
    built = build(documents, Plan(n=10, styles={"plain": 60, "short": 40}))
    short = [sample for sample in built.samples if sample.metadata["style"] == "short"]
    assert 1 <= len(short) <= 4
    assert [sample.references for sample in built.samples] == [sample.references for sample in plain.samples]
    assert not any(sample.question and sample.question.endswith(("?", "？")) for sample in short)
    assert not check(built.samples, Library(documents)).faults
    assert built == build(documents, Plan(n=10, styles={"plain": 60, "short": 40}))


def test_no_two_items_share_their_key_words() -> None:
    """Key words that are another item's already stay a whole question."""
    passage = passages(Document("a.md", "To pair a new lamp, hold the round button until the chime is heard."))[0]
    asked = ("How can you pair a new lamp?", "How do you pair the new lamp?")
    pair = [
        Draft(
            kind="fact", question=question, reference="Hold the round button until the chime is heard.", passage=passage
        )
        for question in asked
    ]
    found = styled(pair, shares={"short": 1}, seed=0)
    assert sorted(draft.style for draft in found) == ["plain", "short"]

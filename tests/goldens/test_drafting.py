"""Questions follow the form of sentences; what fits no form, or could not stand alone, gives none."""

import pytest

from raggauge.goldens.drafting import drafts
from raggauge.goldens.filters import Asked, Breadth, reason_against, several_answers
from raggauge.goldens.passages import Document, passages


def asked(text: str) -> list[tuple[str, str]]:
    """The kinds and questions that a text gives, before filters."""
    return [(draft.kind, draft.question) for draft in drafts(passages(Document("x.md", text)))]


@pytest.mark.parametrize(
    ("sentence", "kind", "question"),
    [
        ("Lumo Hub is a small box for lamps.", "definition", "What is Lumo Hub?"),
        ("A scene is a set of colours that belong together.", "definition", "What is a scene?"),
        ("To pair a new lamp, you can hold the button for a while.", "fact", "How can you pair a new lamp?"),
        ("You can use `lumoctl` to plan scenes.", "fact", "What can you use to plan scenes?"),
        ("If you want to add one, hold its button down.", "condition", "What should you do if you want to add one?"),
        ("When cables break, Lumo will save everything.", "condition", "What will Lumo do when cables break?"),
        ("Scene colours are kept local because clouds must not know.", "reason", "Why are scene colours kept local?"),
        (
            "The difference between the hub and a bridge is the radio.",
            "comparison", "What is the difference between the hub and a bridge?",
        ),
        ("场景是一组同时使用的灯光颜色，可以命名。", "definition", "场景是什么？"),
        ("要重置网络设置，你可以同时按下两个按钮。", "fact", "怎样才能重置网络设置？"),
        ("如果你想配对新的灯具，请按住圆形按钮五秒。", "condition", "如果想配对新的灯具，应该怎么做？"),
        ("颜色只保存在本地，因为云端不应知道家中是否有人。", "reason", "为什么颜色只保存在本地？"),
        ("你可以使用夜间模式来调暗整层楼的灯光。", "fact", "可以用什么来调暗整层楼的灯光？"),
    ],
)  # fmt: skip
def test_a_form_gives_its_question(sentence: str, kind: str, question: str) -> None:
    """One question of the right kind, in the language of the sentence."""
    assert (kind, question) in asked(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is a small box for lamps.",
        "This is the best way to pair a lamp.",
        "The file is a list of names in the house.",
        "它是一种小盒子，可以放在书架上。",
        "这个参数是一种用于配对的设置。",
        "Hello there.",
    ],
)
def test_a_sentence_that_cannot_stand_alone_gives_none(sentence: str) -> None:
    """Pronouns and things spoken of before make no question."""
    assert asked(sentence) == []


def test_code_and_tables_are_no_prose() -> None:
    """Nothing is asked about code, tables and images."""
    text = "```\nLumo Hub is a small box for lamps.\n```\n\n| Hub is a box |\n\n![Hub is a box.](x.png)\n"
    assert asked(text) == []


def reasons(*texts: str) -> dict[str, str | None]:
    """Each question with what is held against it, over documents of these texts."""
    found = [passage for number, text in enumerate(texts) for passage in passages(Document(f"{number}.md", text))]
    made, breadth = list(drafts(found)), Breadth(found)
    broad = several_answers(made)
    return {d.question: "too_broad" if k in broad else reason_against(d, breadth) for k, d in enumerate(made)}


def test_a_question_with_several_answers_is_too_broad() -> None:
    """The same question with other answers in other passages asks for none of them."""
    found = reasons("Lumo Hub provides a night mode that dims a floor.", "Lumo Hub provides weekly reports by mail.")
    assert found["What does Lumo Hub provide?"] == "too_broad"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("To pair a lamp of this kind, hold the button.", None),
        ("To pair a lamp quickly, use the steps above in order.", "points_elsewhere"),
        ("If you want to pair a lamp quickly, use the [button](x and hold it.", "markup"),
    ],
)
def test_what_is_held_against_a_draft(text: str, reason: str | None) -> None:
    """The reason is the one that a person would give; what points outside gives no question at all."""
    assert [value for value in reasons(f"{text}\n\nMore words in here, so that it is no copy.").values()] in (
        [reason],
        [],
    )
    assert reason is None or list(reasons(text).values()) == [reason]


def test_other_words_of_the_same_question_are_near_duplicates() -> None:
    """A slip of the keys makes no new question, another subject does."""
    known = Asked(["What should you do if you want to pair a lamp?", "怎样才能重置网络设置？"])
    assert known.has("What should you do if you want to pair a lmap?")
    assert known.has("怎样才能重置网络的设置？")
    assert not known.has("What can you use to plan scenes?")

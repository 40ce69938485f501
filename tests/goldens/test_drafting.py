"""Questions follow the form of sentences; what fits no form, or could not stand alone, gives none."""

import pytest

from raggauge.goldens.drafting import drafts, unanswerable
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
        ("Night delivery costs 9 euros outside the city.", "fact", "How much does night delivery cost?"),
        ("Repairs take 5 to 8 working days and are free.", "fact", "How long do repairs take?"),
        ("Lumo Hub connects up to 40 lamps at once.", "fact", "How many lamps does Lumo Hub connect at most?"),
        ("Up to 3 guests can open the front door.", "fact", "How many guests can open the front door at most?"),
        (
            "Lumo Hub answers a call within 2 seconds of the ring.",
            "fact", "Within what time does Lumo Hub answer a call of the ring?",
        ),
        ("You may return a lamp within 20 days of delivery.", "fact", "Within what time can you return a lamp?"),
        ("Replace the air filter once a year in spring.", "fact", "How often should you replace the air filter?"),
        ("Do not cover the lamp, since heat cannot escape.", "reason", "Why should you not cover the lamp?"),
        ("Only the account owner can delete a scene.", "fact", "Who can delete a scene?"),
        ("Pictures are stored on a card in the hub.", "fact", "Where are pictures stored?"),
        ("Invoices are sent by e-mail every month.", "fact", "How are invoices sent?"),
        ("Lumo Hub must be mounted upright and indoors.", "fact", "How must Lumo Hub be mounted?"),
        ("Night mode can be switched off in the settings.", "fact", "How can night mode be switched off?"),
        ("夜间配送收费9欧元，不含包装。", "fact", "夜间配送收费多少？"),
        ("家庭版每月3欧元，含两次电话支持。", "fact", "家庭版每月多少钱？"),
        ("上门维修需要5到8个工作日。", "fact", "上门维修需要多长时间？"),
        ("一台网关最多连接40个灯具。", "fact", "一台网关最多连接多少个灯具？"),
        ("一张门卡最多可由3人共享。", "fact", "一张门卡最多可由多少人共享？"),
        ("赔款在7个工作日内到账。", "fact", "赔款在多长时间内到账？"),
        ("付款后20天内可以更换任何灯具。", "fact", "付款后多长时间内可以更换任何灯具？"),
        ("日志保留90天。", "fact", "日志保留多久？"),
        ("只有房主可以删除全部场景。", "fact", "谁可以删除全部场景？"),
        ("照片保存在网关的存储卡上。", "fact", "照片保存在哪里？"),
        ("夜间模式可以在应用的设置中关闭。", "fact", "在哪里可以关闭夜间模式？"),
        ("不要遮盖灯具的散热孔，否则热量无法散出。", "reason", "为什么不要遮盖灯具的散热孔？"),
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


def test_what_a_document_is_titled_after_may_stand_alone() -> None:
    """In a document called "The hub", everybody knows which hub is meant; in another one, nobody does."""
    sentence = "The hub takes 3 minutes to start."
    assert asked(f"# The hub\n\n{sentence}\n") == [("fact", "How long does the hub take?")]
    assert asked(f"# Starting up after a long pause\n\n{sentence}\n") == []


def test_what_documents_are_about_is_asked_of_without_an_answer() -> None:
    """Where nothing has a name of its own, the titles of documents serve."""
    found = [one for name in ("The hub", "网关") for one in passages(Document(name, f"# {name}\n\n{'x' * 80}。\n"))]
    told = [draft.question for draft in unanswerable([], found)]
    assert told == ["How much does a yearly support contract for the hub cost?", "网关第一年有多少人参与开发？"]


def test_two_short_questions_of_one_document_need_both_passages() -> None:
    """Where nothing is defined, what single passages answer is asked at once; a thing and a verb alone is not."""
    text = (
        "# The hub\n\n## Time\n\nThe hub takes 3 minutes to start.\n\n## Reach\n\nNight delivery costs 9 euros here.\n"
    )
    made = [draft for draft in drafts(passages(Document("x.md", text))) if draft.kind == "multi_passage"]
    assert [draft.question for draft in made] == ["How long does the hub take, and how much does night delivery cost?"]
    assert made[0].passage.id != made[0].others[0].id
    wide = "# The hub\n\n## Time\n\nLumo Hub supports many radios.\n\n## Reach\n\nNight delivery costs 9 euros here.\n"
    assert not [one for one in drafts(passages(Document("x.md", wide))) if one.kind == "multi_passage"]


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

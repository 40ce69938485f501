"""Rules, contracts, manuals and pages of questions and answers, in the forms that they are written in."""

import pytest

from raggauge.goldens.drafting import drafts
from raggauge.goldens.passages import Document, passages


def asked(text: str) -> list[tuple[str, str]]:
    """The kinds and questions that a text gives, before filters."""
    return [(draft.kind, draft.question) for draft in drafts(passages(Document("x.md", text)))]


@pytest.mark.parametrize(
    ("sentence", "kind", "question"),
    [
        (
            "Members may borrow tools up to 4 times per month.",
            "fact",
            "How many times per month may members borrow tools?",
        ),
        (
            "Claims must be filed within 40 days after the trip.",
            "fact",
            "Within what time must claims be filed after the trip?",
        ),
        ("Study leave may be taken for up to 9 months.", "fact", "For how long may study leave be taken?"),
        ("Card payments are due within 14 days of receipt.", "fact", "Within what time are card payments due?"),
        (
            "The night porter must answer a call within two minutes.",
            "fact",
            "Within what time must the night porter answer a call?",
        ),
        (
            "Either side may leave the pool contract at once if the other side fails.",
            "condition",
            "When may either side leave the pool contract at once?",
        ),
        (
            "If the tenant pays late, the landlord may charge a fee of 3 per cent.",
            "condition",
            "What happens if the tenant pays late?",
        ),
        ("Do not take Sanodol if you are allergic to nuts.", "condition", "When should you not take Sanodol?"),
        ("Descale the kettle when the amber lamp blinks.", "condition", "When should you descale the kettle?"),
        ("Store the syrup below 25 degrees.", "fact", "How should you store the syrup?"),
        ("Taxi rides are reimbursed up to 30 euros a day.", "fact", "Up to what amount are taxi rides reimbursed?"),
        ("Every night worker is entitled to 5 extra days off.", "fact", "What is every night worker entitled to?"),
        ("A written note is required from the third day on.", "fact", "When is a written note required?"),
        ("The trial period is three months.", "fact", "How long is the trial period?"),
        ("The yearly fee is 90 pounds without tax.", "fact", "How much is the yearly fee?"),
        ("The Contractor supplies all brushes and soap.", "fact", "What does the Contractor supply?"),
        ("Guests can borrow up to 6 towels at a time.", "fact", "How many towels can guests borrow at most?"),
        (
            "Report every loss within nine days after your return.",
            "fact",
            "Within what time should you report every loss?",
        ),
        ("Clean the lint trap every three months.", "fact", "How often should you clean the lint trap?"),
        ("Close the lid before use, because steam escapes.", "reason", "Why should you close the lid before use?"),
        ("If code E77 appears, turn off the gas tap.", "condition", "What should you do if code E77 appears?"),
        ("Anyone who lives in Hale may become a member.", "fact", "Who may become a member?"),
        ("The gas pressure must be between 2 and 3 bar.", "fact", "What must the gas pressure be?"),
        ("The music shop is open from 9 am to noon.", "fact", "When is the music shop open?"),
        ("Eye treatment is covered only in emergencies.", "condition", "When is eye treatment covered?"),
        (
            "Theft must be reported to the police within 2 days.",
            "fact",
            "Within what time must theft be reported to the police?",
        ),
        (
            "The contract can be cancelled within 9 days of purchase.",
            "fact",
            "Within what time can the contract be cancelled?",
        ),
        ("婚假超过十天的，须提交结婚证。", "condition", "婚假超过十天的，有什么规定？"),
        ("未经房主书面同意，租客不得饲养大型犬。", "condition", "未经房主书面同意，租客不得做什么？"),
        ("如果出现持续头晕，应立即停药。", "condition", "如果出现持续头晕，应该怎么做？"),
        ("水箱指示灯变黄时，应在三天内清洗水箱。", "condition", "水箱指示灯变黄时，应该怎么做？"),
        ("租客退租须提前一个月书面通知房主。", "fact", "租客退租须提前多久书面通知房主？"),
        ("租客应在每月5日前付清房租。", "fact", "租客应在什么时候付清房租？"),
        ("空气滤网每3个月更换一次。", "fact", "空气滤网多久更换一次？"),
        ("实习期为三个月。", "fact", "实习期是多久？"),
        ("月管理费为300元。", "fact", "月管理费是多少？"),
        ("预约电话为021-55667788。", "fact", "预约电话是多少？"),
        ("取暖费由租客承担。", "fact", "取暖费由谁承担？"),
        ("订单满59元免运费。", "fact", "订单满多少元免运费？"),
        ("自交房之日起七天内可以更换门锁。", "fact", "自交房之日起多长时间内可以更换门锁？"),
        ("退房后3天内须归还钥匙。", "fact", "退房后多长时间内须归还钥匙？"),
    ],
)
def test_a_form_of_business_gives_its_question(sentence: str, kind: str, question: str) -> None:
    """One question of the right kind, in the language of the sentence."""
    assert (kind, question) in asked(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "由于路径参数的取值不足，交互式文档可以很好地显示它们。",
        "装饰器位于其下方的函数之上。",
        "During the trial the notice period is two weeks.",
        "If more people come, an extra table is recommended.",
        "A task can only be cancelled when it reaches a pause.",
        "Pupils are insured up to the age of 19.",
        "申请时须提供身份证原件和收入证明。",
    ],
)
def test_what_looks_like_a_form_of_business_only(sentence: str) -> None:
    """Sentences near such a form whose question would be crooked give none."""
    assert asked(sentence) == []


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "# Shop\n\n## When do I get my money back?\n\nWe pay it back within 9 days.\n",
            "When do you get your money back?",
            "We pay it back within 9 days.",
        ),
        (
            "# 商店\n\n## 多久可以收到灯具？\n\n灯具一般在五天之后送到。\n",
            "多久可以收到灯具？",
            "灯具一般在五天之后送到。",
        ),
    ],
)
def test_a_heading_that_asks_is_a_question(text: str, question: str, answer: str) -> None:
    """Pages of questions and answers are asked as they stand, with the first sentence below as the answer."""
    found = [draft for draft in drafts(passages(Document("x.md", text))) if draft.kind == "heading"]
    assert [(draft.question, draft.reference) for draft in found] == [(question, answer)]


@pytest.mark.parametrize("text", ["# Shop\n\n## How do I return a lamp?\n\nLamps come in a red box.\n"])
def test_a_heading_that_asks_how_needs_an_answer_to_it(text: str) -> None:
    """What the first sentence below does not speak of is not asked."""
    assert not [draft for draft in drafts(passages(Document("x.md", text))) if draft.kind == "heading"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("四、试用\n实习期为三个月。\n", "实习期为三个月。"),
        ("第三条 租金\n月管理费为300元。\n", "月管理费为300元。"),
        ("4. Trial\nThe trial period is three months.\n", "The trial period is three months."),
    ],
)
def test_titles_of_plain_text_are_no_part_of_sentences(text: str, sentence: str) -> None:
    """A numbered title on a line of its own does not run into the sentence below it."""
    assert [draft.reference for draft in drafts(passages(Document("x.txt", text)))] == [sentence]


def test_a_remark_behind_a_heading_is_left_out() -> None:
    """Whether a step is optional is no part of the question."""
    text = "# Lamps\n\n## Install the lamps (optional)\n\nInstall the lamps with four screws and a spirit level.\n"
    assert ("heading", "How do you install the lamps?") in asked(text)

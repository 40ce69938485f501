"""Claims, what is none, and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.judge.embedded.claims import abstains, split_claims
from raggauge.judge.embedded.phrases import refuses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025年公司年假为15天，需提前3天申请", ["2025年公司年假为15天", "年假需提前3天申请"]),
        ("巴黎人口210万，拥有埃菲尔铁塔", ["巴黎人口210万", "巴黎拥有埃菲尔铁塔"]),
        (
            "上海面积6340平方公里，是中国最大的城市，位于长江口。",
            ["上海面积6340平方公里", "上海是中国最大的城市", "上海位于长江口"],
        ),
        (
            "公司成立于2010年，总部位于北京，其创始人是李四。",
            ["公司成立于2010年", "公司总部位于北京", "公司的创始人是李四"],
        ),
        ("由于天气原因，航班取消。", ["由于天气原因，航班取消"]),
        (
            "Paris has 2.1 million people and is home to the Eiffel Tower.",
            ["Paris has 2.1 million people", "Paris is home to the Eiffel Tower"],
        ),
        (
            "Marie Curie was born in Warsaw. She won two Nobel Prizes.",
            ["Marie Curie was born in Warsaw", "Marie Curie won two Nobel Prizes"],
        ),
        ("According to passage 1, the sky is blue.", ["the sky is blue"]),
        ("根据提供的资料，退货期为14天。", ["退货期为14天"]),
        ("Yes", ["Yes"]),
        ("85%", ["85%"]),
        ("张三", ["张三"]),
        ("", []),
    ],
)
def test_checkable_claims(text, expected):
    """Each clause that can be wrong by itself is a claim, with its subject filled in."""
    assert [claim.text for claim in split_claims(text) if claim.checkable] == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("总部在哪里？", "question"),
        ("Is it big?", "question"),
        ("Hope this helps!", "greeting"),
        ("您好！", "greeting"),
        ("I think that is lovely.", "opinion"),
        ("我觉得很好。", "opinion"),
        ("Here are the steps:", "heading"),
        ("The documents do not say.", "about the documents"),
        ("根据资料无法回答该问题。", "about the documents"),
    ],
)
def test_not_checkable(text, why):
    """What claims nothing is kept with the reason and is in no denominator."""
    (claim,) = split_claims(text)
    assert (claim.checkable, claim.why) == (False, why)


def test_three_sentences_one_question():
    """A question between statements is the only part that is not checkable."""
    claims = split_claims("张三是首席执行官。公司成立于2010年！总部在哪里？")
    assert [claim.checkable for claim in claims] == [True, True, False]


def test_citations():
    """Marks belong to their sentence, also when they follow the full stop, and leave the text."""
    claims = split_claims("The sky is blue [1, 3]. [2] Grass is green [2-4]. Snow is white.")
    assert [(claim.text, claim.citations) for claim in claims] == [
        ("The sky is blue", (1, 3, 2)),
        ("Grass is green", (2, 3, 4)),
        ("Snow is white", ()),
    ]


@given(st.text(max_size=120))
def test_offsets_slice(text):
    """Spans lie inside the text and ids are unique, whatever the text."""
    claims = split_claims(text)
    assert len({claim.id for claim in claims}) == len(claims)
    for claim in claims:
        assert all(0 <= span.start < span.end <= len(text) for span in claim.spans)
        assert claim.text


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("The documents do not say.", True),
        ("I don't know.", True),
        ("Unable to answer based on given passages.", True),
        ("There is no information about this in the provided context.", True),
        ("The price is not mentioned in the text.", True),
        ("Sorry, I cannot answer that question.", True),
        ("根据提供的资料，无法回答该问题。", True),
        ("抱歉，我不知道。", True),
        ("文档中没有提到价格。", True),
        ("没有找到相关信息", True),
        ("未提及", True),
        ("Traders were unclear about the new policy, so volumes fell by 12% in March.", False),
        ("", False),
        ("Refunds take 14 days. The documents do not mention shipping.", False),
        ("不清楚产地的茶叶不能出口。", False),
        ("退货期为14天。", False),
        ("The law does not provide a right to appeal.", False),
    ],
)
def test_abstains(text, refuses):
    """A refusal says that the answer is not there; a hedging word or a partial gap is none."""
    assert abstains(text) is refuses


@pytest.mark.parametrize(
    ("sentence", "refusal"),
    [
        ("No, damage by frost is not covered by the warranty.", False),
        ("Breakfast is not included in the price.", False),
        ("Wireless internet is not provided by the hotel.", False),
        ("This topic is not covered by the provided context.", True),
        ("The exact date is not given.", True),
        ("That is not stated in the text.", True),
    ],
)
def test_what_is_not_covered_is_no_refusal(sentence: str, refusal: bool) -> None:
    """That something is not covered or included says something of the world, unless it is the documents that do not."""
    assert refuses(sentence) is refusal

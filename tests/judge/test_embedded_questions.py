"""What is said around a question says nothing of what is asked."""

import pytest

from raggauge.judge.embedded.phrases import bare_question
from raggauge.judge.embedded.relevance import relevance

PASSAGE = "A steady lamp means that all is well. A blinking lamp means that the filter is full."
ABSATZ = "绿灯常亮表示一切正常。红灯闪烁表示滤网已满，需要更换。"


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        ("hey, what does a blinking lamp mean?", "what does a blinking lamp mean?"),
        ("Hello! Could you please tell me what a blinking lamp means? Thanks!", "what a blinking lamp means?"),
        ("你好，请问红灯闪烁是什么意思？谢谢！", "红灯闪烁是什么意思？"),
        ("麻烦问一下，红灯闪烁是什么意思？", "红灯闪烁是什么意思？"),
        ("High tide is when?", "High tide is when?"),
        ("Hello", "Hello"),
        ("谢谢", "谢谢"),
        ("请求头是什么？", "请求头是什么？"),
    ],
)
def test_greetings_and_thanks_are_taken_off(question: str, bare: str) -> None:
    """Whole words alone, and never the whole question."""
    assert bare_question(question) in (bare, bare + "?")


@pytest.mark.parametrize(
    ("passage", "plain", "polite"),
    [
        (PASSAGE, "What does a blinking lamp mean?", "Hi, what does a blinking lamp mean? Thank you"),
        (ABSATZ, "红灯闪烁是什么意思？", "您好，请问红灯闪烁是什么意思？"),
    ],
)
def test_a_polite_question_is_as_relevant_as_a_plain_one(passage: str, plain: str, polite: str) -> None:
    """Courtesy moves no grade."""
    assert relevance(passage, polite) == pytest.approx(relevance(passage, plain), abs=0.02)

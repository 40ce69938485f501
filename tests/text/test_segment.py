"""Sentences and tokens with their offsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.text import sentences, token_spans, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith left at 3.5 p.m. in the U.S. He slept.", ["Dr. Smith left at 3.5 p.m. in the U.S.", "He slept."]),
        ("See Fig. 3. J. K. Rowling wrote it.", ["See Fig. 3.", "J. K. Rowling wrote it."]),
        ("It costs $3.50! Really? Yes.", ["It costs $3.50!", "Really?", "Yes."]),
        (
            "张三是首席执行官。公司成立于2010年！总部在哪里？",
            ["张三是首席执行官。", "公司成立于2010年！", "总部在哪里？"],
        ),
        ("他说：“好。”然后走了；我留下", ["他说：“好。”", "然后走了；", "我留下"]),
        ("1. Open it\n2. Close it", ["Open it", "Close it"]),
        ("- a line that was\nwrapped here\n* another", ["a line that was\nwrapped here", "another"]),
        ("# Title\n\nBody text.", ["Title", "Body text."]),
        ("（一）退货\n二、换货", ["退货", "换货"]),
        ("the mall . it is big .", ["the mall .", "it is big ."]),
        ("", []),
        (" ... \n!!", []),
    ],
)
def test_sentences(text, expected):
    """Sentences end where a reader ends them, in both scripts, and list marks are left out."""
    assert [text[start:end] for start, end in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't pay 1,200 for 5km", ["don't", "pay", "1,200", "for", "5", "km"]),
        ("巴黎人口210万", ["巴", "黎", "人", "口", "210", "万"]),
        ("臺灣 ｆｕｌｌ", ["台", "湾", "full"]),
        ("covid19 h2o 3.14.", ["covid19", "h2o", "3.14"]),
        ("Straße naïve", ["straße", "naïve"]),
        ("—?!", []),
    ],
)
def test_tokens(text, expected):
    """Tokens are folded words, numbers and single ideographs."""
    assert tokens(text) == expected


@given(st.text(max_size=80))
def test_spans_are_ordered_and_inside(text):
    """Token and sentence spans are in order, do not overlap and slice to something."""
    for spans in (token_spans(text), sentences(text)):
        ends = [0]
        for start, end in spans:
            assert ends[-1] <= start < end <= len(text)
            ends.append(end)
    assert len(token_spans(text)) == len(tokens(text))

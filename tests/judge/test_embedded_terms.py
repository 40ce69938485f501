"""Where the terms of a text stand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.judge.embedded import terms
from raggauge.judge.embedded.reading import read
from raggauge.judge.embedded.terms import FIRST_CJK
from raggauge.text.folding import fold
from raggauge.text.segment import folded_tokens

PIECES = [
    "中国",
    "中",
    "国中国",
    "的",
    "ab",
    "a",
    " ",
    "，",
    "한",
    "한국",
    "カタ",
    "ー",
    "3,5",
    "é",
    "e\u0301",
    "’s",
    "。",
    "\n",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def plainly(text: str) -> dict[str, list[int]]:
    """Every stem and pair of neighbouring characters with its places, found in the plainest way."""
    reading = read(text)
    found: dict[str, list[int]] = {}
    for place, term in enumerate(reading.stems):
        found.setdefault(term, []).append(place)
    pairs: dict[str, list[int]] = {}
    for place in range(len(reading.stems) - 1):
        first, second = reading.stems[place : place + 2]
        adjacent = reading.starts[place + 1] == reading.starts[place] + 1
        if adjacent and first >= FIRST_CJK and second >= FIRST_CJK:
            pairs.setdefault(first + second, []).append(place)
    return found | pairs


@given(TEXTS)
def test_terms_are_found_where_they_stand(text: str) -> None:
    """Every term of a text has exactly its places, whatever scripts are mixed."""
    index = read(text).index
    wanted = plainly(text)
    assert {term: index.places(term) for term in wanted} == wanted


@given(TEXTS, st.text("中国한ab的", min_size=1, max_size=3))
def test_terms_that_are_not_there_have_no_places(text: str, term: str) -> None:
    """A term that is none of the text's is nowhere in it."""
    assert read(text).index.places(term) == plainly(text).get(term, [])
    assert (term in read(text).index) == (term in plainly(text))


def test_gathering_all_terms_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is asked for many terms gives the same places after the index gathered all at once."""
    text = "中国的首都是北京，中国有三十四个省级行政区。"
    words, starts = folded_tokens(fold(text))
    pairs = [first + second for first, second in pairwise(words)]
    patient = terms.TermIndex(text, words, starts, ())
    monkeypatch.setattr(terms, "_MANY", 3)
    hasty = terms.TermIndex(text, words, starts, ())
    assert [hasty.places(pair) for pair in pairs] == [patient.places(pair) for pair in pairs]

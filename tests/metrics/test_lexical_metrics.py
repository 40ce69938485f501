"""Metrics over words and characters: numbers that were worked out or published, every script, several references."""

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.evidence import Evidence
from raggauge.metrics import GROUPS, get
from raggauge.metrics.lexical_bleu import bleu_tokens
from raggauge.metrics.lexical_match import levenshtein, overlap
from raggauge.metrics.lexical_porter import porter
from raggauge.metrics.lexical_rouge import compiled, counted_here, rouge
from raggauge.metrics.lexical_tokens import pair_of_words, spelled, squad, words
from raggauge.metrics.metric import SetLevel
from raggauge.sample import Sample
from raggauge.score import Score


def score(metric: str, answer: str, *references: str) -> Score:
    """A metric of one answer."""
    return get(metric).score(Sample(id="s", answer=answer, references=references), Evidence(sample="s"))


def value(metric: str, answer: str, *references: str) -> float:
    """Its value."""
    found = score(metric, answer, *references).value
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("metric", "answer", "reference", "right"),
    [
        ("rouge1(part=recall)", "狗在床上", "狗在床上面", 0.8),
        ("rouge1", "狗在床上", "狗在床上面", 0.8888888889),
        ("rouge2(part=recall)", "狗在床上", "狗在床上面", 0.75),
        ("rougeL(part=recall)", "狗在床上", "狗在床上面", 0.8),
        ("bleu", "狗在床上", "狗在床上面", 0.7788007831),
        ("meteor", "狗在床上", "狗在床上面", 0.8163265306),
        ("meteor(penalty=nltk)", "狗在床上", "狗在床上面", 0.8099489796),
        ("rouge1", "the cat sat on the mat", "the cat lay on the mat", 5 / 6),
        ("rouge2", "the cat sat on the mat", "the cat lay on the mat", 3 / 5),
        ("rougeL", "on the mat sat the cat", "the cat sat on the mat", 1 / 2),
        ("rouge1(part=precision)", "the cat", "the cat sat on", 1.0),
        ("token_f1", "The cat, sat!", "a cat lay", 1 / 2),
        ("exact_match", "  The  Cat.", "cat", 1.0),
        ("exact_match", "Ｃａｔ", "cat", 1.0),
        ("exact_match", "cats", "cat", 0.0),
        ("exact_match", "!", "?", 0.0),
        ("contains", "It opened in 1911, they say.", "1911", 1.0),
        ("contains", "It has 1911 rooms", "191", 0.0),
        ("contains", "party", "art", 0.0),
        ("contains", "首都是巴黎。", "巴黎", 1.0),
        ("contains", "yes :-)", ":-)", 1.0),
        ("edit_similarity", "kitten", "sitting", 1 - 3 / 7),
        ("edit_similarity", "abc", "xyz", 0.0),
        ("bleu", "Paris", "Paris", 1.0),
        ("rouge1", "Paris", "Paris", 1.0),
        ("bleu", "London", "Paris", 0.0),
        ("bleu(effective_order=false)", "Paris", "Paris is big and old", 0.0),
        ("chrf", "abc", "xyz", 0.0),
        ("meteor", "abc", "xyz", 0.0),
        ("meteor", "the ferry left", "the ferries leaving", 2 / 3),
    ],
)
def test_by_hand(metric: str, answer: str, reference: str, right: float) -> None:
    """Values that follow from the definitions."""
    assert value(metric, answer, reference) == pytest.approx(right, abs=1e-9)


TEXTS = [
    "退货需在七天内提出申请，商品保持完好。",
    "Paris",
    "é",
    "Москва — столица России.",
    "サイズは二十センチです。",
    "서울은 수도이다",
    "!!!",
    "القاهرة عاصمة مصر",
    "the the the cat",
    "北京 2008 Olympic Games",
    "👍",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("metric", GROUPS["lexical"])
def test_identical_text_is_exactly_one_in_every_script(metric: str, text: str) -> None:
    """Also for a single word, for signs alone, and beside a worse reference."""
    assert value(metric, text, text) == 1.0
    assert value(metric, text, "something else entirely", text) == 1.0


@given(answer=st.text(max_size=40), reference=st.text(max_size=40))
@pytest.mark.parametrize("metric", GROUPS["lexical"])
def test_any_two_texts_have_a_value(metric: str, answer: str, reference: str) -> None:
    """Whatever is compared, the value lies in [0, 1]."""
    assert 0.0 <= value(metric, answer, reference) <= 1.0


@pytest.mark.parametrize("metric", GROUPS["lexical"])
def test_an_empty_answer_scores_zero(metric: str) -> None:
    """And a missing reference is named."""
    assert score(metric, " ", "Paris").value == 0.0
    assert score(metric, "Paris").reason == "missing references"


def test_the_best_reference_counts() -> None:
    """Precision, recall and F1 in the details are those of the reference that counts."""
    found = score("rouge1", "the red cat", "a dog", "the red cat sat")
    assert found.value == pytest.approx(6 / 7)
    assert found.details["recall"] == 3 / 4
    assert found.details["per_reference"] == [0.0, found.value]


def test_the_bleu_of_a_set_is_that_of_the_corpus() -> None:
    """The counts are added, an empty answer still lengthens the references, and one metric value is made of them."""
    metric = get("bleu")
    assert isinstance(metric, SetLevel)
    scores = [score("bleu", "a b c d e", "a b c d e"), score("bleu", "x", "f g h i"), score("bleu", "", "p q")]
    # 5 of 6 words, 4 of 4, 3 of 3 and 2 of 2 longer sequences; 6 words beside 11
    expected = math.exp(1 - 11 / 6) * (5 / 6) ** (1 / 4)
    assert metric.combine(scores).value == pytest.approx(expected)
    assert metric.combine([]).state == "not_applicable"


@pytest.mark.parametrize(
    ("cut", "text", "right"),
    [
        (squad, "The well-known “Tower”, 300m!", ["wellknown", "tower", "300m"]),
        (squad, "３００米的塔", ["300", "米", "的", "塔"]),
        (words, "Don't stop: été 2024", ["don", "t", "stop", "été", "2024"]),
        (words, "东京Tower", ["东", "京", "tower"]),
        (
            bleu_tokens,
            "It costs $1,200.50, e.g. 3-4 days.",
            ["It", "costs", "$", "1,200.50", ",", "e", ".", "g", ".", "3", "-", "4", "days", "."],
        ),
        (bleu_tokens, "a&amp;b", ["a", "&", "b"]),
        (bleu_tokens, "共3.5米。", ["共", "3.5", "米", "。"]),
    ],
)
def test_words(cut: Callable[[str], list[str]], text: str, right: list[str]) -> None:
    """What counts as a word."""
    assert cut(text) == right


def test_one_foreign_letter_does_not_change_how_english_is_cut() -> None:
    """English with an accent or a Greek letter is cut as rouge-score does; mainly other scripts are not."""
    assert pair_of_words("The café", "IFN-α rose")[0] == ["the", "caf"]
    assert pair_of_words("Москва", "Moscow") == (["москва"], ["moscow"])
    assert pair_of_words("é", "é à") == (["é"], ["é", "à"])


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("ties", "tie"), ("cats", "cat"), ("feed", "feed"),
        ("agreed", "agre"), ("plastered", "plaster"), ("motoring", "motor"), ("sing", "sing"), ("hopping", "hop"),
        ("falling", "fall"), ("filing", "file"), ("happy", "happi"), ("relational", "relat"), ("rational", "ration"),
        ("vietnamization", "vietnam"), ("triplicate", "triplic"), ("adoption", "adopt"), ("probate", "probat"),
        ("rate", "rate"), ("controlling", "control"), ("skies", "sky"), ("dying", "die"), ("is", "is"),
    ],
)  # fmt: skip
def test_stems(word: str, stem: str) -> None:
    """Porter's own examples, and the additions of nltk."""
    assert porter(word) == stem


words_of_two = st.lists(st.sampled_from("ab"), max_size=12)


@given(words_of_two, words_of_two)
def test_the_overlap_is_that_of_bags_and_the_table(first: list[str], second: list[str]) -> None:
    """The quick way counts words and pairs as bags do, and the subsequence as the textbook's table does."""
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, left in enumerate(first, 1):
        for j, right in enumerate(second, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if left == right else max(table[i - 1][j], table[i][j - 1])
    bags = [(Counter(first) & Counter(second)).total()]
    bags.append((Counter(pairwise(first)) & Counter(pairwise(second))).total())
    assert overlap(first, second) == (*bags, table[-1][-1])


@given(st.text("abc", max_size=10), st.text("abc", max_size=10))
def test_the_edit_distance_is_that_of_the_table(first: str, second: str) -> None:
    """The quick way gives what the textbook's table gives."""
    row = list(range(len(second) + 1))
    for i, left in enumerate(first, 1):
        above, row[0] = row[0], i
        for j, right in enumerate(second, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (left != right))
    assert levenshtein(first, second) == row[-1]


mixed = st.text("axX01 ,é中文字，：かガ\u0301\U00020000\U0001f600б", max_size=30) | st.text(max_size=60)


@given(mixed)
def test_a_spelled_text_has_its_words_one_by_one(text: str) -> None:
    """In ASCII, as many as before, equal where they were equal and unequal where they were not."""
    plain, ascii_words = words(text), spelled(text).split()
    assert len(plain) == len(ascii_words)
    assert len(set(zip(plain, ascii_words, strict=True))) == len(set(plain)) == len(set(ascii_words))
    assert all(re.fullmatch("[a-z0-9]+", word) for word in ascii_words)


@given(mixed, mixed)
def test_the_compiled_counter_gives_the_same_numbers(answer: str, reference: str) -> None:
    """With and without the extra `fast`."""
    if compiled() is None:
        pytest.skip("the extra fast is not installed")
    if answer != reference:
        plain = counted_here(*pair_of_words(answer, reference))
        for kind, numbers in rouge(answer, reference).items():
            assert tuple(numbers) == pytest.approx(tuple(plain[kind]), abs=1e-12)

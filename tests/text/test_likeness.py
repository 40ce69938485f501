"""Folding, language, likeness and vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.text import embed, fold, language, minhash, near_duplicates, normalise, overlap, similarity, stem
from raggauge.text.rarity import rarity
from raggauge.text.vectors import DIMENSIONS, cosine


@given(st.text(max_size=60))
def test_fold_keeps_the_length(text):
    """Folding never moves an offset, and doing it twice changes nothing more."""
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("first", "second"),
    [("臺灣後來", "台湾后来"), ("Ｆｕｌｌ　Width", "full width"), ("ﬁne “q”", 'fine "q"'), ("A\n B", "a b")],
)
def test_normalise(first, second):
    """Width, case, script variant, ligatures, quotes and white space do not matter."""
    assert normalise(first) == normalise(second)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The cat sat on the mat.", "en"),
        ("Paris", "en"),
        ("退货政策", "zh"),
        ("請使用 pip install 命令", "zh"),
        ("", "und"),
        ("123 %", "und"),
        ("これは日本語です", "ja"),
        ("한국어 문장", "ko"),
        ("Der Hund ist nicht im Haus", "de"),
        ("Это тест", "ru"),
    ],
)
def test_language(text, name):
    """The main language is told by script and common words."""
    assert language(text) == name


def test_stem_joins_forms():
    """Forms of one word share a stem, different words do not."""
    assert len({stem(w) for w in ("stop", "stops", "stopped", "stopping")}) == 1
    assert len({stem(w) for w in ("make", "making", "made")}) == 1
    assert stem("increase") != stem("decrease")


def test_overlap_counts_tokens():
    """Recall divides by the first text, precision by the second, and repeats count once each."""
    found = overlap("the cat cat", "the cat sat on")
    assert found == pytest.approx((2 / 3, 2 / 4, 4 / 7))
    assert overlap("", "") == (1.0, 1.0, 1.0)
    assert overlap("", "a cat") == (0.0, 0.0, 0.0)
    assert overlap("the cats", "cat food", content_only=True).recall == 1.0


def test_near_duplicates():
    """Almost equal texts are grouped in order, others are left out."""
    base = "Returned goods must be sent back within fourteen days of delivery, unopened and with the receipt."
    texts = [
        base,
        "Something else entirely about shipping costs and partners.",
        base.replace("the receipt", "a receipt"),
        base,
    ]
    assert near_duplicates(texts) == [[0, 2, 3]]
    assert near_duplicates(["a", "b"]) == []


def test_minhash_estimates_similarity():
    """The share of equal places is near the exact similarity."""
    a, b = (
        "a long enough sentence about returns and refunds " * 3,
        "a long enough sentence about returns and prices " * 3,
    )
    estimate = float(np.mean(minhash(a, n_hashes=512) == minhash(b, n_hashes=512)))
    assert estimate == pytest.approx(similarity(a, b), abs=0.1)


def test_embed():
    """Vectors have length 1, identical texts cosine 1.0, related wording more than unrelated."""
    rows = embed(
        [
            "Refunds are paid within two weeks",
            "refund paid in two weeks",
            "Penguins live in Antarctica",
            "退款两周内到账",
            "退款在两周到账",
            "",
        ]
    )
    assert rows.shape == (6, DIMENSIONS)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 1, 1, 0], abs=1e-6)
    assert cosine(rows[0], rows[0]) == 1.0
    assert cosine(rows[0], rows[1]) > 0.4 > cosine(rows[0], rows[2])
    assert cosine(rows[3], rows[4]) > 0.5
    assert cosine(rows[0], rows[5]) == 0.0


def test_rarity():
    """Common tokens are less rare than names, and unknown tokens are rarest."""
    assert rarity("the") < rarity("city") < rarity("zyzzyva") == 1.0

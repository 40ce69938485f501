"""The same values as rouge-score, sacrebleu and nltk, on texts with everything that real answers hold."""

import logging
import random
import shutil
from pathlib import Path

import pytest

from raggauge.metrics.lexical_bleu import added, bleu, counts
from raggauge.metrics.lexical_chrf import chrf
from raggauge.metrics.lexical_meteor import meteor
from raggauge.metrics.lexical_porter import porter
from raggauge.metrics.lexical_rouge import KINDS, counted_here, rouge
from raggauge.metrics.lexical_tokens import has_single_characters, pair_of_words, words

pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings("ignore")]

PIECES = """The ferry leaves at 6:30 a.m. from the north pier .
Tickets cost $1,200.50, don't they?
naïve café “quoted” text —
rates rose 3-4% in 2024;
see [1] and (b).
AT&amp;T, R&D
e-mail: a_b@c.de
running runs ran easily
IFN-α 5µg
1.
...""".splitlines()
ZH_PIECES = """退货需在七天内提出申请，
商品保持完好。
共3.5米，约１００元；
使用 Python 3.11 编程
“北京”是首都！
（见第2页）""".splitlines()


def texts(pieces: list[str], seed: int) -> list[tuple[str, str]]:
    """Random pairs that share some pieces, cut at random places."""
    rng = random.Random(seed)

    def one() -> str:
        return " ".join(rng.choices(pieces, k=rng.randint(1, 6)))[: rng.randint(1, 160)]

    return [(one(), one()) for _ in range(300)] + [(text, text) for text in pieces]


EN, ZH = texts(PIECES, 1), texts(ZH_PIECES, 2)


def test_rouge_score() -> None:
    """Precision, recall and F1 of all three kinds, in Python and compiled."""
    from rouge_score import rouge_scorer

    scorer = rouge_scorer.RougeScorer(list(KINDS))
    for answer, reference in EN:
        right = scorer.score(reference, answer)
        if answer == reference and not right["rouge2"].fmeasure:
            continue  # identical texts are 1.0 here, also where they hold no pair of words
        for kind in KINDS:
            assert tuple(rouge(answer, reference)[kind]) == pytest.approx(tuple(right[kind]), abs=1e-9)
            here = counted_here(*pair_of_words(answer, reference))[kind]
            assert tuple(here) == pytest.approx(tuple(right[kind]), abs=1e-9)


@pytest.mark.parametrize(("pairs", "tokenize"), [(EN, "13a"), (ZH, "zh")])
def test_sacrebleu(pairs: list[tuple[str, str]], tokenize: str, caplog: pytest.LogCaptureFixture) -> None:
    """Sentence BLEU with and without effective order, two references, corpus BLEU, and chrF."""
    import sacrebleu

    caplog.set_level(logging.CRITICAL)
    effective = sacrebleu.BLEU(effective_order=True, tokenize=tokenize)
    plain = sacrebleu.BLEU(effective_order=False, tokenize=tokenize)
    characters = sacrebleu.CHRF()
    for answer, reference in pairs:
        if tokenize == "zh" and not (has_single_characters(answer) and has_single_characters(reference)):
            continue
        both = [reference, answer[:20]] if tokenize == "13a" else [reference]
        assert bleu(counts(answer, both)) == pytest.approx(
            min(1.0, effective.sentence_score(answer, both).score / 100), abs=1e-9
        )
        assert bleu(counts(answer, [reference]), effective_order=False) == pytest.approx(
            min(1.0, plain.sentence_score(answer, [reference]).score / 100), abs=1e-9
        )
        assert chrf(answer, reference) == pytest.approx(
            min(1.0, characters.sentence_score(answer, [reference]).score / 100), abs=1e-9
        )
    if tokenize == "13a":
        corpus = plain.corpus_score([a for a, _ in pairs], [[g for _, g in pairs]]).score / 100
        assert bleu(added([counts(a, [g]) for a, g in pairs]), effective_order=False) == pytest.approx(corpus, abs=1e-9)


class NoSynonyms:
    """A word net that knows nothing, since nltk downloads its own."""

    def synsets(self, *_: object, **__: object) -> list[object]:
        """No sense of any word."""
        return []


def test_nltk() -> None:
    """METEOR with nltk's penalty, from the same words; and the stems of every word and made-up ending."""
    from nltk.stem.porter import PorterStemmer
    from nltk.translate.meteor_score import single_meteor_score

    for answer, reference in EN:
        right = single_meteor_score(words(reference), words(answer), wordnet=NoSynonyms())
        assert meteor(answer, reference, penalty="nltk") == pytest.approx(right, abs=1e-9)
    stemmer = PorterStemmer()
    rng = random.Random(3)
    endings = ("", "ed", "ing", "ational", "ies", "ied", "logi", "alli", "fulli", "y", "ement", "ion", "e", "ll", "eed")
    for _ in range(5000):
        word = "".join(rng.choices("abcdeiloprstuyz", k=rng.randint(1, 7))) + rng.choice(endings)
        assert porter(word) == stemmer.stem(word)


@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("the physician purchased a car", "the doctor bought an automobile"),
        ("he was glad to begin the large job", "he was happy to start the big task"),
        ("children ran quickly", "kids run fast"),
        ("nothing in common here", "entirely other words"),
    ],
)
def test_meteor_with_wordnet_equals_nltk(
    answer: str, reference: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same database on both sides, where this machine has one."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader
    from nltk.translate.meteor_score import single_meteor_score

    from raggauge.errors import MissingExtra
    from raggauge.text import wordnet

    try:
        folder = wordnet.database()
    except MissingExtra:
        pytest.skip("needs a WordNet database (Debian: wordnet-base)")
    # nltk wants the names of the lexicographers' files, too, and reads only below its own paths
    copy = tmp_path / "corpora" / "wordnet"
    shutil.copytree(folder, copy, symlinks=False, ignore=shutil.ignore_patterns("pixmaps", "bin"))
    (copy / "lexnames").write_text("".join(f"{k:02d}\tname.{k}\t1\n" for k in range(45)))
    (copy / "index.sense").touch()
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    reader = WordNetCorpusReader(str(copy), None)
    right = single_meteor_score(words(reference), words(answer), wordnet=reader)
    found = meteor(answer, reference, penalty="nltk", synonyms=wordnet.synonyms)
    assert found == pytest.approx(right, abs=1e-9)

"""ROUGE-1, ROUGE-2 and ROUGE-L of two texts, equal to rouge-score for English. Lin 2004."""

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from raggauge.metrics.lexical_match import common_subsequence
from raggauge.metrics.lexical_tokens import pair_of_words

RougeKind = Literal["rouge1", "rouge2", "rougeL"]
KINDS: Final[tuple[RougeKind, ...]] = ("rouge1", "rouge2", "rougeL")


class Rouge(NamedTuple):
    """Share of the answer found in the reference (precision), of the reference found in the answer (recall), and F1."""

    precision: float
    recall: float
    f1: float


@lru_cache(maxsize=64)
def rouge(answer: str, reference: str, /) -> dict[RougeKind, Rouge]:
    """All three kinds at once, without stemming; the last few pairs are remembered, since one sample asks three times.

    Words are those of `pair_of_words`; identical texts are exactly 1.0 even where they hold no word or only one.
    With the extra `fast` a compiled library counts, to the same numbers.
    """
    if answer == reference:
        return dict.fromkeys(KINDS, Rouge(1.0, 1.0, 1.0))
    counter = compiled()
    if counter is not None and answer.isascii() and reference.isascii():
        found = counter.score(reference, answer)
        return {kind: Rouge(*found[kind]) for kind in KINDS}
    given, wanted = pair_of_words(answer, reference)
    if counter is None:
        return counted_here(given, wanted)
    found = counter.score_documents(wanted, [wanted], given, [given])
    return {kind: Rouge(*found[kind]) for kind in KINDS}


def counted_here(given: list[str], wanted: list[str], /) -> dict[RougeKind, Rouge]:
    """The three kinds from words, in Python."""
    return {
        "rouge1": _shares(_common(given, wanted), len(given), len(wanted)),
        "rouge2": _shares(
            _common(list(pairwise(given)), list(pairwise(wanted))),
            len(given) - 1,
            len(wanted) - 1,
        ),
        "rougeL": _shares(common_subsequence(given, wanted), len(given), len(wanted)),
    }


@lru_cache(maxsize=1)
def compiled() -> Any:
    """The compiled scorer of the extra `fast`, or None."""
    try:
        from rouge_score_rs import _rougers
    except ImportError:
        return None
    return _rougers.Scorer(list(KINDS), False)


def _common(given: list[Any], wanted: list[Any]) -> int:
    here, there = Counter(given), Counter(wanted)
    return sum([min(here[item], there[item]) for item in here.keys() & there.keys()])


def _shares(common: int, n_given: int, n_wanted: int) -> Rouge:
    precision = common / n_given if n_given > 0 else 0.0
    recall = common / n_wanted if n_wanted > 0 else 0.0
    return Rouge(precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0)

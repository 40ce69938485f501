"""ROUGE-1, ROUGE-2 and ROUGE-L of two texts, equal to rouge-score for English. Lin 2004."""

from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from raggauge.metrics.lexical_match import overlap
from raggauge.metrics.lexical_tokens import is_other_script, pair_of_words, spelled

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
    if counter is None:
        return counted_here(*pair_of_words(answer, reference))
    if answer.isascii() and reference.isascii():
        found = counter.score(reference, answer)
    elif is_other_script(answer) or is_other_script(reference):
        found = counter.score(spelled(reference), spelled(answer))
    else:
        given, wanted = pair_of_words(answer, reference)
        found = counter.score_documents(wanted, [wanted], given, [given])
    return {kind: Rouge(*found[kind]) for kind in KINDS}


def counted_here(given: list[str], wanted: list[str], /) -> dict[RougeKind, Rouge]:
    """The three kinds from words, in Python."""
    common = overlap(given, wanted)
    n_given, n_wanted = len(given), len(wanted)
    return {
        "rouge1": _shares(common.words, n_given, n_wanted),
        "rouge2": _shares(common.pairs, n_given - 1, n_wanted - 1),
        "rougeL": _shares(common.in_order, n_given, n_wanted),
    }


@lru_cache(maxsize=1)
def compiled() -> Any:
    """The compiled scorer of the extra `fast`, or None."""
    try:
        from rouge_score_rs import _rougers
    except ImportError:
        return None
    return _rougers.Scorer(list(KINDS), False)


def _shares(common: int, n_given: int, n_wanted: int) -> Rouge:
    precision = common / n_given if n_given > 0 else 0.0
    recall = common / n_wanted if n_wanted > 0 else 0.0
    return Rouge(precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0)

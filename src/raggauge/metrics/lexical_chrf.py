"""chrF of two texts: F2 over character n-grams, equal to sacrebleu. Popović 2015."""

from collections import Counter
from typing import Final

ORDERS: Final = 6
_BETA_SQUARED: Final = 4.0


def chrf(answer: str, reference: str, /) -> float:
    """chrF2 in [0, 1] over characters without white space, n-grams of 1 to 6, orders that one text lacks left out."""
    given, wanted = "".join(answer.split()), "".join(reference.split())
    if given == wanted:
        return 1.0
    precision = recall = 0.0
    orders = min(ORDERS, len(given), len(wanted))
    for n in range(1, orders + 1):
        common = _common(given, wanted, n)
        if not common:
            break  # longer n-grams hold shorter ones, so that none of them matches either
        precision += common / (len(given) - n + 1)
        recall += common / (len(wanted) - n + 1)
    if not precision:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return min(1.0, (1 + _BETA_SQUARED) * precision * recall / (_BETA_SQUARED * precision + recall))


def _common(given: str, wanted: str, n: int) -> int:
    here = Counter([given[i : i + n] for i in range(len(given) - n + 1)])
    there = Counter([wanted[i : i + n] for i in range(len(wanted) - n + 1)])
    return sum([min(here[gram], there[gram]) for gram in here.keys() & there.keys()])

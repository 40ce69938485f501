"""BLEU of an answer against its references, equal to sacrebleu. Papineni et al. 2002; Post 2018; Chen, Cherry 2014."""

import html
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from raggauge.metrics.lexical_tokens import Table, has_single_characters

ORDERS: Final = 4
# The characters that sacrebleu's Chinese tokenizer sets apart, and kana, which it does not.
_APART: Final = re.compile(
    "[\u2600-\u27bf\u2e80-\u2fdf\u2ff0-\u30ff\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u4db5\u4e00-\u9fff"
    "\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003134f]"
)
_SYMBOLS: Final = {ord(sign): f" {sign} " for sign in '{|}~[\\]^_`!"#$%&()*+:;<=>?@/'}
_SPACED: Final = Table(lambda char: f" {char} " if ord(char) in _SYMBOLS or _APART.match(char) else char)
_POINT_AFTER: Final = re.compile(r"([^0-9])([\.,])")
_POINT_BEFORE: Final = re.compile(r"([\.,])([^0-9])")
_DASH: Final = re.compile(r"([0-9])(-)")


class Counts(NamedTuple):
    """What BLEU is made of; counts of several answers add up to those of a corpus.

    `correct[n - 1]` of `total[n - 1]` n-grams of the answer stand in a reference (each as often as in one of them).
    """

    length: int
    reference_length: int
    correct: tuple[int, ...]
    total: tuple[int, ...]


def bleu_tokens(text: str, /) -> list[str]:
    """The tokens of mteval-v13a (sacrebleu's default); ideographs, kana and full-width signs one by one (its `zh`)."""
    if has_single_characters(text):
        text = text.strip().translate(_SPACED)
    else:
        text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
        if "&" in text:
            for sign in ("&quot;", "&amp;", "&lt;", "&gt;"):
                text = text.replace(sign, html.unescape(sign))
        text = f" {text} "
        text = text.translate(_SYMBOLS)
    if "." in text or "," in text:
        text = _POINT_AFTER.sub(r"\1 \2 ", text)
        text = _POINT_BEFORE.sub(r" \1 \2", text)
    return (_DASH.sub(r"\1 \2 ", text) if "-" in text else text).split()


def counts(answer: str, references: Sequence[str], /) -> Counts:
    """The counts of one answer against all its references at once; the reference length is the closest one."""
    given = bleu_tokens(answer)
    wanted = [bleu_tokens(reference) for reference in references]
    closest = min((abs(len(given) - len(tokens)), len(tokens)) for tokens in wanted)[1]
    correct = [0] * ORDERS
    for n in range(1, ORDERS + 1):
        here, there = Counter(_grams(given, n)), Counter(_grams(wanted[0], n))
        for tokens in wanted[1:]:
            there |= Counter(_grams(tokens, n))
        correct[n - 1] = sum([min(here[gram], there[gram]) for gram in here.keys() & there.keys()])
        if not correct[n - 1]:
            break  # longer sequences hold this one, so that none of them occurs either
    total = [max(0, len(given) - n) for n in range(ORDERS)]
    return Counts(len(given), closest, tuple(correct), tuple(total))


def added(parts: Sequence[Counts], /) -> Counts:
    """The counts of a corpus."""
    return Counts(
        sum(part.length for part in parts),
        sum(part.reference_length for part in parts),
        tuple(map(sum, zip(*(part.correct for part in parts), strict=True))),
        tuple(map(sum, zip(*(part.total for part in parts), strict=True))),
    )


def bleu(found: Counts, /, *, effective_order: bool = True) -> float:
    """BLEU in [0, 1] from counts: geometric mean of the n-gram precisions, times the brevity penalty.

    An order without a match counts as 1 / (2^i total) for the i-th such order (`exp` smoothing); 0.0 if not even a word
    matches. `effective_order` leaves out orders longer than the answer, so that a right one-word answer is 1.0; without
    it the value is that of sacrebleu for a sentence or a corpus.
    """
    if not any(found.correct):
        return 0.0
    smoothing, order, logs = 1.0, ORDERS, 0.0
    for n, (correct, total) in enumerate(zip(found.correct, found.total, strict=True), 1):
        if total == 0:
            if not effective_order:
                return 0.0
            break
        order = n if effective_order else ORDERS
        if correct == 0:
            smoothing *= 2
        logs += math.log(correct / total) if correct else math.log(1 / (smoothing * total))
    short = 1 - found.reference_length / found.length
    return min(1.0, math.exp(min(0.0, short) + logs / order))


def _grams(tokens: list[str], n: int) -> Iterable[object]:
    return tokens if n == 1 else zip(*(tokens[i:] for i in range(n)), strict=False)

"""Counting while samples stream by, in memory that does not grow with them."""

from collections import Counter
from collections.abc import Sequence
from math import exp, log
from typing import Final

from raggauge.check.findings import FieldCount, Lengths, Level, Remark
from raggauge.check.signs import SIGNS
from raggauge.dataset import Marks
from raggauge.sample import Context, Sample
from raggauge.text import language

N_SHOWN: Final = 3
N_NEAR: Final = 2000
FIELDS: Final = ("question", "answer", "contexts", "references", "reference_contexts")
# Classes of lengths, each 10% wider than the one before.
_STEP: Final = log(1.1)
_LANGUAGE_FROM: Final = 400
_EVERY: Final = 50
# Languages told by their words alone cannot be told from a handful of them.
_TOLD_BY_WORDS: Final = frozenset({"de", "fr", "es", "it", "pt", "nl"})
_WORDS_TELL: Final = 80


class Spread:
    """Lengths in classes."""

    def __init__(self) -> None:
        self._classes: Counter[int] = Counter()
        self._shortest, self._longest = 0, 0

    def add(self, length: int, /) -> None:
        """Count one more length."""
        if not self._classes or length < self._shortest:
            self._shortest = length
        self._longest = max(self._longest, length)
        self._classes[round(log(length) / _STEP) if length else -1] += 1

    def found(self) -> Lengths | None:
        """What was counted; None for nothing."""
        n = self._classes.total()
        if not n:
            return None
        below = 0
        for place in sorted(self._classes):
            below += self._classes[place]
            if 2 * below >= n:
                median = 0 if place < 0 else round(exp(place * _STEP))
                return Lengths(n, self._shortest, min(max(median, self._shortest), self._longest), self._longest)
        return None


class FieldTally:
    """One field of all samples."""

    def __init__(self, field: str, /) -> None:
        self.field = field
        self._n_filled = self._n_empty = self._n_missing = 0
        self._missing: list[str] = []
        self._empty: list[str] = []
        self._spread = Spread()
        self._languages: Counter[str] = Counter()

    def add(self, sample: Sample, ordinal: int, /) -> None:
        """Count the field of one more sample; its language is looked at in the first thousands, then now and then."""
        value = getattr(sample, self.field)
        if value is None:
            self._n_missing += 1
            _remember(self._missing, sample.id)
        elif not value or (isinstance(value, str) and not value.strip()):
            self._n_empty += 1
            _remember(self._empty, sample.id)
        else:
            self._n_filled += 1
            self._measure(value, with_language=ordinal < N_NEAR or ordinal % _EVERY == 0)

    def found(self) -> FieldCount:
        """What was counted."""
        return FieldCount(
            self.field,
            self._n_filled,
            self._n_empty,
            self._n_missing,
            first_missing=tuple(self._missing),
            first_empty=tuple(self._empty),
            lengths=self._spread.found(),
            languages=dict(self._languages.most_common()),
        )

    def _measure(self, value: str | Sequence[str | Context], *, with_language: bool) -> None:
        texts = [value] if isinstance(value, str) else [part if isinstance(part, str) else part.text for part in value]
        for text in texts:
            self._spread.add(len(text))
        if not with_language:
            return
        text = max(texts, key=len)[:_LANGUAGE_FROM]
        name = language(text)
        if len(text) >= _WORDS_TELL or name not in _TOLD_BY_WORDS:
            self._languages[name] += 1


class SignTally:
    """Signs, repeated questions and repeated answers."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, list[str]] = {}
        self._questions, self._pairs = Marks(), Marks()
        self._answers: Counter[str] = Counter()
        self._n = self._n_right = self._n_references = self._n_mixed = 0
        self._near: list[tuple[str, str]] = []

    def add(self, sample: Sample, ordinal: int, /) -> None:
        """Look at one more sample."""
        self._n += 1
        for kind, (_, sign) in SIGNS.items():
            if sign(sample):
                self._count(kind, sample.id)
        self._repeats(sample, ordinal)
        if sample.answer and sample.references:
            self._n_references += 1
            self._n_right += sample.answer in sample.references
        if sample.question and sample.answer and _differ(sample.question, sample.answer):
            self._count("languages_differ", sample.id)

    def _repeats(self, sample: Sample, ordinal: int) -> None:
        question = " ".join((sample.question or "").split()).casefold()
        if question:
            is_new = self._questions.add(question, ordinal) is None
            is_new_pair = self._pairs.add(f"{question}\0{sample.answer}", ordinal) is None
            if not is_new:
                self._count("repeated_question" if is_new_pair else "repeated_row", sample.id)
            elif len(self._near) < N_NEAR:
                self._near.append((sample.id, question))
        if sample.answer and len(sample.answer) < _LANGUAGE_FROM and (len(self._answers) < 20_000):
            self._answers[sample.answer.strip()] += 1

    def _count(self, kind: str, name: str) -> None:
        self._counts[kind] += 1
        _remember(self._first.setdefault(kind, []), name)

    def found(self) -> list[Remark]:
        """What was seen, the gravest first."""
        remarks = [
            Remark(kind, _LEVELS[kind], self._counts[kind], tuple(self._first[kind]))
            for kind in _LEVELS
            if self._counts[kind]
        ]
        remarks += self._of_the_whole()
        grave = {"problem": 0, "doubt": 1, "note": 2}
        return sorted(remarks, key=lambda remark: (grave[remark.level], -remark.n))

    def _of_the_whole(self) -> list[Remark]:
        remarks = []
        answer, times = next(iter(self._answers.most_common(1)), ("", 0))
        if times >= 5 and times >= 0.05 * self._n and len(answer) > 12:
            remarks.append(Remark("same_answer", "doubt", times, (), {"answer": answer[:60]}))
        if self._n_references >= 5 and self._n_right >= 0.9 * self._n_references:
            remarks.append(Remark("answers_are_references", "doubt", self._n_right))
        groups = _near_groups(self._near)
        if groups:
            first = [name for group in groups[:N_SHOWN] for name in group[:2]]
            n = sum(map(len, groups))
            remarks.append(Remark("near_duplicates", "note", n, tuple(first), {"n_seen": len(self._near)}))
        return remarks


_LEVELS: Final[dict[str, Level]] = {
    **{kind: level for kind, (level, _) in SIGNS.items()},
    "repeated_row": "doubt",
    "repeated_question": "note",
    "languages_differ": "note",
}


def _differ(question: str, answer: str) -> bool:
    if len(question) < 12 or len(answer) < 12:
        return False
    first, second = (
        _n_ideographs(text[:_LANGUAGE_FROM]) / min(len(text), _LANGUAGE_FROM) for text in (question, answer)
    )
    return (first == 0 and second > 0.5) or (first > 0.5 and second == 0)


def _n_ideographs(text: str) -> int:
    return 0 if text.isascii() else sum("\u4e00" <= character <= "\u9fff" for character in text)


def _near_groups(named: list[tuple[str, str]]) -> list[list[str]]:
    from raggauge.text import near_duplicates

    groups = near_duplicates([text for _, text in named], at_least=0.8)
    return [[named[k][0] for k in group] for group in groups]


def _remember(names: list[str], name: str) -> None:
    if len(names) < N_SHOWN:
        names.append(name)

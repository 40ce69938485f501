"""What keeps a draft out of a set. Every reason has a name, and what was dropped is counted by it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from raggauge.goldens.drafting import FORMS, GAP, content
from raggauge.goldens.drafts import Draft
from raggauge.goldens.passages import Passage
from raggauge.goldens.prose import plain
from raggauge.text import normalise, sentences, shingles, similarity

REASONS: Final = (
    "markup", "wrong_length", "pointing", "points_elsewhere", "wrong_language", "too_broad", "copy", "leak",
    "answer_in_question", "near_duplicate", "unsupported", "unanswered", "not_the_kind",
)  # fmt: skip
_MARKUP = re.compile(r"\*\*|\]\(|\]\[|\{[#*!.]|///|</?[a-z]|&[a-z]+;|https?://|(?<![\w*])\*(?=\w)|```|�|\\[_*]|\|\s*\|")
_PAIRS: Final = ("()", "[]", "{}", "“”", "（）", "「」", "《》")
_ASKS_NOTHING_MORE: Final = frozenset(
    {"definition", "comparison", "multi_passage", "heading", "cloze", "number", "unanswerable", "ambiguous"}
)
_LENGTHS: Final[Mapping[str, tuple[int, int]]] = {"en": (15, 260), "zh": (6, 150)}
ALIKE: Final = 0.65
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)*")
# Names: written as in code, or with a capital inside a sentence.
_NAME = re.compile(
    r"(?<![\w./@\-])[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)+(?![\w/])|(?<![\w./@\-])[A-Za-z]+[a-z0-9][A-Z]\w*|"
    r"(?<![\w./@\-])[A-Z]{3,}[A-Z0-9]*(?!\w)|(?<=[\w,] )[A-Z][a-z]{3,}(?![\w])|"
    r"(?<=[\u4e00-\u9fff] )[A-Za-z][A-Za-z0-9]{3,}(?!\w)|(?<![\w./@\-])[A-Za-z][A-Za-z0-9]{3,}(?= [\u4e00-\u9fff])"
)
_NUMBERED = re.compile(r"[(（]\d[)）] ?")
_ENOUGH: Final = 20
_FEW: Final = 2


class Breadth:
    """How many sentences of the documents speak of all that a question names: the more, the less it asks for one."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._holding: dict[str, set[int]] = defaultdict(set)
        self._naming: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self._n_passages = 0
        seen: dict[str, int] = {}
        for passage in passages:
            text = plain(passage.text)
            self._n_passages += 1
            for name in _WORD.findall(text):
                self._naming[name.lower()].add((passage.path, passage.start))
            for start, end in sentences(text):
                number = seen.setdefault(normalise(text[start:end]), len(seen))
                for word in content(text[start:end]):
                    self._holding[word].add(number)

    def of(self, question: str) -> int:
        """The number of such sentences; 0 where a word of the question stands nowhere."""
        held = [self._holding.get(word, set()) for word in content(question) if word not in _ASKING]
        return len(set.intersection(*held)) if held else len(self._holding)

    def rare(self, text: str) -> str:
        """The first name in a text that stands in one document only and in few of its passages; empty for none.

        Where there are hardly any passages, nothing counts as rare.
        """
        if self._n_passages < _ENOUGH:
            return ""
        for name in _NAME.findall(text):
            places = self._naming.get(name.lower(), ())
            if 1 <= len(places) <= _FEW and len({path for path, _ in places}) == 1:
                return str(name)
        return ""


_ASKING: Final = frozenset(
    word
    for text in (
        "what how why does do can you use should will if when need",
        "什么怎样才能如果应该么做为可以用来时会让人有了",
    )
    for word in content(text)
)


def reason_against(draft: Draft, breadth: Breadth, /) -> str | None:
    """Why a draft alone is no good; None for one that may stay."""
    forms, question = FORMS[draft.language], draft.question
    low, high = _LENGTHS[draft.language]
    if _MARKUP.search(question) or _MARKUP.search(draft.reference) or not _balanced(question):
        return "markup"
    if not low <= len(question) <= high or len(draft.reference) > 900:
        return "wrong_length"
    if forms.POINTING.search(question.replace("belongs in", "")):
        return "pointing"
    if forms.ELSEWHERE.search(_by_the_house(draft)):
        return "points_elsewhere"
    if _foreign(draft):
        return "wrong_language"
    if draft.kind not in _ASKS_NOTHING_MORE and breadth.of(question) > 2:
        return "too_broad"
    if GAP not in question and draft.quote and similarity(question.rstrip("?？"), draft.reference.rstrip(".。")) > 0.85:
        return "copy"
    if len(draft.reference) >= 100 and similarity(draft.reference, plain(draft.passage.text)) >= 0.8:
        return "leak"
    return _short_of_answer(draft)


def several_answers(drafts: Sequence[Draft], /) -> set[int]:
    """The places of drafts whose question, word for word, has different answers in different passages."""
    told: dict[str, list[int]] = defaultdict(list)
    for number, draft in enumerate(drafts):
        if draft.kind != "ambiguous":
            told[normalise(draft.question)].append(number)
    broad: set[int] = set()
    for group in told.values():
        first = drafts[group[0]].reference
        if any(similarity(first, drafts[number].reference) < 0.5 for number in group[1:]):
            broad.update(group)
    return broad


class Asked:
    """The questions of a set so far, so that none is asked twice in other words."""

    def __init__(self, questions: Iterable[str] = ()) -> None:
        self._known: list[frozenset[str]] = []
        for question in questions:
            self.add(question)

    def add(self, question: str) -> None:
        """Remember a question."""
        self._known.append(_marks(question))

    def has(self, question: str) -> bool:
        """Whether a question much like it was asked."""
        new = _marks(question)
        return any(len(new & old) >= ALIKE * len(new | old) for old in self._known)


def judged(draft: Draft, /) -> str | None:
    """What the embedded judge holds against a draft: an answer that its passages do not support, or do not hold."""
    from raggauge.judge.embedded.relevance import grade_of, relevance
    from raggauge.judge.embedded.support import support

    if not draft.answerable:
        return None
    texts = [plain(passage.text) for passage in (draft.passage, *draft.others)]
    if any(support(said, texts).verdict != "supported" for said in readings(draft.question, draft.reference)):
        return "unsupported"
    if GAP not in draft.question and max(grade_of(relevance(text, draft.question)) for text in texts) == 0:
        return "unanswered"
    if draft.kind == "ambiguous":
        told = readings(draft.question, draft.reference)
        whole = any(all(support(said, [text]).verdict == "supported" for said in told) for text in texts)
        return "not_the_kind" if whole or len(told) < 2 else None
    return None


def readings(question: str, reference: str, /) -> list[str]:
    """What an answer says of the documents, each reading of an ambiguous question by itself."""
    for forms in FORMS.values():
        if reference.startswith(forms.READINGS):
            return [told.strip() for told in _NUMBERED.split(reference.removeprefix(forms.READINGS)) if told.strip()]
    return [claim_of(question, reference)]


def claim_of(question: str, reference: str, /) -> str:
    """What an answer says of the documents: without the correction in front, and with what stood in a gap in place."""
    reference = _bare(reference)
    if GAP in question:
        return reference.partition(" — ")[2] or reference.partition("。")[2] or reference
    return reference


def _by_the_house(draft: Draft) -> str:
    """An answer without "we": under a heading that asks, it is the house that speaks."""
    title = plain(draft.passage.headings[-1]) if draft.passage.headings else ""
    asked = draft.kind == "heading" and title.endswith(("?", "？"))
    return re.sub(r"\b(?:[Ww]e|[Oo]ur|us)\b|我们", "", draft.reference) if asked else _bare(draft.reference)


def _bare(reference: str) -> str:
    """An answer without the words in front of a correction or of readings, and without the numbers of readings."""
    for prefix in ("It does: ", "这个前提不成立："):
        reference = reference.removeprefix(prefix)
    for forms in FORMS.values():
        if reference.startswith(forms.READINGS):
            return _NUMBERED.sub("", reference.removeprefix(forms.READINGS))
    return reference


def _foreign(draft: Draft) -> bool:
    han = len(re.findall("[\u4e00-\u9fff]", draft.question + draft.reference))
    return han > 4 if draft.language == "en" else han < 6


def _short_of_answer(draft: Draft) -> str | None:
    """An answer has to say something that the question does not; a gap's must not stand in the rest of its sentence."""
    if GAP in draft.question:
        filled = re.split(r" — |。", draft.reference, maxsplit=1)[0]
        return "answer_in_question" if filled.lower() in draft.question.lower() else None
    if not draft.answerable or draft.kind == "false_premise":
        return None
    new = set(content(draft.reference)) - set(content(draft.question))
    size = sum(2 if draft.language == "zh" and word.isascii() else 1 for word in new)
    least = {"en": 1, "zh": 2}[draft.language] * (4 if draft.kind == "heading" else 1)
    return None if size >= least else "answer_in_question"


def _marks(question: str) -> frozenset[str]:
    return shingles(question, size=2 if re.search("[\u4e00-\u9fff]", question) else 5)


def _balanced(text: str) -> bool:
    pairs = all(text.count(pair[0]) == text.count(pair[1]) for pair in _PAIRS)
    return pairs and text.count('"') % 2 == 0 and text.count("`") % 2 == 0

"""All questions that the embedded builder can make of passages, before any filter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Final

from raggauge.goldens import chinese, english
from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.passages import Passage
from raggauge.goldens.prose import Sentence, listings, plain, prose
from raggauge.text import language, stem, stop_words, tokens

FORMS: Final[Mapping[str, ModuleType]] = {"en": english, "zh": chinese}
_NUMBER = re.compile(r"(?<![\w.\-/#`:])\d+(?:[.,]\d+)*%?(?![\w.\-/`:])")
_CODE = re.compile(r"(?<!`)`([^`\s]{3,30})`(?!`)")
_MIDDLE = re.compile(r"(?<=[a-z,] )([A-Z][a-z]+)\b")
_LOWER = re.compile(r"\b[a-z]+\b")
# What the first sentence below a heading that asks seldom answers.
_HOW = re.compile(r"How (?:do|can|to|should)\b|如何|怎[么样]|为什么|Why\b", re.IGNORECASE)
_REMARK = re.compile(r"\s*[(（](?:optional|recommended|可选|推荐)[)）]$", re.IGNORECASE)
GAP: Final = "____"
_SHORT_TITLE: Final = 3
_JOINABLE: Final = frozenset({"definition", "fact"})
# Questions that still read well when two are asked at once, and how many of a document are.
_SHORT_QUESTION: Final = {"en": 60, "zh": 24}
_MOST_PAIRED: Final = 4
# A thing and a verb alone: of most things a document says several of that kind.
_WIDE = re.compile(
    r"^What (?:does|do|is|are|will|can) .{1,60} (?:support|provide|require|include|return|use|need|generate|validate|"
    r"convert|create|handle|contain|receive|expect|mean|do|on|by|for|from|default)\?$|^(?!可以用).*什么？$|怎么做？$"
)


def drafts(passages: Sequence[Passage], /) -> Iterator[Draft]:
    """Every draft, in the order of the passages."""
    names = _names(passages)
    defined: dict[str, list[Draft]] = {}
    spoken_in = _languages(passages)
    for passage in passages:
        spoken = spoken_in[passage.path]
        if spoken not in FORMS:
            continue
        made = list(_of_passage(passage, spoken, names))
        yield from made
        defined.setdefault(passage.path, []).extend(one for one in made if one.kind in _JOINABLE)
    yield from _joined(defined)


def unanswerable(things: Sequence[Draft], passages: Sequence[Passage], /) -> Iterator[Draft]:
    """Questions that the passages do not answer, about the things that they define.

    A question whose asked-for word stands in any of the passages is left out: it might be answered after all.
    """
    text = "\n".join(passage.text for passage in passages)
    folded = text.lower()
    named = ((draft.passage, draft.language, _thing_of(draft)) for draft in things)
    proper = [one for one in named if one[2] and _is_spoken_of(one[2], text)]
    for number, (passage, spoken, thing) in enumerate(proper or _titled(passages)):
        forms = FORMS[spoken]
        question, word = forms.UNANSWERABLE[number % len(forms.UNANSWERABLE)]
        if word.lower() not in folded:
            yield Draft(
                kind="unanswerable",
                question=question.format(thing) if spoken == "en" else chinese._spaced(question.format(thing)),
                reference=forms.REFUSAL,
                passage=passage,
                language=spoken,
            )


def _titled(passages: Sequence[Passage]) -> list[tuple[Passage, str, str]]:
    """What whole documents are about by their titles, where nothing with a name of its own is defined."""
    found: dict[str, tuple[Passage, str, str]] = {}
    for passage in passages:
        title = plain(passage.headings[0]) if passage.headings else ""
        if re.fullmatch(r"The [a-z][a-z\-]*(?: [a-z][a-z\-]*)?", title):
            found.setdefault(passage.path, (passage, "en", title[0].lower() + title[1:]))
        elif re.fullmatch("[\u4e00-\u9fff]{2,5}", title) and not re.search(
            "[与和及的]|问题|说明|指南|配送|套餐", title
        ):
            found.setdefault(passage.path, (passage, "zh", title))
    return list(found.values())


def content(text: str, /) -> list[str]:
    """The stems of a text's words that carry meaning."""
    return [stem(word) for word in tokens(text) if word not in stop_words()]


def _thing_of(draft: Draft) -> str:
    """The name that a definition is about; empty for common nouns, of which nobody asks such things."""
    found = re.fullmatch(r"What (?:is|are) (.+)\?|(.+?)\s*是什么？", draft.question)
    thing = (found[1] or found[2]).strip() if found else ""
    return thing if re.fullmatch(r"[A-Z][\w.\-]+(?: [A-Z][\w.\-]+)*", thing) else ""


def _is_spoken_of(thing: str, text: str) -> bool:
    """Whether a name stands in prose rather than in code: of a class nobody asks who audited it."""
    return 3 * text.count(f"`{thing}") < len(re.findall(rf"(?<!\w){re.escape(thing)}(?!\w)", text))


def _of_passage(passage: Passage, spoken: str, names: frozenset[str]) -> Iterator[Draft]:
    forms = FORMS[spoken]

    def draft(kind: Kind, question: str, reference: str, quote: tuple[int, int]) -> Draft:
        return Draft(kind=kind, question=question, reference=reference, passage=passage, quote=quote, language=spoken)

    told = [_ended(sentence) for sentence in prose(passage)]
    names |= _subjects(passage)
    for sentence in told:
        place = (sentence.start, sentence.end)
        for kind, question in forms.questions(sentence.text, names):
            yield draft(kind, question, sentence.text, place)
        for kind, gap, filled in () if forms.GOES_ON.match(sentence.text) else _gaps(sentence, passage):
            reference = f"{filled} — {sentence.text}" if spoken == "en" else f"{filled}。{sentence.text}"
            yield draft(kind, forms.GAP[kind].format(gap), reference, place)
        if wrong := forms.false_premise(sentence.text, names):
            yield draft("false_premise", wrong[0], wrong[1], place)
    for listing in listings(passage):
        if question := forms.list_question(listing, names):
            end = "." if spoken == "en" else "。"
            reference = ("; " if spoken == "en" else "；").join(item.rstrip("。；;,.") for item in listing.items) + end
            yield draft("list", question, reference, (listing.lead.start, listing.end))
    title = _REMARK.sub("", plain(passage.headings[-1])) if passage.headings else ""
    answer = _closest(title, told[:3])
    if answer is None and told and title.endswith(("?", "？")) and not _HOW.match(title):
        answer = told[0]
    if answer and (question := forms.heading_question(title)):
        yield draft("heading", question, answer.text, (answer.start, answer.end))


def _subjects(passage: Passage) -> frozenset[str]:
    """The words of a document's short title: "the hub" needs no more explanation in a document that is called so."""
    title = plain(passage.headings[0]).lower().split() if passage.headings else []
    return frozenset(title) if len(title) <= _SHORT_TITLE else frozenset()


def _closest(title: str, told: Sequence[Sentence]) -> Sentence | None:
    """The first sentence that speaks of most of what a heading names, and says more than the heading."""
    wanted = set(content(title))
    for sentence in told:
        if english.GOES_ON.match(sentence.text) or chinese.GOES_ON.match(sentence.text):
            continue
        if sentence.text.lower().startswith(f"if you {title.lower().partition(' ')[0]} "):
            continue
        held = set(content(sentence.text))
        if wanted and len(wanted & held) >= 0.7 * len(wanted) and len(held - wanted) >= 3:
            return sentence
    return None


def _ended(sentence: Sentence) -> Sentence:
    """A sentence that leads to code as one that stands alone."""
    bare = sentence.text.rstrip(":：")
    if bare == sentence.text:
        return sentence
    return Sentence(
        bare + ("." if bare.isascii() or not re.search("[\u4e00-\u9fff]", bare) else "。"), sentence.start, sentence.end
    )


def _gaps(sentence: Sentence, passage: Passage) -> Iterator[tuple[Kind, str, str]]:
    """The sentence without its only number, and without its only name in code."""
    text = sentence.text
    if text.endswith(("?", "？")):
        return
    numbers = list(_NUMBER.finditer(text))
    long_enough = len(text) >= (50 if text.isascii() else 24) and len(text) <= 220
    if len(numbers) == 1 and long_enough:
        yield "number", text[: numbers[0].start()] + GAP + text[numbers[0].end() :], numbers[0][0]
    raw = passage.text[sentence.start - passage.start : sentence.end - passage.start]
    codes = {found[1] for found in _CODE.finditer(raw)}
    if len(codes) == 2 and long_enough:
        code = max(codes, key=lambda one: (len(one), one))
        if text.count(code) == 1:
            yield "cloze", text.replace(code, GAP), code


def _joined(defined: Mapping[str, Sequence[Draft]]) -> Iterator[Draft]:
    """Two things of one document asked for at once: the answer needs both passages."""
    for found in map(_pairable, defined.values()):
        for first, second in zip(found[::2], found[1::2], strict=False):
            if first.passage.id == second.passage.id or first.question == second.question:
                continue
            ask = FORMS[first.language].JOINED
            one, two = first.question.rstrip("?？"), second.question.rstrip("?？")
            two = two[0].lower() + two[1:] if first.language == "en" else two
            yield Draft(
                kind="multi_passage",
                question=ask.format(one, two),
                reference=f"{first.reference} {second.reference}"
                if first.language == "en"
                else first.reference + second.reference,
                passage=first.passage,
                quote=first.quote,
                language=first.language,
                others=(second.passage,),
            )


def _pairable(made: Sequence[Draft]) -> Sequence[Draft]:
    """The definitions of a document; where it has fewer than two, a short question on each of its first passages."""
    definitions = [draft for draft in made if draft.kind == "definition"]
    if len(definitions) >= 2:
        return definitions
    first_of = {
        draft.passage.id: draft
        for draft in reversed(made)
        if draft.kind == "fact"
        and len(draft.question) <= _SHORT_QUESTION[draft.language]
        and not _WIDE.search(draft.question)
    }
    return list(reversed(first_of.values()))[:_MOST_PAIRED]


def _languages(passages: Sequence[Passage]) -> dict[str, str]:
    """The language of each document, without its code."""
    texts: dict[str, list[str]] = {}
    for passage in passages:
        texts.setdefault(passage.path, []).extend(sentence.text for sentence in prose(passage))
    return {path: language(" ".join(told)) for path, told in texts.items()}


def _names(passages: Sequence[Passage]) -> frozenset[str]:
    """Words that are written with a capital inside sentences more often than without one."""
    counts: dict[str, int] = {}
    coded: set[str] = set()
    for passage in passages:
        text = plain(passage.text)
        for word in _MIDDLE.findall(text):
            counts[word.lower()] = counts.get(word.lower(), 0) + 1
        for word in _LOWER.findall(text):
            counts[word] = counts.get(word, 0) - 1
        coded.update(_CODE.findall(passage.text))
    return frozenset(word.capitalize() for word, count in counts.items() if count > 0) | coded

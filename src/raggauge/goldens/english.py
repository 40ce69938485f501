"""English questions from English sentences, by the form of the sentence. What fits no form gives none."""

import re
from collections.abc import Iterator
from typing import Final

from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.passages import Passage
from raggauge.goldens.prose import Listing, Sentence

_BE: Final = r"(?P<be>is|are)"
_THING = r"(?P<thing>(?:(?:The|A|An) )?[A-Z`][\w`.\-]*(?: [\w`.\-]+){0,4}?)"
_DEFINITION = re.compile(rf"^{_THING} {_BE} (?P<rest>(?:an?|the|one) [^.]{{15,}})\.$")
_PURPOSE = re.compile(rf"^{_THING} {_BE} used (?P<how>to|for) (?P<rest>[^.,]{{8,}}).*\.$")
_IF = re.compile(
    r"^If you (?P<verb>want|need|have|are|use|don't|do not)(?P<goal> [^,]{6,90}), (?:then )?(?P<what>(?:you|use|set|pass|add|declare|install|create|import|put|make|run)\b[^.]{10,})\.$"
)
_TO = re.compile(
    r"^To (?P<goal>[a-z][^,]{6,80}), (?P<what>(?:you|use|set|pass|add|declare|install|create|import|put|run)\b[^.]{10,})\.$"
)
_CAN = re.compile(r"^You can (?:also )?use (?P<tool>[^.,]{3,50}?) to (?P<goal>[a-z][^.,]{6,90})\.$")
_BECAUSE = re.compile(
    rf"^{_THING} (?P<verb>is|are|can|will|should|must|has to) (?P<rest>[^.,]{{4,80}}),? because (?P<why>[^.]{{10,}})\.$"
)
_DOES = re.compile(
    rf"^{_THING} (?P<verb>supports|provides|requires|includes|returns|uses|allows|needs|generates|validates|converts|depends on|creates|handles|contains) (?P<rest>[^.]{{10,}})\.$"
)
_NUMBER = re.compile(r"(?<![\w.\-/#`])\d+(?:[.,]\d+)*%?(?![\w.\-/`])")
_BASE: Final = {
    "supports": "support", "provides": "provide", "requires": "require", "includes": "include", "returns": "return",
    "uses": "use", "allows": "allow", "needs": "need", "generates": "generate", "validates": "validate",
    "converts": "convert", "depends on": "depend on", "creates": "create", "handles": "handle", "contains": "contain",
}  # fmt: skip
_VAGUE = re.compile(
    r"^(?:it|this|that|these|those|there|here|they|we|you|i|he|she|what|which|all|some|many|one|both|each|everything|"
    r"nothing|something|also|and|but|so|then|now|in|for|the (?:same|following|first|second|next|last|previous|above|"
    r"other|result|idea|rest|example|way|problem|reason|main|key|code|thing|only|file|app|user|client|list|value|data))\b",
    re.IGNORECASE,
)


def drafts(sentence: Sentence, passage: Passage, /) -> Iterator[Draft]:
    """All questions that the form of a sentence allows."""
    text = sentence.text
    for kind, question in _questions(text):
        yield Draft(kind=kind, question=question, reference=text, passage=passage, quote=(sentence.start, sentence.end))


def list_draft(listing: Listing, passage: Passage, /) -> Draft | None:
    """A question after the items of a list, from the sentence that leads to it."""
    lead = listing.lead.text.rstrip(":").strip()
    found = re.match(
        rf"^{_THING} (?P<verb>provides|supports|includes|has|needs|requires|offers|contains)\b(?P<rest>.*)$", lead
    )
    if not found or _VAGUE.match(found["thing"]):
        return None
    base = {"has": "have", "offers": "offer"}.get(found["verb"]) or _BASE[found["verb"]]
    reference = "; ".join(item.rstrip(".;,") for item in listing.items) + "."
    question = f"What does {found['thing']} {base}, according to the list?"
    quote = (listing.lead.start, listing.end)
    return Draft(kind="list", question=question, reference=reference, passage=passage, quote=quote)


def unanswerable(thing: str, number: int, /) -> str:
    """A question after something that documentation does not say."""
    forms = (
        "How much does a support contract for {} cost per year?",
        "How many people worked on {} in its first year?",
        "Which company audited the security of {}, and when?",
        "In which city was {} first presented?",
        "What is the telephone number of the support team for {}?",
    )
    return forms[number % len(forms)].format(thing)


REFUSAL: Final = "The documents do not say."


def false_premise(text: str, /) -> tuple[str, str] | None:
    """A question that takes the opposite of a sentence for granted, and the answer that corrects it."""
    found = _DOES.match(text)
    if (
        not found
        or _VAGUE.match(found["thing"])
        or found["verb"] not in ("supports", "provides", "validates", "includes")
    ):
        return None
    rest = _first_clause(found["rest"])
    return f"Why does {found['thing']} not {_BASE[found['verb']]} {rest}?", f"It does: {text}"


def _questions(text: str) -> Iterator[tuple[Kind, str]]:
    if found := _DEFINITION.match(text):
        if not _VAGUE.match(found["thing"]):
            yield "definition", f"What {found['be']} {_inner(found['thing'])}?"
    elif found := _PURPOSE.match(text):
        if not _VAGUE.match(found["thing"]):
            yield "fact", f"What {found['be']} {_inner(found['thing'])} used for?"
    elif (found := _BECAUSE.match(text)) and not _VAGUE.match(found["thing"]) and found["verb"] != "has to":
        yield "reason", f"Why {found['verb']} {_inner(found['thing'])} {found['rest']}?"
    elif (found := _DOES.match(text)) and not _VAGUE.match(found["thing"]):
        yield "fact", f"What does {_inner(found['thing'])} {_BASE[found['verb']]}?"
    if found := _IF.match(text):
        yield "condition", f"What should you do if you {found['verb']}{found['goal']}?"
    elif found := _TO.match(text):
        yield "condition", f"How can you {found['goal']}?"
    elif found := _CAN.match(text):
        yield "fact", f"What can you use to {found['goal']}?"
    numbers = list(_NUMBER.finditer(text))
    if len(numbers) == 1 and 60 <= len(text) <= 220 and not _VAGUE.match(text):
        gap = text[: numbers[0].start()] + "____" + text[numbers[0].end() :]
        yield "number", f"Which number belongs into the gap? “{gap}”"


def _inner(thing: str) -> str:
    """A thing as it stands inside a sentence: the article in lower case."""
    return re.sub(r"^(The|A|An) ", lambda found: found[0].lower(), thing)


def _first_clause(text: str) -> str:
    return re.split(r",| and | so | which | that | because | by | for example", text)[0].strip()

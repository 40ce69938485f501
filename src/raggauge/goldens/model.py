"""A golden dataset written by a language model: questions with quoted answers, not known without them."""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec

from raggauge.goldens.build import Built, Plan, finished
from raggauge.goldens.choosing import choose
from raggauge.goldens.documents import all_passages
from raggauge.goldens.drafting import FORMS
from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.filters import Breadth, readings
from raggauge.goldens.passages import Document, Passage
from raggauge.goldens.personas import line_of
from raggauge.goldens.readings import listing
from raggauge.goldens.slots import Slot, slots
from raggauge.llm.caller import Caller, Subject
from raggauge.llm.fences import Fence, on_one_line
from raggauge.llm.replies import find
from raggauge.llm.tokens import count
from raggauge.llm.wire import ChatRequest
from raggauge.sample import Sample
from raggauge.text import language

MIX: Final[dict[Kind, int]] = {
    "fact": 32, "condition": 18, "reason": 14, "definition": 9, "comparison": 8, "unanswerable": 7, "false_premise": 5,
    "long_tail": 4, "ambiguous": 3,
}  # fmt: skip
STYLES: Final[dict[str, int]] = {"plain": 84, "short": 6, "colloquial": 3, "typo": 3, "other_language": 4}
_REPLY: Final = 500
_OTHER: Final = {"en": "zh", "zh": "en"}


class Forecast(msgspec.Struct, frozen=True):
    """What a build takes at most: calls, and tokens of prompts and replies."""

    calls: int
    prompt_tokens: int
    completion_tokens: int


def forecast(found: Sequence[Slot], /) -> Forecast:
    """What the calls for these slots take: one that writes, one that tries to answer without the passage."""
    written = sum(count(_prompt("write", one.language)) + count(_message(one)) + 60 for one in found)
    closed = sum(count(_prompt("closed", one.language)) + 60 for one in found)
    return Forecast(2 * len(found), written + closed, sum(400 if one.other or one.elsewhere else 240 for one in found))


async def build(documents: Sequence[Document], plan: Plan, caller: Caller, /) -> Built:
    """A set of `plan.n` items written by the model behind `caller`, through the same filters as without a model.

    Also dropped: replies that hold no question (`malformed`), quotes that do not stand in the passage
    (`not_quoted`), and what the model answers rightly without the passage (`closed_book`). Finished calls that the
    caller keeps are not made again, so a build that was stopped goes on. Raises LimitReached and JudgeUnavailable.
    """
    passages = all_passages(list(documents))
    results = await _all([_drafted(slot, caller) for slot in slots(passages, plan)])
    drafts = [one for one in results if isinstance(one, Draft)]
    dropped = Counter(one for one in results if isinstance(one, str))
    known = await _all([closed_book(one, caller) for one in drafts])
    dropped["closed_book"] += sum(map(bool, known))
    left = [draft for draft, is_known in zip(drafts, known, strict=True) if not is_known]
    chosen = choose(left, Breadth(passages), n=plan.n, mix=plan.mix, seed=plan.seed)
    total = Counter(chosen.dropped) + dropped
    chosen = msgspec.structs.replace(chosen, dropped=dict(sorted(total.items())), n_drafts=len(results))
    return finished(chosen, documents, passages, plan)


async def closed_book(draft: Draft, caller: Caller, /) -> bool:
    """Whether the model gives the reference answer without the passage."""
    if not draft.answerable or draft.kind == "false_premise":
        return False
    return await knows(draft.question, draft.reference, draft.language, caller)


async def known(samples: Sequence[Sample], caller: Caller, /) -> list[str]:
    """The ids of the items that the model answers rightly without any passage: they measure it, not the retrieval."""
    asked = [
        (sample.id, sample.question, sample.references[0])
        for sample in samples
        if sample.question and sample.references and sample.answerable is not False
    ]
    spoken = [language(question) for _, question, _ in asked]
    found = await _all(
        [
            knows(question, reference, lang if lang in FORMS else "en", caller)
            for (_, question, reference), lang in zip(asked, spoken, strict=True)
        ]
    )
    return [name for (name, _, _), is_known in zip(asked, found, strict=True) if is_known]


async def knows(question: str, reference: str, spoken: str, caller: Caller, /) -> bool:
    """Whether the model answers a question as the reference does, from nothing."""
    from raggauge.judge.embedded.claims import abstains

    request = ChatRequest(system=_prompt("closed", spoken), user=question, max_tokens=_REPLY)
    reply = await caller.ask(request, Subject(question[:80], "goldens_closed"))
    told = _texts(find(reply.text).dicts(), "answer").get("answer", "")
    return bool(told) and not abstains(told) and _says(told, question, reference)


def _says(told: str, question: str, reference: str) -> bool:
    """Whether an answer says all that the reference says: of an ambiguous question, every reading."""
    from raggauge.judge.embedded.support import support

    wanted = readings(question, reference)
    wanted = wanted if len(wanted) > 1 else [reference]
    return all(support(one, [told], question=question).verdict == "supported" for one in wanted)


async def _drafted(slot: Slot, caller: Caller) -> Draft | str:
    user = _message(slot)
    request = ChatRequest(system=_prompt("write", slot.language), user=user, max_tokens=_REPLY)
    reply = await caller.ask(request, Subject(slot.passage.id, "goldens_write"))
    told = _texts(find(reply.text).dicts(), "question", "answer", "quote", "answer_2", "quote_2", "translated")
    if reply.cut or not told.get("question") or not told.get("answer"):
        return "malformed"
    question = " ".join(told["question"].split())
    draft = Draft(
        kind=slot.kind,
        question=question,
        reference=FORMS[slot.language].REFUSAL if slot.kind == "unanswerable" else " ".join(told["answer"].split()),
        passage=slot.passage,
        quote=None if slot.kind == "unanswerable" else _place(told.get("quote", ""), slot.passage),
        language=slot.language,
        persona=slot.persona,
        elsewhere=_translated(question, told.get("translated", ""), slot) if slot.elsewhere else "",
    )
    if draft.quote is None and slot.kind != "unanswerable":
        return "not_quoted"
    return draft if slot.other is None else _with_second(draft, slot.other, told)


def _with_second(draft: Draft, passage: Passage, told: Mapping[str, str]) -> Draft | str:
    """An ambiguous draft, with its second reading from the second passage."""
    if not told.get("answer_2"):
        return "not_the_kind"
    quote = _place(told.get("quote_2", ""), passage)
    if quote is None:
        return "not_quoted"
    reference = " ".join(told["answer_2"].split())
    return listing([draft, msgspec.structs.replace(draft, reference=reference, passage=passage, quote=quote)])


def _translated(question: str, told: str, slot: Slot) -> str:
    """The question in the other language, if it is in it and holds the same numbers; else empty: it stays as it was."""
    text = " ".join(told.split())
    same = sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", question))
    return text if text and same and language(text) == _OTHER[slot.language] else ""


def _message(slot: Slot) -> str:
    """Passages in their fences, then what is wanted of them, a line each."""
    shown = [_shown(passage) for passage in (slot.passage, slot.other) if passage is not None]
    fence = Fence(shown)
    names = ["passage"] if len(shown) == 1 else ["passage 1", "passage 2"]
    lines = [fence.mark, *(fence.block(name, text) for name, text in zip(names, shown, strict=True))]
    lines.append(f"kind: {slot.kind}")
    if slot.about:
        lines.append(f"about: {slot.about}")
    if slot.persona:
        lines.append(f"asked by: {on_one_line(line_of(slot.persona, slot.language))}")
    if slot.elsewhere:
        lines.append(f"translate into: {_OTHER[slot.language]}")
    return "\n".join(lines)


def _shown(passage: Passage) -> str:
    return "\n\n".join(part for part in (" > ".join(passage.headings), passage.text) if part)


async def _all(work: Sequence[Any]) -> list[Any]:
    """All results; on the first error the calls in flight end, so that what was paid for is kept."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


def _texts(found: Sequence[Mapping[str, Any]], *names: str) -> dict[str, str]:
    """The named texts of the first object that holds one of them."""
    row = next((one for one in found if any(name in one for name in names)), {})
    return {name: row[name].strip() for name in names if isinstance(row.get(name), str)}


def _place(quote: str, passage: Passage) -> tuple[int, int] | None:
    """Where a quote stands in the document, whatever its white space; None where it does not."""
    words = quote.split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), passage.text)
    return (passage.start + found.start(), passage.start + found.end()) if found else None


@cache
def _prompt(name: str, spoken: str) -> str:
    text = resources.files("raggauge.goldens").joinpath(f"prompts/{name}.{spoken}.txt").read_text("utf-8")
    return text.partition("\n")[2].strip()

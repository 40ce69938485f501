"""A golden dataset written by a language model: questions with quoted answers, not known without them."""

import asyncio
import random
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
from raggauge.goldens.filters import Breadth
from raggauge.goldens.passages import Document, Passage
from raggauge.goldens.prose import plain
from raggauge.llm.caller import Caller, Subject
from raggauge.llm.fences import Fence
from raggauge.llm.replies import find
from raggauge.llm.tokens import count
from raggauge.llm.wire import ChatRequest
from raggauge.sample import Sample
from raggauge.text import language

MIX: Final[dict[Kind, int]] = {
    "fact": 35, "condition": 20, "reason": 15, "definition": 10, "comparison": 8, "unanswerable": 7, "false_premise": 5,
}  # fmt: skip
# Drafts asked for per item wanted: the filters take their share.
SPARE: Final = 1.6
_SHORTEST: Final = 120
_REPLY: Final = 400


class Slot(msgspec.Struct, frozen=True):
    """One call to come: a kind of question of a passage, in a language."""

    passage: Passage
    kind: Kind
    language: str


class Forecast(msgspec.Struct, frozen=True):
    """What a build takes at most: calls, and tokens of prompts and replies."""

    calls: int
    prompt_tokens: int
    completion_tokens: int


def slots(passages: Sequence[Passage], plan: Plan, /) -> list[Slot]:
    """Which passages are asked for which kinds: even over documents, in an order drawn from the seed."""
    by_document: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(plain(passage.text)) >= _SHORTEST:
            by_document.setdefault(passage.path, []).append(passage)
    draw = random.Random(f"{plan.seed}:slots")
    queues = list(by_document.values())
    for queue in queues:
        draw.shuffle(queue)
    draw.shuffle(queues)
    deep = max(map(len, queues), default=0)
    order = [queue[depth] for depth in range(deep) for queue in queues if depth < len(queue)]
    kinds = [kind for kind, share in plan.mix.items() for _ in range(share)]
    draw.shuffle(kinds)
    wanted = round(SPARE * plan.n)
    found = []
    for number, passage in enumerate(order[:wanted]):
        spoken = language(plain(passage.text))
        if spoken in FORMS:
            found.append(Slot(passage, kinds[number % len(kinds)], spoken))
    return found


def forecast(found: Sequence[Slot], /) -> Forecast:
    """What the calls for these slots take: one that writes, one that tries to answer without the passage."""
    written = sum(count(_prompt("write", one.language)) + count(one.passage.text) + 60 for one in found)
    closed = sum(count(_prompt("closed", one.language)) + 60 for one in found)
    return Forecast(2 * len(found), written + closed, 2 * 120 * len(found))


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
    from raggauge.judge.embedded.support import support

    request = ChatRequest(system=_prompt("closed", spoken), user=question, max_tokens=_REPLY)
    reply = await caller.ask(request, Subject(question[:80], "goldens_closed"))
    told = _texts(find(reply.text).dicts(), "answer").get("answer", "")
    return bool(told) and not abstains(told) and support(reference, [told], question=question).verdict == "supported"


async def _drafted(slot: Slot, caller: Caller) -> Draft | str:
    titles = " > ".join(slot.passage.headings)
    shown = "\n\n".join(part for part in (titles, slot.passage.text) if part)
    fence = Fence([shown])
    user = f"{fence.mark}\n{fence.block('passage', shown)}\nkind: {slot.kind}"
    request = ChatRequest(system=_prompt("write", slot.language), user=user, max_tokens=_REPLY)
    reply = await caller.ask(request, Subject(slot.passage.id, "goldens_write"))
    told = _texts(find(reply.text).dicts(), "question", "answer", "quote")
    if reply.cut or not told.get("question") or not told.get("answer"):
        return "malformed"
    quote = _place(told.get("quote", ""), slot.passage)
    if quote is None and slot.kind != "unanswerable":
        return "not_quoted"
    return Draft(
        kind=slot.kind,
        question=" ".join(told["question"].split()),
        reference=FORMS[slot.language].REFUSAL if slot.kind == "unanswerable" else " ".join(told["answer"].split()),
        passage=slot.passage,
        quote=None if slot.kind == "unanswerable" else quote,
        language=slot.language,
    )


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

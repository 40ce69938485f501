"""Chinese questions from Chinese sentences, by the form of the sentence. What fits no form gives none."""

import re
from collections.abc import Iterator
from typing import Final

from raggauge.goldens.drafts import Draft, Kind
from raggauge.goldens.passages import Passage
from raggauge.goldens.prose import Listing, Sentence

_THING = r"(?P<thing>[^，。：；！？、（）“”]{2,24}?)"
_DEFINITION = re.compile(
    rf"^{_THING}\s*是\s*(?P<rest>一[个种款套类组]|由|用于|基于|指|[^，。]{{0,12}}的)(?P<more>[^。]{{8,}})。$"
)
_PURPOSE = re.compile(rf"^{_THING}\s*(?P<verb>用于|用来|可以用来|可用于)\s*(?P<rest>[^，。]{{4,60}})[^。]*。$")
_IF = re.compile(
    r"^(?:如果|若)(?P<you>你|您)?(?P<goal>(?:想|要|需要|希望|正在|使用|已经|不想|没有)[^，。]{4,50})，(?P<what>[^。]{8,})。$"
)
_TO = re.compile(r"^(?:要|为了)(?P<goal>[^，。]{4,40})，(?P<what>(?:你|您|可以|需要|请|只需|使用)[^。]{6,})。$")
_BECAUSE = re.compile(r"^(?P<what>[^，。]{6,50})，因为(?P<why>[^。]{6,})。$")
_DOES = re.compile(
    rf"^{_THING}\s*(?P<verb>支持|提供|需要|包含|包括|返回|要求|允许|会生成|会验证|会转换|依赖)\s*(?P<rest>[^。]{{6,}})。$"
)
_NUMBER = re.compile(r"(?<![\w.\-/#`])\d+(?:[.,]\d+)*%?(?![\w.\-/`])")
_VAGUE = re.compile(
    r"^(?:它|这|那|此|其|他|她|我|你|您|我们|你们|上面|下面|以下|如下|前面|后面|同样|另外|此外|因此|所以|但|但是|而|并且|"
    r"然后|现在|例如|比如|注意|请|不过|当然|其中|这里|那里|有些|一些|许多|每个|所有|唯一|区别|结果|原因|目的|主要|重点|关键|"
    r"第[一二三四五六七八九十]|最后|首先|接下来|通常|默认|可能|只有|只要|无论|虽然|由于|为了|如果|当|在|从|对于|通过|根据|使用)"
)
_POINTING = re.compile(r"(?:这个|这些|那个|那些|上述|上面|下面|以下|如下|前面|本例|该例|这样|这里|此处|它们?)")


def drafts(sentence: Sentence, passage: Passage, /) -> Iterator[Draft]:
    """All questions that the form of a sentence allows."""
    for kind, question in _questions(sentence.text):
        yield Draft(
            kind=kind,
            question=question,
            reference=sentence.text,
            passage=passage,
            quote=(sentence.start, sentence.end),
            language="zh",
        )


def list_draft(listing: Listing, passage: Passage, /) -> Draft | None:
    """A question after the items of a list, from the sentence that leads to it."""
    lead = listing.lead.text.rstrip("：:").strip()
    found = re.match(rf"^{_THING}\s*(?P<verb>支持|提供|包含|包括|需要|具有)(?P<rest>[^，。]*)$", lead)
    if not found or _VAGUE.match(found["thing"]) or _POINTING.search(found["thing"]):
        return None
    reference = "；".join(item.rstrip("。；;,.") for item in listing.items) + "。"
    return Draft(
        kind="list",
        question=f"{found['thing'].strip()}{found['verb']}哪些内容？",
        reference=reference,
        passage=passage,
        quote=(listing.lead.start, listing.end),
        language="zh",
    )


def unanswerable(thing: str, number: int, /) -> str:
    """A question after something that documentation does not say."""
    forms = (
        "{}的商业支持合同每年多少钱？",
        "{}第一年有多少人参与开发？",
        "哪家公司对{}做过安全审计，是什么时候？",
        "{}最早是在哪座城市发布的？",
        "{}的技术支持电话是多少？",
    )
    return forms[number % len(forms)].format(f" {thing} " if thing.isascii() else thing).strip()


REFUSAL: Final = "文档中没有说明。"


def false_premise(text: str, /) -> tuple[str, str] | None:
    """A question that takes the opposite of a sentence for granted, and the answer that corrects it."""
    found = _DOES.match(text)
    if not found or found["verb"] not in ("支持", "提供", "包含", "包括") or not _fit(found["thing"]):
        return None
    rest = re.split(r"[，；（]", found["rest"])[0].strip()
    verb = "包含" if found["verb"] == "包括" else found["verb"]
    return f"为什么{found['thing'].strip()}不{verb}{rest}？", f"这个前提不成立：{text}"


def _questions(text: str) -> Iterator[tuple[Kind, str]]:
    if (found := _DEFINITION.match(text)) and _fit(found["thing"]):
        yield "definition", f"{found['thing'].strip()}是什么？"
    elif (found := _PURPOSE.match(text)) and _fit(found["thing"]):
        yield "fact", f"{found['thing'].strip()}{found['verb'].removeprefix('可以')}做什么？"
    elif (found := _DOES.match(text)) and _fit(found["thing"]):
        yield "fact", f"{found['thing'].strip()}{found['verb'].removeprefix('会')}什么？"
    elif (found := _BECAUSE.match(text)) and _fit(found["what"]):
        yield "reason", f"为什么{found['what'].strip()}？"
    if (found := _IF.match(text)) and not _POINTING.search(found["goal"]):
        yield "condition", f"如果{found['goal'].strip()}，应该怎么做？"
    elif (found := _TO.match(text)) and not _POINTING.search(found["goal"]):
        yield "condition", f"怎样才能{found['goal'].strip()}？"
    numbers = list(_NUMBER.finditer(text))
    if len(numbers) == 1 and 20 <= len(text) <= 120 and not _VAGUE.match(text) and not _POINTING.search(text):
        gap = text[: numbers[0].start()] + "____" + text[numbers[0].end() :]
        yield "number", f"空格处应填什么数字？“{gap}”"


def _fit(thing: str) -> bool:
    return not _VAGUE.match(thing.strip()) and not _POINTING.search(thing) and len(thing.strip()) >= 2

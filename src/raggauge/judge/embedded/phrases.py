"""Phrases that decide whether a sentence is a claim at all, and whether an answer refuses."""

from __future__ import annotations

import re
from functools import lru_cache

from raggauge.judge.embedded.wordlists import is_negation
from raggauge.text.folding import fold
from raggauge.text.quantity import folded_quantities
from raggauge.text.segment import tokens
from raggauge.text.words import stop_words

_SOURCES = (
    r"(?:passages?|contexts?|documents?|texts?|sources?|articles?|materials?|search results?|excerpts?|"
    r"snippets?|references?|information|data|knowledge base)"
)
_META_PREFIX = re.compile(
    rf"^(?:(?:so|thus|therefore|however|also|additionally)?,? ?(?:based|according|as (?:stated|mentioned|"
    rf"described)|from)"
    rf"(?: (?:up)?on| to| in)?(?: (?:all|only|just))?(?: of)?(?: the| these| this| your|"
    rf" my)?(?: [\w-]+){{0,3}}? {_SOURCES}"
    rf"(?: (?:provided|given|above|below|\d+|you provided))*(?: and (?:passage )?\d+)?[,:]? ?)"
    rf"|^(?:the |these )?(?:[\w-]+ )?(?:passages?|contexts?|documents?|text) (?:\d+ )?(?:states?|says?|"
    rf"mentions?|explains?|indicates?|suggests?)(?: that)? "
)
_HAN_META_PREFIX = re.compile(
    "^(?:根据|依据|按照|基于|从|据)(?:以上|上述|所?提供的?|给定的?|已知|参考|检索到的|相关|现有)*(?:的)?(?:资料|文档|文件|内容|信息|段落|上下文|文本|材料|知识库|片段)+"
    "(?:\\d+)?(?:的?内容|显示|可知|来看|可以看出|中可知)?[，,：:]?|^(?:文中|文档|资料|段落)(?:\\d+)?(?:中)?(?:提到|指出|显示|说明)[，,：:]?"
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|thanks?|thank you|you(?:'re| are) welcome|sure|certainly|of course|"
    r"great question|good question|"
    r"i hope (?:this|that|it)|hope (?:this|that)|let me know|feel free|please (?:let|feel|contact|"
    r"note that i)|if you have (?:any|more|further)|"
    r"is there anything|best regards|happy to help|glad to|have a (?:nice|great|good)|no problem|sorry|"
    r"i apologi[sz]e|i'm sorry)\b"
    r"|^(?:您好|你好|大家好|谢谢|感谢|不客气|当然|好的|希望(?:以上|这|对)|如果(?:您|你)(?:还)?有|如有(?:其他|任何|疑问)|请随时|祝(?:您|你)|抱歉|对不起|很高兴)"
)
# What is said to whoever is asked, before a question and behind it.
_ASKING = re.compile(
    r"^(?:(?:hi|hello|hey|excuse me|good (?:morning|afternoon|evening)|please|(?:can|could|would) you (?:please )?"
    r"(?:tell|explain to) (?:me|us)|(?:please )?tell me|i(?:'d| would) like to know)(?:[ ,.!:]+|$)"
    r"|(?:(?:您|你)们?好|大家好|请问|请教|麻烦(?:您|你)?(?:问|告诉我)?|(?:我)?想(?:问|知道|请教)|能(?:不能|否)?告诉我)(?:一下|下)?[\s,，。.!！:：、]*)+",
    re.IGNORECASE,
)
_THANKING = re.compile(
    r"(?:[\s,，。.!！]*(?<![A-Za-z])(?:thanks?(?: you)?(?: very much| in advance)?|谢谢(?:您|你|了|啦)?|多谢)"
    r"[\s.!。！]*)$",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"^(?:well ,? ?|yes ,? ?|no ,? ?|oh ,? ?)?(?:in my (?:opinion|view)|i (?:think|believe|feel|guess|"
    r"suppose|love|like|enjoy|prefer|hope|wish|agree|"
    r"wonder|hate|do n't know|don'?t know|don ' t know|am not sure|would like|would love|want)|"
    r"i ?'? ?m (?:not sure|sure|a big fan|glad|happy|sorry)|personally|that(?: ?'? ?s| is|"
    r" sounds) (?:great|awesome|cool|nice|"
    r"interesting|amazing|good|so)|sounds (?:great|good|like)|wow|cool|awesome|great|nice|me too)\b"
    r"|^(?:我(?:个人)?(?:认为|觉得|感觉|相信|喜欢|希望|想|猜)|个人认为|依我看|在我看来|我们认为|真(?:是)?太)"
)
_QUESTION = re.compile(r"[?？][\"'”’」』）)]*\s*$|(?:吗|呢)[。.!！]?$")
_HEADING_END = re.compile(r"[:：]\s*$")
_HEADING_WORDS = re.compile(
    r"\b(?:here (?:is|are)|the following|as follows|below|steps?|tips|examples?|summary|conclusion|answer)\b"
    r"|如下|以下|包括"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|must|should|does|do|did|[a-z]{3,}(?:ed|"
    r"es|s))\b|是|为|有|在|会|能|需|可|了"
)

_NOT_SAID = (
    rf"\b(?:{_SOURCES}|it|they|this)\b[^.;]{{0,60}}?\b(?:(?:do|does|did|is|are)(?: not|n't)|cannot|can't|"
    rf"don't|doesn't|didn't|isn't|aren't|never|without|lacks?|fails? to)\b[^.;]{{0,40}}?"
    r"\b(?:say|state|mention(?:ed)?|provided?|specif(?:y|ied|ic)|contain(?:ed)?|include|address(?:ed)?|"
    r"answer|give|given|discuss(?:ed)?|cover(?:ed)?|information|details?|explain|indicate|describe|enough|"
    r"sufficient|available|clear|disclose|list|reference|tell)\b"
)
_CANNOT = (
    r"\b(?:i|we)\b ?(?:am|'m|are|'re)? ?(?:sorry,? (?:but )?)?(?:i )?(?:do not|don't|don ' t|did not|"
    r"didn't|cannot|can't|can not|could not|couldn't|am unable to|unable to|not able to|not sure|have no|"
    r"am not able to)[^.;]{0,30}?"
    r"\b(?:know|answer|find|found|determine|provide|have|locate|say|tell|give|respond|information|idea|"
    r"confirm|help|access)\b"
)
_UNABLE = (
    r"^(?:unfortunately,? )?(?:it is |it's |i am |i'm )?(?:unable|impossible|not possible|"
    r"not able) to (?:answer|determine|find|provide|say|tell|give|conclude|identify|confirm)\b"
)
_NO_INFORMATION = (
    r"\b(?:there (?:is|was|are)|contains?|provides?|gives?|found|have|has|with) (?:no|not any|not enough|"
    r"insufficient|no specific|no relevant|no clear)\b[^.;]{0,30}?\b(?:information|mention|details?|"
    r"answer|data|evidence|context|references?|documentation|record)\b"
    r"|^(?:no|not enough|insufficient|no relevant|no specific) (?:information|answer|data|context|"
    r"details?|results?|mention)\b|\bnone of the (?:\w+ ){0,2}(?:passages|documents|sources|contexts|"
    r"texts)\b"
    r"|\bcannot be (?:answered|determined|found|confirmed)\b|\b(?:is|are|was) (?:not|n't) (?:mentioned|"
    r"stated|specified|addressed|disclosed|answered|discussed)\b(?: (?:in|by|from) (?:the|these|this|any)\b.*)?[.!]?$"
    r"|\b(?:is|are|was) (?:not|n't) (?:provided|given|available)[.!]?$"
    r"|\b(?:is|are|was) (?:not|n't) (?:provided|given|available|covered|included|contained) (?:in|by|from) "
    rf"(?:the |these |this |any |your |our )?(?:\w+ ){{0,2}}(?:{_SOURCES})\b.*$"
    r"|^(?:i (?:do not|don't) know|unknown|not (?:known|mentioned|specified|stated|provided|available|"
    r"found)|n/?a|no answer|unanswerable|i have no idea)[.!]?$"
)
_REFUSAL = re.compile("|".join((_NOT_SAID, _CANNOT, _UNABLE, _NO_INFORMATION)))
_MAY_REFUSE = re.compile(
    r"n(?:o(?:t|ne|\W|$)|'t| ' t|ever|/a)|without|lack|fail|un(?:able|answerable|known)|impossible|insufficient|^na\b"
)
"""What every English refusal has somewhere; looked for first, since it is found or missed in a tenth of the time."""
_HAN_REFUSAL = re.compile(
    "(?:资料|文档|文件|内容|信息|段落|上下文|文本|材料|知识库|文中|片段|原文|手册|说明)[^。！？；]{0,14}?(?:没有|并没有|未|并未|无|不包含|不含|缺少|缺乏|"
    "尚未)[^。！？；]{0,8}?(?:提到|提及|说明|提供|涉及|包含|包括|给出|记载|信息|内容|相关|描述|明确|找到|介绍|答案|回答|规定)"
    "|(?:无法|不能|没法|难以|没办法|未能)(?:从[^。，]{0,16})?(?:直接|准确|确切|具体)?(?:回答|得知|确定|判断|得出|找到|提供|给出|获知|知道|确认|查到|作答|解答)"
    "|(?:没有|未|未能|没)(?:查到|找到|检索到|查询到|搜索到|发现)[^。]{0,12}(?:信息|内容|资料|答案|结果|记录|说明|文档)"
    "|^(?:(?:很)?抱歉[，,]?)?(?:我|我们)?(?:也)?(?:不知道|不清楚|不了解|不太清楚|暂不清楚|不确定)(?:(?:这个|该)?问题(?:的?答案)?|答案|相关信息|此事|具体(?:情况|信息))?[。.！!]?$|^(?:未知|不详|"
    "无答案|暂无(?:相关)?(?:信息|数据|资料)|没有(?:相关|足够的?)?(?:信息|资料|答案)|未提及|未说明|没有提到|无相关信息)[。.！!]?"
)

_ASSENT = frozenset(
    ("yeah", "yep", "ok", "okay", "true", "right", "sure", "correct", "indeed", "well", "是", "对", "好", "的")
)


def meta_prefix(sentence: str) -> int:
    """Give the length of "according to the passage, " or the like at the start of a sentence, else 0."""
    folded = fold(sentence)
    match = _META_PREFIX.match(folded) or _HAN_META_PREFIX.match(folded)
    return match.end() if match else 0


@lru_cache(maxsize=256)
def refuses(sentence: str) -> bool:
    """Say whether a sentence says that the answer is not known or not in the documents."""
    folded = fold(sentence).strip()
    if _MAY_REFUSE.search(folded) and _REFUSAL.search(folded):
        return True
    return not folded.isascii() and _HAN_REFUSAL.search(folded) is not None


def unclaimed(sentence: str) -> str:
    """Say why a sentence claims nothing that can be checked; an empty text when it does claim something."""
    folded = fold(sentence).strip()
    if _QUESTION.search(folded):
        return "question"
    if refuses(sentence):
        return "about the documents"
    if _GREETING.match(folded) and len(folded) < 160 and not _factual(sentence, folded):
        return "greeting"
    if _OPINION.match(folded) and not _factual(sentence, folded):
        return "opinion"
    if _HEADING_END.search(folded) and (len(folded) < 90 or _HEADING_WORDS.search(folded)):
        return "heading" if not _FINITE.search(folded) or _HEADING_WORDS.search(folded) else ""
    return ""


def is_filler(sentence: str) -> bool:
    """Say whether a sentence has nothing but function words and words of assent ("Yes, it is.", 是的)."""
    words = tokens(sentence)
    stops = stop_words()
    return all(word in stops or word in _ASSENT for word in words) and not any(
        is_negation(words, place) for place in range(len(words))
    )


def _factual(sentence: str, folded: str) -> bool:
    """Say whether a number or a name after the first word hints at a fact in spite of the manner of speaking."""
    return bool(folded_quantities(folded)) or re.search(r"[a-z,] [A-Z][a-z]", sentence) is not None


def bare_question(question: str) -> str:
    """Take greetings and thanks off a question, which say nothing of what is asked; never all of it."""
    bare = _THANKING.sub("", _ASKING.sub("", question.strip()))
    return bare if bare.strip(" ?？.。!！") else question

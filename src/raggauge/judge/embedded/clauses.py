"""Cut a sentence into clauses that can be true or false by themselves, with their subjects filled in."""

from __future__ import annotations

import re
from typing import NamedTuple


class Clause(NamedTuple):
    """A clause: its text with the subject filled in, and where it stands in the text it came from."""

    text: str
    start: int
    end: int


VERBS = (
    "is|was|are|were|has|have|had|can|could|will|would|may|might|must|should|does|did|became|becomes|"
    "includes?|included|"
    "contains?|contained|offers?|offered|provides?|provided|requires?|required|uses?|used|lies|lay|"
    "covers?|covered|runs|ran|"
    "began|begins|ended|ends|starts?|started|allows?|allowed|gives?|gave|takes?|took|makes?|made|won|"
    "wins|wrote|writes|"
    "published|released|served|serves|worked|works|studied|moved|died|married|played|plays|directed|"
    "produced|received|"
    "joined|left|lived|lives|founded|hosts?|hosted|holds?|held|costs?|sells?|sold|supports?|supported|"
    "measures?|weighs?|"
    "remains?|remained|reached|reaches|rose|fell|grew|increased|decreased|causes?|caused|helps?|"
    "prevents?|features?|featured"
)
_SUBJECT = re.compile(rf"^((?:[^\s,;:]+ ){{1,7}}?)(?:also |still |now )?(?:{VERBS})\b", re.IGNORECASE)
_AND_VERB = re.compile(
    rf"(?:,? (?:and|but) (?:then |also |later |thus |still )?|; (?:and |but )?)(?=(?:{VERBS})\b)", re.IGNORECASE
)
_AND_SUBJECT = re.compile(
    rf"(?:; (?:and |but |however, )?|, (?:and|but|while|whereas) )(?=(?:(?:the|a|an|it|he|she|they|its|his|"
    rf"her|their|this|these|"
    rf"[A-Z][\w'-]+)\b(?: [\w'-]+){{0,4}}? (?:{VERBS})\b))",
    re.IGNORECASE,
)
_DEPENDENT = re.compile(
    r"^(?:if|when|while|although|though|because|since|as|after|before|unless|once|whether|that|which|who|"
    r"where|to|for|in|"
    r"by|with|from|during|despite|due|given)\b",
    re.IGNORECASE,
)

_HAN_COMMA = re.compile("[，,]")
_HAN_CONNECTIVE = re.compile(
    "^(?:并且|并|而且|且|同时|此外|另外|但是|但|不过|然而|因此|所以|还|也|而|其中|以及)(?=.{2})"
)
_HAN_PREDICATE = re.compile(
    "^(?:不仅|也|还|都|则|均|已经|已|曾经|曾|将|正在|共|总共|约|主要|通常|一般|目前)*(?:是|为|有|没有|拥有|需要|需|须|必须|应当|应该|应|可以|可|能够|能|会|"
    "位于|坐落|成立|创立|创建|建于|始建|建成|包括|包含|分为|属于|由|在|于|被|不|未|无法|曾|获得|获|提供|支持|允许|禁止|要求|实行|采用|使用|负责|"
    "担任|出任|毕业|出生|生于|去世|逝世|来自|成为|加入|参加|推出|发布|发行|上映|播出|开放|运营|生产|销售|适用|享有|享受|达到|超过|占|覆盖|"
    "连接|设有|设立|隶属|管辖|面积|人口|海拔|全长|总长)"
)
_HAN_ATTRIBUTES = (
    "常住人口|总人口|人口|总面积|占地面积|面积|海拔|高度|身高|体重|年龄|价格|售价|票价|长度|全长|总长|宽度|气温|温度|总部|员工|速度|时速|容量|"
    "产量|销量|市值|营收|收入|利润|注册资本|首都|省会|官方语言|货币|电话|地址|邮箱|创始人|董事长|首席执行官|校长|作者|导演"
)
_HAN_ATTRIBUTE_END = re.compile(f"^(.{{2,}}?)的?(?:{_HAN_ATTRIBUTES})$")
_HAN_ATTRIBUTE_START = re.compile(f"^(?:{_HAN_ATTRIBUTES})")
_HAN_SUBJECT = re.compile(
    "^(.{2,16}?)(?:也|还|均|已经|已|曾经|曾|将|共|约|主要|通常|一般|目前|大约)*(?:是|为(?!了)|有|没有|拥有|需|须|必须|应|可以|可(?!能)|能够|会|"
    "位于|坐落|成立|创立|创建|建于|始建|建成|包括|包含|分为|属于|由|于|在|被|不|未|获|提供|支持|允许|禁止|要求|实行|采用|使用|担任|毕业|出生|"
    "生于|去世|来自|成为|加入|推出|发布|享有|达到|超过|占|\\d|[一二三四五六七八九十百千万两]+[个位名年月日天元人万亿])"
)
_HAN_TIME = re.compile(
    "^(?:(?:截至|截止|自|从|在|到)?\\d{2,4}年(?:\\d{1,2}月)?(?:\\d{1,2}[日号])?(?:起|底|初|末|以来|时)?|目前|如今|现在|今年|去年|近年来|"
    "当时|此后)[，,]?(?:的)?"
)
_HAN_OWNER = re.compile("^(?:本公司|我公司|公司|我司|本店|本校|学校|平台|我们|本院)的?(?=.{2})")
_HAN_DEPENDENT = re.compile(
    "^(?:如果|若|虽然|尽管|由于|因为|当|为了|除了|除|随着|根据|依据|按照|只要|只有|无论|不管|即使|假如|在.*(?:时|中|后|前|上|下|里|期间)$|自.*(?:起|以来|"
    "后)$|.*(?:时|后|以来|之前|的话|期间)$)"
)
_HAN_PRONOUN = re.compile("^(?:他们|她们|它们|他|她|它|该[^，]{0,1}(?=是|为|有|的))")


def clauses(text: str, start: int, end: int, *, chinese: bool) -> list[Clause]:
    """Cut the sentence ``text[start:end]``; a sentence that cannot be cut safely stays whole."""
    return _han_clauses(text, start, end) if chinese else _english_clauses(text, start, end)


def subject_of(sentence: str, *, chinese: bool) -> str:
    """Give what a sentence is about, or an empty text when that is not plain to see."""
    if chinese:
        return _han_topic(sentence)
    match = _SUBJECT.match(sentence)
    subject = match[1].strip() if match else ""
    return "" if not subject or _DEPENDENT.match(subject) else subject


def _english_clauses(text: str, start: int, end: int) -> list[Clause]:
    sentence = text[start:end]
    subject = subject_of(sentence, chinese=False)
    if not subject:
        return [Clause(sentence, start, end)]
    cuts = [(m.start(), m.end(), True) for m in _AND_VERB.finditer(sentence)]
    cuts += [(m.start(), m.end(), False) for m in _AND_SUBJECT.finditer(sentence)]
    parts: list[Clause] = []
    position, fill = 0, False
    for low, high, without_subject in sorted(cuts):
        if low < position or len(sentence[position:low].split()) < 3 or len(sentence[high:].split()) < 2:
            continue
        parts.append(_filled(sentence, (position, low), subject if fill else "", start))
        position, fill = high, without_subject
    parts.append(_filled(sentence, (position, len(sentence)), subject if fill else "", start))
    return parts


def _filled(sentence: str, place: tuple[int, int], subject: str, offset: int) -> Clause:
    low, high = place
    body = sentence[low:high]
    return Clause(f"{subject} {body}" if subject else body, offset + low, offset + high)


def _han_clauses(text: str, start: int, end: int) -> list[Clause]:
    """Cut at commas before a new predicate, and fill the topic of the first clause in."""
    pieces: list[tuple[int, int]] = []
    position = start
    for match in _HAN_COMMA.finditer(text, start, end):
        if _digit(text, match.start() - 1) and _digit(text, match.end()):
            continue
        pieces.append((position, match.start()))
        position = match.end()
    pieces.append((position, end))
    topic = _han_topic(text[start:end])
    parts: list[Clause] = []
    for first, high in pieces:
        low = high - len(text[first:high].lstrip())
        body = text[low:high]
        previous = parts[-1] if parts else None
        if previous is None or not _stands_alone(previous.text, body):
            parts[-1:] = [
                Clause(text[previous.start : high] if previous else body, previous.start if previous else low, high)
            ]
            if previous and not text[previous.start : high].startswith(previous.text[:1]):
                parts[-1] = Clause(previous.text + text[previous.end : high], previous.start, high)
            continue
        parts.append(_han_filled(body, low, high, topic))
    return parts


def _digit(text: str, place: int) -> bool:
    return 0 <= place < len(text) and text[place].isdigit()


def _stands_alone(before: str, body: str) -> bool:
    plain = _HAN_CONNECTIVE.sub("", body)
    if len(before) < 4 or len(plain) < 4 or _HAN_DEPENDENT.match(before):
        return False
    if _HAN_PREDICATE.match(plain) or _HAN_ATTRIBUTE_START.match(plain) or _HAN_PRONOUN.match(plain):
        return _HAN_SUBJECT.match(before) is not None
    return _HAN_SUBJECT.match(before) is not None and _HAN_SUBJECT.match(plain) is not None and len(plain) >= 6


def _han_filled(body: str, low: int, high: int, topic: str) -> Clause:
    plain = _HAN_CONNECTIVE.sub("", body)
    if topic and not plain.startswith(topic):
        if pronoun := _HAN_PRONOUN.match(plain):
            plain = topic + plain[pronoun.end() :]
        elif plain.startswith("其") and not plain.startswith(("其他", "其中", "其实", "其余")):
            plain = topic + "的" + plain[1:]
        elif _HAN_PREDICATE.match(plain) or _HAN_ATTRIBUTE_START.match(plain):
            plain = topic + plain
    return Clause(plain, low, high)


def _han_topic(sentence: str) -> str:
    match = _HAN_SUBJECT.match(_HAN_TIME.sub("", sentence))
    if match is None or re.search("[，,、：:“”（）()]", match[1]):
        return ""
    subject = match[1]
    if owner := _HAN_ATTRIBUTE_END.match(subject):
        return owner[1]
    return _HAN_OWNER.sub("", subject)

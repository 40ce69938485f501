"""Find the names, titles, numbers and dates of a reference, and whether passages hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from raggauge.judge.embedded.reading import Reading
from raggauge.text.folding import normalise
from raggauge.text.likeness import shingles
from raggauge.text.quantity import Quantity, quantities
from raggauge.text.script import language
from raggauge.text.segment import sentences, tokens
from raggauge.text.words import stop_words

How = Literal["", "exact", "alias", "contained", "fuzzy"]
_NAME = re.compile(
    r"[A-Z][\w'’.&-]*[\w](?:(?: (?:of|the|de|la|von|van|and|for|in) (?=[A-Z]))?(?: ?[A-Z][\w'’.&-]*[\w]|"
    r"(?<=[a-z]) \d{1,4}\b)?)*"
)
_QUOTED = re.compile('[《“「『"]([^》”」』"]{2,40})[》”」』"]')
_HAN_NAME = re.compile(
    "[\u4e00-\u9fff]{2,10}?(?:公司|集团|大学|学院|学校|中学|小学|银行|医院|研究所|委员会|政府|法院|部队|俱乐部|球队|协会|出版社|电视台|"
    "共和国|王国|帝国|王朝|省|市|县|区|镇|乡|村|州|岛|山|河|江|湖|海|港|站|路|街|寺|庙|桥|塔|宫|机场|铁路|高速|奖|杯|党|节|法|条例)(?![的得])"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+-]*(?: [A-Z][A-Za-z0-9.+-]*)*")
_FUZZY = 0.6


class Found(NamedTuple):
    """Whether a context holds an entity, how it matched, and which context."""

    found: bool
    how: How
    context: int | None


def entities(text: str) -> list[str]:
    """List the entities of a text in order, each once: names, titles, numbers, dates; a bare answer is one itself."""
    chinese = language(text) in ("zh", "ja")
    plain = text.strip().rstrip("。.!！")
    if plain and _bare(plain, chinese):
        return [plain]
    spans = [match.span(1) for match in _QUOTED.finditer(text)]
    spans += [(quantity.start, quantity.end) for quantity in quantities(text)]
    patterns = (_HAN_NAME, _LATIN) if chinese else (_NAME,)
    first = {start for start, _ in sentences(text)}
    for pattern in patterns:
        for match in pattern.finditer(text):
            words = match[0].split()
            common = words[0].lower() in stop_words()
            if (
                match.start() in first
                and (common or (len(words) == 1 and match[0].istitle() and not chinese))
                and len(words) == 1
            ):
                continue
            start = match.start() + (len(words[0]) + 1 if common and len(words) > 1 else 0)
            spans.append((start, match.end()))
    kept: list[tuple[int, int]] = []
    for span in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return list(dict.fromkeys(text[start:end] for start, end in kept))


def locate(entity: str, contexts: Sequence[Reading]) -> Found:
    """Look for an entity in contexts: exactly, by another form, as part of a name, then by likeness of spelling."""
    wanted = normalise(entity)
    plain = [_normalised(context.text) for context in contexts]
    amounts = quantities(entity)
    for k, text in enumerate(plain):
        if _contains(text, wanted):
            return Found(True, "exact", k)
    for k, context in enumerate(contexts):
        if _same_amount(entity, amounts, context) or _initials(entity, context.text):
            return Found(True, "alias", k)
    parts = [part for part in tokens(wanted) if part not in stop_words()]
    for k, text in enumerate(plain):
        if len(parts) > 1 and wanted.isascii() and all(_contains(text, part) for part in parts):
            return Found(True, "contained", k)
    for k, text in enumerate(plain):
        if len(wanted) >= 5 and not amounts and _alike(wanted, text):
            return Found(True, "fuzzy", k)
    return Found(False, "", None)


@lru_cache(maxsize=32)
def _normalised(text: str) -> str:
    return normalise(text)


def _bare(text: str, chinese: bool) -> bool:
    words = tokens(text)
    if chinese:
        return len(words) <= 10 and not re.search("[，,。；;]|[是为有在了]", text)
    return len(words) <= 4 and not any(word in ("is", "was", "are", "were", "has", "have") for word in words)


def _contains(text: str, wanted: str) -> bool:
    if not wanted.isascii():
        return wanted in text
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (text[at - 1 : at].isalnum() and at) and not text[end : end + 1].isalnum():
            return True
        if not text[at - 1 : at].isascii() or not text[end : end + 1].isascii():
            return True
        at = text.find(wanted, at + 1)
    return False


def _same_amount(entity: str, ours: list[Quantity], context: Reading) -> bool:
    whole = len(ours) == 1 and ours[0].end - ours[0].start >= len(entity.strip()) - 1
    return whole and any(ours[0].same(other) for _, _, other in context.amounts)


def _initials(entity: str, text: str) -> bool:
    words = [word for word in entity.split() if word[:1].isupper()]
    if len(words) > 2:
        return re.search(rf"\b{re.escape(''.join(word[0] for word in words))}\b", text) is not None
    if entity.isupper() and entity.isalpha() and 2 <= len(entity) <= 6:
        return (
            re.search(r"\b" + r" (?:of |the |and |for )*".join(rf"{letter}\w+" for letter in entity), text) is not None
        )
    return False


def _alike(wanted: str, text: str) -> bool:
    size = 3 if wanted.isascii() else 2
    ours = shingles(wanted, size=size)
    best = 0
    for at in range(0, max(1, len(text) - len(wanted) + 1), max(1, len(wanted) // 4)):
        piece = text[at : at + len(wanted) + 2]
        best = max(best, len(ours & {piece[i : i + size] for i in range(len(piece) - size + 1)}))
    return best >= _FUZZY * len(ours) and len(ours) > 2

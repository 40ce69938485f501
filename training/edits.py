"""Make claims that are wrong by one small change out of claims that are right, in English and Chinese.

The trainer learns from these what overlap alone does not show. The suite measures with a generator of its own
(``tests/judge``), which this file never sees.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raggauge.judge.embedded.wordlists import ANTONYMS
from raggauge.text.folding import fold
from raggauge.text.script import is_cjk
from raggauge.text.words import stem, stop_words

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_INNER_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_FIGURE = re.compile(r"\b\d[\d.,]*\d\b|\b\d\b")
_UNLIKE = {
    "big": "minor", "famous": "forgotten", "main": "marginal", "early": "tardy", "first": "hindmost",
    "popular": "disliked", "most": "scarcely any", "large": "minute", "known": "unheard", "made": "wrecked",
    "created": "erased", "founded": "closed", "released": "retracted", "many": "few if any", "best": "lousiest",
    "common": "scarce", "important": "petty", "used": "unneeded", "world": "village", "American": "Martian",
    "often": "seldom", "new": "ancient", "located": "missing", "great": "dismal", "white": "crimson", "film": "poem",
    "rock": "opera", "team": "soloist", "began": "ceased", "professional": "hobby", "original": "imitated",
    "national": "provincial",
}  # fmt: skip
_AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|will|would|has|have|had|does|did|should|may|must)\b")
_PAST = re.compile(r"\b([a-z]{3,}ed)\b")
_NEGATED = re.compile(r"\b(?:not|never) ")
_HAN_VERB = re.compile(
    "(?<=[\u4e00-\u9fff])(?=(?:是|有|在|为|能|会|可以|位于|成立|获得|担任|出生|参加|属于|包括|发行|开始|进入|成为|使用|拥有))"
)
_HAN_RUN = re.compile("[\u4e00-\u9fff]{2,}")


@dataclass(frozen=True)
class Pool:
    """Words and names of other passages, to put into a claim."""

    names: Sequence[str]
    words: Sequence[str]
    han: Sequence[str]


def number(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Change one number to one that the context does not have."""
    found = list(_NUMBER.finditer(claim))
    if not found:
        return None
    match = rng.choice(found)
    digits = list(match[0])
    for _ in range(8):
        places = [i for i, c in enumerate(digits) if c.isdigit()]
        new = digits.copy()
        at = rng.choice(places[-2:])
        new[at] = rng.choice([c for c in "123456789" if c != new[at]])
        text = "".join(new)
        if text not in context:
            return claim[: match.start()] + text + claim[match.end() :]
    return None


def negation(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Put a negation in, or take one out."""
    if is_chinese(claim):
        return _han_negation(claim, rng)
    if match := _NEGATED.search(claim):
        return claim[: match.start()] + claim[match.end() :]
    found = list(_AUXILIARY.finditer(claim))
    if found:
        match = rng.choice(found)
        word = rng.choice([" not", " never", " not"])
        return claim[: match.end()] + word + claim[match.end() :]
    found = list(_PAST.finditer(claim))
    if found:
        match = rng.choice(found)
        word = rng.choice(["never ", "did not ", "refused to be ", "hardly "])
        return claim[: match.start()] + word + claim[match.start() :]
    return None


def entity(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Put a name of another passage in the place of one, or a rare word where there is no name."""
    if is_chinese(claim):
        return _han_other(claim, context, pool.han, rng)
    found = list(_NAME.finditer(claim))
    if not found:
        return None
    match = rng.choice(found)
    names = [name for name in rng.sample(list(pool.names), min(20, len(pool.names))) if name not in context]
    return claim[: match.start()] + names[0] + claim[match.end() :] if names else None


def inner_entity(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Put another name of the same passage in the place of one."""
    if is_chinese(claim):
        runs = [r[i : i + 2] for r in _HAN_RUN.findall(context) for i in range(0, len(r) - 1, 2)]
        return _han_other(claim, claim, runs, rng)
    found = list(_NAME.finditer(claim))
    others = [name for name in _NAME.findall(context) if name not in claim]
    if not found or not others:
        return None
    match = rng.choice(found)
    return claim[: match.start()] + rng.choice(others) + claim[match.end() :]


def word(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Put another content word, by preference the opposite, in the place of one."""
    if is_chinese(claim):
        return _han_opposite(claim) or _han_other(claim, context, pool.han, rng)
    found = [m for m in _WORD.finditer(claim) if len(m[0]) > 3 and m[0].lower() not in stop_words()]
    opposites = [(m, ANTONYMS[stem(m[0].lower())]) for m in found if stem(m[0].lower()) in ANTONYMS]
    if opposites and rng.random() < 0.4:
        match, options = rng.choice(opposites)
        return claim[: match.start()] + rng.choice(sorted(options)) + claim[match.end() :]
    lower = [m for m in found if m[0].islower()]
    if not lower:
        return None
    match = rng.choice(lower)
    held = {stem(w.lower()) for w in _WORD.findall(context)}
    ending = match[0][-2:]
    sample = rng.sample(list(pool.words), min(200, len(pool.words)))
    options = [w for w in sample if stem(w) not in held]
    alike = [w for w in options if w[-2:] == ending] or options
    return claim[: match.start()] + alike[0] + claim[match.end() :] if alike else None


def swap(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Let two names, numbers or content words of the claim change places."""
    if is_chinese(claim):
        return _han_swap(claim, rng)
    spans = [m.span() for m in _NAME.finditer(claim)] + [m.span() for m in _NUMBER.finditer(claim)]
    if len(spans) < 2:
        words = [m for m in _WORD.finditer(claim) if len(m[0]) > 4 and m[0].lower() not in stop_words()]
        spans = [m.span() for m in words]
    if len(spans) < 2:
        return None
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    if b > c or c - b < 3 or claim[a:b] == claim[c:d]:
        return None
    return claim[:a] + claim[c:d] + claim[b:c] + claim[a:b] + claim[d:]


def exchange(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Let two names, or two numbers, change places."""
    if is_chinese(claim):
        return None
    for pattern in (_INNER_NAME, _FIGURE):
        found = list(pattern.finditer(claim))
        if len(found) >= 2:
            first, second = sorted(rng.sample(found, 2), key=lambda m: m.start())
            if first[0] != second[0]:
                (a, b), (c, d) = first.span(), second.span()
                return claim[:a] + claim[c:d] + claim[b:c] + claim[a:b] + claim[d:]
    return None


def unlike(claim: str, context: str, pool: Pool, rng: random.Random) -> str | None:
    """Put a word of quite another sense, and in no list of opposites, in the place of one that both texts have."""
    words = [w for w in _UNLIKE if re.search(rf"\b{w}\b", claim) and re.search(rf"\b{w}\b", context)]
    if not words:
        return None
    old = rng.choice(words)
    return re.sub(rf"\b{old}\b", _UNLIKE[old], claim, count=1)


EDITS: dict[str, Callable[[str, str, Pool, random.Random], str | None]] = {
    "number": number,
    "negation": negation,
    "entity": entity,
    "inner_entity": inner_entity,
    "word": word,
    "swap": swap,
    "exchange": exchange,
    "unlike": unlike,
}


def is_chinese(text: str) -> bool:
    """Say whether more than a third of a text are ideographs."""
    return sum(map(is_cjk, text)) * 3 > len(text)


def _han_negation(claim: str, rng: random.Random) -> str | None:
    for pattern in ("没有", "不", "未"):
        at = claim.find(pattern)
        if at > 0 and rng.random() < 0.5:
            return claim[:at] + claim[at + len(pattern) :]
    found = [m.start() for m in _HAN_VERB.finditer(claim)]
    if not found:
        return None
    at = rng.choice(found)
    verb = claim[at]
    marks = {"是": ["不", "并不", "并非"], "有": ["没"], "为": ["不", "并不"], "会": ["不"], "能": ["不"]}
    return claim[:at] + rng.choice(marks.get(verb, ["没有", "未", "不", "并未", "拒绝"])) + claim[at:]


def _han_other(claim: str, absent_from: str, options: Sequence[str], rng: random.Random) -> str | None:
    runs = [m for m in _HAN_RUN.finditer(claim) if len(m[0]) >= 2]
    if not runs or not options:
        return None
    run = rng.choice(runs)
    size = rng.choice([2, 2, 3]) if len(run[0]) > 3 else 2
    start = run.start() + rng.randrange(len(run[0]) - size + 1)
    folded = fold(absent_from)
    for new in rng.sample(list(options), min(20, len(options))):
        if fold(new) not in folded:
            return claim[:start] + new[:size] + claim[start + size :]
    return None


def _han_opposite(claim: str) -> str | None:
    folded = fold(claim)
    for at in range(len(claim) - 1):
        if folded[at : at + 2] in ANTONYMS:
            return claim[:at] + min(ANTONYMS[folded[at : at + 2]]) + claim[at + 2 :]
    return None


def _han_swap(claim: str, rng: random.Random) -> str | None:
    runs = [m for m in _HAN_RUN.finditer(claim) if len(m[0]) >= 2]
    numbers = [m.span() for m in _NUMBER.finditer(claim)]
    if len(numbers) >= 2:
        (a, b), (c, d) = sorted(rng.sample(numbers, 2))
        return claim[:a] + claim[c:d] + claim[b:c] + claim[a:b] + claim[d:] if claim[a:b] != claim[c:d] else None
    starts = [(m.start() + i, m.start() + i + 2) for m in runs for i in range(0, len(m[0]) - 1, 2)]
    if len(starts) < 4:
        return None
    (a, b), (c, d) = sorted(rng.sample(starts, 2))
    if c - b < 2:
        return None
    return claim[:a] + claim[c:d] + claim[b:c] + claim[a:b] + claim[d:]

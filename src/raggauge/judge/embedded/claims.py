"""Split an answer or a reference into claims, each checkable by itself, with offsets and citations."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from raggauge.evidence import Claim, Span
from raggauge.judge.embedded.clauses import VERBS, Clause, clauses, subject_of
from raggauge.judge.embedded.phrases import is_filler, meta_prefix, refuses, unclaimed
from raggauge.text.script import language
from raggauge.text.segment import sentences

_CITATION = re.compile(
    r"\s*(?:\[\s*(\d{1,3}(?:\s*[,，、;-]\s*\d{1,3})*)\s*\]|【\s*(\d{1,3}(?:\s*[,，、-]\s*\d{1,3})*)\s*】)"
)
_PRONOUN = re.compile(rf"^(?:He|She|It|They)(?= (?:also |still |later )?(?:{VERBS}|[a-z]+ed)\b)")
_NOUN = re.compile(r"^(?:[A-Z][\w'’.-]*(?: (?:[A-Z][\w'’.-]*|of|the|de|and))*|The [\w' -]{2,40})$")
_HAN_PRONOUN = re.compile("^(?:他们|她们|它们|他|她|它)(?!人|国|乡|日)")
_EXPLETIVE = re.compile(
    r"^It (?:is|was|has been) (?:important|possible|necessary|likely|also|recommended|not|estimated|"
    r"believed|worth|a good)\b"
)


class _Piece(NamedTuple):
    text: str
    start: int
    end: int
    citations: tuple[int, ...]


def split_claims(text: str, *, source: str = "answer", prefix: str = "a") -> list[Claim]:
    """Split a text into claims in order, with ids ``prefix1, prefix2, ...``.

    Sentences are cut into clauses where each part has its own predicate, and the subject is filled in. What claims
    nothing (question, greeting, opinion, heading, talk about the documents) is a claim that is not checkable, with the
    reason in ``why``. Citation marks ``[n]`` are taken out of the text and kept as numbers. A text that is one bare
    word or number is one claim. An empty text has none.
    """
    claims: list[Claim] = []
    subject = ""
    chinese = language(text) in ("zh", "ja")
    pieces = _sentences(text)
    for piece in pieces:
        why = unclaimed(piece.text) or ("filler" if len(pieces) > 1 and is_filler(piece.text) else "")
        parts = [Clause(piece.text, piece.start, piece.end)] if why else _parts(text, piece, chinese)
        for part in parts:
            said = _without_marks(part.text)
            if not why:
                said = _resolved(said, subject)
            reason = why or unclaimed(said)
            claims.append(
                Claim(
                    id=f"{prefix}{len(claims) + 1}",
                    source=source,
                    text=said,
                    spans=(Span(part.start, part.end),),
                    checkable=not reason,
                    why=reason,
                    citations=piece.citations,
                )
            )
        if not why:
            named = subject_of(parts[0].text, chinese=chinese)
            subject = named if (chinese and named) or _NOUN.match(named) else subject
    return claims


@lru_cache(maxsize=64)
def abstains(text: str) -> bool:
    """Say whether a text refuses: it says that it does not know, and claims nothing of substance beside that.

    An empty text is no refusal. A hedging word inside an answer of substance is none either.
    """
    pieces = _sentences(text)
    flags = [refuses(piece.text) for piece in pieces]
    if not any(flags):
        return False
    rest = [piece.text for piece, flag in zip(pieces, flags, strict=True) if not flag and not unclaimed(piece.text)]
    return all(_about_sources(sentence) for sentence in rest)


_ABOUT_SOURCES = re.compile(
    r"\b(?:passages?|documents?|contexts?|sources?|text|articles?|provided information|more information|"
    r"consult|contact|"
    r"recommend|would need|further)\b|资料|文档|段落|上下文|文中|建议|咨询|请提供|联系"
)


def _about_sources(sentence: str) -> bool:
    return _ABOUT_SOURCES.search(sentence.lower()) is not None


def _sentences(text: str) -> list[_Piece]:
    """List the sentences, each with the citation marks that stand in it or right after it."""
    pieces: list[_Piece] = []
    for low, end in sentences(text):
        start = low
        while match := _CITATION.match(text, start, end):
            if pieces:
                last = pieces[-1]
                pieces[-1] = last._replace(citations=_merged(last.citations, match))
            start = match.end()
        while start < end and text[start].isspace():
            start += 1
        found: tuple[int, ...] = ()
        for match in _CITATION.finditer(text, start, end):
            found = _merged(found, match)
        if any(char.isalnum() for char in _CITATION.sub("", text[start:end])):
            pieces.append(_Piece(text[start:end], start, end, found))
    return pieces


def _merged(known: tuple[int, ...], match: re.Match[str]) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in re.split(r"[,，、;]", match[1] or match[2]):
        low, _, high = part.partition("-")
        first, last = int(low), int(high or low)
        numbers.extend(range(first, last + 1) if 0 <= last - first < 20 else [first])
    return tuple(dict.fromkeys((*known, *numbers)))


def _parts(text: str, piece: _Piece, chinese: bool) -> list[Clause]:
    skip = meta_prefix(piece.text)
    if skip and len(piece.text) - skip < 3:
        skip = 0
    start, end = piece.start + skip, piece.end
    while start < end and text[start].isspace():
        start += 1
    parts = clauses(text, start, end, chinese=chinese)
    return parts


def _without_marks(text: str) -> str:
    return _CITATION.sub("", text).strip().rstrip("。；;，,.！!").strip() or text.strip()


def _resolved(said: str, subject: str) -> str:
    """Put the subject of the sentence before in the place of a pronoun at the start."""
    if not subject or _EXPLETIVE.match(said):
        return said
    if match := _PRONOUN.match(said):
        return subject + said[match.end() :]
    if match := _HAN_PRONOUN.match(said):
        return subject + said[match.end() :]
    return said

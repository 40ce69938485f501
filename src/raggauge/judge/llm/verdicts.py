"""The third call: claims against passages and texts, and what the passages are good for."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from raggauge.evidence import Verdict
from raggauge.judge.llm import reading
from raggauge.judge.llm.claims import closed
from raggauge.judge.llm.jobs import Piece, Sections, Work
from raggauge.judge.llm.prompt import Prompt
from raggauge.llm.fences import Fence, on_one_line
from raggauge.llm.replies import Found
from raggauge.llm.wire import ChatRequest
from raggauge.text import sentences

WORDS: Final[tuple[Verdict, ...]] = ("supported", "contradicted", "unsure", "not_found")
_NUMBERED: Final = re.compile(r"^s\d+ ")
NUGGET_GRADES: Final = ("supported", "partly", "not_supported")


class Row(msgspec.Struct, frozen=True):
    """One verdict of a reply; passages are 0-based context indexes."""

    verdict: Verdict
    by: tuple[int, ...] = ()
    joint: bool = False
    against: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """What was decided of one passage; None for what was not asked. `needed` are sentence numbers from 1."""

    useful: bool | None = None
    used: bool | None = None
    grade: int | None = None
    needed: tuple[int, ...] | None = None


class Material(msgspec.Struct, frozen=True):
    """The texts of a sample that a verdict call shows: `texts` by label (A, R1), `claims` and `nuggets` by shown id."""

    question: str
    texts: dict[str, str]
    claims: dict[str, str]
    nuggets: dict[str, str]


class VerdictQuestion:
    """Asks for the rows of one job."""

    purpose = "verdicts"

    def __init__(self, prompt: Prompt, material: Material, job: Work, /, *, seed: int = 0) -> None:
        self.job = job
        self.rows: dict[str, Row] = {}
        self.decisions: dict[int, Decision] = {}
        self.nuggets: dict[str, str] = {}
        self._prompt = prompt
        self._material = material
        self._sentences = {p.context: sentences(p.text) for p in job.pieces} if job.sections.needed else {}
        shown = [material.question, *(piece.text for piece in job.pieces), *material.texts.values()]
        self._fence = Fence([*shown, *material.claims.values(), *material.nuggets.values()], seed=seed)

    @property
    def _asked(self) -> tuple[str, ...]:
        job = self.job
        return (*job.claims, *(row for row, _ in job.cited), *job.pairs)

    def missing(self) -> tuple[str, ...]:
        """Rows, passages and nuggets without an answer."""
        job = self.job
        passages = [
            f"passage {p.context + 1}" for p in job.pieces if job.sections.any and p.context not in self.decisions
        ]
        nuggets = [name for name in job.nuggets if name not in self.nuggets]
        return (*(row for row in self._asked if row not in self.rows), *passages, *nuggets)

    def request(self, attempt: int, /) -> ChatRequest:
        """Passages first, claims last, so that a further try shares its beginning with the first."""
        job, fence, material = self.job, self._fence, self._material
        lines = [fence.mark]
        if material.question:
            lines.append(fence.block("question", material.question))
        lines += [fence.block(f"passage {piece.context + 1}", self._shown(piece)) for piece in job.pieces]
        labels = {pair.partition("~")[2] for pair in job.pairs}
        wanted = labels | ({"A"} if job.sections.used or job.nuggets else set())
        wanted |= {label for label in material.texts if label != "A"} if job.sections.useful else set()
        lines += [fence.block(f"text {label}", material.texts[label]) for label in material.texts if label in wanted]
        rows = [row for row in self._asked if row not in self.rows]
        names = list(dict.fromkeys(_claim_of(row) for row in rows))
        if names:
            listed = "\n".join(f"{name} {on_one_line(material.claims[name])}" for name in names)
            lines.append(fence.block("claims", listed))
        lines += self._ids(rows)
        if attempt:
            lines.append(self._prompt.say("again"))
        system = f"{self._prompt.say(*self._pieces())}\n{_form(*self._kinds())}"
        longest = 300 + 110 * len(rows) + 40 * len(job.pieces) + 25 * len(job.nuggets)
        return ChatRequest(
            system, "\n".join(lines), verdict_schema(*self._kinds()), "verdicts", (longest + 200) * 2**attempt
        )

    def read(self, found: Found, cut: bool, /) -> None:
        """Take the rows that are whole and consistent."""
        shown = [piece.context + 1 for piece in self.job.pieces]
        among = dict(self.job.cited)
        open_rows = [row for row in self._asked if row not in self.rows]
        pairs, others = [row for row in open_rows if "~" in row], [row for row in open_rows if "~" not in row]
        for name, entry in reading.rows(found, pairs, ("verdict",)).items():
            if (verdict := reading.verdict(entry.get("verdict"))) is not None:
                self.rows[name] = Row(verdict)
        of_passages = found.without("against_texts") if self.job.pairs else found
        for name, entry in reading.rows(of_passages, others, ("verdict",)).items():
            row = passage_row(entry, [k + 1 for k in among[name]] if name in among else shown)
            if row is not None:
                self.rows[name] = row
        if self.job.sections.any:
            self._read_decisions(found)
        if self.job.nuggets:
            for name, entry in reading.rows(found, self.job.nuggets, ("grade",)).items():
                grade = reading.name(entry.get("grade")).replace(" ", "_")
                if grade in NUGGET_GRADES:
                    self.nuggets.setdefault(name, grade)

    def needed_spans(self, context: int, /) -> list[tuple[int, int]]:
        """The sentences of a passage as they were numbered in the call."""
        return self._sentences.get(context, [])

    def _shown(self, piece: Piece) -> str:
        if not self.job.sections.needed:
            return piece.text
        spans = self._sentences[piece.context]
        return "\n".join(f"s{n} {on_one_line(piece.text[start:end])}" for n, (start, end) in enumerate(spans, 1))

    def _ids(self, rows: list[str]) -> list[str]:
        job, say = self.job, self._prompt.fill
        among = dict(job.cited)
        lines = []
        if claims := [row for row in rows if "~" not in row]:
            named = [_with_passages(row, among) for row in claims]
            lines.append(say("user", ids=" ".join(named)))
        if pairs := [row for row in rows if "~" in row]:
            lines.append(say("user_texts", ids=" ".join(pairs)))
        passages = [str(p.context + 1) for p in job.pieces if job.sections.any and p.context not in self.decisions]
        if passages:
            lines.append(say("user_passages", ids=" ".join(passages)))
        if nuggets := [name for name in job.nuggets if name not in self.nuggets]:
            listed = "\n".join(f"{name} {on_one_line(self._material.nuggets[name])}" for name in nuggets)
            lines += [self._fence.block("nuggets", listed), say("user_nuggets", ids=" ".join(nuggets))]
        return lines

    def _kinds(self) -> tuple[bool, bool, bool, Sections]:
        job = self.job
        return bool(job.claims or job.cited), bool(job.pairs), bool(job.nuggets), job.sections

    def _pieces(self) -> list[str]:
        passages, pairs, nuggets, sections = self._kinds()
        wanted = {
            "system": True,
            "claims": passages,
            "cited": bool(self.job.cited),
            "texts": pairs,
            "passages": sections.any,
            "useful": sections.useful,
            "used": sections.used,
            "grade": sections.grade,
            "needed": sections.needed,
            "nuggets": nuggets,
            "end": True,
        }
        return [name for name, there in wanted.items() if there]

    def _read_decisions(self, found: Found) -> None:
        numbers = {str(piece.context + 1): piece.context for piece in self.job.pieces}
        fields = tuple(name for name, asked in _asked_of(self.job.sections) if asked)
        for name, entry in reading.rows(found, numbers, fields).items():
            context = numbers[name]
            decision = decided(entry, self.job.sections, len(self._sentences.get(context, ())))
            if decision is not None and context not in self.decisions:
                self.decisions[context] = decision


def passage_row(entry: Mapping[str, Any], allowed: list[int], /) -> Row | None:
    """A row against passages (`allowed` are their numbers from 1), None where it is not consistent.

    `supported` must name a passage that was shown, none of them also among those that contradict.
    """
    verdict, said = reading.verdict(entry.get("verdict")), reading.texts(entry.get("quotes"))
    if verdict is None or (verdict == "supported" and any(map(reading.copied, said))):
        return None
    by, against = reading.numbers(entry.get("by"), allowed), reading.numbers(entry.get("against"), allowed)
    quotes = tuple(_NUMBERED.sub("", text) for text in said[:4])
    if verdict == "supported":
        if by == () and len(allowed) == 1:
            by = tuple(allowed)
        if not by or against is None or set(by) & set(against):
            return None
        joint = reading.yes_no(entry.get("together", False))
        if joint is None:
            return None
        return Row(verdict, _zero_based(by), joint and len(by) > 1, _zero_based(against), quotes)
    if verdict == "contradicted":
        if against is None:
            return None
        return Row(verdict, (), False, _zero_based(against or (tuple(allowed) if len(allowed) == 1 else ())), quotes)
    return Row(verdict, quotes=quotes if verdict == "unsure" else ())


def decided(entry: Mapping[str, Any], sections: Sections, n_sentences: int, /) -> Decision | None:
    """What a row says of a passage, None unless it says all that was asked."""
    values = {
        "useful": reading.yes_no(entry.get("useful")),
        "used": reading.yes_no(entry.get("used")),
        "grade": reading.whole(entry.get("grade"), 0, 3),
        "needed": reading.numbers(_bare(entry.get("needed", "?")), range(1, n_sentences + 1)),
    }
    asked = {name: values[name] for name, wanted in _asked_of(sections) if wanted}
    return None if None in asked.values() else msgspec.convert(asked, Decision)


@cache
def verdict_schema(passages: bool, pairs: bool, nuggets: bool, sections: Sections, /) -> dict[str, Any]:
    """The JSON schema of the reply: the same for all samples of a run that are asked the same kinds of things."""
    text, numbers = {"type": "string"}, {"type": "array", "items": {"type": "integer"}}
    word = {"type": "string", "enum": list(WORDS)}
    lists: dict[str, Any] = {}
    if passages:
        lists["against_passages"] = closed(
            {
                "id": text,
                "verdict": word,
                "by": numbers,
                "together": {"type": "boolean"},
                "against": numbers,
                "quotes": {"type": "array", "items": text},
            }
        )
    if pairs:
        lists["against_texts"] = closed({"id": text, "verdict": word})
    if sections.any:
        kinds = {
            "useful": {"type": "boolean"},
            "used": {"type": "boolean"},
            "grade": {"type": "integer"},
            "needed": numbers,
        }
        asked = {name: kinds[name] for name, wanted in _asked_of(sections) if wanted}
        lists["passages"] = closed({"passage": {"type": "integer"}, **asked})
    if nuggets:
        lists["nuggets"] = closed({"id": text, "grade": {"type": "string", "enum": list(NUGGET_GRADES)}})
    return closed({name: {"type": "array", "items": items} for name, items in lists.items()})


@cache
def _form(passages: bool, pairs: bool, nuggets: bool, sections: Sections) -> str:
    """The form of the reply, without a verdict and of no passage: a model that copies it has said nothing."""
    parts = []
    if passages:
        row = '{"id":"a1","verdict":"...","by":[1],"together":false,"against":[],"quotes":["..."]}'
        parts.append(f'"against_passages":[{row}]')
    if pairs:
        parts.append('"against_texts":[{"id":"a1~R1","verdict":"..."}]')
    if sections.any:
        examples = {"useful": "true", "used": "true", "grade": "2", "needed": "[0]"}
        asked = "".join(f',"{name}":{examples[name]}' for name, wanted in _asked_of(sections) if wanted)
        parts.append(f'"passages":[{{"passage":0{asked}}}]')
    if nuggets:
        parts.append('"nuggets":[{"id":"n1","grade":"..."}]')
    return f"{{{','.join(parts)}}}"


def _asked_of(sections: Sections) -> tuple[tuple[str, bool], ...]:
    return (
        ("useful", sections.useful),
        ("used", sections.used),
        ("grade", sections.grade),
        ("needed", sections.needed),
    )


def _claim_of(row: str) -> str:
    return row.partition("~")[0].removesuffix("c")


def _with_passages(row: str, among: Mapping[str, tuple[int, ...]]) -> str:
    return f"{row}[{','.join(str(k + 1) for k in among[row])}]" if row in among else row


def _bare(value: Any) -> Any:
    """Sentence numbers as numbers, where the reply writes them as shown (`s3`)."""
    if isinstance(value, list):
        return [entry[1:] if isinstance(entry, str) and entry[:1] == "s" else entry for entry in value]
    return value


def _zero_based(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number - 1 for number in numbers)

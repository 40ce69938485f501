"""The first call: what the answer and the references claim, and whether they refuse."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from raggauge.evidence import Claim, Span
from raggauge.judge.llm import reading
from raggauge.judge.llm.prompt import Prompt
from raggauge.llm.fences import Fence, on_one_line
from raggauge.llm.replies import Found
from raggauge.llm.tokens import count
from raggauge.llm.wire import ChatRequest
from raggauge.text import sentences

KINDS: Final = ("fact", "opinion", "question", "greeting", "meta")
_MARK = re.compile(r"\[(\d{1,3}(?:\s*[,，、-]\s*\d{1,3})*)\]")
_KIND_WORDS: Final = {
    **{kind: kind for kind in KINDS},
    **{
        "事实": "fact",
        "看法": "opinion",
        "观点": "opinion",
        "提问": "question",
        "问题": "question",
        "问候": "greeting",
    },
}


class Part(msgspec.Struct, frozen=True):
    """A text to take apart: its source (`answer`, `reference:0`), how the message calls it (A, R1), its sentences."""

    source: str
    label: str
    text: str
    spans: tuple[Span, ...]
    first: int = 1

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its sentences, counted from `first` on."""
        lead = self.label if self.label == "A" else f"{self.label}."
        return tuple(f"{lead}{number}" for number in range(self.first, self.first + len(self.spans)))


def part(source: str, text: str, /) -> Part:
    """A text cut into sentences; one in which no sentence is found is a single one."""
    label = "A" if source == "answer" else f"R{int(source.partition(':')[2]) + 1}"
    spans = tuple(Span(start, end) for start, end in sentences(text)) or (Span(0, len(text)),)
    return Part(source, label, text, spans)


def claim_id(source: str, number: int, /) -> str:
    """The id of a claim: `a1`, `r0.1`."""
    return f"a{number}" if source == "answer" else f"r{source.partition(':')[2]}.{number}"


class ClaimsQuestion:
    """Asks for the claims of some texts of one sample, or of some sentences of a text too long for one call."""

    purpose = "claims"

    def __init__(
        self, prompt: Prompt, question: str | None, parts: Sequence[Part], /, *, seed: int = 0, entities: bool = False
    ) -> None:
        self.parts = tuple(parts)
        self.refuses: dict[str, bool] = {}
        self.entities: dict[str, tuple[str, ...]] = {}
        self._prompt = prompt
        self._question = question
        self._entities = entities
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._fence = Fence([question or "", *(part.text for part in parts)], seed=seed)
        self._cites = any(part.source == "answer" and _MARK.search(part.text) for part in parts)

    def missing(self) -> tuple[str, ...]:
        """Texts whose refusal is open and sentences without a claim."""
        texts = [part.label for part in self.parts if part.label not in self.refuses]
        return (*texts, *(row for part in self.parts for row in part.ids if row not in self._rows))

    def request(self, attempt: int, /) -> ChatRequest:
        """All texts are shown; on a further try the ids that are missing are named."""
        pieces = ["system", *(["cites"] if self._cites else []), "texts", *(["entities"] if self._entities else [])]
        lines = [self._fence.mark]
        if self._question:
            lines.append(self._fence.block("question", self._question))
        for one in self.parts:
            numbered = "\n".join(
                f"{row} {on_one_line(one.text[span.start : span.end])}"
                for row, span in zip(one.ids, one.spans, strict=True)
            )
            lines.append(self._fence.block(f"text {one.label}", numbered))
        if attempt:
            lines.append(self._prompt.fill("again", ids=", ".join(self.missing())))
        text = "\n".join(lines)
        longest = 400 + 3 * sum(count(one.text) + 30 * len(one.spans) for one in self.parts)
        return ChatRequest(
            f"{self._prompt.say(*pieces, 'end')}\n{self._form()}",
            text,
            claims_schema(self._cites, self._entities),
            "claims",
            longest * 2**attempt,
        )

    def read(self, found: Found, cut: bool, /) -> None:
        """Take the claims of sentences that are still open; of a broken-off reply all but its last sentence."""
        if any(map(_is_copy, found.dicts())):
            return
        labels = [part.label for part in self.parts if part.label not in self.refuses]
        for label, row in reading.rows(found, labels, ("refuses",)).items():
            refuses = reading.yes_no(row.get("refuses"))
            if refuses is not None:
                self.refuses[label] = refuses
        asked = {row.casefold(): row for part in self.parts for row in part.ids if row not in self._rows}
        taken: dict[str, list[dict[str, Any]]] = {}
        last = ""
        for entry in found.dicts():
            sentence = asked.get(reading.name(entry.get("sentence")))
            if sentence is not None and _is_claim(entry):
                if entry not in taken.setdefault(sentence, []):
                    taken[sentence].append(entry)
                last = sentence
        if cut:
            taken.pop(last, None)
        self._rows.update(taken)
        if self._entities:
            self._read_entities(found)

    def claims(self, source: str, /) -> tuple[Claim, ...] | None:
        """The claims of a source in the order of its sentences; None while one of these has none."""
        one = next(part for part in self.parts if part.source == source)
        if any(row not in self._rows for row in one.ids):
            return None
        claims: list[Claim] = []
        for row, span in zip(one.ids, one.spans, strict=True):
            marks = cited(one.text[span.start : span.end]) if source == "answer" else ()
            for entry in self._rows[row]:
                claims.append(_claim(claim_id(source, len(claims) + 1), source, entry, span, marks))
        return tuple(claims)

    def _form(self) -> str:
        """The form of the reply; a model that copies it has said nothing (`_is_copy`)."""
        cites = ',"cites":[2]' if self._cites else ""
        entities = ',"entities":[{"text":"R1","entity":"..."}]' if self._entities else ""
        claim = f'{{"sentence":"A1","claim":"...","kind":"fact"{cites}}}'
        return f'{{"texts":[{{"text":"A","refuses":false}}],"claims":[{claim}]{entities}}}'

    def _read_entities(self, found: Found) -> None:
        labels = {part.label.casefold(): part.source for part in self.parts if part.source != "answer"}
        for entry in found.dicts():
            source = labels.get(reading.name(entry.get("text")))
            if source and reading.says(entry.get("entity")):
                known = self.entities.get(source, ())
                self.entities[source] = tuple(dict.fromkeys((*known, on_one_line(entry["entity"]))))


def cited(text: str, /) -> tuple[int, ...]:
    """The numbers of the citation marks in a text: `[1]`, `[1, 3]`, `[2-4]`."""
    found: list[int] = []
    for match in _MARK.finditer(text):
        for piece in re.split(r"[,，、]", match[1]):
            first, dash, last = piece.partition("-")
            numbers = range(int(first), int(last) + 1) if dash and int(last) - int(first) < 50 else [int(first)]
            found.extend(numbers)
    return tuple(dict.fromkeys(found))


def claims_schema(cites: bool, entities: bool, /) -> dict[str, Any]:
    """The JSON schema of the reply; the same for all samples, so that servers compile it once."""
    claim: dict[str, Any] = {
        "sentence": {"type": "string"},
        "claim": {"type": "string"},
        "kind": {"type": "string", "enum": list(KINDS)},
    }
    if cites:
        claim["cites"] = {"type": "array", "items": {"type": "integer"}}
    lists: dict[str, Any] = {
        "texts": closed({"text": {"type": "string"}, "refuses": {"type": "boolean"}}),
        "claims": closed(claim),
    }
    if entities:
        lists["entities"] = closed({"text": {"type": "string"}, "entity": {"type": "string"}})
    return closed({key: {"type": "array", "items": items} for key, items in lists.items()})


def closed(properties: dict[str, Any], /) -> dict[str, Any]:
    """An object with exactly these properties, in the form that strict servers want."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _is_copy(entry: dict[str, Any]) -> bool:
    """Whether a row is that of the form: nothing else in such a reply can be trusted either."""
    return reading.copied(entry.get("claim")) and _kind(entry.get("kind")) == "fact"


def _is_claim(entry: dict[str, Any]) -> bool:
    text, kind = entry.get("claim"), _kind(entry.get("kind"))
    if not isinstance(text, str) or not text.strip() or kind is None:
        return False
    return not _is_copy(entry)


def _kind(value: object) -> str | None:
    return _KIND_WORDS.get(reading.name(value))


def _claim(name: str, source: str, entry: dict[str, Any], span: Span, marks: tuple[int, ...]) -> Claim:
    kind = _kind(entry["kind"]) or "fact"
    given = reading.numbers(entry.get("cites"), marks) if "cites" in entry else marks
    return Claim(
        name,
        source,
        on_one_line(entry["claim"]),
        (span,),
        checkable=kind == "fact",
        why="" if kind == "fact" else kind,
        citations=marks if given is None else given,
    )

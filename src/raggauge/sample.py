"""One row of what a RAG system produced, and the passages in it."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec
from msgspec.structs import force_setattr

from raggauge.errors import DataError
from raggauge.messages import Phrase, shown


class Context(msgspec.Struct, frozen=True, omit_defaults=True):
    """One passage that the system retrieved, or that a person marked as right.

    `text` is what the generator was given; `doc_id` names the document or chunk (several passages may share one);
    `score` is the retriever's own score, on the retriever's own scale; `grade` is a person's judgement of relevance
    (0 and below: not relevant). A plain string is accepted wherever a Context is.
    """

    text: str
    doc_id: str | None = None
    score: float | None = None
    grade: float | None = None
    metadata: dict[str, Any] = {}


class Sample(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question with what the system under test made of it.

    `None` means that the field is missing; `contexts=()` means that nothing was retrieved; `answer=""` is an empty
    answer. `contexts` are in rank order. `references` are right answers (any of them is enough), `reference_contexts`
    the passages that hold them. `weight` is the sample's share in every mean (1), `cluster` names what samples have
    in common (a document, a conversation) so that intervals stay honest. `imported` holds scores of other tools,
    `{tool: {name: value}}`: shown, never compared with ours. `place` says where the row stood (`"eval.jsonl:18"`); it
    is no part of the sample's identity.

    Agreed metadata keys: `answerable` (bool), `kind`, `origin` (hand or generated), `reviewed_by`, `reviewed_at`,
    `nuggets` (`[{text, vital}]`), and `target`: what was measured when the system under test was asked (`latency_s`,
    `tries`, `failure`, ...).

    Raises DataError where a field has a wrong type, naming sample, field and value.
    """

    id: str
    question: str | None = None
    answer: str | None = None
    contexts: tuple[Context, ...] | None = None
    references: tuple[str, ...] | None = None
    reference_contexts: tuple[Context, ...] | None = None
    metadata: dict[str, Any] = {}
    weight: float = 1.0
    cluster: str | None = None
    imported: dict[str, dict[str, float]] = {}
    place: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            self._refuse("id", "text_id")
        for field in ("question", "answer", "cluster"):
            if not isinstance(getattr(self, field), str | None):
                self._refuse(field, "text")
        for field in ("contexts", "reference_contexts"):
            value = getattr(self, field)
            if value is not None:
                force_setattr(self, field, self._passages(field, value))
        if self.references is not None:
            force_setattr(self, "references", self._texts("references", self.references))
        if not isinstance(self.weight, int | float) or not math.isfinite(self.weight) or self.weight < 0:
            self._refuse("weight", "positive_number")
        if type(self.metadata) is not dict and not isinstance(self.metadata, Mapping):
            self._refuse("metadata", "mapping")

    @property
    def answerable(self) -> bool | None:
        """`metadata.answerable` where it is given as true or false, else None."""
        value = self.metadata.get("answerable")
        return value if isinstance(value, bool) else None

    @property
    def failure(self) -> str:
        """Why the system under test gave no answer (`metadata.target.failure`); empty where it gave one."""
        told = self.metadata.get("target")
        found = told.get("failure") if isinstance(told, Mapping) else None
        return found if isinstance(found, str) else ""

    def _passages(self, field: str, value: Any) -> tuple[Context, ...]:
        if type(value) is tuple and all(type(part) is Context for part in value):
            return value
        if isinstance(value, str) or not isinstance(value, Sequence):
            self._refuse(field, "list_of_passages")
        passages = []
        for part in value:
            if isinstance(part, str):
                passages.append(Context(part))
            elif isinstance(part, Context):
                passages.append(part)
            elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
                passages.append(msgspec.convert(dict(part), Context))
            else:
                self._refuse(field, "list_of_passages", part)
        return tuple(passages)

    def _texts(self, field: str, value: Any) -> tuple[str, ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            self._refuse(field, "list_of_texts")
        for part in value:
            if not isinstance(part, str):
                self._refuse(field, "list_of_texts", part)
        return tuple(value)

    def _refuse(self, field: str, expected: str, value: object = ...) -> NoReturn:
        raise DataError(
            "core.wrong_type",
            place=self.place if isinstance(self.place, str) else "",
            sample=shown(self.id),
            field=field,
            expected=Phrase(f"core.{expected}"),
            value=shown(getattr(self, field) if value is ... else value),
        )

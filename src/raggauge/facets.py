"""What a metric can ask of a judge. A facet is a question, frozen data with parameters; the replies are Evidence.

Each question is asked once per sample however many metrics need its answer: a run asks for the union of the facets of
its metrics. Two facets are the same question exactly when they are equal; `key` is that identity as text, as it stands
in run folders (`"support(answer,contexts)"`).
"""

from typing import ClassVar, Literal

import msgspec

from raggauge.messages import has, say

Field = Literal["question", "answer", "contexts", "references", "reference_contexts", "metadata"]
Claimant = Literal["answer", "references"]
Premises = Literal["contexts", "references", "answer", "cited"]


class _Facet(msgspec.Struct, frozen=True, tag=True):
    """The common form of facets: parameters are fields, `fields` are the sample fields the judge must be shown."""

    name: ClassVar[str] = ""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the sample without which the question cannot be asked."""
        return ()

    @property
    def key(self) -> str:
        """The facet as text: its identity in evidence and run folders."""
        values = [str(getattr(self, field)) for field in self.__struct_fields__]
        return f"{self.name}({','.join(values)})" if values else self.name


class Claims(_Facet, frozen=True):
    """What does this text claim?

    One entry per checkable or uncheckable statement, subjects filled in, with citations.
    """

    name: ClassVar[str] = "claims"
    of: Claimant

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.of,)


class Refusals(_Facet, frozen=True):
    """Does the answer (does each reference) say that it cannot answer?"""

    name: ClassVar[str] = "refusals"
    of: Claimant

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.of,)


class Support(_Facet, frozen=True):
    """Which premises support each claim?

    `of` says whose claims, `premises` what they are held against: all contexts (with the set that supports), each
    reference by itself, the answer, or for each claim the passages that it cites.
    """

    name: ClassVar[str] = "support"
    of: Claimant
    premises: Premises

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.of, "contexts" if self.premises == "cited" else self.premises)


class Usefulness(_Facet, frozen=True):
    """Is each passage useful for reaching any reference (`criterion="reference"`) or the given answer (`"answer"`)?"""

    name: ClassVar[str] = "usefulness"
    criterion: Literal["reference", "answer"] = "reference"

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("question", "contexts", "references" if self.criterion == "reference" else "answer")


class Grades(_Facet, frozen=True):
    """How relevant is each passage to the question, from 0 (not at all) to 3 (answers it)?"""

    name: ClassVar[str] = "grades"

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("question", "contexts")


class NeededSentences(_Facet, frozen=True):
    """Which sentences of each passage are needed to answer the question?"""

    name: ClassVar[str] = "needed_sentences"

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("question", "contexts")


class Entities(_Facet, frozen=True):
    """Which entities do the references name, and which of them do the contexts hold?"""

    name: ClassVar[str] = "entities"

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("references", "contexts")


class ReverseQuestions(_Facet, frozen=True):
    """Which `n` questions would this answer fit, seen without the question? With their cosines to the real one."""

    name: ClassVar[str] = "reverse_questions"
    n: int = 3

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("question", "answer")


class Similarity(_Facet, frozen=True):
    """How alike are two texts of the sample, as the cosine of their embeddings? One value per reference."""

    name: ClassVar[str] = "similarity"
    left: Literal["answer", "question"] = "answer"
    right: Literal["references", "answer"] = "references"

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.left, self.right)


class Nuggets(_Facet, frozen=True):
    """How far does the answer hold each nugget:

    Supported, partly, not? Nuggets are `metadata.nuggets` or made from references.
    """

    name: ClassVar[str] = "nuggets"

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("answer",)


class Rating(_Facet, frozen=True):
    """How does the sample fare on a scale by a rule in words? `of` names the rating, `scale` is its highest value.

    A scale of 1 is a yes/no question (1 = yes); a scale of m > 1 is graded 1..m. `needs` are the fields shown.
    """

    name: ClassVar[str] = "rating"
    of: str
    text: str
    scale: int = 5
    needs: tuple[Field, ...] = ("question", "answer")

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.needs


class Preference(_Facet, frozen=True):
    """Which of two answers to the question is better by a criterion:

    The sample's, or the rival's? Asked in both orders.
    """

    name: ClassVar[str] = "preference"
    criterion: str
    rival: str

    @property
    def fields(self) -> tuple[Field, ...]:
        return ("question", "answer")


Facet = (
    Claims
    | Refusals
    | Support
    | Usefulness
    | Grades
    | NeededSentences
    | Entities
    | ReverseQuestions
    | Similarity
    | Nuggets
    | Rating
    | Preference
)


def in_words(key: str, /) -> str:
    """What the facet of a key asks for, in the language in force: `verdicts on claims`."""
    name = key.partition("(")[0]
    return say(f"facet.{name}") if has(f"facet.{name}") else key

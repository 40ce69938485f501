"""Which of two answers is better by a criterion, asked in both orders, since judges favour what they read first."""

from typing import Any, Final, Literal

from raggauge.evidence import Preferred
from raggauge.facets import Preference
from raggauge.judge.llm import reading
from raggauge.judge.llm.claims import closed
from raggauge.judge.llm.prompt import Prompt
from raggauge.llm.fences import Fence
from raggauge.llm.replies import Found
from raggauge.llm.wire import ChatRequest
from raggauge.sample import Sample

First = Literal["sample", "rival"]
ORDERS: Final[tuple[First, ...]] = ("sample", "rival")
SCHEMA: dict[str, Any] = closed({"why": {"type": "string"}, "better": {"type": "integer"}})


class PreferenceQuestion:
    """Asks once, with the answer named by `first` shown first."""

    purpose = "preferences"

    def __init__(self, prompt: Prompt, sample: Sample, facet: Preference, first: First, /, *, seed: int = 0) -> None:
        self.found: Preferred | None = None
        self._prompt = prompt
        self._question = sample.question or ""
        self._facet = facet
        self._first: First = first
        pair = (sample.answer or "", facet.rival)
        self._answers = pair if first == "sample" else pair[::-1]
        self._fence = Fence([self._question, *self._answers], seed=seed)

    def missing(self) -> tuple[str, ...]:
        """The order, until it is answered."""
        return () if self.found else (f"{self._facet.criterion}, {self._first} first",)

    def request(self, attempt: int, /) -> ChatRequest:
        """Question, both answers, the criterion."""
        lines = [self._fence.mark, self._fence.block("question", self._question)]
        lines += [self._fence.block(f"answer {number}", text) for number, text in enumerate(self._answers, 1)]
        lines.append(self._prompt.fill("user", text=self._facet.criterion))
        if attempt:
            lines.append(self._prompt.say("again"))
        system = f'{self._prompt.say("system")}\n{{"why":"...","better":0}}'
        return ChatRequest(system, "\n".join(lines), SCHEMA, "preference", 300 * 2**attempt)

    def read(self, found: Found, cut: bool, /) -> None:
        """Take the number, where the reply names exactly one."""
        numbers = [
            reading.whole(entry["better"], 0, 2)
            for entry in found.dicts()
            if "better" in entry and not reading.copied(entry.get("why"))
        ]
        if not numbers or any(number is None or number != numbers[0] for number in numbers):
            return
        other: First = "rival" if self._first == "sample" else "sample"
        winner = ("tie", self._first, other)[numbers[0] or 0]
        self.found = Preferred(self._facet.criterion, winner, self._first)  # type: ignore[arg-type]

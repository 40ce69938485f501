"""The second call, side by side with the first: which questions the answer would fit."""

from typing import Any

from raggauge.judge.llm import reading
from raggauge.judge.llm.claims import closed
from raggauge.judge.llm.prompt import Prompt
from raggauge.llm.fences import Fence, on_one_line
from raggauge.llm.replies import Found
from raggauge.llm.wire import ChatRequest


class ReverseQuestion:
    """Asks for `n` questions that a text answers; the question that was really asked is not shown."""

    purpose = "questions"

    def __init__(self, prompt: Prompt, answer: str, n: int, /, *, seed: int = 0) -> None:
        self.found: list[str] = []
        self._prompt = prompt
        self._answer = answer
        self._n = n
        self._seed = seed

    def missing(self) -> tuple[str, ...]:
        """Places that have no question yet."""
        return tuple(f"question {number}" for number in range(len(self.found) + 1, self._n + 1))

    def request(self, attempt: int, /) -> ChatRequest:
        """The answer, and on a further try the questions there are."""
        n = self._n - len(self.found)
        fence = Fence([self._answer, *self.found], seed=self._seed)
        lines = [fence.mark, fence.block("text", self._answer)]
        if self.found:
            lines.append(self._prompt.fill("again", n=n))
            lines.append(fence.block("questions", "\n".join(self.found)))
        else:
            lines.append(self._prompt.fill("user", n=n))
        form = ",".join(['"..."'] * n)
        system = f'{self._prompt.say("system")}\n{{"questions":[{form}]}}'
        return ChatRequest(system, "\n".join(lines), SCHEMA, "questions", (200 + 120 * n) * 2**attempt)

    def read(self, found: Found, cut: bool, /) -> None:
        """Take as many new questions as are missing; more of them are not used."""
        for entry in found.dicts():
            for text in reading.texts(_listed(entry.get("questions"))):
                question = on_one_line(text)
                if reading.says(question) and question not in self.found and len(self.found) < self._n:
                    self.found.append(question)


def _listed(value: Any) -> Any:
    """The questions as texts, where the reply gives each as an object with nothing but a `question` in words."""
    if not isinstance(value, list):
        return value
    return [entry.get("question") if isinstance(entry, dict) else entry for entry in value]


SCHEMA: dict[str, Any] = closed({"questions": {"type": "array", "items": {"type": "string"}}})

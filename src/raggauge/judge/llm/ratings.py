"""The one further call: all ratings and rubrics of a sample together."""

from collections.abc import Sequence
from typing import Any

from raggauge.evidence import Rated
from raggauge.facets import Rating
from raggauge.judge.llm import reading
from raggauge.judge.llm.claims import closed
from raggauge.judge.llm.prompt import Prompt
from raggauge.llm.fences import Fence
from raggauge.llm.replies import Found
from raggauge.llm.wire import ChatRequest
from raggauge.sample import Sample

SCHEMA: dict[str, Any] = closed(
    {
        "ratings": {
            "type": "array",
            "items": closed({"id": {"type": "string"}, "why": {"type": "string"}, "value": {"type": "integer"}}),
        }
    }
)


class RatingsQuestion:
    """Asks for a grade by each of some rules in words; only the fields that some rule needs are shown."""

    purpose = "ratings"

    def __init__(self, prompt: Prompt, sample: Sample, facets: Sequence[Rating], /, *, seed: int = 0) -> None:
        self.found: dict[str, Rated] = {}
        self._prompt = prompt
        self._facets = {f"g{number}": facet for number, facet in enumerate(facets, 1)}
        self._shown = shown(sample, {field for facet in facets for field in facet.needs})
        self._fence = Fence([text for _, text in self._shown], seed=seed)

    def missing(self) -> tuple[str, ...]:
        """Rules without a grade."""
        return tuple(name for name in self._facets if name not in self.found)

    def request(self, attempt: int, /) -> ChatRequest:
        """The texts, then the rules."""
        lines = [self._fence.mark, *(self._fence.block(label, text) for label, text in self._shown)]
        lines.append(self._prompt.say("user"))
        for name in self.missing():
            facet = self._facets[name]
            scale = "0 or 1" if facet.scale == 1 else f"1 to {facet.scale}"
            needs = ", ".join(facet.needs)
            lines.append(self._prompt.fill("rule", id=name, scale=scale, needs=needs, text=facet.text))
        if attempt:
            lines.append(self._prompt.say("again"))
        form = '{"ratings":[{"id":"g1","why":"...","value":1}]}'
        longest = (200 + 90 * len(self.missing())) * 2**attempt
        return ChatRequest(f"{self._prompt.say('system')}\n{form}", "\n".join(lines), SCHEMA, "ratings", longest)

    def read(self, found: Found, cut: bool, /) -> None:
        """Take the grades that lie on their scale."""
        for name, entry in reading.rows(found, self.missing(), ("value",)).items():
            facet = self._facets[name]
            value = entry.get("value")
            if facet.scale == 1:
                flag = reading.yes_no(value)
                value = int(flag) if flag is not None else value
            grade = reading.whole(value, 0 if facet.scale == 1 else 1, facet.scale)
            why = entry.get("why")
            if grade is not None and not reading.copied(why):
                self.found[name] = Rated(facet.of, grade, facet.scale, why.strip() if isinstance(why, str) else "")

    def open_facets(self) -> tuple[Rating, ...]:
        """The ratings that stay open."""
        return tuple(self._facets[name] for name in self.missing())


def shown(sample: Sample, fields: set[str], /) -> list[tuple[str, str]]:
    """The fields of a sample as labelled texts, in one fixed order."""
    found: list[tuple[str, str]] = []
    for field in ("question", "answer"):
        text = getattr(sample, field)
        if field in fields and text is not None:
            found.append((field, text))
    for field, label in (("contexts", "passage"), ("reference_contexts", "reference passage")):
        if field in fields:
            found += [(f"{label} {n}", one.text) for n, one in enumerate(getattr(sample, field) or (), 1)]
    if "references" in fields:
        found += [(f"reference {n}", text) for n, text in enumerate(sample.references or (), 1)]
    return found

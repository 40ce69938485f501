"""A judge that says what it was told to: for tests, and for evidence made by hand or recorded.

    ScriptedJudge({"q1": Evidence(sample="q1", ...)})
    ScriptedJudge(lambda ask: Evidence(sample=ask.sample.id, ...))

As a judge on the command line, `scripted:FILE` reads JSONL with one Evidence a line.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from raggauge.errors import DataError
from raggauge.evidence import Evidence
from raggauge.facets import Facet
from raggauge.judge.judge import Ask, Cost, Fingerprint


class ScriptedJudge:
    """Answers from a mapping of sample ids to Evidence, or from a function of the ask.

    Facets that an Evidence neither fills nor lists as gaps are taken as filled. A sample that is not in the mapping
    is a gap for every facet (`"not in the script"`). `asked` records every ask in order.
    """

    batch = 32

    def __init__(
        self,
        script: Mapping[str, Evidence] | Callable[[Ask], Evidence],
        /,
        *,
        name: str = "script",
        cannot: tuple[type, ...] = (),
    ) -> None:
        self._script = script
        self._cannot = cannot
        self.fingerprint = Fingerprint(kind="scripted", model=name)
        self.asked: list[Ask] = []

    def can(self, facet: Facet, /) -> bool:
        """True for all kinds of facets but those named in `cannot`."""
        return not isinstance(facet, self._cannot)

    def plan(self, ask: Ask, /) -> Cost:
        """Nothing: a script costs no calls."""
        return Cost()

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """What the script says of each ask."""
        self.asked.extend(asks)
        return [self._answer(ask) for ask in asks]

    def _answer(self, ask: Ask) -> Evidence:
        keys = sorted(facet.key for facet in ask.facets)
        if callable(self._script):
            found = self._script(ask)
        elif ask.sample.id in self._script:
            found = self._script[ask.sample.id]
        else:
            found = Evidence(sample=ask.sample.id, gaps=dict.fromkeys(keys, "not in the script"))
        filled = tuple(key for key in keys if key not in found.gaps)
        return msgspec.structs.replace(
            found, sample=ask.sample.id, filled=filled, judge=self.fingerprint.id, repeat=ask.repeat
        )


def make(spec: str, options: dict[str, Any], /) -> ScriptedJudge:
    """The judge of `scripted:FILE`.

    JSONL, one Evidence a line, found by its `sample`. Raises DataError for a line that is none.
    """
    script: dict[str, Evidence] = {}
    with Path(spec).open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                entry = msgspec.json.decode(line, type=Evidence)
            except msgspec.MsgspecError as problem:
                raise DataError("core.bad_script", place=f"{spec}:{number}", problem=str(problem)) from None
            script[entry.sample] = entry
    return ScriptedJudge(script, name=Path(spec).name)

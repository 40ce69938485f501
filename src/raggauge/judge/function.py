"""Judges as a caller may give them: a text, an object, or one async function."""

import hashlib
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Facet
from raggauge.judge import make
from raggauge.judge.judge import MEMBERS, Ask, Cost, Fingerprint, Judge
from raggauge.messages import shown

CALL: Final = "__call__"


def as_judge(judge: Any, options: Mapping[str, Any], /) -> tuple[Judge, str]:
    """The judge, and the text that makes it again (empty for an object)."""
    if isinstance(judge, str):
        return make(judge, options), judge
    if all(hasattr(judge, part) for part in MEMBERS):
        return judge, ""
    if inspect.iscoroutinefunction(judge) and len(inspect.signature(judge).parameters) == 2:
        from raggauge.judge.llm.make import of_function

        return of_function(judge, options), ""
    if inspect.iscoroutinefunction(judge) or inspect.iscoroutinefunction(getattr(type(judge), CALL, None)):
        return FunctionJudge(judge), ""
    raise UsageError("run.no_judge", judge=shown(judge))


class FunctionJudge:
    """A judge made of one async function from an Ask to Evidence. Its fingerprint holds the function's source text."""

    batch = 1

    def __init__(self, function: Callable[[Ask], Awaitable[Evidence]], /) -> None:
        self._function = function
        name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"
        try:
            source = inspect.getsource(function)
        except (OSError, TypeError):
            source = ""
        self.fingerprint = Fingerprint(
            kind="python", model=name, parameters={"source": hashlib.sha256(source.encode()).hexdigest()[:16]}
        )

    def can(self, facet: Facet, /) -> bool:
        """True: what the function leaves out becomes a gap."""
        return True

    def plan(self, ask: Ask, /) -> Cost:
        """Unknown, so one call for whatever is asked."""
        return Cost(calls=(1, 1)) if ask.facets else Cost()

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """What the function says of each ask. Evidence that names no facets is taken to answer all that was asked."""
        return [self._signed(ask, await self._function(ask)) for ask in asks]

    def _signed(self, ask: Ask, found: Evidence) -> Evidence:
        if not isinstance(found, Evidence):
            return found
        keys = () if found.filled or found.gaps else tuple(sorted(facet.key for facet in ask.facets))
        return msgspec.structs.replace(found, filled=found.filled or keys, judge=found.judge or self.fingerprint.id)

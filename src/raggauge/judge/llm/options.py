"""The settings of an LLM judge, each checked, with what is wrong said in one sentence."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from raggauge.errors import UsageError
from raggauge.llm.caller import Budget
from raggauge.llm.limits import Limits
from raggauge.messages import shown

Language = Literal["", "en", "zh"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of an LLM judge.

    Decide replies (and stand in the fingerprint): `granularity` (how much one verdict call decides), `temperature`,
    `embedder` (a model of the same endpoint, or a spec; empty: the one inside the package), `prompts` (a folder with
    prompt files of one's own), `language` (of the prompts; empty: the sample's), `room` (tokens of passages a call
    may hold; 0: half of the model's context), `seed` (of the fence marks).
    Decide speed and cost alone: `concurrency` (0: what the run allows, else 64), `requests_per_minute`,
    `tokens_per_minute`, `timeout_s`, `tries`, `backoff_s`, `longest_wait_s` (that a server may ask for), `max_calls`,
    `max_cost`, `prices` (by model), `cache` (a folder for finished calls, empty for none), `snapshot` (the model that
    the server must say it is: another one ends the run).
    """

    granularity: Literal["sample", "passage", "claim"] = "sample"
    temperature: float = 0.0
    embedder: str = ""
    prompts: str = ""
    language: Language = ""
    room: int = 0
    seed: int = 0
    concurrency: int = 0
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout_s: float = 120.0
    tries: int = 6
    backoff_s: float = 0.5
    longest_wait_s: float = 300.0
    snapshot: str = ""
    max_calls: int | None = None
    max_cost: float | None = None
    prices: dict[str, Any] = {}
    cache: str = ".raggauge/cache"

    @property
    def limits(self) -> Limits:
        """How fast calls may go."""
        return Limits(
            concurrency=self.concurrency or 64,
            requests_per_minute=self.requests_per_minute,
            tokens_per_minute=self.tokens_per_minute,
            timeout_s=self.timeout_s,
            tries=self.tries,
            backoff_s=self.backoff_s,
            longest_wait_s=self.longest_wait_s,
        )

    @property
    def budget(self) -> Budget:
        """What may be spent."""
        return Budget(self.max_calls, self.max_cost)


def options(given: Mapping[str, Any], /) -> Options:
    """The settings from names and values. Raises UsageError naming the setting that is wrong and what it takes."""
    for name, value in given.items():
        if name not in Options.__struct_fields__:
            known = ", ".join(Options.__struct_fields__)
            raise UsageError("llm.unknown_option", name=shown(name), known=known)
        low = {"tries": 1, "timeout_s": 0.001, "temperature": 0}.get(name, 0)
        if isinstance(value, int | float) and not isinstance(value, bool) and not value >= low:
            raise UsageError("llm.bad_option", name=name, value=shown(value), problem=f">= {low}")
    kept = {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(kept, Options, strict=False)
    except msgspec.ValidationError as problem:
        name = str(problem).rpartition("$.")[2].strip("`") or "?"
        raise UsageError("llm.bad_option", name=name, value=shown(kept.get(name)), problem=str(problem)) from None

"""What tokens cost: a dated table of our own, prices of the user's, or the live package where it is installed."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Any

import msgspec

from raggauge.errors import UsageError
from raggauge.messages import shown


class Price(msgspec.Struct, frozen=True):
    """What a million tokens cost: in, out, and in from the provider's own prompt cache; `source` says who says so."""

    input: float
    output: float
    cached: float
    currency: str = "USD"
    source: str = ""

    def of(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int, /) -> float:
        """The cost of a call; cached tokens are a part of the prompt's."""
        fresh = max(0, prompt_tokens - cached_tokens)
        return (fresh * self.input + cached_tokens * self.cached + completion_tokens * self.output) / 1e6


class Table(msgspec.Struct, frozen=True):
    """The price table of the package: provider -> model -> (in, out, cached) per million tokens, as of `date`."""

    date: str
    source: str
    currency: str
    per_million: dict[str, dict[str, tuple[float, float, float]]]


@cache
def table() -> Table:
    """The table that ships with the package; `training/prices.py` writes it."""
    content = resources.files("raggauge.llm").joinpath("prices.json").read_bytes()
    return msgspec.json.decode(content, type=Table)


def price_of(spec: str, /, own: Mapping[str, Any] | None = None) -> Price | None:
    """The price of `provider:model` or `http://host/v1#model`, None when nobody knows it.

    `own` are the user's prices by model or spec: `{"gpt-4.1": {"input": 2, "output": 8}}` per million tokens; they
    win. A dated snapshot has the price of its model (`gpt-4.1-2025-04-14` that of `gpt-4.1`). Servers at an address
    have no price unless the user gives one. Raises UsageError for own prices that are no numbers.
    """
    model = spec.partition("#")[2] if spec.startswith("http") else spec.partition(":")[2]
    for name in (spec, model):
        if own and name in own:
            return _own(name, own[name])
    if spec.startswith("http"):
        return None
    provider = spec.partition(":")[0]
    known = table()
    rows = known.per_million.get("openai" if provider == "azure" else provider, {})
    row = rows.get(model.lower()) or next((rows[name] for name in _shorter(model.lower()) if name in rows), None)
    if row:
        return Price(*row, known.currency, f"{known.source}, {known.date}")
    return _live(provider, model)


def _shorter(model: str) -> list[str]:
    """Names a snapshot may be of, longest first: `gpt-4.1-mini-2025-04-14` -> `gpt-4.1-mini-2025-04`, ..."""
    parts = model.split("-")
    tails = [
        parts[:n] for n in range(len(parts) - 1, 0, -1) if all(part.isdigit() or part in _DATED for part in parts[n:])
    ]
    return ["-".join(head) for head in tails]


_DATED = {"latest", "preview"}


def _own(name: str, entry: Any) -> Price:
    try:
        numbers = {key: float(entry[key]) for key in ("input", "output")}
        cached = float(entry.get("cached", numbers["input"]))
        currency = str(entry.get("currency", "USD"))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UsageError("llm.bad_price", model=shown(name), value=shown(entry)) from None
    if min(*numbers.values(), cached) < 0:
        raise UsageError("llm.bad_price", model=shown(name), value=shown(entry))
    return Price(numbers["input"], numbers["output"], cached, currency, "raggauge.yaml")


def _live(provider: str, model: str) -> Price | None:
    if find_spec("genai_prices") is None:
        return None
    from importlib import import_module
    from importlib.metadata import version

    live = import_module("genai_prices")

    known_as = {"gemini": "google", "moonshot": "moonshotai", "zhipu": "zhipuai"}.get(provider, provider)
    usages = (
        live.Usage(input_tokens=1000),
        live.Usage(output_tokens=1000),
        live.Usage(input_tokens=1000, cache_read_tokens=1000),
    )
    try:
        totals = [float(live.calc_price(usage, model, provider_id=known_as).total_price) * 1000 for usage in usages]
    except (LookupError, ValueError):
        return None
    return Price(totals[0], totals[1], totals[2], "USD", f"genai-prices {version('genai-prices')}")

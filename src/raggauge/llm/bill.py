"""What a run cost: calls, tokens and money, by what the calls were for and per sample."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from raggauge.llm.calls import Call
from raggauge.messages import say

EMBEDDINGS: Final = "embeddings"
PURPOSES: Final = ("claims", "questions", "verdicts", "ratings", "preferences", EMBEDDINGS)


class Spent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some calls took; `calls` counts texts for embeddings; `cost` is None where no price is known."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    currency: str = "USD"

    def __add__(self, other: "Spent") -> "Spent":
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Spent(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            sum(known) if known else None,
            other.currency if other.cost is not None else self.currency,
        )


def spent(call: Call, /) -> Spent:
    """What one call took."""
    tokens = (call.prompt_tokens, call.completion_tokens, call.cached_tokens)
    return Spent(1, *tokens, call.cost, call.currency)


def summed(parts: Iterable[Mapping[str, Spent]], /) -> dict[str, Spent]:
    """What several samples took together, by purpose in a fixed order."""
    total: dict[str, Spent] = {}
    for part in parts:
        for purpose, one in part.items():
            total[purpose] = total.get(purpose, Spent()) + one
    order = {purpose: number for number, purpose in enumerate(PURPOSES)}
    return dict(sorted(total.items(), key=lambda entry: (order.get(entry[0], len(order)), entry[0])))


def lines(by_purpose: Mapping[str, Spent], n_samples: int, /) -> list[str]:
    """The bill as lines for a person: the whole, each purpose, the mean sample."""
    if not by_purpose:
        return [say("llm.bill_nothing")]
    total = sum(by_purpose.values(), Spent())
    calls = total.calls - by_purpose.get(EMBEDDINGS, Spent()).calls
    found = [
        say(
            "llm.bill_total",
            calls=f"{calls:,}",
            prompt=f"{total.prompt_tokens:,}",
            cached=f"{total.cached_tokens:,}",
            completion=f"{total.completion_tokens:,}",
            money=money(total),
        )
    ]
    found += [f"  {_part(purpose, one)}" for purpose, one in by_purpose.items()]
    n = max(1, n_samples)
    tokens = (total.prompt_tokens + total.completion_tokens) / n
    mean = Spent(cost=None if total.cost is None else total.cost / n, currency=total.currency)
    found.append(f"  {say('llm.bill_sample', calls=f'{calls / n:.2f}', tokens=f'{tokens:,.0f}', money=money(mean))}")
    return found


def money(one: Spent, /) -> str:
    """An amount with its currency, or that the price is not known."""
    return say("llm.unpriced") if one.cost is None else amount(one.cost, one.currency)


def amount(value: float, currency: str, /) -> str:
    """An amount of money: two decimals, more for small ones."""
    digits = 2 if value >= 1 or value == 0 else 4 if value >= 0.01 else 6
    return f"{value:,.{digits}f} {currency}"


def _part(purpose: str, one: Spent) -> str:
    what = say(f"llm.purpose_{purpose if purpose in PURPOSES else 'other'}")
    if purpose == EMBEDDINGS:
        return say(
            "llm.bill_embedded", what=what, calls=f"{one.calls:,}", prompt=f"{one.prompt_tokens:,}", money=money(one)
        )
    return say(
        "llm.bill_part",
        what=what,
        calls=f"{one.calls:,}",
        prompt=f"{one.prompt_tokens:,}",
        completion=f"{one.completion_tokens:,}",
        money=money(one),
    )

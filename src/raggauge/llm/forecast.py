"""From calls and tokens to money and time: pure numbers, for plans."""

import msgspec

from raggauge.llm.prices import Price, table

DAYS_A_MONTH = 30


class Range(msgspec.Struct, frozen=True):
    """The least and the most of something."""

    low: float
    high: float

    def __mul__(self, factor: float) -> "Range":
        return Range(self.low * factor, self.high * factor)


class Needs(msgspec.Struct, frozen=True):
    """What a set of samples takes: how many samples, and ranges of calls and tokens."""

    n_samples: int
    calls: tuple[int, int]
    prompt_tokens: tuple[int, int]
    completion_tokens: tuple[int, int]


def price(needs: Needs, rate: Price, /) -> Range:
    """What it costs at a rate, without discounts for repeated beginnings of prompts."""
    low = rate.of(needs.prompt_tokens[0], needs.completion_tokens[0], 0)
    return Range(low, rate.of(needs.prompt_tokens[1], needs.completion_tokens[1], 0))


def by_model(needs: Needs, /) -> list[tuple[str, Range, str]]:
    """Price per 1,000 samples for every model of the table: (spec, range, currency), cheapest first."""
    known = table()
    per_thousand = 1000 / max(1, needs.n_samples)
    rows = [
        (f"{provider}:{model}", price(needs, Price(*row)) * per_thousand, known.currency)
        for provider, models in known.per_million.items()
        for model, row in models.items()
        if row[1] > 0
    ]
    return sorted(rows, key=lambda entry: (entry[1].high, entry[0]))


def minutes(calls: tuple[int, int], calls_per_minute: float, /) -> Range:
    """How long so many calls take at a rate."""
    return Range(calls[0] / calls_per_minute, calls[1] / calls_per_minute)


def monthly(needs: Needs, rate: Price, /, *, per_day: float, share: float) -> tuple[float, Range]:
    """Samples judged in a month of 30 days when a share of so many questions a day is judged, and what they cost."""
    n = per_day * share * DAYS_A_MONTH
    return n, price(needs, rate) * (n / max(1, needs.n_samples))


def part_of_whole(needs: Needs, rate: Price, /, *, system: float, share: float) -> Range:
    """The judge's part of all costs, when the system itself costs `system` a question and `share` of them is judged."""
    each = price(needs, rate) * (share / max(1, needs.n_samples))
    low, high = (value / (value + system) if value + system else 0.0 for value in (each.low, each.high))
    return Range(low, high)

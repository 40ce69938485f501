"""Writes the price table of the package from `genai-prices` (MIT): `python training/prices.py`.

Needs the extra `prices`. A price is what one call of 1,000 tokens in and 1,000 out costs today at noon UTC, per million
tokens: promotions and peak hours that hold then are in it, surcharges for very long prompts are not.
"""

import datetime
import json
from importlib.metadata import version
from pathlib import Path

from genai_prices import Usage, calc_price
from genai_prices.data import providers

TABLE = Path(__file__).parent.parent / "src/raggauge/llm/prices.json"
# Our provider -> theirs, with what the names of the models must begin with where only a part is of use.
PROVIDERS = {
    "openai": ("openai", ("gpt-", "o1", "o3", "o4", "text-embedding")),
    "anthropic": ("anthropic", ("claude-",)),
    "deepseek": ("deepseek", ("",)),
    "gemini": ("google", ("gemini-", "gemma-")),
    "mistral": ("mistral", ("",)),
    "groq": ("groq", ("",)),
    "moonshot": ("moonshotai", ("",)),
    "zhipu": ("zhipuai", ("",)),
    "openrouter": ("openrouter", ("qwen/", "meta-llama/", "deepseek/", "z-ai/", "moonshotai/")),
}
WITHOUT_CHAT = ("audio", "image", "tts", "whisper", "realtime", "transcribe", "live", "search", "moderation", "guard")


def main() -> None:
    """Write the table."""
    now = datetime.datetime.now(datetime.UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    prices = {ours: _prices(theirs, beginnings, now) for ours, (theirs, beginnings) in PROVIDERS.items()}
    source = f"genai-prices {version('genai-prices')} (MIT)"
    lines = [f'{{"date": "{now.date()}", "source": "{source}", "currency": "USD", "per_million": {{']
    for number, (name, models) in enumerate(prices.items()):
        lines.append(f'"{name}": {{')
        rows = [f"  {json.dumps(model)}: {json.dumps(row)}" for model, row in sorted(models.items())]
        lines.append(",\n".join(rows))
        lines.append("}" if number == len(prices) - 1 else "},")
    TABLE.write_text("\n".join([*lines, "}}", ""]), encoding="utf-8")
    print(f"{sum(map(len, prices.values()))} models of {len(prices)} providers, {source}, {now.date()}")


def _prices(provider: str, beginnings: tuple[str, ...], now: datetime.datetime) -> dict[str, list[float]]:
    models = next(entry.models for entry in providers if entry.id == provider)
    found = {}
    for model in models:
        name = model.id
        if not name.startswith(beginnings) or any(word in name.lower() for word in WITHOUT_CHAT) or ":free" in name:
            continue
        try:
            row = [_per_million(name, provider, usage, now) for usage in _USAGES]
        except LookupError:  # a model that is listed under a name it does not match
            continue
        if row[0] or row[1]:
            found[name.lower()] = row
    return found


_USAGES = (
    Usage(input_tokens=1000),
    Usage(output_tokens=1000),
    Usage(input_tokens=1000, cache_read_tokens=1000),
)


def _per_million(model: str, provider: str, usage: Usage, now: datetime.datetime) -> float:
    total = calc_price(usage, model, provider_id=provider, genai_request_timestamp=now).total_price
    return round(float(total) * 1000, 6)


if __name__ == "__main__":
    main()

"""The tables of providers and of what models can do. A server's refusal at run time corrects what stands here."""

import re
from typing import Final, Literal

import msgspec

Dialect = Literal["openai", "anthropic"]
Structure = Literal["schema", "object", "json", "text"]
"""How a reply is held to its form: a JSON schema, one inside JSON mode (llama.cpp's way), JSON mode alone, words."""


class Provider(msgspec.Struct, frozen=True):
    """Where a provider answers: `url` (or the one in the variable `url_variable`), its key's variable, its dialect.

    `key_header` is how the key is sent; `needs_key` is false for servers of one's own.
    """

    url: str
    key_variable: str = ""
    dialect: Dialect = "openai"
    url_variable: str = ""
    key_header: Literal["bearer", "api-key", "x-api-key"] = "bearer"
    needs_key: bool = True


class Abilities(msgspec.Struct, frozen=True):
    """What a model takes: how replies can be structured, whether `temperature` and `seed` are allowed.

    `limit` is the name of the parameter that bounds a reply, `context` the tokens of prompt and reply together,
    `thinking` tokens are granted on top of a reply's own limit.
    """

    structure: Structure = "schema"
    temperature: bool = True
    seed: bool = False
    limit: Literal["max_tokens", "max_completion_tokens", ""] = "max_tokens"
    context: int = 32_000
    thinking: int = 0


PROVIDERS: Final[dict[str, Provider]] = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY", url_variable="OPENAI_BASE_URL"),
    "deepseek": Provider("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", url_variable="DEEPSEEK_BASE_URL"),
    "qwen": Provider(
        "https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY", url_variable="DASHSCOPE_BASE_URL"
    ),
    "moonshot": Provider("https://api.moonshot.cn/v1", "MOONSHOT_API_KEY", url_variable="MOONSHOT_BASE_URL"),
    "zhipu": Provider("https://open.bigmodel.cn/api/paas/v4", "ZHIPU_API_KEY", url_variable="ZHIPU_BASE_URL"),
    "gemini": Provider(
        "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", url_variable="GEMINI_BASE_URL"
    ),
    "mistral": Provider("https://api.mistral.ai/v1", "MISTRAL_API_KEY", url_variable="MISTRAL_BASE_URL"),
    "groq": Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY", url_variable="GROQ_BASE_URL"),
    "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", url_variable="OPENROUTER_BASE_URL"),
    "azure": Provider("", "AZURE_OPENAI_API_KEY", url_variable="AZURE_OPENAI_ENDPOINT", key_header="api-key"),
    "ollama": Provider("http://localhost:11434/v1", "OLLAMA_API_KEY", url_variable="OLLAMA_BASE_URL", needs_key=False),
    "vllm": Provider("http://localhost:8000/v1", "VLLM_API_KEY", url_variable="VLLM_BASE_URL", needs_key=False),
    "anthropic": Provider(
        "https://api.anthropic.com/v1",
        "ANTHROPIC_API_KEY",
        "anthropic",
        url_variable="ANTHROPIC_BASE_URL",
        key_header="x-api-key",
    ),
}

_THINKER = Abilities(temperature=False, limit="max_completion_tokens", context=200_000, thinking=8_000)
_MODELS: Final[tuple[tuple[str, Abilities], ...]] = (
    (r"(^|/)(o[1-9]|gpt-5)(?!.*chat)", _THINKER),
    (r"(^|/)gpt-(4\.1|4o|5.*chat)", Abilities(seed=True, context=128_000)),
    (r"(^|/)gpt-3\.5", Abilities(structure="json", seed=True, context=16_000)),
    (r"deepseek-(reasoner|r1)", Abilities(structure="json", temperature=False, context=64_000, thinking=8_000)),
    (r"deepseek", Abilities(structure="json", context=64_000)),
    (r"(^|/)(qwq|qwen.*thinking)", Abilities(structure="json", context=128_000, thinking=8_000)),
    (r"(^|/)qwen", Abilities(structure="json", context=128_000)),
    (r"moonshot|kimi", Abilities(structure="json", context=128_000)),
    (r"(^|/)glm", Abilities(structure="json", context=128_000)),
    (r"gemini", Abilities(context=1_000_000, thinking=4_000)),
    (r"claude", Abilities(context=200_000)),
    (r"mi(s|x)tral|ministral", Abilities(context=128_000)),
)

_REFUSALS: Final[tuple[tuple[str, str], ...]] = (
    (r"max_completion_tokens.{0,60}(instead|use)|use.{0,20}max_completion_tokens", "limit_new"),
    (r"use.{0,20}.?max_tokens|(unknown|unrecogni[sz]ed|unsupported|extra).{0,60}max_completion_tokens", "limit_old"),
    (r"temperature", "temperature"),
    (r"response_format|json_schema|json_object|structured.?output|guided|grammar|schema", "structure"),
    (r"max_tokens|max_completion_tokens", "limit_none"),
    (r"\bseed\b", "seed"),
)


def abilities(model: str, /) -> Abilities:
    """What the table says of a model; a model that it does not know is taken to speak JSON schema."""
    for pattern, found in _MODELS:
        if re.search(pattern, model, re.IGNORECASE):
            return found
    return Abilities()


def corrected(now: Abilities, problem: str, /) -> Abilities | None:
    """What a server's complaint teaches of a model; None when it is about nothing that can be left out."""
    for pattern, what in _REFUSALS:
        if re.search(pattern, problem, re.IGNORECASE | re.DOTALL):
            changed = _changed(now, what)
            if changed != now:
                return changed
    return None


def _changed(now: Abilities, what: str) -> Abilities:
    if what == "structure":
        weaker: dict[Structure, Structure] = {"schema": "object", "object": "json", "json": "text", "text": "text"}
        return msgspec.structs.replace(now, structure=weaker[now.structure])
    if what == "limit_new":
        return msgspec.structs.replace(now, limit="max_completion_tokens")
    if what == "limit_old":
        return msgspec.structs.replace(now, limit="max_tokens")
    if what == "limit_none":
        return msgspec.structs.replace(now, limit="")
    return msgspec.structs.replace(now, **{what: False})

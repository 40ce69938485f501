"""Whether a judge is kin to the model it judges, or its smaller sister: both are known to flatter.

Judges prefer answers of their own family (Panickssery et al. 2024, "LLM evaluators recognize and favor their own
generations"), and a model that is weaker than the one it judges misses what that one gets wrong.
"""

import re
from typing import Final

from raggauge.messages import say

_FAMILIES: Final[tuple[tuple[str, str], ...]] = (
    (r"gpt|chatgpt|(^|[/:])o[1-9](-|$)", "OpenAI"),
    (r"claude", "Claude"),
    (r"gemini|gemma", "Gemini"),
    (r"qwen|qwq", "Qwen"),
    (r"deepseek", "DeepSeek"),
    (r"llama", "Llama"),
    (r"mi(s|x)tral|ministral|codestral|magistral", "Mistral"),
    (r"glm", "GLM"),
    (r"kimi|moonshot", "Moonshot"),
    (r"(^|[/:-])phi-?\d", "Phi"),
)
_RANKS: Final[tuple[tuple[str, int], ...]] = (
    (r"nano|tiny|flash-?lite|-8b(?!\d)", 0),
    (r"mini|small|haiku|flash|air|turbo-lite", 1),
    (r"pro|large|opus|max|ultra|plus", 3),
)
_BILLIONS: Final = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)b(?![a-z])", re.IGNORECASE)


def family(model: str, /) -> str:
    """The family of a model by its name, "" where it is not known."""
    return next((name for pattern, name in _FAMILIES if re.search(pattern, model, re.IGNORECASE)), "")


def smaller(judge: str, generator: str, /) -> bool:
    """Whether the judge is the smaller model: by billions of parameters, else by the names of sizes in one family."""
    sizes = [_BILLIONS.search(name) for name in (judge, generator)]
    if sizes[0] and sizes[1]:
        return float(sizes[0][1]) < float(sizes[1][1])
    return family(judge) == family(generator) != "" and _rank(judge) < _rank(generator)


def warnings(judge: str, generator: str, /) -> list[str]:
    """What a person should know before trusting this judge on answers of this model, as sentences."""
    found = []
    kin = family(judge)
    if kin and kin == family(generator):
        found.append(say("llm.same_family", judge=judge, generator=generator, family=kin))
    if smaller(judge, generator):
        found.append(say("llm.smaller_judge", judge=judge, generator=generator))
    return found


def _rank(model: str) -> int:
    return next((rank for pattern, rank in _RANKS if re.search(pattern, model, re.IGNORECASE)), 2)

"""How many tokens a text is, about, without a tokenizer: for plans, limits and splitting."""

import re
from typing import Final

_WIDE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_LATIN_PER_TOKEN: Final = 4.3
_TOKENS_PER_WIDE: Final = 0.75
_OTHER_PER_TOKEN: Final = 2.0

SPREAD: Final = (0.85, 1.2)
"""Real tokenizers lie within these factors of `count` for English and Chinese prose; plans print the range."""


def count(text: str, /) -> int:
    """About how many tokens a text is: 4.3 Latin characters or 4/3 of an ideograph each; at least 1 for any text."""
    if not text:
        return 0
    if text.isascii():
        return max(1, round(len(text) / _LATIN_PER_TOKEN))
    wide = len(_WIDE.findall(text))
    latin = len(text.encode("ascii", "ignore"))
    other = len(text) - wide - latin
    return max(1, round(wide * _TOKENS_PER_WIDE + latin / _LATIN_PER_TOKEN + other / _OTHER_PER_TOKEN))


def spread(tokens: int, /) -> tuple[int, int]:
    """The range in which real tokenizers put an estimate."""
    return int(tokens * SPREAD[0]), round(tokens * SPREAD[1] + 0.5) if tokens else 0

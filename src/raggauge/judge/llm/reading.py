"""What counts as an answer in a reply: words, numbers and ids are matched exactly or not at all."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from raggauge.evidence import Verdict
from raggauge.llm.loose import CONFLICT
from raggauge.llm.replies import Found

_VERDICTS: Final[dict[Verdict, str]] = {
    "supported": "supported|support|supports|yes|true|entailed|entailment|支持|得到支持|是|属实|成立",
    "contradicted": "contradicted|contradicts|contradict|contradiction|refuted|refutes|矛盾|相矛盾|反驳|被反驳"
    "|与之矛盾",
    "unsure": "unsure|uncertain|unclear|unknown|cannot tell|can't tell|undecided|存疑|不确定|无法判断|无法判定|不清楚",
    "not_found": "not found|notfound|not supported|unsupported|not mentioned|no|false|none|neutral|not stated"
    "|不支持|未提及|没有提到|未提到|未找到|没有找到|否|不是|未得到支持|无|没有",
}
_VERDICT_OF: Final = {word: verdict for verdict, words in _VERDICTS.items() for word in words.split("|")}
_YES_NO: Final = {
    **dict.fromkeys(("yes", "true", "useful", "是", "有用"), True),
    **dict.fromkeys(("no", "false", "not useful", "useless", "否", "无用", "不是"), False),
}
_FRAME: Final = re.compile(r"^[\s*_`\"'“”‘’「」.。!！:：,，()\[\]]+|[\s*_`\"'“”‘’「」.。!！:：,，()\[\]]+$")
_WHOLE = re.compile(r"[+-]?\d{1,6}(?:\.0+)?")
_ID_KEYS: Final = ("id", "claim", "claim_id", "sentence", "passage", "nugget", "text", "number", "n")


def verdict(value: object, /) -> Verdict | None:
    """The verdict a value spells, None for everything else: `yesterday` and `notable` are no verdicts."""
    if value is True:
        return "supported"
    if value is False:
        return "not_found"
    if not isinstance(value, str):
        return None
    return _VERDICT_OF.get(value) or _VERDICT_OF.get(_word(value))


def yes_no(value: object, /) -> bool | None:
    """True or false as a value or as a word that means nothing else."""
    if isinstance(value, bool):
        return value
    return _YES_NO.get(_word(value)) if isinstance(value, str) else None


def whole(value: object, lowest: int, highest: int, /) -> int | None:
    """A whole number within bounds, None for anything else: never clamped, never picked out of a sentence."""
    if type(value) is int:
        return value if lowest <= value <= highest else None
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        text = _FRAME.sub("", value)
        value = float(text) if _WHOLE.fullmatch(text) else None
    if isinstance(value, int | float) and math.isfinite(value) and int(value) == value and lowest <= value <= highest:
        return int(value)
    return None


def numbers(value: object, allowed: Iterable[int], /) -> tuple[int, ...] | None:
    """Numbers of passages, ascending, each once; None where one is no number or names a passage that was not shown."""
    if value is None or value in ("", []):
        return ()
    known = set(allowed)
    entries = value if isinstance(value, list) else [value]
    found = [whole(entry, 0, 1_000_000) for entry in entries]
    if any(number is None or number not in known for number in found):
        return None
    return tuple(sorted({number for number in found if number is not None}))


def texts(value: object, /) -> tuple[str, ...]:
    """Texts in a list, or one text alone; what is no text or is blank is left out."""
    entries = value if isinstance(value, list) else [value]
    return tuple(entry.strip() for entry in entries if isinstance(entry, str) and entry.strip())


def says(value: object, /) -> bool:
    """Whether a value is a text with a letter or digit in it: the dots of a form that was copied say nothing."""
    return isinstance(value, str) and any(map(str.isalnum, value))


def copied(value: object, /) -> bool:
    """Whether a value is the `...` that the form of a reply has where words belong."""
    return isinstance(value, str) and value.strip() in ("...", "…")


def name(value: object, /) -> str:
    """An id as it is compared: case, brackets and spaces around it do not count."""
    if isinstance(value, str) and value.isalnum():
        return value.lower()
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return _FRAME.sub("", str(value)).casefold()


def rows(found: Found, ids: Mapping[str, Any] | Iterable[str], fields: tuple[str, ...], /) -> dict[str, dict[str, Any]]:
    """The rows of a reply by id, for the ids asked alone.

    A row is an object that names its id and has at least one of `fields`, or the value under a key that is an id. An
    id with two rows that differ has none: which of them was meant cannot be known.
    """
    asked = {asked_id.casefold(): asked_id for asked_id in ids}
    known = frozenset(fields)
    kept: dict[str, dict[str, Any]] = {}
    torn: set[str] = set()
    for entry in found.dicts():
        for row_id, row in _of(entry, asked, fields, known):
            if row_id in kept and kept[row_id] != row:
                torn.add(row_id)
            kept[row_id] = row
    return {row_id: row for row_id, row in kept.items() if row_id not in torn}


def _of(
    entry: dict[str, Any], asked: Mapping[str, str], fields: tuple[str, ...], known: frozenset[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if not known.isdisjoint(entry):
        for key in _ID_KEYS:
            if key in entry and (named := asked.get(name(entry[key]))) is not None:
                yield named, {key: value for key, value in entry.items() if key not in _ID_KEYS or key in fields}
                return
    for key in [key for key in entry if key in asked or key.casefold() in asked]:
        row_id, value = asked[key.casefold()], entry[key]
        if value is CONFLICT:
            continue
        if isinstance(value, dict):
            if any(field in value for field in fields):
                yield row_id, value
        elif isinstance(value, str | bool | int):
            yield row_id, {fields[0]: value}


def _word(value: str) -> str:
    return " ".join(_FRAME.sub("", value).casefold().replace("_", " ").replace("-", " ").split())

"""Read numbers, dates and units, so that two ways of writing the same quantity are equal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from raggauge.text.folding import fold
from raggauge.text.units import DIGITS, MONTHS, ORDINALS, PLACES, SIZES, UNITS, WORDS

Date = tuple[int | None, int | None, int | None]


class Quantity(NamedTuple):
    """One number, measured quantity or date of a text.

    ``text[start:end]`` is what was written. ``value`` is in the base unit of ``dimension`` (``5 km`` is 5000.0
    ``"length"``; ``a week`` is 604800.0 ``"time"``); ``dimension`` is ``""`` for a bare number and ``"date"`` for a
    date, whose ``date`` is (year, month, day) with ``None`` for what was not said.
    """

    start: int
    end: int
    value: float
    dimension: str = ""
    date: Date | None = None

    def same(self, other: Quantity) -> bool:
        """Say whether both mean the same; a bare number fits any unit, a year fits a date in that year."""
        if self.date and other.date:
            pairs = list(zip(self.date, other.date, strict=True))
            return any(a is not None and b is not None for a, b in pairs) and all(
                a is None or b is None or a == b for a, b in pairs
            )
        if self.date or other.date:
            return _year(self) is not None and _year(self) == _year(other)
        if self.dimension and other.dimension and self.dimension != other.dimension:
            return False
        return abs(self.value - other.value) <= 1e-6 * max(abs(self.value), abs(other.value))

    def rivals(self, other: Quantity) -> bool:
        """Say whether the two measure the same kind of thing, so that different values may be a conflict."""
        return self.dimension == other.dimension


def _any_of(names: Iterable[str]) -> str:
    """Write a pattern for any of some names, a longer one before a shorter, that looks at each letter once."""
    by_first: dict[str, set[str]] = {}
    for name in names:
        by_first.setdefault(name[:1], set()).add(name[1:])
    rest = "|".join(re.escape(first) + _any_of(ends) for first, ends in sorted(by_first.items()) if first)
    return f"(?:{rest}|)" if rest and "" in by_first else (f"(?:{rest})" if "|" in rest else rest)


# patterns that start with a class of characters are searched for quickly
_NUMBER = re.compile(r"[0-9](?:\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d*(?:\.\d+)?)", re.ASCII)
_HAN = re.compile(r"[零〇一二三四五六七八九十百千万亿两][零〇一二三四五六七八九十百千万亿两]*")
_DATE_MARKS, _HAN_MARKS, _DAY_ENDS = ("-", "/", "."), ("年", "月"), (" ", "s", "n", "r", "t")
_SPLIT_DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)", re.ASCII)
_HAN_DATE = re.compile(
    r"(?:(\d{4}|\d{2})年)(?:(\d{1,2})月)?(?:(\d{1,2})[日号])?|(\d{1,2})月(?:(\d{1,2})[日号])?", re.ASCII
)
_HAN_YEAR = re.compile(r"[零〇一二三四五六七八九]{4}(?=年)")
_MONTH = _any_of(MONTHS)
_MONTH_ENDS = frozenset(month[-3:] for month in MONTHS)
_MONTH_BEFORE = re.compile(rf"\b({_MONTH})\.? +(?:the )?$")
_DAY_YEAR = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?(?:,? +(?:of )?(\d{4}))?(?![\d%])", re.ASCII)
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)? +(?:of )?({_MONTH})\b\.?(?:,? +(\d{{4}}))?", re.ASCII)
_TAIL = re.compile(
    rf"(?:st|nd|rd|th)?(?:[ -]?({_any_of(SIZES)})(?![a-z]))?(?:多|余)?(?:[ -]?({_any_of(UNITS)})(?![a-z]))?"
)
_TAIL_STARTS = frozenset(name[:2] for name in (*SIZES, *UNITS))
_TAIL_DIRECT = frozenset(("st", "nd", "rd", "th"))
_HUNDREDTH = re.compile(r"百分之(\d+(?:\.\d+)?|[零一二三四五六七八九十百两点]+)")
_MORE = _any_of((*WORDS, "hundred", "thousand", "million", "billion", "dozen"))
_ENGLISH = re.compile(rf"\W({_any_of((*WORDS, *ORDINALS, 'a', 'an', 'half'))}(?:[ -](?:and )?{_MORE})*)\b")
_SURE = _any_of((*(word for word in WORDS if word != "one"), *ORDINALS))
_COUNTED = _any_of(name for name in (*UNITS, *SIZES) if name.isascii() and name.isalpha() and len(name) > 2)
_HINT = re.compile(rf"\W(?:{_SURE}|(?:one|an?) {_COUNTED})\b")


def quantities(text: str) -> list[Quantity]:
    """List the numbers, quantities and dates of a text in order, without overlaps.

    Understood: ``1,200``, ``1.5 million``, ``85%``, ``百分之八十五``, ``$3``, ``5 km``, ``two hundred``, ``a week``,
    ``一千二百``, ``3万``, ``2010-03-05``, ``March 5, 2010``, ``5 March``, ``2010年3月``. Fixed ratios are applied (a
    week is seven days, a kilometre 1000 metres); months and days are never turned into each other. A lone ``one``,
    ``a`` or ``一`` counts only before a unit.
    """
    return folded_quantities(fold(text))


def folded_quantities(folded: str) -> list[Quantity]:
    """List the quantities of a text that is folded already."""
    found: list[Quantity] = []
    if not folded.isascii():
        _read_hundredths(folded, found)
        _read_han(folded, found)
    _read_digits(folded, found)
    _read_words(folded, found)
    found.sort()
    kept: list[Quantity] = []
    for quantity in found:
        if not kept or quantity.start >= kept[-1].end:
            kept.append(quantity)
    return kept


@lru_cache(maxsize=1024)
def han_number(numeral: str) -> float | None:
    """Read a Chinese numeral such as ``一千二百`` or ``二〇一〇``; None when it is not one number.

    ``一千二`` reads as 1200 only when written in full, so it is None here.
    """
    if all(char in DIGITS for char in numeral):
        if len(numeral) == 1 or len(numeral) == 4 or "〇" in numeral or "零" in numeral:
            return float("".join(str(DIGITS[char]) for char in numeral))
        return None
    for big, size in (("亿", 1e8), ("万", 1e4)):
        before, found, after = numeral.rpartition(big)
        if found:
            left, right = han_number(before) if before else 1.0, han_number(after) if after else 0.0
            return None if left is None or right is None else left * size + right
    total, digit = 0, 0
    for char in numeral:
        if char in DIGITS:
            digit = DIGITS[char]
        else:
            total, digit = total + (digit or 1) * PLACES[char], 0
    return float(total + digit)


def _year(quantity: Quantity) -> int | None:
    if quantity.date:
        return quantity.date[0]
    bare = quantity.dimension == "" and quantity.value == int(quantity.value) and 1000 <= quantity.value < 2200
    return int(quantity.value) if bare else None


def _tail(folded: str, end: int) -> re.Match[str] | None:
    """Match what may follow a number; None, without a regular expression, where the next two characters rule it out."""
    two = folded[end : end + 2]
    if two[:1] in (" ", "-"):
        two = folded[end + 1 : end + 3]
    elif two in _TAIL_DIRECT or two[:1] in ("多", "余"):
        return _TAIL.match(folded, end)
    return _TAIL.match(folded, end) if two in _TAIL_STARTS or two[:1] in _TAIL_STARTS else None


def _measured(folded: str, start: int, end: int, value: float) -> Quantity:
    """Add the size word, the unit and the currency sign that stand beside a number."""
    match = _tail(folded, end)
    size, unit = (match[1], match[2]) if match else (None, None)
    if match and match[0]:
        end = match.end()
    value *= SIZES[size] if size else 1.0
    if start and folded[start - 1] in "$¥€£":
        return Quantity(start - 1, end, value, UNITS[folded[start - 1]][0])
    if unit is None:
        return Quantity(start, end, value)
    dimension, ratio = UNITS[unit]
    return Quantity(start, end, value * ratio, dimension)


def _read_digits(folded: str, found: list[Quantity]) -> None:
    end = 0
    for match in _NUMBER.finditer(folded):
        if match.start() < end:
            continue
        quantity = _date_at(folded, match) or _measured(folded, *match.span(), float(match[0].replace(",", "")))
        found.append(quantity)
        end = quantity.end


def _date_at(folded: str, number: re.Match[str]) -> Quantity | None:
    start = number.start()
    if len(number[0]) > 7 or (start and folded[start - 1].isalpha() and folded[start - 1].isascii()):
        return None
    following = folded[number.end() : number.end() + 1]
    if folded[start + 4 : start + 5] in _DATE_MARKS and (match := _SPLIT_DATE.match(folded, start)):
        return _dated(start, match.end(), (int(match[1]), int(match[3]), int(match[4])))
    if following in _HAN_MARKS and (match := _HAN_DATE.match(folded, start)):
        year = int(match[1]) if match[1] else None
        month, day = (match[2], match[3]) if match[1] else (match[4], match[5])
        if match[1] and len(match[1]) == 2 and not month:
            return None
        return _dated(start, match.end(), (year, int(month) if month else None, int(day) if day else None))
    if len(number[0]) <= 2 and following in _DAY_ENDS and (match := _DAY_MONTH.match(folded, start)):
        return _dated(start, match.end(), (int(match[3]) if match[3] else None, MONTHS[match[2]], int(match[1])))
    return _after_month(folded, start, number)


def _after_month(folded: str, start: int, number: re.Match[str]) -> Quantity | None:
    before = _MONTH_BEFORE.search(folded, max(0, start - 15), start) if _may_follow_month(folded, start) else None
    if before is None:
        return _year_at(folded, number)
    if len(number[0]) == 4 and number[0].isdigit():
        return _dated(before.start(), number.end(), (int(number[0]), MONTHS[before[1]], None))
    match = _DAY_YEAR.match(folded, start)
    if match is None or not 1 <= int(match[1]) <= 31:
        return None
    return _dated(before.start(), match.end(), (int(match[2]) if match[2] else None, MONTHS[before[1]], int(match[1])))


def _may_follow_month(folded: str, start: int) -> bool:
    """Say, without a regular expression, whether the word before a number ends as the name of a month does."""
    if folded[start - 1 : start] not in (" ", "\n"):
        return False
    words = folded[max(0, start - 15) : start].rsplit(None, 2)
    if words and words[-1] == "the":
        words.pop()
    return bool(words) and words[-1].rstrip(".")[-3:] in _MONTH_ENDS


def _year_at(folded: str, number: re.Match[str]) -> Quantity | None:
    """Read a bare year or a decade such as ``1990s``."""
    if len(number[0]) != 4 or not number[0].isdigit() or not 1500 <= int(number[0]) < 2100:
        return None
    decade = (
        folded[number.end() : number.end() + 1] == "s" and not folded[number.end() + 1 : number.end() + 2].isalpha()
    )
    tail = _tail(folded, number.end())
    if not decade and tail and tail[0]:
        return None
    return _dated(number.start(), number.end() + decade, (int(number[0]), None, None))


def _dated(start: int, end: int, date: Date) -> Quantity | None:
    year, month, day = date
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    value = float((year or 0) * 10000 + (month or 0) * 100 + (day or 0))
    return Quantity(start, end, value, "date", date)


def _read_hundredths(folded: str, found: list[Quantity]) -> None:
    for match in _HUNDREDTH.finditer(folded):
        whole, _, part = match[1].partition("点")
        value = float(match[1]) if match[1][0].isdigit() and match[1].isascii() else han_number(whole)
        if value is not None and part:
            value += float("0." + "".join(str(DIGITS.get(char, 0)) for char in part))
        if value is not None:
            found.append(Quantity(*match.span(), value, "%"))


def _read_han(folded: str, found: list[Quantity]) -> None:
    taken = {quantity.start for quantity in found}
    for match in _HAN.finditer(folded):
        start, end = match.span()
        if start - 3 in taken or start in taken or (start and folded[start - 1].isdigit()):
            continue
        value = han_number(match[0])
        if value is None or value >= 1e16:
            continue
        if _HAN_YEAR.match(folded, start):
            found.append(Quantity(start, end + 1, value * 10000, "date", (int(value), None, None)))
            continue
        quantity = _measured(folded, start, end, value)
        ordinal = start > 0 and folded[start - 1] == "第"
        plain = len(match[0]) > 1 and match[0] not in ("万一", "千万", "百千", "一一", "百万")
        if quantity.dimension or ordinal or (plain and any(char in DIGITS for char in match[0])) or match[0] in "两":
            found.append(quantity)


def _read_words(folded: str, found: list[Quantity]) -> None:
    padded = f" {folded}"
    if _HINT.search(padded) is None:
        return
    for match in _ENGLISH.finditer(padded):
        parts = [part for part in re.split(r"[ -]", match[1]) if part != "and"]
        quantity = _measured(folded, match.start(1) - 1, match.end() - 1, _english_number(parts))
        if parts == ["half"] or (parts in (["one"], ["a"], ["an"]) and not quantity.dimension):
            continue
        found.append(quantity)


def _english_number(parts: list[str]) -> float:
    total = section = 0.0
    for part in parts:
        if part in ("a", "an"):
            section += 1.0
        elif part in WORDS or part in ORDINALS:
            section += WORDS.get(part) or ORDINALS.get(part, 0.0)
        elif part in ("hundred", "dozen"):
            section = max(section, 1.0) * SIZES[part]
        elif part in SIZES:
            total, section = total + max(section, 1.0) * SIZES[part], 0.0
    return total + section

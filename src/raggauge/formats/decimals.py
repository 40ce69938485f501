"""Many decimal numbers in a text at once, each read to the nearest 64-bit number, as `float()` does."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from raggauge.ir.ids import windows

Words = NDArray[np.uint64]
Index = NDArray[np.int64]


def _every(byte: int) -> np.uint64:
    return np.uint64(int.from_bytes(bytes([byte] * 8), "little"))


_DOT, _ZERO, _LOW7, _HIGH = _every(0x2E), _every(0x30), _every(0x7F), _every(0x80)
_TOP4, _SIX = _every(0xF0), _every(0x06)
_KEEP_LAST: Final = np.array([((1 << (8 * n)) - 1) << (64 - 8 * n) if n else 0 for n in range(9)], np.uint64)
_POWERS: Final[NDArray[np.float64]] = np.array([float(10**n) for n in range(23)])  # all exact
_WHOLE_POWERS: Final = np.array([10**n for n in range(20)], np.uint64)
_FIRST_DOT: Final = np.uint64(0x0001020304050607)
_EXACT: Final = np.uint64(2**53)
_SPLIT: Final = 134217729.0  # 2^27 + 1, splits a 64-bit number into two halves whose products are exact


def decimals(buffer: NDArray[np.uint8], start: Index, end: Index, /) -> tuple[NDArray[np.float64], Index]:
    """The numbers written at `buffer[start[i] : end[i]]`, and the rows that are written in another way.

    Read here are an optional minus, up to 19 digits and an optional point (`12`, `-0.25`, `12.345678901234567`); the
    rest (exponents, more digits, `inf`, no number at all) is left to the caller. The buffer must have 24 bytes before
    the first number.
    """
    view = windows(buffer)
    negative = buffer[start] == 0x2D
    length = end - start - negative
    total = np.zeros(len(start), np.uint64)
    decimal = np.full(len(start), -1, np.int64)  # places behind the point, -1 without one
    fine = (length > 0) & (length <= 24)
    for j in range(0, min(24, int(length.max(initial=0))), 8):
        word = view[np.maximum(end - 8 - j, 0)]
        keep = _KEEP_LAST[np.clip(length - j, 0, 8)]
        word = (word & keep) | (_ZERO & ~keep)
        word, dot = _without_dot(word)
        if j == 16:
            fine &= (dot != 0) | (word != _ZERO) | (length <= 24)
        if dot.any():
            has = dot != 0
            fine &= ~has | ((decimal < 0) & (dot & (dot - np.uint64(1)) == 0))
            place = ((dot >> np.uint64(7)) * _FIRST_DOT) >> np.uint64(56)
            decimal = np.where(has, j + 7 - place.astype(np.int64), decimal)
        fine &= ((word & _TOP4) == _ZERO) & (((word + _SIX) & _TOP4) == _ZERO)
        part = _eight_digits(word)
        if j == 16:
            fine &= part < 1000  # more digits than 64 bits hold
        total += part * _WHOLE_POWERS[j]
    fine &= (length > 1) | (decimal < 0)
    value = _scaled(total, decimal, fine)
    return np.where(negative, -value, value), np.flatnonzero(~fine)


def _without_dot(word: Words) -> tuple[Words, Words]:
    """The word with points replaced by 0, and a mark (the highest bit) in each byte that was one."""
    other = word ^ _DOT
    dot = ~(((other & _LOW7) + _LOW7) | other | _LOW7)
    return word ^ ((dot >> np.uint64(7)) * np.uint64(0x2E ^ 0x30)), dot


def _eight_digits(word: Words) -> Words:
    """The number that eight ASCII digits write, first digit in the lowest byte."""
    word = word & _every(0x0F)
    word = (word * np.uint64(10) + (word >> np.uint64(8))) & np.uint64(0x00FF00FF00FF00FF)
    word = (word * np.uint64(100) + (word >> np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    return (word * np.uint64(10000) + (word >> np.uint64(32))) & np.uint64(0xFFFFFFFF)


def _scaled(total: Words, decimal: Index, fine: NDArray[np.bool_]) -> NDArray[np.float64]:
    """total without the digit that stands for the point, divided by a power of ten, correctly rounded."""
    places = np.where(fine & (decimal > 0), decimal, 0)
    whole = total
    with_dot = np.flatnonzero(decimal >= 0)
    if len(with_dot):
        power = _WHOLE_POWERS[np.minimum(places, 18)][with_dot]
        above = total[with_dot] // (power * np.uint64(10))
        whole = total.copy()
        whole[with_dot] -= above * power * np.uint64(9)
    power_of_ten: NDArray[np.float64] = _POWERS[places]
    value: NDArray[np.float64] = whole.astype(np.float64) / power_of_ten
    long = np.flatnonzero(whole >= _EXACT)
    if len(long):
        value[long] = _corrected(whole[long], power_of_ten[long])
    return value


def _corrected(whole: Words, power: NDArray[np.float64]) -> NDArray[np.float64]:
    """whole / power for numerators beyond 2^53: the quotient of the rounded numerator, plus what was left over."""
    rounded = whole.astype(np.float64)
    rest = (whole - rounded.astype(np.uint64)).astype(np.int64).astype(np.float64)
    value = rounded / power
    product = value * power
    left = ((rounded - product) - _product_error(value, power, product)) + rest
    result: NDArray[np.float64] = value + left / power
    return result


def _product_error(a: NDArray[np.float64], b: NDArray[np.float64], product: NDArray[Any]) -> NDArray[np.float64]:
    """a * b - product, exactly (Dekker 1971)."""
    a_big = a * _SPLIT
    a_high = a_big - (a_big - a)
    b_big = b * _SPLIT
    b_high = b_big - (b_big - b)
    a_low, b_low = a - a_high, b - b_high
    error: NDArray[np.float64] = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
    return error

"""Units, months and number words, as tables."""

from __future__ import annotations

# name -> (dimension, size in the dimension's base unit)
UNITS: dict[str, tuple[str, float]] = {}


def _add(dimension: str, size: float, names: str) -> None:
    for name in names.split("|"):
        UNITS[name] = (dimension, size)


_add("length", 1.0, "m|meter|meters|metre|metres|米|公尺")
_add("length", 1000.0, "km|kilometer|kilometers|kilometre|kilometres|公里|千米")
_add("length", 0.01, "cm|centimeter|centimeters|centimetre|centimetres|厘米|公分")
_add("length", 0.001, "mm|millimeter|millimeters|millimetre|millimetres|毫米")
_add("length", 1609.344, "mile|miles|mi|英里")
_add("length", 0.3048, "ft|foot|feet|英尺")
_add("length", 0.0254, "inch|inches|英寸")
_add("length", 0.9144, "yard|yards")
_add("mass", 1.0, "kg|kgs|kilogram|kilograms|kilo|kilos|公斤|千克")
_add("mass", 0.001, "g|gram|grams|克")
_add("mass", 1e-6, "mg|milligram|milligrams|毫克")
_add("mass", 1000.0, "tonne|tonnes|吨")
_add("mass", 907.18474, "ton|tons")
_add("mass", 0.45359237, "lb|lbs|pound|pounds|磅")
_add("mass", 0.5, "斤")
_add("time", 1.0, "s|sec|secs|second|seconds|秒|秒钟")
_add("time", 0.001, "ms|millisecond|milliseconds|毫秒")
_add("time", 60.0, "min|mins|minute|minutes|分钟")
_add("time", 3600.0, "h|hr|hrs|hour|hours|小时|个小时|钟头")
_add("time", 86400.0, "day|days|天|日")
_add("time", 604800.0, "week|weeks|周|星期|个星期|礼拜")
_add("months", 1.0, "month|months|个月")
_add("months", 12.0, "year|years|yr|yrs|年|周年")
_add("months", 120.0, "decade|decades")
_add("months", 1200.0, "century|centuries|世纪")
_add("%", 1.0, "%|percent|per cent|pct")
_add("USD", 1.0, "$|usd|dollar|dollars|美元")
_add("CNY", 1.0, "¥|cny|rmb|yuan|元|块|人民币")
_add("EUR", 1.0, "€|eur|euro|euros|欧元")
_add("GBP", 1.0, "£|gbp|英镑")
_add("celsius", 1.0, "°c|degrees celsius|摄氏度|℃")
_add("fahrenheit", 1.0, "°f|degrees fahrenheit|华氏度")
_add("bytes", 1.0, "byte|bytes|字节")
_add("bytes", 1e3, "kb")
_add("bytes", 1e6, "mb")
_add("bytes", 1e9, "gb")
_add("bytes", 1e12, "tb")
_add("volume", 1.0, "l|liter|liters|litre|litres|升")
_add("volume", 0.001, "ml|milliliter|milliliters|毫升")
_add("area", 1.0, "平方米|㎡|m2|square meters|square metres")
_add("area", 1e6, "平方公里|km2|square kilometers|square kilometres")
_add("area", 1e4, "公顷|hectare|hectares")
_add("area", 2589988.110336, "square miles|square mile")
_add("speed", 1.0, "km/h|kph|公里每小时")

SIZES = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "bn": 1e9, "trillion": 1e12,
    "dozen": 12.0, "百": 1e2, "千": 1e3, "万": 1e4, "百万": 1e6, "千万": 1e7, "亿": 1e8, "百亿": 1e10, "千亿": 1e11,
    "万亿": 1e12,
}  # fmt: skip

_MONTHS = (
    "jan january feb february mar march apr april may may jun june jul july aug august sep september oct october "
    "nov november dec december"
)
MONTHS = {name: place // 2 + 1 for place, name in enumerate(_MONTHS.split())} | {"sept": 9}

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth"
)
WORDS = {word: float(value) for value, word in enumerate(_SMALL.split())}
WORDS |= {word: 10.0 * tens for tens, word in enumerate(_TENS.split(), start=2)}
ORDINALS = {word: float(value) for value, word in enumerate(_ORDINALS.split(), start=3)}
DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
PLACES = {"十": 10, "百": 100, "千": 1000}

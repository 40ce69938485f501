"""Which encoding text is in: certain from its byte order mark, else a guess that is named, never acted on."""

import codecs
from typing import Final

MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Frequent characters of a script: text decoded with the wrong table hardly ever shows them.
_FREQUENT: Final = (
    ("gbk", "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道"),
    (
        "big5",
        "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道",
    ),
    ("shift_jis", "のにはをたがでとしてれさいるなもっんことらあり"),
    ("euc-kr", "이다는의에을를가고한하지로서도은사어"),
)


_BINARY: Final = (
    (b"%PDF", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"PK\x03\x04", "zip"),
    (b"SQLite format 3", "SQLite"),
    (b"\xd0\xcf\x11\xe0", "Office"),
    (b"\x93NUMPY", "NumPy"),
    (b"\x80\x04", "pickle"),
    (b"\x80\x05", "pickle"),
    (b"\x89HDF", "HDF5"),
    (b"PAR1", "Parquet"),
    (b"ARROW1", "Arrow"),
    (b"FEA1", "Feather 1"),
)
_MARKUP: Final = ((b"<!doctype", "HTML"), (b"<html", "HTML"), (b"<?xml", "XML"))


def binary(head: bytes, /) -> str:
    """What kind of file that is no text of rows begins like this; empty for text."""
    if head[257:262] == b"ustar":
        return "tar"
    start = head.lstrip()[:9].lower()
    found = (kind for magic, kind in _MARKUP if start.startswith(magic))
    return next(found, next((kind for magic, kind in _BINARY if head.startswith(magic)), ""))


def mark(head: bytes, /) -> tuple[str, int]:
    """The encoding that a byte order mark states and the length of the mark; `("", 0)` without one."""
    for bom, name in MARKS:
        if head.startswith(bom):
            return name, len(bom)
    return "", 0


def is_utf8(head: bytes, /) -> bool:
    """Whether the beginning of a file is UTF-8; a character cut at the very end does not count against it."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def guess(head: bytes, /) -> str:
    """The likeliest encoding of bytes that are not UTF-8, by zero bytes and by the frequent characters of a script."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = max(len(head) // 2, 1)
    # in UTF-16 every other byte of Western text is zero; a run of zeros is something else
    if max(odd, even) > 0.3 * half and min(odd, even) < 0.1 * half:
        return "utf-16-le" if odd >= even else "utf-16-be"
    best, most = "cp1252", 0.0
    for name, frequent in _FREQUENT:
        text = head.decode("gb18030" if name == "gbk" else name, "replace")
        beyond = [character for character in text if ord(character) > 0x7F]
        share = sum(character in frequent for character in beyond) / max(len(beyond), 1)
        wrong = text.count("\ufffd") / max(len(beyond), 1)
        if wrong < 0.05 and share - wrong > max(most, 0.02):
            best, most = name, share - wrong
    best = "gbk" if best == "cp1252" and _common_han(head) else best
    return "gb18030" if best == "gbk" and not _decodes(head, "gbk") and _decodes(head, "gb18030") else best


def _decodes(head: bytes, name: str) -> bool:
    try:
        codecs.getincrementaldecoder(name)().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _common_han(head: bytes) -> bool:
    """Whether bytes read as the everyday characters of GB 2312 (its first level): settles what is too short to count.

    Their lead bytes B0-D7 followed by another high byte are hardly met in Western text, whose accents stand alone.
    """
    try:
        text = codecs.getincrementaldecoder("gb18030")().decode(head)
    except UnicodeDecodeError:
        return False
    pairs = [character.encode("gb18030") for character in text if ord(character) > 0x7F]
    everyday = sum(0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1 for pair in pairs if len(pair) == 2)
    return everyday >= 2 and everyday >= 0.8 * len(pairs)

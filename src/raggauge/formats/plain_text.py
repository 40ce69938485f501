"""Questions and answers as running text: `Q:` and `A:`, `问：` and `答：`."""

import re
from collections.abc import Iterator
from typing import IO, Any, Final

from raggauge.errors import DataError
from raggauge.formats.encodings import guess
from raggauge.formats.rows import Row
from raggauge.formats.source import LONGEST_LINE

_FIELDS: Final = {
    "question": ("q", "question", "user", "问", "问题", "提问", "問", "問題", "用户"),
    "answer": ("a", "answer", "assistant", "答", "回答", "答案", "助手"),
    "contexts": ("c", "context", "passage", "上下文", "资料", "段落", "材料", "資料"),
    "references": ("r", "reference", "ground truth", "expected", "参考答案", "标准答案", "正确答案", "參考答案"),
}
_FIELD: Final = {mark: field for field, marks in _FIELDS.items() for mark in marks}
_MARKS: Final = "|".join(sorted(map(re.escape, _FIELD), key=len, reverse=True))
_MARK: Final = re.compile(
    rf"\s{{0,8}}(?:\d{{1,4}}[.、)）]\s?)?(?:\*\*|#{{1,6}}\s?)?({_MARKS})\s?(\d{{0,6}})\s?[:：](?:\*\*)?\s?",
    re.IGNORECASE,
)


def is_dialogue(start: bytes, /) -> bool:
    """Whether a text begins with a marked question and marks an answer, or another question, below it."""
    lines = start.decode("utf-8", "ignore").splitlines()
    marks = [_FIELD[found[1].lower()] for line in lines if (found := _MARK.match(line))]
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    return bool(_MARK.match(first)) and marks[0] == "question" and ("answer" in marks or marks.count("question") > 1)


def marked_line(text: str, /) -> str:
    """The first line of a text that would be read as the beginning of another field; empty where there is none."""
    return next((line for line in text.splitlines()[1:] if _MARK.match(line)), "")


def read_dialogue(stream: IO[bytes], name: str, /) -> Iterator[Row | DataError]:
    """A row per question; what follows a mark belongs to it up to the next mark. Several passages are several marks."""
    row: dict[str, Any] = {}
    field, first, number = "", 0, 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        place = f"{name}:{number}"
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise DataError("formats.not_utf8_here", place=place, guess=guess(line)) from None
        found = _MARK.match(text)
        if found is None:
            if field:
                row[field][-1] += text
            continue
        field = _FIELD[found[1].lower()]
        if field == "question":
            if row:
                yield _finished(row, f"{name}:{first}")
            row, first = {}, number
        row.setdefault(field, []).append(text[found.end() :])
    if row:
        yield _finished(row, f"{name}:{first}")


def _finished(row: dict[str, Any], place: str) -> Row:
    values: dict[str, Any] = {}
    for field, parts in row.items():
        texts = [part.strip() for part in parts]
        values[field] = texts if field in ("contexts", "references") else "\n".join(texts)
    return Row(values, place)

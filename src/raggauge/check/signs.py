"""Signs that a sample is not what it should be. Each looks at one sample and says yes or no."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from raggauge.check.findings import Level
from raggauge.sample import Context, Sample

# A passage this long is more often a whole prompt than a chunk.
LONG_PASSAGE: Final = 4000
_ERROR: Final = re.compile(
    r"^\s*(traceback \(most recent|error[: ]|exception[: ]|internal server error|rate limit|"
    r"http (4|5)\d\d|\{?\s*['\"]error['\"]|timeout|timed out|连接超时|请求失败|系统错误|服务异常)",
    re.IGNORECASE,
)
_JOINED: Final = re.compile(
    r"(?m)^[ \t]{0,8}(\[?\d{1,4}[\].、)]|#{1,6} |---+|={3,}|(document|passage|chunk|source|文档|段落) ?\d+)"
)
_MOJIBAKE: Final = re.compile(r"\ufffd|Ã[\x80-\xbf©¨¤¶¼]|â€[\x80-\xbf\u2122œ\x9d™]|锟斤拷|烫烫烫|ä¸|çš„")
# What a cell holds when a program printed its objects into it instead of writing a list.
_PRINTED: Final = re.compile(
    r"^\s*(?:array\(|\[(?!\d{1,3}\])[^\[\]]*\]\s*$|\{'[^']*'(?:, '[^']*')*\}\s*$|\[?[A-Z]\w*\(\w+=)|"
    r" object at 0x[0-9a-f]{4,}>|\bdtype: \w+\s*$"
)
_SEPARATOR: Final = re.compile(
    r"【(?:文档|段落|资料|片段) ?\d+】[^】]*【(?:文档|段落|资料|片段) ?\d+】"
    r"|\|\|\||<\|?/?sep\|?>|\[sep\]|\n\s*(?:-{3,}|={3,}|\*{3,}|#{3,})\s*\n",
    re.IGNORECASE,
)
_SPREADSHEET: Final = re.compile(r"^\s*#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!)\s*$")
_ENTITY: Final = re.compile(r"&(?:quot|amp|lt|gt|nbsp|#\d{2,5});")
# Excel and the tools that write for it cut a cell here.
LONGEST_CELL: Final = 32_767
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MARK: Final = re.compile(r"\[(\d{1,3})\]")
_TEMPLATE: Final = re.compile(r"\{\{\s*\w+\s*\}\}|\{(context|question|query|answer)\}|<\|im_(start|end)\|>")


def _answer_is_context(sample: Sample) -> bool:
    answer = (sample.answer or "").strip()
    return len(answer) > 20 and any(passage.text.strip() == answer for passage in sample.contexts or ())


def _answer_is_question(sample: Sample) -> bool:
    return bool(sample.answer) and (sample.answer or "").strip() == (sample.question or "").strip()


def _joined_passages(sample: Sample) -> bool:
    """One passage that looks like several put together."""
    if sample.contexts is None or len(sample.contexts) != 1:
        return False
    text = sample.contexts[0].text
    is_joined = len(text) > 800 and len(_JOINED.findall(text)) > 1
    return len(text) > LONG_PASSAGE or is_joined or _SEPARATOR.search(text) is not None


def _printed_list(sample: Sample) -> bool:
    """One passage that is a list or an object as a program prints it, which could not be read as one."""
    passages = sample.contexts or ()
    return any(_PRINTED.search(passage.text) for passage in passages if len(passages) == 1 and len(passage.text) > 2)


def _spreadsheet_error(sample: Sample) -> bool:
    return any(text[:1] in "# " and _SPREADSHEET.match(text) for text in _texts(sample))


def _cut_cell(sample: Sample) -> bool:
    return any(len(text) == LONGEST_CELL for text in _texts(sample))


def _entities(sample: Sample) -> bool:
    return any("&" in text and _ENTITY.search(text) for text in _texts(sample))


def _repeats_passage(sample: Sample) -> bool:
    texts = [passage.text for passage in sample.contexts or () if passage.text]
    return len(set(texts)) < len(texts)


def _empty_passage(sample: Sample) -> bool:
    return any(not passage.text.strip() and passage.doc_id is None for passage in sample.contexts or ())


def _answer_is_error(sample: Sample) -> bool:
    return bool(_ERROR.match(sample.answer or ""))


def _mojibake(sample: Sample) -> bool:
    return any(not text.isascii() and _MOJIBAKE.search(text) for text in _texts(sample))


def _control(sample: Sample) -> bool:
    return any(_CONTROL.search(text) for text in _texts(sample))


def _template(sample: Sample) -> bool:
    return any(_TEMPLATE.search(text) for text in (sample.question, sample.answer) if text)


def _mark_out_of_range(sample: Sample) -> bool:
    if not sample.contexts or "[" not in (sample.answer or ""):
        return False
    return any(int(mark) > len(sample.contexts) for mark in _MARK.findall(sample.answer or ""))


def _reference_is_question(sample: Sample) -> bool:
    return bool(sample.question) and sample.question in (sample.references or ())


def _unsorted_scores(sample: Sample) -> bool:
    """Retriever scores that do not fall from rank to rank."""
    scores = _scores(sample.contexts or ())
    return len(scores) > 2 and scores != sorted(scores, reverse=True) and scores != sorted(scores)


def _scores(passages: Sequence[Context]) -> list[float]:
    return [passage.score for passage in passages if passage.score is not None]


def _texts(sample: Sample) -> list[str]:
    texts = [text for text in (sample.question, sample.answer, *(sample.references or ())) if text]
    return [*texts, *(passage.text for passage in sample.contexts or ())]


SIGNS: Final[dict[str, tuple[Level, Callable[[Sample], bool]]]] = {
    "answer_is_error": ("problem", _answer_is_error),
    "mojibake": ("problem", _mojibake),
    "template": ("problem", _template),
    "spreadsheet_error": ("problem", _spreadsheet_error),
    "cut_cell": ("problem", _cut_cell),
    "printed_list": ("problem", _printed_list),
    "joined_passages": ("doubt", _joined_passages),
    "answer_is_context": ("doubt", _answer_is_context),
    "answer_is_question": ("doubt", _answer_is_question),
    "reference_is_question": ("doubt", _reference_is_question),
    "mark_out_of_range": ("doubt", _mark_out_of_range),
    "unsorted_scores": ("doubt", _unsorted_scores),
    "repeats_passage": ("note", _repeats_passage),
    "empty_passage": ("note", _empty_passage),
    "control_characters": ("note", _control),
    "entities": ("note", _entities),
}

"""Writing questions and answers as running text."""

from collections.abc import Iterable
from typing import IO, Final

from raggauge.errors import DataError
from raggauge.formats.plain_text import marked_line
from raggauge.messages import shown
from raggauge.sample import Sample

_MARKS: Final = {
    False: {"question": "Q: ", "answer": "A: ", "contexts": "Context: ", "references": "Reference: "},
    True: {"question": "问：", "answer": "答：", "contexts": "资料：", "references": "参考答案："},
}


def write_dialogue(samples: Iterable[Sample], stream: IO[bytes], /) -> None:
    """A block per sample: question, answer, passages, references.

    Raises DataError for a sample without a question, and where a line of a text would be read as a mark.
    """
    for sample in samples:
        texts = [("question", sample.question), ("answer", sample.answer)]
        texts += [("contexts", passage.text) for passage in sample.contexts or ()]
        texts += [("references", text) for text in sample.references or ()]
        if not sample.question:
            raise DataError("formats.text_needs_question", sample=shown(sample.id))
        marks = _MARKS[any("\u4e00" <= character <= "\u9fff" for character in sample.question)]
        lines = []
        for field, text in texts:
            if text is None:
                continue
            line = marked_line(text)
            if line:
                raise DataError("formats.text_like_mark", sample=shown(sample.id), field=field, line=shown(line))
            lines.append(f"{marks[field]}{text.strip()}\n")
        stream.write(("".join(lines) + "\n").encode("utf-8"))

"""The text of documents that were made for paper: PDF and DOCX, by the converters of the extra `docs`."""

import re
import zipfile
from collections import Counter
from pathlib import Path
from typing import Final

from raggauge.errors import DataError, MissingExtra
from raggauge.messages import Phrase, shown

# What typesetters make one character of.
_LIGATURES: Final = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
# A line at the head or foot of pages has at most so many characters, and stands on so many pages at least.
_RUNNING: Final = 90
_OFTEN: Final = 3
# Unpacked, a document of text is hardly larger; what is would fill the memory.
_LARGEST: Final = 500_000_000


def printed_text(file: Path, /) -> str:
    """The text of a PDF or DOCX file as Markdown, without the lines that stand on every page.

    Raises MissingExtra without the extra, and DataError for a file that cannot be read or holds no text (a scan).
    """
    try:
        from markitdown import MarkItDown
        from markitdown.converters import DocxConverter, PdfConverter
    except ImportError:
        raise MissingExtra("goldens.needs_docs", file=shown(str(file), limit=200)) from None
    is_pdf = file.suffix.lower() == ".pdf"
    if not is_pdf:
        _check_size(file)
    # Only these two: what one of them cannot read must not be taken for plain text by another.
    reader = MarkItDown(enable_builtins=False, enable_plugins=False)
    reader.register_converter(PdfConverter() if is_pdf else DocxConverter())
    try:
        text = str(reader.convert(str(file)).text_content)
    except Exception as problem:  # the converters of that package raise whatever their own packages raise
        said = " ".join(str(problem).rpartition("with message: ")[2].split())
        raise _unreadable(file, said[:200]) from problem
    if not text.strip():
        raise _unreadable(file, Phrase("goldens.no_text"))
    return _without_running_lines(text.translate(_LIGATURES)) if is_pdf else text


def _check_size(file: Path) -> None:
    try:
        with zipfile.ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (zipfile.BadZipFile, NotImplementedError) as problem:
        raise _unreadable(file, Phrase("goldens.no_docx")) from problem
    if size > _LARGEST:
        raise _unreadable(file, Phrase("goldens.too_large", size=size // 1_000_000, most=_LARGEST // 1_000_000))


def _unreadable(file: Path, problem: str | Phrase) -> DataError:
    return DataError("goldens.unreadable", place=str(file), file=shown(str(file), limit=200), problem=problem)


def _without_running_lines(text: str) -> str:
    """The text of pages without what stands on each of them: lines alone that come three times, but for numbers."""
    blocks = re.split(r"\n\s*\n", text.replace("\f", "\n\n"))
    shapes = [re.sub(r"\d+", "#", block.strip()) for block in blocks]
    counts = Counter(shape for shape in shapes if len(shape) <= _RUNNING and "\n" not in shape)
    return "\n\n".join(block for block, shape in zip(blocks, shapes, strict=True) if counts[shape] < _OFTEN) + "\n"

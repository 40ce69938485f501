"""The documents that questions are made of: text, pages, PDF, DOCX, and corpora as JSON Lines."""

import html.parser
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from raggauge.errors import DataError, UsageError
from raggauge.formats.encodings import guess
from raggauge.formats.source import open_text
from raggauge.goldens.passages import Document, Passage, passages
from raggauge.goldens.printed import printed_text
from raggauge.messages import shown

TEXT: Final = (".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc")
PAGES: Final = (".html", ".htm")
PRINTED: Final = (".pdf", ".docx")
CORPORA: Final = (".jsonl", ".ndjson")


def read_documents(path: Path, /) -> list[Document]:
    """All documents under a folder, or of one file, in the order of their paths.

    Hidden files are left out; so are empty ones and kinds that are not known. The rows of a JSON Lines corpus are
    documents of their own, named by their ids. Raises UsageError where nothing is found and DataError for a file that
    cannot be read.
    """
    if not path.exists():
        raise UsageError("goldens.no_documents", path=shown(str(path), limit=200), known=_known())
    root = path if path.is_dir() else path.parent
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    found: list[Document] = []
    for file in files:
        name = file.relative_to(root).as_posix()
        if file.is_file() and not any(part.startswith(".") for part in Path(name).parts) and file.stat().st_size:
            found += _documents(file, name)
    found = [document for document in found if document.text.strip()]
    if not found:
        raise UsageError("goldens.no_documents", path=shown(str(path), limit=200), known=_known())
    return found


def all_passages(documents: list[Document], /) -> list[Passage]:
    """The passages of all documents, in order."""
    return [passage for document in documents for passage in passages(document)]


def _known() -> str:
    return " ".join((*TEXT, *PAGES, *PRINTED, *CORPORA))


def _documents(file: Path, name: str) -> Iterator[Document]:
    suffix = file.suffix.lower()
    if suffix in TEXT:
        yield Document(name, _text(file))
    elif suffix in PAGES:
        yield Document(name, _Page.text_of(_text(file)))
    elif suffix in PRINTED:
        yield Document(name, printed_text(file))
    elif suffix in CORPORA:
        yield from _rows(file, name)


def _text(file: Path) -> str:
    try:
        with open_text(file, markup=True) as stream:
            return stream.read().decode("utf-8").replace("\r\n", "\n")
    except DataError as problem:
        if problem.message_id != "formats.not_utf8":
            raise
        told = str(problem.values["guess"])
        raise DataError("goldens.not_utf8", file=problem.values["file"], guess=told) from None
    except UnicodeDecodeError:
        told = guess(file.read_bytes())
        raise DataError("goldens.not_utf8", file=shown(str(file), limit=200), guess=told) from None


def _rows(file: Path, name: str) -> Iterator[Document]:
    for number, line in enumerate(_text(file).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row: Any = json.loads(line)
        except ValueError:
            row = None
        text = _field(row, "text", "contents", "content", "passage", "body")
        if text is None:
            raise DataError("goldens.bad_row", place=f"{name}:{number}", file=shown(name))
        title = _field(row, "title")
        label = _field(row, "_id", "id", "doc_id", "docid") or f"row-{number}"
        yield Document(f"{name}/{label}", f"# {title}\n\n{text}" if title else text)


def _field(row: Any, *names: str) -> str | None:
    if not isinstance(row, dict):
        return None
    value = next((row[name] for name in names if row.get(name) is not None), None)
    return str(value) if isinstance(value, str | int) else None


class _Page(html.parser.HTMLParser):
    """The text of a page as Markdown: headings, paragraphs, items of lists and code."""

    _SKIPPED = frozenset(
        {"title", "script", "style", "nav", "header", "footer", "aside", "noscript", "template", "svg", "form"}
    )
    _BLOCKS = frozenset(
        {"p", "div", "section", "article", "table", "tr", "ul", "ol", "dl", "dt", "dd", "blockquote", "br"}
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._skipping = 0
        self._code = 0

    @classmethod
    def text_of(cls, page: str) -> str:
        """The text, with an empty line between blocks."""
        reader = cls()
        reader.feed(page)
        reader.close()
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", "".join(reader.parts))).strip() + "\n"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._SKIPPED:
            self._skipping += 1
        elif re.fullmatch("h[1-6]", tag):
            self._add("\n\n" + "#" * int(tag[1]) + " ")
        elif tag == "li":
            self._add("\n* ")
        elif tag == "pre":
            self._code += 1
            self._add("\n\n```\n")
        elif tag in self._BLOCKS:
            self._add("\n\n")
        elif tag == "code" and not self._code:
            self._add("`")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SKIPPED:
            self._skipping = max(0, self._skipping - 1)
        elif tag == "pre":
            self._code = max(0, self._code - 1)
            self._add("\n```\n\n")
        elif tag == "code" and not self._code:
            self._add("`")
        elif tag in self._BLOCKS or re.fullmatch("h[1-6]", tag):
            self._add("\n\n")

    def handle_data(self, data: str) -> None:
        self._add(data if self._code else re.sub(r"\s+", " ", data))

    def _add(self, text: str) -> None:
        if not self._skipping:
            self.parts.append(text)

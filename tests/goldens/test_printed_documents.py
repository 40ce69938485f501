"""PDF and DOCX become passages as the real converter reads them."""

import html
import json
import zipfile
from pathlib import Path

import pytest

from raggauge.cli.main import call
from raggauge.errors import DataError
from raggauge.goldens.documents import all_passages, read_documents
from raggauge.goldens.prose import plain, prose

pytestmark = pytest.mark.interop

PARTS = [
    (1, "Lumo Hub"),
    (0, "The Lumo Hub is a small box that connects lamps, plugs and sensors of one flat with each other."),
    (2, "Reset"),
    (
        0,
        "To reset the hub, press the button on its back for 12 seconds. If you want to keep scenes, use `lumo save`.",
    ),
    (2, "Range"),
    (0, "The hub reaches lamps within 30 metres because it sends at 868 MHz. Names may hold *stars* and under_scores."),
]
_OFFICE = "http://schemas.openxmlformats.org"
_WORDS = f'xmlns:w="{_OFFICE}/wordprocessingml/2006/main"'
_PARTS_OF = f"{_OFFICE}/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def docx(path: Path, parts: list[tuple[int, str]]) -> None:
    """A document of headings (level 1 to 3) and paragraphs (level 0), as a word processor packs it."""

    def paragraph(level: int, text: str) -> str:
        style = f'<w:pPr><w:pStyle w:val="Heading{level}"/></w:pPr>' if level else ""
        return f'<w:p>{style}<w:r><w:t xml:space="preserve">{html.escape(text)}</w:t></w:r></w:p>'

    def link(kind: str, target: str) -> str:
        start = f'<Relationships xmlns="{_PARTS_OF}/relationships"><Relationship Id="r1" '
        kinds = f"{_OFFICE}/officeDocument/2006/relationships/{kind}"
        return start + f'Type="{kinds}" Target="{target}"/></Relationships>'

    body = "".join(paragraph(level, text) for level, text in parts)
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>' for n in (1, 2, 3)
    )
    types = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_KIND}.{kind}+xml"/>'
        for part, kind in (("document", "document.main"), ("styles", "styles"))
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    default = f'<Default Extension="rels" ContentType="{relations}"/>'
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("[Content_Types].xml", f'<Types xmlns="{_PARTS_OF}/content-types">{default}{types}</Types>')
        packed.writestr("_rels/.rels", link("officeDocument", "word/document.xml"))
        packed.writestr("word/_rels/document.xml.rels", link("styles", "styles.xml"))
        packed.writestr("word/styles.xml", f"<w:styles {_WORDS}>{styles}</w:styles>")
        packed.writestr("word/document.xml", f"<w:document {_WORDS}><w:body>{body}</w:body></w:document>")


def pdf(path: Path, pages: list[list[str]]) -> None:
    """Pages of lines in Helvetica, as a plain printer writes them."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    numbers = []
    for lines in pages:
        told = " ".join(f"({line}) Tj 0 -24 Td" if line else "0 -24 Td" for line in lines)
        drawn = f"BT /F1 11 Tf 60 780 Td {told} ET"
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
        page = f"/Contents {len(objects)} 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 595 842]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {page} >>")
        numbers.append(len(objects))
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"
    text, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n"
    text += f"<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{text.index('xref')}\n%%EOF\n"
    path.write_bytes(text.encode("latin-1"))


@pytest.fixture(autouse=True)
def _with_the_extra() -> None:
    pytest.importorskip("markitdown", reason="needs raggauge[docs]")


def test_a_word_document_keeps_its_headings_and_its_marks(tmp_path: Path) -> None:
    """A star in the text is a star; offsets slice to the quoted source."""
    docx(tmp_path / "hub.docx", PARTS)
    document = read_documents(tmp_path)[0]
    found = all_passages([document])
    assert [passage.headings[-1] for passage in found] == ["Lumo Hub", "Reset", "Range"]
    told = [sentence for passage in found for sentence in prose(passage)]
    assert "Names may hold *stars* and under_scores." in [sentence.text for sentence in told]
    assert all(plain(document.text[one.start : one.end]) == one.text for one in told)


def test_printed_pages_lose_the_lines_that_stand_on_all_of_them(tmp_path: Path) -> None:
    """Heads and feet of pages are no prose."""
    texts = [text for level, text in PARTS if not level]
    pages = [["Lumo manual, edition 4", "", text, "", f"page {n} of 3"] for n, text in enumerate(texts, 1)]
    pdf(tmp_path / "hub.pdf", pages)
    document = read_documents(tmp_path)[0]
    assert "press the button on its back for 12 seconds" in document.text
    assert "edition" not in document.text
    assert "of 3" not in document.text


@pytest.mark.parametrize("name", ["hub.docx", "hub.pdf"])
def test_questions_are_built_from_printed_documents(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every quote stands in the text as it was read; `check` reads the same documents and finds no fault."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    if name.endswith("docx"):
        docx(tmp_path / "docs" / name, PARTS)
    else:
        pdf(tmp_path / "docs" / name, [[text for level, text in PARTS if not level]])
    assert call(["goldens", "build", "docs", "-n", "3", "-o", "set.jsonl"]) == 0
    text = read_documents(tmp_path / "docs")[0].text
    rows = [json.loads(line) for line in (tmp_path / "set.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows
    for row in rows:
        quote = row["metadata"]["quote"]
        assert text[quote["start"] : quote["end"]] == quote["text"]
    assert call(["goldens", "check", "set.jsonl", "--docs", "docs"]) == 0
    assert "no fault" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.pdf", b"%PDF-1.4 nothing", "Is this really a PDF"),
        ("text.pdf", b"just a line of text", "Is this really a PDF"),
        ("broken.docx", b"PK\x03\x04 nothing", "no packed Word document"),
        ("text.docx", b"{}", "no packed Word document"),
    ],
)
def test_a_broken_file_is_refused_with_its_name(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    """One line, whatever the converter raised; nothing is read as if it were plain text."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=said) as refused:
        read_documents(tmp_path)
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)


def test_pages_without_text_are_refused(tmp_path: Path) -> None:
    """A scan would otherwise be missing in silence."""
    pdf(tmp_path / "scan.pdf", [[""], [""]])
    with pytest.raises(DataError, match="no text in it, as in a scan"):
        read_documents(tmp_path)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """By the sizes that its table of contents tells."""
    with zipfile.ZipFile(tmp_path / "big.docx", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for number in range(6):
            packed.writestr(f"word/part{number}.xml", bytes(100_000_000))
    with pytest.raises(DataError, match="unpacks to 600 MB"):
        read_documents(tmp_path)

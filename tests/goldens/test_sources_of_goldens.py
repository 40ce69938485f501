"""Documents are read from text, pages and corpora; what cannot be read is said in one sentence."""

import sys
from pathlib import Path

import pytest

from raggauge.errors import DataError, MissingExtra, UsageError
from raggauge.goldens.documents import all_passages, read_documents

PAGE = """<html><head><title>t</title><style>p {}</style></head><body><nav>Home</nav>
<h1>Lumo Hub</h1><p>Plug it <b>in</b> &amp; wait.</p><pre>lumo
  run</pre><ul><li>One</li><li>Two</li></ul><script>x()</script></body></html>"""


def test_pages_become_text_under_headings(tmp_path: Path) -> None:
    """Headings, paragraphs, lists and code stay; scripts, styles and navigation go."""
    (tmp_path / "a.html").write_text(PAGE, encoding="utf-8")
    document = read_documents(tmp_path)[0]
    passage = all_passages([document])[0]
    assert passage.headings == ("Lumo Hub",)
    assert document.text[passage.start : passage.end] == passage.text
    assert "Plug it in & wait." in passage.text
    assert "```\nlumo\n  run\n```" in passage.text
    assert "* One\n* Two" in passage.text
    assert not any(word in document.text for word in ("Home", "x()", "p {}"))


def test_rows_of_a_corpus_are_documents(tmp_path: Path) -> None:
    """Named by their ids, under their titles."""
    (tmp_path / "c.jsonl").write_text(
        '{"_id": "d1", "title": "Hub", "text": "Plug it in."}\n\n{"id": 7, "text": "中枢"}\n', encoding="utf-8"
    )
    found = read_documents(tmp_path / "c.jsonl")
    assert [(one.path, one.text) for one in found] == [
        ("c.jsonl/d1", "# Hub\n\nPlug it in."),
        ("c.jsonl/7", "中枢"),
    ]


def test_a_folder_is_read_in_order_without_hidden_files(tmp_path: Path) -> None:
    """Sorted by path; hidden, empty and unknown files are left out."""
    for name, text in {"b.md": "B.", "a/x.txt": "A.", ".git/c.md": "C.", "d.md": " ", "e.png": "E."}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [one.path for one in read_documents(tmp_path)] == ["a/x.txt", "b.md"]


def test_a_row_without_text_is_refused(tmp_path: Path) -> None:
    """With its line."""
    (tmp_path / "c.jsonl").write_text('{"_id": "d1", "text": "x"}\n{"_id": "d2"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"no text.*c\.jsonl:2"):
        read_documents(tmp_path)


def test_nothing_to_read_is_refused(tmp_path: Path) -> None:
    """An empty folder, and one that is not there."""
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(UsageError, match="no document"):
            read_documents(path)


def test_printed_documents_need_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the command that installs it."""
    monkeypatch.setitem(sys.modules, "markitdown", None)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    with pytest.raises(MissingExtra, match=r"raggauge\[docs\]"):
        read_documents(tmp_path)


def test_documents_in_another_encoding_are_named_with_what_to_do(tmp_path: Path) -> None:
    """The sentence names the file and the encoding that it looks like, and no option that is not there."""
    (tmp_path / "old.txt").write_bytes("这是我们的规定，员工不得在工作时间离开。".encode("gbk"))
    with pytest.raises(DataError) as caught:
        read_documents(tmp_path)
    assert caught.value.message_id == "goldens.not_utf8"
    assert "old.txt" in str(caught.value)
    assert "--encoding" not in str(caught.value)

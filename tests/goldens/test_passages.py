"""Passages are stretches of their document, whatever the document."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.goldens.passages import Document, passages

PAGE = """# Hub

Intro of the hub.

## Set-up {#setup}

Plug it in.
Press the button.

```bash
# no heading in here
run
```

### Lights

Green is fine.
"""


def test_passages_stand_under_their_headings() -> None:
    """Headings outermost first; a hash sign in code is no heading; an anchor is no part of a title."""
    found = passages(Document("hub.md", PAGE))
    assert [(p.headings, p.text.splitlines()[0]) for p in found] == [
        (("Hub",), "Intro of the hub."),
        (("Hub", "Set-up"), "Plug it in."),
        (("Hub", "Set-up", "Lights"), "Green is fine."),
    ]
    assert "# no heading in here" in found[1].text


def test_an_id_survives_moving_and_not_changing() -> None:
    """Text before a passage moves it; other words make another passage."""
    first = passages(Document("hub.md", PAGE))[-1]
    moved = passages(Document("hub.md", "New beginning.\n\n" + PAGE))[-1]
    changed = passages(Document("hub.md", PAGE.replace("fine", "bad")))[-1]
    assert first.id == moved.id
    assert first.start != moved.start
    assert first.id != changed.id


@given(st.text(alphabet="ab。. \n#`~é漢\r\t", max_size=400), st.integers(20, 120))
def test_offsets_always_slice_to_the_text(text: str, longest: int) -> None:
    """In order, without overlap, and nothing but white space, headings and fences between them."""
    end = 0
    for passage in passages(Document("x.md", text), longest=longest):
        assert text[passage.start : passage.end] == passage.text
        assert passage.start >= end
        end = passage.end


def test_long_paragraphs_are_cut_at_sentences() -> None:
    """No passage is longer than asked while its sentences are not."""
    text = "This sentence is repeated. " * 200
    found = passages(Document("x.md", text), longest=300)
    assert max(len(p.text) for p in found) <= 300
    assert all(p.text.endswith(".") for p in found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_real_documents_lose_no_text(data_dir: Path, language: str) -> None:
    """Every letter outside headings of a real project's documents is in exactly one passage."""
    for path in sorted((data_dir / "docs" / "fastapi" / language).glob("*.md"))[:10]:
        text = path.read_text(encoding="utf-8")
        found = passages(Document(path.name, text))
        outside = text
        for passage in reversed(found):
            outside = outside[: passage.start] + outside[passage.end :]
        assert [line for line in outside.splitlines() if line.strip() and not line.lstrip().startswith("#")] == []

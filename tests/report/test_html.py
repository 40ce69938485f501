"""The HTML report is one file that asks for nothing, holds what it says, and shows hostile texts as text."""

import base64
import gzip
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from raggauge.messages import choose
from raggauge.report import html
from raggauge.report.html_data import collect

sys.path.insert(0, str(Path(__file__).parent))
from made_run import HOSTILE, PASSAGE, make


class Elements(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count a tag and anything that points elsewhere."""
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]


def page_of(n: int = 3) -> str:
    """The page of a made run."""
    return b"".join(html.chunks(make(n))).decode()


def test_the_page_points_nowhere() -> None:
    """No address in any element, no import in the style, and a policy that forbids all requests."""
    page = page_of()
    elements = Elements()
    elements.feed(page)
    assert elements.addresses == []
    assert "img" not in elements.tags
    assert "@import" not in page
    assert "url(" not in page
    assert "default-src &#x27;none&#x27;" in page


def test_hostile_texts_cannot_end_the_data() -> None:
    """The data is JSON again after what looked like markup in it was escaped."""
    page = page_of()
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    found = json.loads(data[1])
    assert HOSTILE.split()[0] in found["samples"][0]["question"]
    assert found["metrics"][1] == {"text": "contradiction", "goal": None, "down": True}


def test_packs_hold_the_evidence_and_offsets_slice() -> None:
    """A quote's offsets give its text, in code points."""
    contents = collect(make(3))
    detail = json.loads(gzip.decompress(base64.b64decode(contents.packs[0])))["q0"]
    quote = detail["claims"][0]["quotes"][0]
    assert PASSAGE[quote["start"] : quote["end"]] == quote["text"] == "opened in 1911"
    assert detail["claims"][1]["conflicts"] == [{"said": "1970", "found": "1962"}]


def test_what_does_not_fit_is_counted_and_the_worst_stay() -> None:
    """Over the size, samples lose their evidence, not their line, and the page says how many."""
    contents = collect(make(120), largest=2_000)
    kept = [entry for entry in contents.index if entry["pack"] is not None]
    assert len(contents.index) == 120
    assert 0 < len(kept) < 120
    assert contents.n_left_out == 120 - len(kept)


@pytest.mark.parametrize(("lang", "part"), [("en", "Summary"), ("zh", "总览")])
def test_both_languages(lang: str, part: str) -> None:
    """The words of the page and of its script are in the language in force."""
    choose("zh" if lang == "zh" else "en")
    try:
        page = page_of()
    finally:
        choose(None)
    assert part in page
    assert f'<html lang="{lang}">' in page


def test_scores_of_other_tools_stand_apart() -> None:
    """Imported scores have a table of their own that says they are not compared."""
    page = page_of()
    assert "of other tools, not comparable" in page
    assert "<td>other</td><td>score</td><td class=number>0.500</td>" in page


def test_the_same_run_gives_the_same_bytes() -> None:
    """Nothing in the page depends on the clock."""
    run = make(3)
    assert b"".join(html.chunks(run)) == b"".join(html.chunks(run))


def test_the_diagnosis_is_a_section() -> None:
    """The faults stand on the page, with what to change and buttons that open their samples; hostile texts are text."""
    page = page_of()
    section = page.partition('<section id="diagnosis">')[2].partition("</section>")[0]
    assert "The answer invents: faithfulness 0.50" in section
    assert "stricter instructions" in section
    assert '<button type="button" data-sample="q0">q0</button>' in section
    assert "<script>window" not in section

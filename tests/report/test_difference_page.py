"""The comparison as a page: intervals, movers side by side, nothing that hostile texts could start."""

from html.parser import HTMLParser
from typing import Any

import pytest

import raggauge
from raggauge.comparison import compare
from raggauge.plot.svg import Gap, gaps
from raggauge.report.difference_page import LONGEST, page, written

HOSTILE = '<script>alert(1)</script> ]]> "quoted" \u202eabc\u202c \x1b[31mred'
FAITHFUL = {"question": "What is the limit?", "contexts": ["The limit is 20 km."], "answer": "The limit is 20 km."}
WRONG = {**FAITHFUL, "answer": f"The limit is 90 parsecs for everybody on holiday. {HOSTILE}"}


def _run(rows: list[dict[str, Any]]) -> raggauge.Run:
    data = [{"id": f"q{i}", **row} for i, row in enumerate(rows)]
    return raggauge.evaluate(data, metrics=["faithfulness", "contradiction"], judge="embedded", out=False)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


@pytest.fixture(scope="module")
def shown() -> str:
    """The page of a comparison in which half of the answers became wrong and hostile."""
    before, after = _run([FAITHFUL] * 12), _run([FAITHFUL] * 6 + [WRONG] * 6)
    return page(compare(before, after)).decode()


def test_the_page_shows_what_changed(shown: str) -> None:
    """Verdict, plot, table and the evidence of both runs are there; a sample that moved in two metrics stands once."""
    assert "1.00 → 0." in shown
    assert shown.count("<svg") == 1
    assert "The limit is 90 parsecs for everybody on holiday" in shown
    assert shown.count("<article") == 6
    assert shown.count('class="number unmet"') >= 6


def test_hostile_texts_stay_texts(shown: str) -> None:
    """No script runs, since there is none and the policy allows none; the texts are shown."""
    tags = _Tags()
    tags.feed(shown)
    assert "script" not in tags.tags
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "default-src &#x27;none&#x27;" in shown
    assert "\u202e" not in shown
    assert '<span class="code">U+202E</span>' in shown


def test_equal_runs_say_so() -> None:
    """Where nothing moved the page says that, in the language in force."""
    run = _run([FAITHFUL] * 3)
    assert "No sample moved." in page(compare(run, run)).decode()


def test_long_texts_are_cut_and_say_so() -> None:
    """An answer of 100 kB does not make the page as large."""
    before = _run([FAITHFUL])
    after = _run([{**FAITHFUL, "answer": "Nobody knows the moon. " * 5000}])
    text = page(compare(before, after)).decode()
    assert len(text) < 4 * LONGEST + 60_000
    assert "(cut: " in text


@pytest.mark.parametrize(
    ("form", "start"), [("md", "### "), ("json", "{"), ("terminal", "in memory"), ("html", "<!doc")]
)
def test_every_form_is_written(form: str, start: str) -> None:
    """Each form of a comparison can go to a file."""
    run = _run([FAITHFUL] * 3)
    assert written(compare(run, run), form).decode().startswith(start)


def test_gaps_reach_as_far_as_the_intervals() -> None:
    """The axis ends at the next round number; rows without a difference have a label alone."""
    plot = gaps([Gap("faithfulness", -0.07, -0.09, -0.05, 0.02, "unmet"), Gap("<b>", None)], title="t")
    assert ">+0.1<" in plot
    assert "&lt;b&gt;" in plot
    assert plot.count("<circle") == 1

"""The HTML report in a real browser: highlighting both ways, sorting, searching, themes, widths, keyboard."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from raggauge.comparison import compare
from raggauge.evidence import Evidence
from raggauge.messages import choose
from raggauge.report import difference_page, html

sys.path.insert(0, str(Path(__file__).parent))
from made_run import make

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One headless Chromium for the file."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(params=[(390, "en"), (1440, "en"), (390, "zh"), (1440, "zh")], ids=lambda p: f"{p[0]}-{p[1]}")
def page(browser: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The report of a made run, open; whatever it logs or asks for is collected."""
    width, lang = request.param
    choose(lang)
    file = tmp_path / "report.html"
    file.write_bytes(b"".join(html.chunks(make(60))))
    choose(None)
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.trouble = []
    tab.on("pageerror", lambda error: tab.trouble.append(str(error)))
    tab.on("console", lambda message: tab.trouble.append(message.text))
    tab.on("request", lambda asked: tab.trouble.append(asked.url) if not asked.url.startswith("file:") else None)
    tab.goto(file.as_uri())
    tab.wait_for_selector("#detail .claims li")
    yield tab
    assert tab.trouble == []
    assert tab.evaluate("window.hacked") is None
    tab.close()


def lit(page: Any) -> list[str]:
    """The texts that are lit up in the passages."""
    found: list[str] = page.locator("#detail mark.lit").all_inner_texts()
    return found


def test_hover_and_focus_light_up_what_belongs_together(page: Any) -> None:
    """A claim lights its span in the answer and the words that support it; the words light the claim."""
    claim = page.locator("#detail .claims li").first
    claim.hover()
    assert "opened in 1911" in lit(page)
    page.locator("h1").hover()
    assert lit(page) == []
    claim.focus()
    assert "opened in 1911" in lit(page)
    quoted = page.locator("#detail mark", has_text="opened in 1911")
    quoted.focus()
    assert "lit" in (claim.get_attribute("class") or "")


def test_the_table_sorts_searches_and_filters(page: Any) -> None:
    """A click on a head sorts, typing narrows, and the count says how many there are."""
    first = page.locator("#body .row").first
    assert first.inner_text().startswith("q0")
    head = page.locator("#rows .head button").first
    head.click()
    head.click()
    assert first.inner_text().startswith("q9")
    page.locator("#search").fill(" 17")
    assert page.locator("#body .row").count() == 1
    assert "60" in page.locator("#count").inner_text()
    page.locator("#search").fill("")
    page.locator("#filter").select_option(index=1)
    assert page.locator("#body .row").count() > 0


def test_a_row_opens_with_the_keyboard(page: Any) -> None:
    """Arrow and Enter move and open; the address then names the sample."""
    page.locator("#body .row").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    from playwright.sync_api import expect

    expect(page).to_have_url(re.compile("#q1$"))
    assert page.locator("#detail h2").inner_text() == "q1"


def test_the_theme_can_be_switched(page: Any) -> None:
    """The background changes and the text stays readable on it."""
    colour = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(colour)
    page.locator("#theme").click()
    assert page.evaluate(colour) != before


CONTRAST = """() => {
  const light = (c) => {
    const v = c.slice(0, 3).map((x) => (x /= 255, x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
  };
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = numbers(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const e of document.querySelectorAll("body *")) {
    if (!e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(numbers(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(e.tagName + "." + e.className + " " + e.textContent.slice(0, 30));
  }
  return poor;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(page: Any, theme: str) -> None:
    """The contrast of each visible text is at least 4.5 to 1 (WCAG 2.2 AA), also where it is marked and lit."""
    page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
    page.locator("#detail .claims li").first.hover()
    assert page.evaluate(CONTRAST) == []


def test_no_row_hides_under_the_head(page: Any) -> None:
    """The first row of the table stands below the heads of its columns."""
    head, row = (page.locator(name).first.bounding_box() for name in ("#rows .head", "#body .row"))
    assert row["y"] >= head["y"] + head["height"] - 1


def test_the_summary_is_a_list_where_there_is_no_room(page: Any) -> None:
    """On a phone each number stands beside the name of its column, and nothing scrolls sideways."""
    narrow = page.viewport_size["width"] < 640
    label = "getComputedStyle(document.querySelector('.stack td'), '::before').content"
    assert (page.evaluate(label) not in ("none", "normal")) is narrow
    if narrow:
        assert page.evaluate("[...document.querySelectorAll('.stack')].every(e => e.scrollWidth <= innerWidth)")


def test_paper_has_what_can_be_read_on_it(page: Any) -> None:
    """Printed, the page keeps summary, diagnosis and plots and leaves out what must be clicked."""
    page.emulate_media(media="print")
    assert page.locator("table.stack").first.is_visible()
    assert not any(page.locator(name).is_visible() for name in ("#rows", "#theme", "#scatter", "#detail"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_of_next_to_nothing_works(browser: Any, tmp_path: Path, lang: Any) -> None:
    """One sample without passages, whose every score is missing, makes a page without an error."""
    from raggauge.judge.judge import Ask
    from raggauge.judge.scripted import ScriptedJudge
    from raggauge.run.start import evaluate
    from raggauge.sample import Sample

    def silent(ask: Ask) -> Evidence:
        return Evidence(sample=ask.sample.id, gaps={facet.key: "the judge is away" for facet in ask.facets})

    choose(lang)
    sample = Sample(id="n" * 300, question="?", answer="An answer.", contexts=())
    run = evaluate([sample], metrics=["contradiction"], judge=ScriptedJudge(silent), out=False)
    file = tmp_path / "nothing.html"
    file.write_bytes(b"".join(html.chunks(run)))
    choose(None)
    tab = browser.new_page(viewport={"width": 390, "height": 900})
    trouble: list[str] = []
    tab.on("pageerror", lambda error: trouble.append(str(error)))
    tab.goto(file.as_uri())
    tab.wait_for_selector("#detail h2")
    assert trouble == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.screenshot(path=tmp_path / "nothing.png")
    tab.close()


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_the_comparison_fits_every_width(browser: Any, tmp_path: Path, width: int) -> None:
    """The page of a comparison with hostile texts asks for nothing, runs nothing and is no wider than the window."""
    file = tmp_path / "compared.html"
    file.write_bytes(difference_page.page(compare(make(12, text="calm"), make(12, text="calm"))))
    tab = browser.new_page(viewport={"width": width, "height": 900}, color_scheme="dark")
    asked: list[str] = []
    tab.on("request", lambda one: asked.append(one.url) if not one.url.startswith("file:") else None)
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.evaluate(CONTRAST) == []
    assert asked == []
    tab.close()


def test_marks_that_turn_text_are_named(page: Any) -> None:
    """A mark that would turn the rest of a line, and one that would colour a terminal, stand there by number."""
    shown = page.locator("#detail .text").first.inner_text()
    assert "U+202E" in shown
    assert "U+001B" in shown
    assert "\u202e" not in page.locator("main").inner_text()


def test_nothing_is_wider_than_the_window(page: Any) -> None:
    """Wide tables scroll inside themselves."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_word_without_end_does_not_freeze_the_page(browser: Any, tmp_path: Path) -> None:
    """100,000 letters without a blank are laid out, stay within the window, and can be read back whole."""
    file = tmp_path / "endless.html"
    file.write_bytes(b"".join(html.chunks(make(1, text="A" * 100_000))))
    tab = browser.new_page(viewport={"width": 390, "height": 900})
    tab.goto(file.as_uri())
    tab.wait_for_selector("#detail .claims li")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "A" * 100_000 in tab.locator("#detail .text").nth(1).inner_text()
    tab.screenshot(path=tmp_path / "endless.png", timeout=20_000)
    tab.close()


@pytest.mark.slow
def test_ten_thousand_samples_stay_usable(browser: Any, tmp_path: Path) -> None:
    """The file is under 30 MB, and only the rows in view exist, wherever one scrolls."""
    words = "The tram line carries people from the harbour to the hills. "
    run = make(10_000, text=words * 8)
    file = tmp_path / "large.html"
    file.write_bytes(b"".join(html.chunks(run)))
    assert file.stat().st_size < 30_000_000
    tab = browser.new_page(viewport={"width": 1440, "height": 900})
    tab.goto(file.as_uri())
    tab.wait_for_selector("#body .row")
    assert tab.locator("#body .row").count() < 60
    tab.evaluate("document.getElementById('rows').scrollTop = 200000")
    from playwright.sync_api import expect

    expect(tab.locator("#body .row").first).not_to_have_css("top", "0px")
    tab.close()

"""What must be known of a run beside its numbers stands in every report."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import raggauge
from raggauge.gate.rules import Rules
from raggauge.report import github, html, junit, markdown_page, sarif, terminal
from raggauge.report.verdict import Verdict
from raggauge.sample import Sample


def _run(folder: Path, n_read: int, origin: str = "generated") -> raggauge.Run:
    marks = [{"reviewed_by": "ana"} if k < n_read else {} for k in range(10)]
    samples = [
        Sample(
            id=f"s{k}",
            question="Where?",
            answer="In Oslo.",
            references=("In Oslo.",),
            metadata={"kind": "fact", "origin": origin, **mark},
        )
        for k, mark in enumerate(marks)
    ]
    return raggauge.evaluate(samples, metrics=["exact_match"], out=folder / f"{origin}{n_read}")


@pytest.mark.parametrize(
    ("n_read", "origin", "marked"),
    [(0, "generated", True), (1, "generated", True), (2, "generated", False), (0, "hand", False)],
)
def test_a_set_read_under_15_percent_is_marked(tmp_path: Path, n_read: int, origin: str, marked: bool) -> None:
    """Generated and read under 15%: in the terminal, in Markdown and on the page; nothing else is marked."""
    run = _run(tmp_path, n_read, origin)
    card = run.manifest.dataset
    assert (card.kinds, card.origins, card.n_reviewed) == ({"fact": 10}, {origin: 10}, n_read)
    for write in (terminal.chunks, markdown_page.chunks, html.chunks):
        assert ("unreviewed set" in b"".join(write(run)).decode()) is marked


def test_a_judge_that_is_not_the_locked_one_is_named_in_every_report() -> None:
    """A forced run says so where its numbers are read."""
    from raggauge.report import html, markdown_page, terminal
    from raggauge.run.start import evaluate

    run = evaluate(
        [{"id": "q", "question": "?", "answer": "In 1911.", "contexts": ["It opened in 1911."]}],
        metrics=["faithfulness"],
        out=False,
        unlocked=("model: a -> b",),
    )
    pages = [
        terminal.plain(terminal.summary(run)),
        *(b"".join(form.chunks(run)).decode() for form in (html, markdown_page)),
    ]
    for page in pages:
        assert "raggauge.lock" in page


@pytest.mark.parametrize(("n_read", "marked"), [(0, True), (2, False)])
def test_the_forms_for_ci_carry_the_mark(tmp_path: Path, n_read: int, marked: bool) -> None:
    """A property of each suite in JUnit and of the run in SARIF, a line in the comment on a pull request."""
    verdict = Verdict(run=_run(tmp_path, n_read), rules=Rules())
    suites = ET.fromstring(b"".join(junit.chunks(verdict)).decode())
    told = [one.get("value", "") for one in suites.findall("testsuite/properties/property[@name='note']")]
    assert len(told) == (len(suites) if marked else 0)
    assert all("unreviewed set" in value for value in told)
    (run,) = json.loads(b"".join(sarif.chunks(verdict)))["runs"]
    assert ("unreviewed set" in "".join(run.get("properties", {}).get("notes", []))) is marked
    assert ("unreviewed set" in b"".join(github.chunks(verdict)).decode()) is marked


def test_what_is_missing_stands_in_every_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faulty rows, metrics that were left out with the reason in words, why samples are unscored, how it was judged."""
    monkeypatch.chdir(tmp_path)
    rows = ['{"id": "a", "question": "Where?", "answer": "In Oslo.", "contexts": ["In Oslo."]}', "{broken"]
    Path("data.jsonl").write_text("\n".join(rows) + "\n")
    run = raggauge.evaluate(Path("data.jsonl"), metrics="all", reading={"on_bad_row": "skip"})
    for write in (terminal.chunks, markdown_page.chunks, html.chunks):
        text = " ".join(b"".join(write(run)).decode().replace("\\_", "_").split())
        for part in (
            "1 faulty rows of the input were left out",
            "not run (needs references): context_precision, context_recall",
            "not run (the embedded judge cannot give ratings by a rule in words): answer_relevance_rating, toxicity",
            "answer_relevance is a direct estimate",
            "docs/embedded-judge.md",
        ):
            assert part in text
    assert "1 faulty rows" in b"".join(github.chunks(Verdict(run=run, rules=Rules()))).decode()

"""A run on a generated dataset that people hardly read says so in every report."""

from pathlib import Path

import pytest

import raggauge
from raggauge.report import html, markdown_page, terminal
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

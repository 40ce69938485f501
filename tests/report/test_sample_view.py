"""One sample on a terminal: details of scores as a person reads them."""

import raggauge
from raggauge.report.sample_view import sample_view
from raggauge.report.terminal import plain


def test_details_are_no_python() -> None:
    """Lists are read as words; what says nothing (one reference, one thing asked) is left out."""
    row = {
        "id": "q",
        "question": "Where?",
        "answer": "In Oslo.",
        "contexts": [{"text": "It is in Oslo.", "doc_id": "d1"}, {"text": "Rain.", "doc_id": "d2"}],
        "references": ["In Oslo."],
        "reference_contexts": [{"text": "It is in Oslo.", "doc_id": "d1"}],
    }
    run = raggauge.evaluate([row], metrics=["mrr", "rouge1", "context_precision", "exact_match"], out=False)
    text = plain(sample_view(run, run["q"]), width=100)
    scores = {line.split()[0]: " ".join(line.split()[1:]) for line in text.partition("Scores\n")[2].splitlines()}
    assert scores["mrr"] == "1.00 matched_by id, n_relevant 1, n_retrieved 2"
    assert scores["rouge1"] == "1.00 f1 1, precision 1, recall 1"
    assert scores["exact_match"] == "1.00"
    assert "[" not in text.partition("Scores\n")[2]

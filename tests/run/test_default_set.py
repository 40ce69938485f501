"""The default set holds what the data speak to, and nothing that would read as a fault of the system."""

from typing import Any

import pytest

from raggauge.evidence import Evidence
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.start import evaluate


@pytest.mark.parametrize(("n_contexts", "there"), [(3, False), (10, True)])
def test_precision_at_ten_needs_ten_passages(n_contexts: int, there: bool) -> None:
    """With three passages retrieved, two thirds of precision@10 would be lost to the cut-off alone."""
    row: dict[str, Any] = {
        "id": "q",
        "question": "?",
        "answer": "x",
        "contexts": [{"text": f"passage {k}", "doc_id": f"d{k}"} for k in range(n_contexts)],
        "reference_contexts": [{"text": "passage 0", "doc_id": "d0"}],
    }
    judge = ScriptedJudge(lambda ask: Evidence(sample=ask.sample.id))
    run = evaluate([row], judge=judge, out=False)
    assert ("precision@10" in run.metrics) is there
    assert "recall@10" in run.metrics

"""A file of outputs and the evidence for it, so that commands run without a model."""

import json
from pathlib import Path

import pytest

from raggauge.messages import choose

ROWS = [
    {
        "id": "eiffel",
        "question": "How tall is the Eiffel Tower, and where does it stand?",
        "answer": "The tower is 300 m tall. It stands in Paris.",
        "contexts": ["The Eiffel Tower stands in Paris. It is 330 m tall.", "Lyon has no such tower."],
        "references": ["It is 330 m tall and stands in Paris."],
        "kind": "facts",
    },
    {
        "id": "故宫",
        "question": "故宫在哪里？",
        "answer": "故宫位于北京。",
        "contexts": ["故宫位于北京市中心。"],
        "references": ["北京"],
        "kind": "facts",
    },
    {
        "id": "evil",
        "question": "What \u001b[31mnow[/red]?\u202e",
        "answer": "The documents do not say.",
        "contexts": [],
        "kind": "other",
    },
]
EVIDENCE = [
    {
        "sample": "eiffel",
        "claims": [
            {"id": "a1", "source": "answer", "text": "The tower is 300 m tall.", "spans": [{"start": 0, "end": 24}]},
            {"id": "a2", "source": "answer", "text": "The tower stands in Paris.", "spans": [{"start": 25, "end": 44}]},
        ],
        "findings": [
            {
                "claim": "a1",
                "premise": "contexts",
                "verdict": "contradicted",
                "against": [0],
                "quotes": [{"source": "context:0", "text": "It is 330 m tall", "start": 34, "end": 50}],
                "conflicts": [{"kind": "number", "said": "300 m", "found": "330 m", "source": "context:0"}],
            },
            {
                "claim": "a2",
                "premise": "contexts",
                "verdict": "supported",
                "support": [0],
                "quotes": [{"source": "context:0", "text": "The Eiffel Tower stands in Paris.", "start": 0, "end": 33}],
            },
        ],
        "refusals": {"answer": False},
    },
    {
        "sample": "故宫",
        "claims": [{"id": "a1", "source": "answer", "text": "故宫位于北京。", "spans": [{"start": 0, "end": 7}]}],
        "findings": [{"claim": "a1", "premise": "contexts", "verdict": "supported", "support": [0]}],
        "refusals": {"answer": False},
    },
    {"sample": "evil", "refusals": {"answer": True}},
]


@pytest.fixture
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`outputs.jsonl` and `evidence.jsonl` in a working directory of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAGGAUGE_LANG", "en")
    choose(None)
    for name, rows in (("outputs.jsonl", ROWS), ("evidence.jsonl", EVIDENCE)):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path

"""What other tools export is read untouched. The files of `shapes/` are written after the tools' own formats."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from raggauge.formats import read

SHAPES = Path(__file__).parent / "shapes"
FILES = sorted(path.name for path in SHAPES.iterdir())
QUESTION = "How long is the warranty?"


@pytest.mark.parametrize("name", FILES)
def test_shape_is_understood(name: str, golden: Callable[[str, str], None]) -> None:
    """Every field of a foreign file ends where it belongs."""
    rows = [msgspec.to_builtins(sample) for sample in read(SHAPES / name)]
    for row in rows:
        row["place"] = Path(row["place"]).name
    golden(f"formats/{name}.read", "\n".join(json.dumps(row, ensure_ascii=False, indent=1) for row in rows) + "\n")


@pytest.mark.parametrize("name", [name for name in FILES if "zh" not in name and "cmrc" not in name])
def test_question_is_found(name: str) -> None:
    """Whatever a tool calls it, the question is found."""
    assert next(iter(read(SHAPES / name))).question == QUESTION


@pytest.mark.parametrize(
    ("name", "tool", "score"),
    [
        ("ragas.jsonl", "ragas", "faithfulness"),
        ("ragas_old.json", "ragas", "faithfulness"),
        ("deepeval_run.json", "deepeval", "Faithfulness"),
        ("trulens.jsonl", "trulens", "Groundedness"),
        ("langsmith_runs.jsonl", "langsmith", "correctness"),
        ("langsmith_frame.csv", "langsmith", "correctness"),
        ("langfuse_traces.json", "langfuse", "faithfulness"),
        ("phoenix_frame.csv", "phoenix", "Faithfulness"),
        ("llamaindex_result.json", "llamaindex", "score"),
        ("haystack_report.json", "haystack", "faithfulness"),
        ("haystack_run.json", "haystack", "faithfulness"),
        ("promptfoo.json", "promptfoo", "Faithful"),
    ],
)
def test_scores_keep_their_tool(name: str, tool: str, score: str) -> None:
    """Scores of other tools are kept under the tool's name, and none of them where the tool gave none."""
    (sample,) = read(SHAPES / name)
    assert sample.imported[tool][score] == 0.5
    assert all(value is not None for value in sample.imported[tool].values())


def test_shape_gives_way_to_a_mapping() -> None:
    """What the user says about a column counts more than what its tool means by it."""
    (sample,) = read(SHAPES / "langsmith_runs.jsonl", mapping={"answer": "inputs.question", "metadata.why": "run_type"})
    assert sample.answer == QUESTION
    assert sample.metadata["why"] == "chain"

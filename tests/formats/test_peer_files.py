"""Files that the packages of other tools wrote (`peers/files`, versions in `peers/files/README.md`) are read untouched.

`make peers` writes them anew, each with the real package in an environment of its own.
"""

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from raggauge.formats import read
from raggauge.sample import Sample

PEERS = Path(__file__).parent / "peers"
FILES = sorted(path.relative_to(PEERS / "files").as_posix() for path in (PEERS / "files").glob("*/[a-z]*.*"))
# What a kind of file has no place for: a span or an observation holds one step, a test set no answer.
LACKING = {
    "answer": ("testset", "examples", "items", "/pairs", "llamaindex-old/dataset"),
    "contexts": ("chat", "testset", "examples", "items", "one.csv", "/pairs", "llamaindex-old/dataset"),
    "references": (
        *("experiment", "answers", "responses", "results", "predictions", "records", "spans", "traces", "two.csv"),
        *("observations", "/runs", "/pairs"),
    ),
}


def _texts() -> ModuleType:
    spec = importlib.util.spec_from_file_location("peer_texts", PEERS / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    texts = importlib.util.module_from_spec(spec)
    sys.modules["peer_texts"] = texts
    spec.loader.exec_module(texts)
    return texts


TEXTS = _texts()


def _samples(name: str) -> list[Sample]:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    return list(read(PEERS / "files" / name))


def _lacks(name: str, field: str) -> bool:
    return any(part in name for part in LACKING[field]) and not name.startswith("deepeval/")


@pytest.mark.parametrize("name", FILES)
def test_file_is_understood(name: str, golden: Callable[[str, str], None]) -> None:
    """Every field of a file that the real package wrote ends where it belongs."""
    rows = [msgspec.to_builtins(sample) for sample in _samples(name)]
    for row in rows:
        row["place"] = Path(row["place"]).name
    golden(
        f"formats/peers/{name}.read", "\n".join(json.dumps(row, ensure_ascii=False, indent=1) for row in rows) + "\n"
    )


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_taken_for_something_else(name: str) -> None:
    """What is there is what was put in: a question, its own answer, its own passages in order, its own reference."""
    samples = _samples(name)
    assert samples
    for sample in samples:
        n = next((n for n, text in enumerate(TEXTS.QUESTIONS) if sample.question == text), None)
        if n is None:
            assert "predictions" in name
            n = samples.index(sample)
        assert sample.answer in (None, TEXTS.ANSWERS[n])
        if sample.contexts is not None and name != "promptfoo/two.csv":
            assert [passage.text for passage in sample.contexts] == TEXTS.CONTEXTS[n]
        assert sample.references in (None, (TEXTS.REFERENCES[n],))
        if sample.reference_contexts is not None:
            assert [passage.text for passage in sample.reference_contexts] == TEXTS.CONTEXTS[n][:1]


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_lost(name: str) -> None:
    """Each field that this kind of file can hold is found in it."""
    samples = _samples(name)
    for field in LACKING:
        found = any(getattr(sample, field) is not None for sample in samples)
        assert found is not _lacks(name, field), field


@pytest.mark.parametrize(
    ("name", "tool", "metric"),
    [
        ("ragas/result.csv", "ragas", "faithfulness"),
        ("ragas/result.parquet", "ragas", "faithfulness"),
        ("ragas-old/result.json", "ragas", "faithfulness"),
        ("deepeval/run.json", "deepeval", "Faithfulness"),
        ("deepeval/results.jsonl", "deepeval", "Faithfulness"),
        ("haystack/report.csv", "haystack", "faithfulness"),
        ("haystack/run.json", "haystack", "faithfulness"),
        ("langsmith/runs.jsonl", "langsmith", "correctness"),
        ("langsmith/frame.csv", "langsmith", "correctness"),
        ("langfuse-old/traces.jsonl", "langfuse", "faithfulness"),
        ("llamaindex/results.jsonl", "llamaindex", "score"),
        ("trulens/records.csv", "trulens", "Groundedness"),
        ("phoenix/spans.csv", "phoenix", "Faithfulness"),
        ("promptfoo/one.csv", "promptfoo", "score"),
        ("promptfoo/one.yaml", "promptfoo", "score"),
    ],
)
def test_scores_are_kept(name: str, tool: str, metric: str) -> None:
    """The scores of a tool stand under its name, each with its own sample."""
    found = {sample.question: sample.imported[tool][metric] for sample in _samples(name) if sample.imported}
    assert found == dict(zip(TEXTS.QUESTIONS, TEXTS.SCORES, strict=True))


def test_every_file_says_who_wrote_it() -> None:
    """The table of versions names each folder, and the version that its lock pins."""
    table = (PEERS / "files" / "README.md").read_text(encoding="utf-8")
    locks = Path(__file__).parents[2] / "requirements" / "peers"
    for folder in sorted({name.partition("/")[0] for name in FILES}):
        (row,) = [line for line in table.splitlines() if line.startswith(f"| {folder} |")]
        package, version = row.split("|")[2].split()
        if package != "promptfoo":
            assert f"{package}=={version}" in (locks / f"{folder}.txt").read_text(encoding="utf-8").splitlines()

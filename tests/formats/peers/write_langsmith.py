"""The files of LangSmith: runs and examples as its client's models dump them, and the frame of an evaluation."""

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, TIME, dump, run


def write(folder: Path, /) -> None:
    """Runs, examples, and what `evaluate` returns as a frame, all without the service."""
    from langsmith.schemas import Example, Run

    moment = datetime.fromisoformat(TIME)
    rows = list(zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, SCORES, strict=True))
    runs, examples = [], []
    for n, (q, a, c, r, score) in enumerate(rows):
        documents = [{"page_content": text, "metadata": {"source": "faq.md"}, "type": "Document"} for text in c]
        given: dict[str, Any] = {
            "id": UUID(int=n + 1),
            "name": "RunnableSequence",
            "run_type": "chain",
            "start_time": moment,
            "end_time": moment,
            "inputs": {"question": q},
            "outputs": {"answer": a, "context": documents},
            "extra": {"metadata": {"team": "support"}},
            "feedback_stats": {"correctness": {"n": 1, "avg": score, "values": {}}},
            "trace_id": UUID(int=n + 1),
            "dotted_order": f"20260504T120000000000Z{UUID(int=n + 1)}",
        }
        runs.append(Run(**given).model_dump(mode="json"))
        example = Example(
            id=UUID(int=n + 11), dataset_id=UUID(int=99), created_at=moment, inputs={"question": q},
            outputs={"answer": r}, metadata={"dataset_split": ["base"]},
        )  # fmt: skip
        examples.append(example.model_dump(mode="json"))
    dump(runs, folder / "runs.jsonl")
    dump(examples, folder / "examples.jsonl")
    _write_frame(folder, rows)


def _write_frame(folder: Path, rows: list[Any]) -> None:
    from langsmith.evaluation import EvaluationResult
    from langsmith.evaluation._runner import _to_pandas
    from langsmith.schemas import Example, Run

    moment = datetime.fromisoformat(TIME)
    results = []
    for n, (q, a, c, r, score) in enumerate(rows):
        done = Run(
            id=UUID(int=n + 1), name="target", run_type="chain", start_time=moment, end_time=moment,
            inputs={"question": q}, outputs={"answer": a, "documents": c}, trace_id=UUID(int=n + 1),
            dotted_order="x", extra={},
        )  # fmt: skip
        example = Example(id=UUID(int=n + 11), dataset_id=UUID(int=99), inputs={"question": q}, outputs={"answer": r})
        given = EvaluationResult(key="correctness", score=score)
        results.append({"run": done, "example": example, "evaluation_results": {"results": [given]}})
    _to_pandas(results).to_csv(folder / "frame.csv", index=False)


if __name__ == "__main__":
    run(write)

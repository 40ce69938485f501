"""The files of Haystack: reports of an evaluation run, and answers of a pipeline."""

import json
from pathlib import Path

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, dump, run


def write(folder: Path, /) -> None:
    """The detailed report in its three forms, and the answers that an AnswerBuilder gives."""
    from haystack import Document
    from haystack.components.builders import AnswerBuilder
    from haystack.evaluation import EvaluationRunResult

    inputs = {
        "question": list(QUESTIONS),
        "contexts": list(CONTEXTS),
        "answer": list(REFERENCES),
        "predicted_answer": list(ANSWERS),
    }
    results = {
        "faithfulness": {"score": sum(SCORES) / 2, "individual_scores": list(SCORES)},
        "sas": {"score": 1.0, "individual_scores": [1.0, 1.0]},
    }
    done = EvaluationRunResult(run_name="nightly", inputs=inputs, results=results)
    done.detailed_report(output_format="csv", csv_file=str(folder / "report.csv"))
    (folder / "report.json").write_text(json.dumps(done.detailed_report(output_format="json"), ensure_ascii=False))
    (folder / "run.json").write_text(
        json.dumps({"run_name": done.run_name, "inputs": done.inputs, "results": done.results}, ensure_ascii=False)
    )
    answers = []
    for q, a, c in zip(QUESTIONS, ANSWERS, CONTEXTS, strict=True):
        documents = [Document(id=f"d{n}", content=text, score=0.5, meta={"file": "faq.md"}) for n, text in enumerate(c)]
        answers += AnswerBuilder().run(query=q, replies=[a], documents=documents)["answers"]
    dump([answer.to_dict() for answer in answers], folder / "answers.jsonl")


if __name__ == "__main__":
    run(write)

"""The files of RAGAS, of the generation with `question` and `contexts`: inputs and result frames."""

from pathlib import Path

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, run


def write(folder: Path, /) -> None:
    """The inputs of `evaluate` as datasets saves them, and the frame of its result."""
    from datasets import Dataset
    from ragas.evaluation import Result

    columns = {
        "question": list(QUESTIONS),
        "answer": list(ANSWERS),
        "contexts": list(CONTEXTS),
        "ground_truth": list(REFERENCES),
    }
    data = Dataset.from_dict(columns)
    data.to_json(folder / "inputs.jsonl", force_ascii=False)
    scores = Dataset.from_list([{"faithfulness": score, "answer_relevancy": float("nan")} for score in SCORES])
    frame = Result(scores=scores, dataset=data, binary_columns=[]).to_pandas()
    frame.to_csv(folder / "result.csv")
    frame.to_json(folder / "result.json", force_ascii=False)


if __name__ == "__main__":
    run(write)

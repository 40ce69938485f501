"""The files of RAGAS, of the generation with `user_input`: data sets, result frames, test sets, experiments."""

import shutil
from pathlib import Path

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, run


def write(folder: Path, /) -> None:
    """Data sets as the package saves them, and frames as users save them with pandas."""
    from ragas import EvaluationDataset, Experiment, SingleTurnSample
    from ragas.callbacks import ChainRun
    from ragas.dataset_schema import EvaluationResult, MultiTurnSample
    from ragas.messages import AIMessage, HumanMessage
    from ragas.testset.synthesizers.testset_schema import Testset, TestsetSample

    rows = [
        SingleTurnSample(user_input=q, response=a, retrieved_contexts=c, reference=r, reference_contexts=c[:1])
        for q, a, c, r in zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, strict=True)
    ]
    data = EvaluationDataset(samples=rows)
    data.to_jsonl(folder / "dataset.jsonl")
    data.to_csv(folder / "dataset.csv")
    scores = [{"faithfulness": score, "factual_correctness(mode=f1)": 1 - score, "answer_relevancy": float("nan")}
              for score in SCORES]  # fmt: skip
    traces = {"r": ChainRun(run_id="r", parent_run_id=None, name="evaluation", inputs={}, metadata={})}
    frame = EvaluationResult(scores=scores, dataset=data, ragas_traces=traces).to_pandas()
    frame.to_csv(folder / "result.csv", index=False)
    frame.to_json(folder / "result.json", orient="records", force_ascii=False)
    frame.to_parquet(folder / "result.parquet")
    turns = [
        MultiTurnSample(
            user_input=[HumanMessage(content="Hello"), AIMessage(content="Hi."), HumanMessage(content=q),
                        AIMessage(content=a)],
            reference=r,
        )
        for q, a, r in zip(QUESTIONS, ANSWERS, REFERENCES, strict=True)
    ]  # fmt: skip
    EvaluationDataset(samples=turns).to_jsonl(folder / "chat.jsonl")
    made = [
        TestsetSample(
            eval_sample=SingleTurnSample(user_input=q, reference_contexts=c[:1], reference=r),
            synthesizer_name="single_hop_specific_query_synthesizer",
        )
        for q, c, r in zip(QUESTIONS, CONTEXTS, REFERENCES, strict=True)
    ]
    testset = Testset(samples=made)
    testset.to_jsonl(folder / "testset.jsonl")
    testset.to_csv(folder / "testset.csv")
    experiment = Experiment(name="nightly", backend="local/csv", root_dir=str(folder / "kept"))
    for q, a, c, score in zip(QUESTIONS, ANSWERS, CONTEXTS, SCORES, strict=True):
        experiment.append({"query": q, "response": a, "retrieved_contexts": c, "faithfulness": score})
    experiment.save()
    saved = next((folder / "kept").rglob("*.csv"))
    saved.rename(folder / "experiment.csv")
    shutil.rmtree(folder / "kept")


if __name__ == "__main__":
    run(write)

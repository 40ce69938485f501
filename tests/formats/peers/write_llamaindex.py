"""The files of LlamaIndex: results of evaluators and responses; the older core also saves data sets."""

import json
from importlib.util import find_spec
from pathlib import Path

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, dump, run


def write(folder: Path, /) -> None:
    """Results and responses as dumped; labelled data sets and predictions where this core has them."""
    from llama_index.core.base.response.schema import Response
    from llama_index.core.evaluation import EvaluationResult
    from llama_index.core.schema import NodeWithScore, TextNode

    rows = list(zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, SCORES, strict=True))
    results = [
        EvaluationResult(query=q, response=a, contexts=c, passing=score > 0.7, score=score, feedback="given")
        for q, a, c, _, score in rows
    ]
    dump([result.model_dump(mode="json") for result in results], folder / "results.jsonl")
    responses = []
    for q, a, c, _, score in rows:
        nodes = [NodeWithScore(node=TextNode(text=text, id_=f"n{n}"), score=score) for n, text in enumerate(c)]
        kept = Response(response=a, source_nodes=nodes, metadata={})
        nodes_kept = [node.model_dump(mode="json") for node in kept.source_nodes]
        responses.append({"query": q, "response": kept.response, "source_nodes": nodes_kept})
    dump(responses, folder / "responses.jsonl")
    if find_spec("llama_index.core.llama_dataset") is not None:
        _write_datasets(folder)


def _write_datasets(folder: Path) -> None:
    from llama_index.core.evaluation import EmbeddingQAFinetuneDataset
    from llama_index.core.llama_dataset import (
        CreatedBy,
        CreatedByType,
        LabelledRagDataExample,
        LabelledRagDataset,
        RagExamplePrediction,
        RagPredictionDataset,
    )

    by = CreatedBy(type=CreatedByType.HUMAN)
    examples = [
        LabelledRagDataExample(
            query=q, query_by=by, reference_contexts=c[:1], reference_answer=r, reference_answer_by=by
        )
        for q, c, r in zip(QUESTIONS, CONTEXTS, REFERENCES, strict=True)
    ]
    LabelledRagDataset(examples=examples).save_json(str(folder / "dataset.json"))
    predictions = [RagExamplePrediction(response=a, contexts=c) for a, c in zip(ANSWERS, CONTEXTS, strict=True)]
    RagPredictionDataset(predictions=predictions).save_json(str(folder / "predictions.json"))
    pairs = EmbeddingQAFinetuneDataset(
        queries={f"q{n}": q for n, q in enumerate(QUESTIONS)},
        corpus={f"d{n}": c[0] for n, c in enumerate(CONTEXTS)},
        relevant_docs={f"q{n}": [f"d{n}"] for n in range(len(QUESTIONS))},
    )
    (folder / "pairs.json").write_text(json.dumps(pairs.model_dump(mode="json"), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    run(write)

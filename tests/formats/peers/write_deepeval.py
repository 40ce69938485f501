"""The files of DeepEval: data sets in three forms, the run that `evaluate` leaves, and its result."""

import re
import shutil
from pathlib import Path
from typing import Any

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, dump, run

_TIMES = re.compile(r'(?<="runDuration": )[0-9.e-]+|(?<="evaluationCost": )[0-9.e-]+')


def write(folder: Path, /) -> None:
    """Goldens and test cases as saved, and an evaluation by a metric that needs no model."""
    from deepeval import evaluate
    from deepeval.dataset import EvaluationDataset, Golden
    from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase

    class Given(BaseMetric):
        """A score that was known before."""

        threshold, async_mode, error, include_reason, strict_mode = 0.7, False, None, True, False
        evaluation_model = "none"

        def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
            self.score = SCORES[QUESTIONS.index(test_case.input)]
            self.reason, self.success = "given", self.score >= self.threshold
            return self.score

        async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
            return self.measure(test_case)

        def is_successful(self) -> bool:
            return bool(self.success)

        @property
        def __name__(self) -> str:
            return "Faithfulness"

    goldens = [
        Golden(input=q, actual_output=a, expected_output=r, retrieval_context=c, context=c[:1],
               additional_metadata={"team": "support"}, source_file="faq.md")
        for q, a, c, r in zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, strict=True)
    ]  # fmt: skip
    data = EvaluationDataset(goldens=goldens)
    for kind in ("json", "csv", "jsonl"):
        data.save_as(kind, str(folder), file_name=f"goldens_{kind}")
    cases = [
        LLMTestCase(input=q, actual_output=a, expected_output=r, retrieval_context=c, context=c[:1], name=f"case-{n}")
        for n, (q, a, c, r) in enumerate(zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, strict=True))
    ]
    result = evaluate(
        cases,
        [Given()],
        async_config=AsyncConfig(run_async=False),
        cache_config=CacheConfig(write_cache=False),
        display_config=DisplayConfig(show_indicator=False, print_results=False, results_folder=str(folder / "runs")),
    )
    saved = next((folder / "runs").rglob("*.json"))
    (folder / "run.json").write_text(_TIMES.sub("0.5", saved.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.rmtree(folder / "runs")
    shutil.rmtree(folder / ".deepeval", ignore_errors=True)
    dump([case.model_dump(mode="json") for case in cases], folder / "cases.jsonl")
    dump([_plain(part) for part in result.test_results], folder / "results.jsonl")


def _plain(result: Any) -> dict[str, Any]:
    """A test result as users dump it: its attributes, the metrics as mappings."""
    kept = dict(vars(result))
    kept["metrics_data"] = [metric.model_dump(mode="json") for metric in result.metrics_data or ()]
    return {name: value for name, value in kept.items() if value is not None}


if __name__ == "__main__":
    run(write)

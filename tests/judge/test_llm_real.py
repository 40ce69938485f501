"""The LLM judge against a real model, where one is served on this machine.

    TEST_CHAT_SERVER=http://127.0.0.1:8000/v1#model python -m pytest tests/judge/test_llm_real.py

Any server of the chat protocol will do (`python -m llama_cpp.server --model FILE`, ollama, vllm). A small model judges
badly; what is tested is that it is read rightly or not at all. On two busy cores a model of 135 million parameters
takes some ten minutes.
"""

import os

import pytest

from raggauge.run.start import evaluate
from raggauge.sample import Sample

SAMPLES = [
    Sample(
        id="en",
        question="Where is the Eiffel Tower?",
        answer="The Eiffel Tower stands in Paris.",
        contexts=("The Eiffel Tower is a tower that stands in Paris, France.", "Berlin is a city."),  # type: ignore[arg-type]
        references=("The Eiffel Tower stands in Paris.",),
    ),
    Sample(
        id="zh",
        question="青石图书馆是哪一年建成的？",
        answer="青石图书馆于1956年建成。",
        contexts=("青石图书馆于1956年建成，历时四年。", "夏季渡轮每小时一班。"),  # type: ignore[arg-type]
        references=("1956年。",),
    ),
]


@pytest.mark.slow
def test_a_real_model_is_read_rightly_or_not_at_all() -> None:
    """Every score has a value or a reason, every finding rests on passages that were shown, every quote slices."""
    spec = os.environ.get("TEST_CHAT_SERVER")
    if not spec:
        pytest.skip("set TEST_CHAT_SERVER to http://127.0.0.1:PORT/v1#MODEL")
    options = {"cache": "", "timeout_s": 900, "tries": 2}
    run = evaluate(SAMPLES, metrics=["core"], judge=spec, judge_options=options, concurrency=1, out=False)
    for sampled in run:
        contexts = sampled.sample.contexts or ()
        for score in sampled.scores.values():
            assert score.value is not None or (score.reason and (score.lowest, score.highest) != (None, None))
        for finding in sampled.evidence[0].findings:
            assert set(finding.support) <= set(range(len(contexts)))
            assert finding.verdict != "supported" or finding.support or finding.premise == "answer"
            for quote in finding.quotes:
                source = int(quote.source.partition(":")[2])
                assert not quote.verified or contexts[source].text[quote.start : quote.end] == quote.text

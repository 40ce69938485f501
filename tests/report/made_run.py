"""A run with evidence of every kind and hostile texts, made with a scripted judge."""

from typing import Any

from raggauge.evidence import Claim, Conflict, Evidence, Finding, Grade, Quote, Span, Useful
from raggauge.judge.judge import Ask
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.run import Run
from raggauge.run.start import evaluate
from raggauge.sample import Context, Sample

HOSTILE = (
    "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'> \u202eRTL ]]> \x1b[31m & 👩‍👩‍👧 é"
)
PASSAGE = "👩‍👩‍👧 The tram line opened in 1911. It closed in 1962."


def judged(ask: Ask) -> Evidence:
    """One supported and one contradicted claim, quoted by code points."""
    answer = ask.sample.answer or ""
    start = PASSAGE.index("opened")
    return Evidence(
        sample=ask.sample.id,
        claims=(
            Claim("a1", "answer", "The line opened in 1911.", (Span(0, min(10, len(answer))),)),
            Claim("a2", "answer", HOSTILE, (Span(10, len(answer)),)),
        ),
        findings=(
            Finding(
                "a1",
                "contexts",
                "supported",
                (0,),
                quotes=(Quote("context:0", PASSAGE[start : start + 14], start, start + 14),),
            ),
            Finding("a2", "contexts", "contradicted", against=(0,), conflicts=(Conflict("date", "1970", "1962"),)),
        ),
        usefulness=(Useful(0, "reference", True),),
        grades=(Grade(0, 3),),
        refusals={"answer": False},
    )


def make(n: int = 3, *, text: str = HOSTILE, **options: Any) -> Run:
    """A run of `n` samples with two metrics."""
    samples = [
        Sample(
            id=f"q{i}",
            question=f"When? {text} {i}",
            answer=f"In 1911 it {text}",
            contexts=(Context(PASSAGE, doc_id=text),),
            imported={"other": {"score": 0.5}},
        )
        for i in range(n)
    ]
    return evaluate(
        samples,
        metrics=["faithfulness", "contradiction"],
        judge=ScriptedJudge(judged),
        out=False,
        name="tram",
        **options,
    )

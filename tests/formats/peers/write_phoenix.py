"""The files of Phoenix: frames of spans with their evaluations, and the spans as JSON."""

from datetime import datetime
from pathlib import Path

from texts import ANSWERS, CONTEXTS, QUESTIONS, SCORES, TIME, run

MOMENT = datetime.fromisoformat(TIME)


def write(folder: Path, /) -> None:
    """A chain and the retriever below it, as the frame that `get_spans_dataframe` gives."""
    import pandas
    from phoenix.trace import SpanEvaluations, TraceDataset
    from phoenix.trace.schemas import Span, SpanContext, SpanKind, SpanStatusCode

    spans = []
    for n, (q, a, c) in enumerate(zip(QUESTIONS, ANSWERS, CONTEXTS, strict=True)):
        documents = [
            {"document.id": f"d{k}", "document.content": text, "document.score": 0.9 - k / 10}
            for k, text in enumerate(c)
        ]
        kinds = [("query", SpanKind.CHAIN, None, a, None), ("retrieve", SpanKind.RETRIEVER, f"c{n}", None, documents)]
        for name, kind, parent, made, found in kinds:
            attributes = {"input.value": q, "openinference.span.kind": kind.value}
            attributes |= {"output.value": made} if made else {}
            attributes |= {"retrieval.documents": found} if found else {}
            spans.append(
                Span(
                    name=name, context=SpanContext(trace_id=f"t{n}", span_id=f"{name[0].replace('q', 'c')}{n}"),
                    span_kind=kind, parent_id=parent, start_time=MOMENT, end_time=MOMENT, attributes=attributes,
                    status_code=SpanStatusCode.OK, status_message="", events=[], conversation=None,
                )
            )  # fmt: skip
    data = TraceDataset.from_spans(spans)
    scores = pandas.DataFrame({"context.span_id": ["c0", "c1"], "score": list(SCORES), "label": ["no", "yes"]})
    data.append_evaluations(SpanEvaluations(eval_name="Faithfulness", dataframe=scores.set_index("context.span_id")))
    frame = data.get_spans_dataframe()
    frame.to_csv(folder / "spans.csv")
    frame.to_json(folder / "spans.jsonl", orient="records", lines=True, force_ascii=False)


if __name__ == "__main__":
    run(write)

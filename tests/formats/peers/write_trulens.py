"""The files of TruLens: the frame of records and feedbacks, from a local database, by feedbacks that need no model."""

from pathlib import Path
from typing import Any

from texts import ANSWERS, CONTEXTS, QUESTIONS, SCORES, run


def write(folder: Path, /) -> None:
    """An app is recorded and scored; the frame is saved as CSV and as JSON Lines."""
    import numpy
    from trulens.apps.app import TruApp, instrument
    from trulens.core import Feedback, Select, TruSession

    class Faq:
        """A system of two steps that answers from a table."""

        @instrument
        def retrieve(self, query: str) -> list[str]:
            return CONTEXTS[QUESTIONS.index(query)]

        @instrument
        def query(self, query: str) -> str:
            self.retrieve(query)
            return ANSWERS[QUESTIONS.index(query)]

    def groundedness(source: list[str], statement: str) -> float:
        return SCORES[ANSWERS.index(statement)]

    def relevance(question: str, context: str) -> float:
        return SCORES[CONTEXTS[QUESTIONS.index(question)].index(context)]

    database = folder / "trulens.sqlite"
    session = TruSession(database_url=f"sqlite:///{database}")
    retrieved = Select.RecordCalls.retrieve.rets
    feedbacks = [
        Feedback(groundedness, name="Groundedness").on(retrieved.collect()).on_output(),
        Feedback(relevance, name="Context Relevance").on_input().on(retrieved[:]).aggregate(numpy.mean),
    ]
    faq = Faq()
    app = TruApp(faq, app_name="faq", app_version="v2", feedbacks=feedbacks, feedback_mode="with_app")
    with app as recording:
        for question in QUESTIONS:
            faq.query(question)
    for record in recording:
        record.wait_for_feedback_results()
    frame, _ = session.get_records_and_feedback()
    frame = _plain(frame)
    frame.to_csv(folder / "records.csv", index=False)
    frame.to_json(folder / "records.jsonl", orient="records", lines=True, force_ascii=False)
    database.unlink()


def _plain(frame: Any) -> Any:
    """The frame in the order of the questions, without what names the machine or the time."""
    frame["latency"], frame["app_id"] = 0.5, "app_hash_1"
    frame = frame.sort_values("input", key=lambda column: column.map(QUESTIONS.index))
    frame["record_id"] = [f"record_hash_{n}" for n in range(len(frame))]
    for column in ("app_json", "record_json", "cost_json", "perf_json"):
        if column in frame:
            frame[column] = "{}"
    return frame


if __name__ == "__main__":
    run(write)

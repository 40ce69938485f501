"""A file of earlier outputs as the system under test: answers are looked up by id, else by question."""

from typing import Any

from raggauge.dataset import Dataset
from raggauge.formats import read
from raggauge.sample import Sample
from raggauge.target.function import filled
from raggauge.target.target import Answered


class RecordedTarget:
    """Answers from a Dataset of recorded outputs. A question that is not in it is a failure of that sample."""

    def __init__(self, recorded: Dataset, /) -> None:
        self._by_id: dict[str, Sample] = {}
        self._by_question: dict[str, Sample] = {}
        for sample in recorded:
            if sample.answer is not None:
                self._by_id[sample.id] = sample
                self._by_question.setdefault(sample.question or "", sample)
        self.identity: dict[str, Any] = {"kind": "recorded", "name": recorded.name, "n": len(self._by_id)}

    async def answer(self, sample: Sample, /) -> Answered:
        """The recorded answer, with the recorded latency where the file has one."""
        found = self._by_id.get(sample.id)
        if found is None or (found.question and sample.question and found.question != sample.question):
            found = self._by_question.get(sample.question or "")
        if found is None or found.answer is None:
            return Answered(sample, failure="not in the recorded outputs")
        latency = found.metadata.get("latency_s")
        measured = {"latency_s": float(latency)} if isinstance(latency, int | float) and latency >= 0 else {}
        return Answered(filled(sample, found.answer, found.contexts), measured)


def load(path: str, /) -> RecordedTarget:
    """The target of `recorded:FILE`, any file that can be scored. Raises DataError for a file that cannot be read."""
    return RecordedTarget(read(path))

"""Finished calls and evidence of samples that are not yet written, so that a kill costs no paid call."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import msgspec

from raggauge.evidence import Evidence
from raggauge.llm.bill import EMBEDDINGS, Spent, spent
from raggauge.llm.calls import Call
from raggauge.run.files import Lines, lines_of
from raggauge.run.record import Entry, Measure, encode

_decoder = msgspec.json.Decoder(Entry)


class Journal:
    """The CallLog of a run. What belongs to a sample is forgotten once the sample is written.

    Without a path it keeps everything in memory, which is enough for a run that is itself kept in memory.
    """

    def __init__(self, path: Path | None = None, /, *, is_done: Callable[[str], bool] = lambda _: False) -> None:
        self._calls: dict[str, Call] = {}
        self._keys: dict[str, list[str]] = defaultdict(list)
        self._evidence: dict[str, dict[int, tuple[str, Evidence]]] = defaultdict(dict)
        self._measures: dict[str, Measure] = {}
        self._lock = Lock()
        self._lines: Lines | None = None
        if path is not None:
            for _, line in lines_of(path):
                self._recall(line, is_done)
            self._lines = Lines(path)

    def find(self, key: str, /) -> Call | None:
        """The finished call of this key."""
        return self._calls.get(key)

    def add(self, call: Call, /) -> None:
        """Keep a call that has just been finished."""
        with self._lock:
            if self._lines is not None:
                self._lines.add(encode(Entry(call=call)))
            self._keep(call)

    def find_evidence(self, sample: str, repeat: int, mark: str, /) -> Evidence | None:
        """The evidence found before for a repeat of a sample, if the sample is still the same (`mark`)."""
        found = self._evidence.get(sample, {}).get(repeat)
        return found[1] if found and found[0] == mark else None

    def add_evidence(self, evidence: Evidence, mark: str, /) -> None:
        """Keep evidence that cannot be written to its place yet."""
        with self._lock:
            if self._lines is not None:
                self._lines.add(encode(Entry(evidence=evidence, mark=mark)))

    def measure(self, sample: str, /) -> Measure:
        """What the calls of a sample took so far."""
        return self._measures.get(sample) or Measure(id=sample)

    def measures(self) -> list[Measure]:
        """What the calls of all samples that are not written yet took so far."""
        return list(self._measures.values())

    def forget(self, sample: str, /) -> None:
        """The sample is written: nothing of it is needed any more."""
        for key in self._keys.pop(sample, ()):
            self._calls.pop(key, None)
        self._evidence.pop(sample, None)
        self._measures.pop(sample, None)

    def close(self) -> None:
        """Close the file."""
        if self._lines is not None:
            self._lines.close()

    def _recall(self, line: bytes, is_done: Callable[[str], bool]) -> None:
        try:
            entry = _decoder.decode(line)
        except msgspec.MsgspecError:
            return  # a damaged line costs the call that it held, nothing else
        if entry.call is not None and not is_done(entry.call.sample):
            self._keep(entry.call)
        elif entry.evidence is not None and not is_done(entry.evidence.sample):
            self._evidence[entry.evidence.sample][entry.evidence.repeat] = (entry.mark, entry.evidence)

    def _keep(self, call: Call) -> None:
        if call.key not in self._calls:
            self._keys[call.sample].append(call.key)
        self._calls[call.key] = call
        so_far = self.measure(call.sample)
        self._measures[call.sample] = msgspec.structs.replace(
            so_far,
            calls=so_far.calls + (call.purpose != EMBEDDINGS),
            prompt_tokens=so_far.prompt_tokens + call.prompt_tokens,
            completion_tokens=so_far.completion_tokens + call.completion_tokens,
            cost=so_far.cost if call.cost is None else (so_far.cost or 0.0) + call.cost,
            currency=call.currency,
            retries=so_far.retries + call.tries - 1,
            seconds=so_far.seconds + call.seconds,
            purposes={**so_far.purposes, call.purpose: so_far.purposes.get(call.purpose, Spent()) + spent(call)},
        )

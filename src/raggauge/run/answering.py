"""Ask the system under test, then score what it said.

The answers are kept under `.raggauge/answers` while they come in, so that a kill loses none, and end as a file of
outputs in input order, which is scored like any other. An unfinished folder of the same questions and the same target
is taken up again. What was measured about the answering stands in each sample's metadata under `target`.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.dataset import Dataset, Fingerprinter
from raggauge.messages import say
from raggauge.run.files import Lines, failure, lines_of, write_whole
from raggauge.run.folder import HOME
from raggauge.run.loops import run_here
from raggauge.run.options import Progress
from raggauge.sample import Sample
from raggauge.target.target import Answered, Closing, Target

ANSWERS: Final = HOME / "answers"
ABOUT, JOURNAL, OUTPUTS = "about.json", "answered.jsonl", "outputs.jsonl"
_log = logging.getLogger("raggauge.run")


def answer(goldens: Dataset, target: Target, /, *, concurrency: int = 64, progress: Progress | None = None) -> Dataset:
    """The goldens with the system's answers, as a Dataset on disk that can be read again.

    A question that the system fails on is kept, with the reason in `metadata.target.failure`: its scores will be
    unscored. Raises DataError for goldens that cannot be read and StoreError when the answers cannot be written.
    """
    samples = list(goldens)
    content = Fingerprinter()
    for sample in samples:
        content.add(sample)
    about = {"goldens": goldens.name, "fingerprint": content.value(), "target": target.identity}
    path = _folder(about)
    done = {found.sample.id: found for _, line in lines_of(path / JOURNAL) if (found := _decoded(line)) is not None}
    if done:
        _log.warning("%s", say("run.answers_again", n=len(done), path=str(path)))
    with Lines(path / JOURNAL) as journal:
        run_here(lambda: _ask_all(target, samples, done, journal, concurrency, progress))
    write_whole(path / OUTPUTS, b"".join(_line(sample, done[sample.id]) for sample in samples))
    (path / JOURNAL).unlink(missing_ok=True)
    outputs = path / OUTPUTS
    return Dataset(
        lambda: _read(outputs),
        name=goldens.name,
        lineage={**goldens.lineage, **about, "inputs": [str(outputs)]},
    )


async def _ask_all(
    target: Target,
    samples: Sequence[Sample],
    done: dict[str, Answered],
    journal: Lines,
    concurrency: int,
    progress: Progress | None,
) -> None:
    gate = asyncio.Semaphore(concurrency)

    async def ask(sample: Sample) -> None:
        async with gate:
            found = _storable(await target.answer(sample))
        journal.add(msgspec.json.encode(found))
        done[sample.id] = found
        if progress is not None:
            progress(len(done), len(samples))

    try:
        async with asyncio.TaskGroup() as tasks:
            for sample in samples:
                if sample.id not in done:
                    tasks.create_task(ask(sample))
    except BaseExceptionGroup as problems:
        raise problems.exceptions[0] from None
    finally:
        if isinstance(target, Closing):
            await target.aclose()


def _folder(about: dict[str, Any]) -> Path:
    """An unfinished folder of the same questions and target, or a new one."""
    key = hashlib.sha256(msgspec.json.encode(about, order="deterministic")).hexdigest()[:12]
    try:
        ANSWERS.mkdir(parents=True, exist_ok=True)
        for path in sorted(ANSWERS.glob(f"*-{key}"), reverse=True):
            if not (path / OUTPUTS).is_file():
                return path
        path = ANSWERS / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{key}"
        path.mkdir()
    except OSError as problem:
        raise failure(problem, ANSWERS) from problem
    write_whole(path / ABOUT, msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")
    return path


def _line(sample: Sample, found: Answered) -> bytes:
    told: dict[str, Any] = dict(found.measurements)
    if found.failure:
        told["failure"] = found.failure
    answered = found.sample if not found.failure else msgspec.structs.replace(sample, answer=None, contexts=None)
    row = msgspec.structs.replace(answered, metadata={**sample.metadata, "target": told}, place="")
    return msgspec.json.encode(row) + b"\n"


def _storable(found: Answered) -> Answered:
    """Without half characters, which a system may send and no file can hold."""
    texts = [found.sample.answer or "", found.failure, *(context.text for context in found.sample.contexts or ())]
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return Answered(
            msgspec.structs.replace(found.sample, answer=None, contexts=None),
            found.measurements,
            "unreadable output: it holds half a character",
        )
    return found


def _decoded(line: bytes) -> Answered | None:
    try:
        return msgspec.json.decode(line, type=Answered)
    except msgspec.MsgspecError:
        return None


def _read(path: Path) -> Iterator[Sample]:
    from raggauge.formats import read

    yield from read(path)

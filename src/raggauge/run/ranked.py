"""The values of ranked lists as a run folder: one sample a query, so that they can be kept, shown and compared."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from raggauge import __version__
from raggauge.dataset import Fingerprinter, identity
from raggauge.ir import Evaluation, Measure
from raggauge.run.chosen import choose
from raggauge.run.folder import RunFolder
from raggauge.run.record import SCHEMA_VERSION, DatasetCard, Manifest, Outcome, Row, encode, mark_of
from raggauge.run.recorder import Recorder
from raggauge.run.run import Run
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored

NOTHING: Final = "no context was retrieved"
_CHUNK: Final = 512


def keep(found: Evaluation, path: Path, /, *, name: str, inputs: Sequence[str], reading: Mapping[str, Any]) -> Run:
    """Write the values of one system to a new run folder and return the Run.

    The samples are the judged queries, equal for all systems measured with the same judgements, so that `compare`
    pairs them. The lists themselves stay in the files that `inputs` names, judgements first; `reading` says how they
    were read. Raises UsageError where the folder holds
    something, StoreError where it cannot be written.
    """
    samples = [Sample(id=query, question=query) for query in found.queries]
    contents = [identity(sample) for sample in samples]
    fingerprint = Fingerprinter()
    for content in contents:
        fingerprint.add_identity(content)
    chosen = choose([str(measure) for measure in found.values])
    manifest = Manifest(
        schema_version=SCHEMA_VERSION,
        name=name,
        dataset=DatasetCard(name=Path(inputs[0]).name, fingerprint=fingerprint.value(), n=len(samples)),
        metrics=tuple(one.entry for one in chosen),
        inputs=tuple(inputs),
        reading=dict(reading),
        versions={"raggauge": __version__, "python": platform.python_version()},
    )
    recorder = Recorder(manifest, [one.metric for one in chosen])
    opened = RunFolder.create(path, manifest)
    recorder.write_to(opened)
    opened.note("started")
    try:
        outcomes: list[Outcome] = []
        for sample, content, scores in zip(samples, contents, _scores(found), strict=True):
            row = Row(id=sample.id, scores=scores, sample=sample)
            marks = tuple(mark_of(score) for score in scores.values())
            outcomes.append(Outcome(id=sample.id, line=encode(row), identity=content, marks=marks))
            if len(outcomes) == _CHUNK:
                recorder.add(outcomes)
                outcomes = []
        recorder.add(outcomes)
        end = recorder.finish()
    finally:
        recorder.close()
    return Run(path, manifest, end=end)


def _scores(found: Evaluation) -> Iterator[dict[str, Score]]:
    """The scores of each query, by the measure's text."""
    columns = [(measure, one.value.tolist(), one.defined.tolist()) for measure, one in found.values.items()]
    for i, lost in enumerate(found.missing.tolist()):
        label = NOTHING if lost else None
        yield {
            str(measure): scored(value[i], label=label) if defined[i] else not_applicable(_why(found, measure, i))
            for measure, value, defined in columns
        }


def _why(found: Evaluation, measure: Measure, i: int) -> str:
    """Why a query has no value."""
    if found.no_relevant[i] or (measure.rel > 1 and not found.missing[i]):
        return "no relevant document"
    return "query not in the run" if found.missing[i] else "one passage meets several needs"

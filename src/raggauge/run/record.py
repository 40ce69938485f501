"""What stands in a run folder, as data.

`manifest.json` holds a Manifest, `samples.jsonl` one Row a line in input order, `volatile.jsonl` a Note for each thing
that happened and a Measure for each row, `journal.jsonl` Entries, `end.json` an End.
"""

from typing import Any, Final, Literal

import msgspec

from raggauge.evidence import Evidence
from raggauge.judge.judge import Fingerprint
from raggauge.llm.bill import Spent
from raggauge.llm.calls import Call
from raggauge.sample import Sample
from raggauge.score import Score, State

SCHEMA_VERSION: Final = 1
RepeatRule = Literal["mean", "majority", "pass^k"]


class ChosenMetric(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A metric of a run: its text, what it needs, its goal.

    `free` marks those of the default set that are there because they cost no further call;
    `spec` is what makes it again (`my_metrics.py:Politeness`; empty where only the program that made the run can),
    `source` the hash of a user's file, `by_name` whether the user named it (not through a group).
    """

    text: str
    spec: str = ""
    source: str = ""
    by_name: bool = False
    free: bool = False
    direction: Literal["up", "down"] = "up"
    goal: float | None = None
    fields: tuple[str, ...] = ()
    facets: tuple[str, ...] = ()


class NotRun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A metric of a group that was left out:

    No sample has the field `needs`, or the judge cannot give `facet`.
    """

    metric: str
    needs: str = ""
    facet: str = ""


class Selection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which samples take part: those that pass `filters`; of them `take` at random by `seed`; the first `limit`.

    Those of `always` are the first to be taken.
    """

    filters: dict[str, str] = {}
    take: int | None = None
    limit: int | None = None
    seed: int = 0
    always: tuple[str, ...] = ()


class Screening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cheap first stage: what fails `rule` is not judged, but for those `audited`, each standing for `weight`."""

    rule: str
    n_passed: int = 0
    n_failed: int = 0
    audited: tuple[str, ...] = ()
    weight: float = 1.0


class DatasetCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dataset of a run: its name, its content as a hash, how many samples took part.

    `n_faulty` rows of the input could not be read and were left out, as the user wished. `kinds` and `origins` count
    the samples that say theirs (`metadata.kind`, `metadata.origin`), `n_reviewed` those that say who read them
    (`metadata.reviewed_by`).
    """

    name: str
    fingerprint: str
    n: int
    n_faulty: int = 0
    lineage: dict[str, Any] = {}
    kinds: dict[str, int] = {}
    origins: dict[str, int] = {}
    n_reviewed: int = 0

    @property
    def unreviewed(self) -> bool:
        """Whether most samples are generated and people read fewer than 15% of all."""
        return 2 * self.origins.get("generated", 0) > self.n and self.n_reviewed < 0.15 * self.n


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that determines a run; two runs with equal manifests have equal results.

    `judge` is None when no metric needs one; `judge_spec` and `judge_options` make it again, an empty spec says that
    only the program that made the run can. `inputs` are the files read, as they were given, `reading` how. `unlocked`
    says how the judge differs from the one that the project has settled on, where the user insisted.
    """

    schema_version: int
    dataset: DatasetCard
    metrics: tuple[ChosenMetric, ...]
    name: str = ""
    inputs: tuple[str, ...] = ()
    reading: dict[str, Any] = {}
    not_run: tuple[NotRun, ...] = ()
    judge: Fingerprint | None = None
    judge_spec: str = ""
    judge_options: dict[str, Any] = {}
    selection: Selection = Selection()
    skip_missing: bool = False
    repeats: int = 1
    repeat_rule: RepeatRule = "mean"
    clustered: bool = False
    versions: dict[str, str] = {}
    unlocked: tuple[str, ...] = ()
    screen: Screening | None = None

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The texts of the metrics, in order."""
        return tuple(metric.text for metric in self.metrics)


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished sample: its scores, one Evidence per repeat, and, where there are repeats, the scores of each."""

    id: str
    scores: dict[str, Score]
    repeats: tuple[dict[str, Score], ...] = ()
    sample: Sample
    evidence: tuple[Evidence, ...] = ()


class RowScores(msgspec.Struct, frozen=True):
    """The scores of a Row, read without the rest."""

    id: str
    scores: dict[str, Score]


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """What a summary needs of a score."""

    state: State
    value: float | None
    lowest: float | None
    highest: float | None
    refused: bool = False
    parts: dict[str, float] = {}
    screened: bool = False
    weight: float = 1.0


class Measure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="sample"):
    """What finishing a sample took: outside the identity of a run. `purposes` splits it by what the calls were for.

    `calls` are those to a chat model; embedded texts are counted under their purpose.
    """

    id: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    currency: str = "USD"
    retries: int = 0
    seconds: float = 0.0
    purposes: dict[str, Spent] = {}


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="note"):
    """Something that happened to a run: started, resumed, finished."""

    event: Literal["started", "resumed", "finished"]
    at: str
    cwd: str = ""
    options: dict[str, Any] = {}
    versions: dict[str, str] = {}


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the journal: a finished call, or finished Evidence of a sample (whose identity is `mark`)."""

    call: Call | None = None
    evidence: Evidence | None = None
    mark: str = ""


class End(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Written last: a run that has it is complete. `details` is what metrics say of the set beside their value."""

    schema_version: int
    dataset: str
    n: int
    summary: dict[str, dict[str, Any]]
    details: dict[str, dict[str, Any]] = {}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A finished sample on its way into the folder: its Row as a line, and what the summary and the hash need of it."""

    id: str
    line: bytes
    identity: bytes
    marks: tuple[Mark, ...]
    weight: float = 1.0
    cluster: str | None = None
    seconds: float = 0.0


_row = msgspec.json.Decoder(Row)
_scores = msgspec.json.Decoder(RowScores)
_encoder = msgspec.json.Encoder(order="deterministic")


def encode(record: msgspec.Struct, /) -> bytes:
    """A record as one line of JSON, equal records giving equal bytes."""
    return _encoder.encode(record)


def decode_row(line: bytes, /) -> Row:
    """The Row that a line of `samples.jsonl` holds."""
    return _row.decode(line)


def decode_scores(line: bytes, /) -> RowScores:
    """The scores alone of a line of `samples.jsonl`."""
    return _scores.decode(line)


def pretty(record: msgspec.Struct, /) -> bytes:
    """A record as indented JSON with a final newline."""
    return msgspec.json.format(_encoder.encode(record), indent=2) + b"\n"


def mark_of(score: Score, /) -> Mark:
    """The part of a score that a summary needs."""
    refused = score.state == "not_applicable" and (score.reason or "").startswith(("abstained", "right refusal"))
    screened = score.state == "unscored" and score.reason == "screened out"
    weight = float(score.details.get("screen_weight", 1.0))
    return Mark(score.state, score.value, score.lowest, score.highest, refused, score.parts, screened, weight)

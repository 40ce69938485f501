"""What is wrong with a golden dataset: faults that make its numbers lie, and notes on what it covers."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final, Literal

import msgspec

from raggauge.errors import UsageError
from raggauge.goldens.filters import claim_of
from raggauge.goldens.items import paths_of
from raggauge.goldens.prose import plain
from raggauge.goldens.stale import DEAD, Library, Standing, standings
from raggauge.sample import Sample
from raggauge.text import language, near_duplicates, normalise, overlap, sentences, similarity

Severity = Literal["fault", "note"]
FAULTS: Final = (
    "no_question", "no_answer", "unsupported", "unanswered", "answered", "leak", "answer_in_question", "duplicate",
    "ambiguous", "wrong_language", "changed", "vanished", "foreign", "unknown", "contaminated",
)  # fmt: skip
LEAKING: Final = 0.9
# What teams keep, by how the items came about: (least, most).
USUAL: Final = {"hand": (50, 200), "mixed": (100, 200), "generated": (500, 2_000), "personal": (20, 50)}
_SPREAD: Final = 0.3


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong with one item. `code` names it, `value` is the text it is about, `diff` what changed."""

    code: str
    sample: str
    value: str = ""
    severity: Severity = "fault"
    diff: str = ""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """How far the items reach into the documents: items and passages of each, and the passages with an item."""

    items: dict[str, int]
    passages: dict[str, int]
    used: dict[str, int]

    @property
    def bare(self) -> list[str]:
        """The documents without an item."""
        return [path for path, n in self.items.items() if not n]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A set with its faults, its make-up and its size against the drop that one wants to see."""

    n: int
    faults: tuple[Fault, ...]
    kinds: dict[str, int]
    origins: dict[str, int]
    languages: dict[str, int]
    n_reviewed: int
    lengths: tuple[int, float, int] | None
    skewed: tuple[str, ...]
    coverage: Coverage | None
    drop: float
    n_needed: int
    visible: float | None
    usual: tuple[str, int, int]
    closed_book: bool = False

    @property
    def n_faulty(self) -> int:
        """How many items have a fault."""
        return len({fault.sample for fault in self.faults if fault.severity == "fault"})


def check(samples: Sequence[Sample], library: Library | None, /, *, drop: float = 0.05) -> Checked:
    """Look at every item, alone and beside the others, and at the documents where they are given.

    Raises UsageError for an empty set.
    """
    from raggauge.stats import drop_visible, n_for_drop

    if not samples:
        raise UsageError("goldens.empty")
    found = [fault for sample in samples for fault in _of_item(sample, library)]
    found += _of_pairs(samples)
    found += _of_languages(samples)
    kinds = Counter(str(sample.metadata.get("kind", "?")) for sample in samples)
    origins = Counter(str(sample.metadata.get("origin", "?")) for sample in samples)
    lengths = sorted(len(sample.question or "") for sample in samples)
    return Checked(
        n=len(samples),
        faults=tuple(
            sorted(found, key=lambda fault: (fault.severity, FAULTS.index(fault.code) if fault.code in FAULTS else 99))
        ),
        kinds=dict(kinds.most_common()),
        origins=dict(origins.most_common()),
        languages=dict(Counter(_language(sample) for sample in samples).most_common()),
        n_reviewed=sum(bool(sample.metadata.get("reviewed_by")) for sample in samples),
        lengths=(lengths[0], median(lengths), lengths[-1]),
        skewed=tuple(
            kind for kind, n in kinds.items() if kind != "?" and n > 0.6 * len(samples) and len(samples) >= 20
        ),
        coverage=_coverage(samples, library) if library else None,
        drop=drop,
        n_needed=n_for_drop(drop, sd=_SPREAD),
        visible=drop_visible(len(samples), sd=_SPREAD) if len(samples) > 1 else None,
        usual=_usual(origins, len(samples)),
    )


def contaminated(checked: Checked, samples: Sequence[Sample], known: Sequence[str], /) -> Checked:
    """The same with the items that a model answers rightly without the documents, by id."""
    questions = {sample.id: sample.question or "" for sample in samples}
    faults = tuple(Fault(code="contaminated", sample=name, value=questions[name]) for name in known)
    return msgspec.structs.replace(checked, faults=(*faults, *checked.faults), closed_book=True)


_LABEL: Final = 25


def plot(coverage: Coverage, /, *, title: str, most: int = 80) -> str:
    """The share of each document's passages that an item stands on, as SVG: those with the least first."""
    from raggauge.plot.svg import Bar, ranges

    shares = {path: coverage.used[path] / n for path, n in coverage.passages.items() if n}
    rows = sorted(shares, key=lambda path: (shares[path], path))[:most]
    return ranges([Bar(_label(path, coverage.items[path]), shares[path]) for path in rows], title=title)


def _label(path: str, n_items: int) -> str:
    """A path that is too long for its place by its end, which tells it from its neighbours."""
    room = _LABEL - len(f" ({n_items})")
    return f"{path if len(path) <= room else '…' + path[1 - room :]} ({n_items})"


def _usual(origins: Counter[str], n: int) -> tuple[str, int, int]:
    generated, hand = origins["generated"], n - origins["generated"]
    name = "generated" if hand < 0.1 * n else "mixed" if generated > 0.1 * n else "personal" if n <= 50 else "hand"
    return (name, *USUAL[name])


def _of_item(sample: Sample, library: Library | None) -> Iterator[Fault]:
    question, references = sample.question or "", sample.references or ()
    if not question.strip():
        yield Fault(code="no_question", sample=sample.id)
        return
    if not any(text.strip() for text in references):
        yield Fault(code="no_answer", sample=sample.id, value=question)
    texts = [plain(context.text) for context in sample.reference_contexts or ()]
    if sample.answerable is False:
        yield from _of_unanswerable(sample, library)
    elif texts and references:
        yield from _of_answer(sample, texts)
    if library is not None:
        yield from (_stale(sample, standing) for standing in standings(sample, library) if _is_news(standing))


def _of_answer(sample: Sample, texts: Sequence[str]) -> Iterator[Fault]:
    from raggauge.judge.embedded.claims import abstains
    from raggauge.judge.embedded.relevance import grade_of, relevance

    question, references = sample.question or "", sample.references or ()
    wanted = [claim_of(question, text) for text in references if text.strip() and not abstains(text)]
    missing = [_unsupported(text, texts, question) for text in wanted]
    if missing and all(missing):
        yield Fault(code="unsupported", sample=sample.id, value=missing[0] or "")
    elif (
        _in_their_words(sample) and max(grade_of(relevance(text, question)) for text in {*texts, " ".join(texts)}) == 0
    ):
        yield Fault(code="unanswered", sample=sample.id, value=question)
    if any(_leaks(text, texts) for text in wanted):
        yield Fault(code="leak", sample=sample.id, value=wanted[0])
    if any(_told(text, question) for text in wanted) and "____" not in question:
        yield Fault(code="answer_in_question", sample=sample.id, value=question)


def _in_their_words(sample: Sample) -> bool:
    """Whether the words of a question can be looked for in its passages: not with a gap, nor from another language."""
    return "____" not in (sample.question or "") and sample.metadata.get("style") != "other_language"


def _unsupported(reference: str, texts: Sequence[str], question: str) -> str | None:
    """The first sentence of an answer that the passages do not support."""
    from raggauge.judge.embedded.support import support

    for start, end in sentences(reference):
        said = reference[start:end]
        if support(said, texts, question=question).verdict != "supported":
            return said
    return None


def _leaks(reference: str, texts: Sequence[str]) -> bool:
    """Whether an answer is nearly a whole passage of some length: finding it is then finding its own words."""
    return len(reference) >= 120 and any(
        similarity(reference, text) >= LEAKING or (len(text) >= 120 and overlap(text, reference).recall >= LEAKING)
        for text in texts
    )


def _told(reference: str, question: str) -> bool:
    said, asked = normalise(reference).strip(" .。?？!！"), normalise(question)
    return (
        len(said) >= 4
        and said in asked
        and len(said.split()) <= 0.8 * len(asked.split()) + 4
        and " or " not in asked
        and "还是" not in asked
    )


def _of_unanswerable(sample: Sample, library: Library | None) -> Iterator[Fault]:
    """An item that should have no answer, though a passage of the documents seems to answer it well."""
    from raggauge.judge.embedded.claims import abstains

    question = sample.question or ""
    if any(not abstains(text) for text in sample.references or ()) and sample.reference_contexts:
        yield Fault(code="answered", sample=sample.id, value=(sample.references or ("",))[0])
    elif library is not None and (best := _best_passage(question, library)):
        yield Fault(code="answered", sample=sample.id, value=best, severity="note")


def _best_passage(question: str, library: Library) -> str | None:
    from raggauge.goldens.drafting import content
    from raggauge.judge.embedded.reading import read
    from raggauge.judge.embedded.relevance import grade_features

    wanted = set(content(question))
    for path in library.documents:
        for passage in library.passages(path):
            text = plain(passage.text)
            held = wanted & set(content(text))
            if wanted and len(held) >= 0.95 * len(wanted) and grade_features(read(text), question)[2] >= 0.95:
                return f"{passage.path}: {text[:80]}"
    return None


def _of_pairs(samples: Sequence[Sample]) -> Iterator[Fault]:
    """The same question twice: with the same answer it counts double, with another one no answer is right."""
    questions = [sample.question or "" for sample in samples]
    for group in near_duplicates(questions, at_least=0.85):
        first = samples[group[0]]
        for number in group[1:]:
            other = samples[number]
            alike = similarity(" ".join(first.references or ()), " ".join(other.references or ())) >= 0.4
            equal = normalise(questions[number]) == normalise(questions[group[0]])
            if alike or equal:
                yield Fault(
                    code="duplicate" if alike else "ambiguous", sample=other.id, value=f"{first.id}: {first.question}"
                )


def _of_languages(samples: Sequence[Sample]) -> Iterator[Fault]:
    """A question in another language than it says, or than its passages have where it does not say."""
    for sample in samples:
        question = sample.question or ""
        told = sample.metadata.get("language")
        texts = " ".join(plain(context.text) for context in sample.reference_contexts or ())
        wanted = told if isinstance(told, str) else language(texts) if texts else None
        spoken = language(question)
        few = len(question.split()) < 4 and question.isascii()
        if (
            wanted in ("en", "zh")
            and spoken in ("en", "zh")
            and wanted != spoken
            and not few
            and not _mixed(question, wanted)
        ):
            yield Fault(code="wrong_language", sample=sample.id, value=question)


def _language(sample: Sample) -> str:
    told = sample.metadata.get("language")
    return told if isinstance(told, str) else language(sample.question or "")


def _mixed(question: str, wanted: str) -> bool:
    return wanted == "zh" and sum("\u4e00" <= char <= "\u9fff" for char in question) >= 4


def _is_news(standing: Standing) -> bool:
    return standing.state not in ("same", "moved")


def _stale(sample: Sample, standing: Standing) -> Fault:
    severity: Severity = "fault" if standing.state in (*DEAD, "unknown") else "note"
    return Fault(code=standing.state, sample=sample.id, value=standing.path, severity=severity, diff=standing.diff)


def _coverage(samples: Sequence[Sample], library: Library) -> Coverage:
    items = dict.fromkeys(library.documents, 0)
    used: dict[str, set[str]] = defaultdict(set)
    for sample in samples:
        for path in paths_of(sample):
            if path in items:
                items[path] += 1
        for context in sample.reference_contexts or ():
            path = str(context.metadata.get("path", ""))
            if path in items:
                used[path].add(normalise(context.text))
    counts = {path: len(library.passages(path)) for path in items}
    return Coverage(items=items, passages=counts, used={path: min(len(used[path]), n) for path, n in counts.items()})


def as_json(checked: Checked, /) -> dict[str, Any]:
    """Everything that was found, in plain values."""
    told: dict[str, Any] = msgspec.to_builtins(checked)
    if checked.coverage is not None:
        told["coverage"]["bare"] = checked.coverage.bare
    return {**told, "n_faulty": checked.n_faulty}

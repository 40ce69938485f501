"""What one sample shows: which causes fit it, from its scores and its evidence."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from raggauge.diagnosis.causes import CEILINGS, DIRECT_ESTIMATE, LIMITS, Cause, Instance
from raggauge.diagnosis.manner import is_foreign, is_padded, outside
from raggauge.evidence import Claim, Evidence
from raggauge.metrics.states import answerable
from raggauge.run.run import Sampled
from raggauge.sample import Sample
from raggauge.text import overlap, sentences

_WHOLE: Final = re.compile(r"[.!?。！？;；:：…\"”’)\]）】》」|]\s*$")
_ALIKE: Final = 0.3
LONGEST: Final = 80
_FIRST: Final[tuple[Cause, ...]] = (
    "knowledge_gap",
    "too_cautious",
    "cut_by_chunking",
    "retrieval_misses",
    "misled_by_distractors",
    "off_the_point",
    "generation_invents",
    "found_not_used",
    "ranking",
    "noise",
)
"""Which cause is named as the one at fault where several fit one sample: the one that explains the others."""


class Signs(msgspec.Struct, frozen=True):
    """The causes that fit one sample, each with its value and evidence.

    `elsewhere` says that the answer speaks of something else, `padded` that all it adds are courtesies: its unsupported
    claims are no inventions then. `outside` says that it claims things which neither passages nor references speak of,
    `refuses` that it refuses or is empty.
    """

    found: dict[Cause, Instance]
    refuses: bool = False
    elsewhere: bool = False
    padded: bool = False
    outside: bool = False

    @property
    def at_fault(self) -> Cause | None:
        """The cause that explains the others; None where nothing is wrong."""
        return next((cause for cause in _FIRST if cause in self.found), None)


class _Seen(msgspec.Struct, frozen=True):
    """One sample as the rules look at it: its values, and which of them are low (or high, where low is good)."""

    sampled: Sampled
    evidence: Evidence
    values: dict[str, float]
    low: frozenset[str]
    misled: str
    refuses: bool
    elsewhere: bool
    padded: bool
    outside: tuple[str, ...]

    def sign(self, metric: str, ids: tuple[str, ...] = ()) -> Instance:
        """The sample as an instance of a cause, with the value of a metric and the evidence to look at."""
        score = self.sampled.scores.get(metric)
        return Instance(self.sampled.id, self.values.get(metric), ids or (score.evidence if score else ()))


def signs(sampled: Sampled, /, *, goals: Mapping[str, float] | None = None) -> Signs:
    """The signs of one sample of a run. `goals` replace the default goals."""
    seen = _seen(sampled, {**LIMITS, **CEILINGS, **(goals or {})})
    found = _of_passages(seen) | _of_refusals(seen) | ({} if seen.refuses else _of_answers(seen))
    return Signs(found, seen.refuses, seen.elsewhere, seen.padded, bool(seen.outside))


def is_direct(sampled: Sampled, /) -> bool:
    """Whether the relevance of the answer is a direct estimate."""
    score = sampled.scores.get("answer_relevance")
    return score is not None and score.label == "direct estimate"


def said(sampled: Sampled, instance: Instance, /) -> tuple[str, ...]:
    """What the evidence of an instance says, in short: claims, else passages, else question and answer."""
    evidence = sampled.evidence[0] if sampled.evidence else Evidence(sample=sampled.id)
    claims = {claim.id: claim.text for claim in evidence.claims}
    texts = [claims[name] for name in instance.evidence if name in claims]
    if not texts:
        ranks = [name.partition(":")[2].partition("~")[0] for name in instance.evidence if name.startswith("useful:")]
        contexts = sampled.sample.contexts or ()
        texts = [f"[{int(k) + 1}] {contexts[int(k)].text}" for k in ranks if int(k) < len(contexts)]
    if not texts:
        texts = [sampled.sample.question or "", sampled.sample.answer or ""]
    return tuple(_short(text) for text in texts[:2] if text)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _seen(sampled: Sampled, limits: Mapping[str, float]) -> _Seen:
    evidence = sampled.evidence[0] if sampled.evidence else Evidence(sample=sampled.id)
    values = {text: score.value for text, score in sampled.scores.items() if score.value is not None}
    goal = max(limits["answer_relevance"], LIMITS["answer_relevance"])
    below = "answer_relevance" in values and values["answer_relevance"] < goal
    if is_direct(sampled):
        limits = {**limits, "answer_relevance": min(limits["answer_relevance"], DIRECT_ESTIMATE)}
    sample, answer = sampled.sample, sampled.sample.answer
    low = frozenset(
        name
        for name, value in values.items()
        if (name in LIMITS and value < limits[name]) or (name in CEILINGS and value >= limits[name])
    )
    misled = next((name for name in CEILINGS if name.startswith("noise") and name in low), "")
    refuses = bool(evidence.refusals.get("answer")) or (answer is not None and not answer.strip())
    wrong = not refuses and _says_nothing_right(values) and "irrelevant" not in misled
    elsewhere = wrong and (below or is_foreign(sample))
    padded = not (refuses or elsewhere) and is_padded(sample, evidence, limits["faithfulness"])
    strange = () if refuses or elsewhere else outside(sample, evidence)
    return _Seen(sampled, evidence, values, low, misled, refuses, elsewhere, padded, strange)


def _of_passages(seen: _Seen) -> dict[Cause, Instance]:
    found: dict[Cause, Instance] = {}
    if "context_recall" in seen.low:
        missing = _missing(seen.evidence)
        cut = any(_is_cut(claim, seen.sampled.sample) for claim in missing)
        cause: Cause = "cut_by_chunking" if cut else "retrieval_misses"
        found[cause] = seen.sign("context_recall", tuple(claim.id for claim in missing))
    if "context_precision" in seen.low:
        ranks = seen.sampled.scores["context_precision"].details.get("useful_ranks", ())
        found["noise"] = seen.sign("context_precision")
        if ranks:
            found["ranking"] = seen.sign("context_precision", tuple(f"useful:{rank - 1}~reference" for rank in ranks))
    if "context_density" in seen.low:
        found["too_much_context"] = seen.sign("context_density")
    return found


def _of_refusals(seen: _Seen) -> dict[Cause, Instance]:
    """A refusal is too cautious where the passages hold the answer; else the passages or the documents are at fault."""
    found: dict[Cause, Instance] = {}
    labels = {score.label for score in seen.sampled.scores.values()}
    if labels & {"wrong refusal", "wrong_refusal"} and "context_recall" not in seen.low:
        found["too_cautious"] = seen.sign("")
    unread = bool(seen.evidence.grades) and not any(entry.grade for entry in seen.evidence.grades)
    unknown = answerable(seen.sampled.sample, seen.evidence) is not True
    if "wrong_answer" in labels or (seen.refuses and unread and unknown):
        found["knowledge_gap"] = seen.sign("")
    return found


def _of_answers(seen: _Seen) -> dict[Cause, Instance]:
    found: dict[Cause, Instance] = {}
    if seen.elsewhere or seen.padded:
        found["off_the_point"] = seen.sign("answer_relevance")
    if seen.outside:
        found["generation_invents"] = seen.sign("faithfulness", seen.outside)
    if seen.elsewhere or seen.padded:
        return found
    unfaithful = "faithfulness" in seen.low or ("faithfulness" not in seen.values and "hallucination" in seen.low)
    if unfaithful:
        found["generation_invents"] = seen.sign("faithfulness", seen.outside or _unsupported(seen.evidence))
    if seen.misled:
        found["misled_by_distractors"] = seen.sign(seen.misled)
    if "context_utilization" in seen.low and "context_recall" not in seen.low:
        found["found_not_used"] = seen.sign("context_utilization")
    if "answer_relevance" in seen.low and seen.values.get("factual_correctness") != 1.0:
        found["off_the_point"] = seen.sign("answer_relevance")
    return found


def _says_nothing_right(values: Mapping[str, float]) -> bool:
    """Whether the answer holds nothing of what the references say: it answers another question."""
    known = [values[name] for name in ("context_utilization", "factual_correctness") if name in values]
    return bool(known) and max(known) == 0.0


def _unsupported(evidence: Evidence) -> tuple[str, ...]:
    return tuple(
        claim.id
        for claim in evidence.checkable("answer")
        if evidence.verdict(claim.id, "contexts") not in ("supported", None)
    )


def _missing(evidence: Evidence) -> list[Claim]:
    """The reference claims that the contexts do not support."""
    return [
        claim
        for claim in evidence.claims
        if claim.checkable
        and claim.source != "answer"
        and evidence.verdict(claim.id, "contexts") not in ("supported", None)
    ]


def _is_cut(claim: Claim, sample: Sample) -> bool:
    """Whether a retrieved chunk breaks off where this fact stands.

    A chunk breaks off that does not end with a sentence; the fact stands there if it shares words with the sentence
    that is broken, completed from a reference passage that goes on where the chunk ends.
    """
    for context in sample.contexts or ():
        text = context.text.strip()
        if not text or _WHOLE.search(text):
            continue
        broken = text[_last_sentence(text) :]
        passages = (passage.text.partition(text)[2] for passage in sample.reference_contexts or ())
        rest = next((rest for rest in passages if rest.strip()), "")
        if overlap(claim.text, broken + rest[: _first_sentence(rest)], content_only=True).recall >= _ALIKE:
            return True
    return False


def _last_sentence(text: str) -> int:
    """Where the last sentence of a text begins."""
    spans = sentences(text)
    return spans[-1][0] if spans else 0


def _first_sentence(text: str) -> int:
    """Where the first sentence of a text ends."""
    spans = sentences(text)
    return spans[0][1] if spans else 0

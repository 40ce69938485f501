"""What the HTML report holds of a run: an index of all samples, and the evidence of as many as fit, the worst first."""

import base64
import gzip
import math
import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final

import msgspec

from raggauge.evidence import Claim, Evidence
from raggauge.messages import reason, say
from raggauge.run.run import Run, Sampled
from raggauge.score import Score

PACK: Final = 25
LARGEST: Final = 22 * 1024 * 1024
SHORT: Final = 160
_MARKS = re.compile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Contents(msgspec.Struct, kw_only=True):
    """The data of a page. `packs` are gzip, base64; `index` has for each sample the number of its pack, or None."""

    summary: dict[str, dict[str, Any]]
    values: dict[str, list[float]]
    index: list[dict[str, Any]]
    packs: list[str]
    imported: dict[tuple[str, str], tuple[float, int]]
    n_left_out: int = 0


def collect(run: Run, /, *, largest: int = LARGEST) -> Contents:
    """Read the run once; twice when the evidence of all samples would be larger than `largest` bytes in the page."""
    contents = _read(run, None, largest)
    if contents.n_left_out:
        n_fitting = sum(entry["pack"] is not None for entry in contents.index)
        badness = sorted((_badness(run, entry), k) for k, entry in enumerate(contents.index))
        worst = {contents.index[k]["id"] for _, k in badness[: max(1, int(n_fitting * 0.9))]}
        contents = _read(run, worst, math.inf)
    return contents


def safe(text: str, /) -> str:
    """A text for a page: escaped, and with the marks that turn or hide text named instead of obeyed."""
    return _MARKS.sub(lambda found: f'<span class="code">U+{ord(found[0]):04X}</span>', escape(text))


def _read(run: Run, chosen: set[str] | None, largest: float) -> Contents:
    contents = Contents(
        summary=run.summary(), values={metric: [] for metric in run.metrics}, index=[], packs=[], imported={}
    )
    waiting: dict[str, Any] = {}
    size = 0
    for sampled in run:
        fits = size < largest and (chosen is None or sampled.id in chosen)
        contents.index.append(_entry(run, sampled, len(contents.packs) if fits else None))
        contents.n_left_out += not fits
        for metric, score in sampled.scores.items():
            if score.value is not None:
                contents.values[metric].append(score.value)
        _count_imported(contents.imported, sampled)
        if fits:
            waiting[sampled.id] = _detail(sampled)
        if len(waiting) == PACK:
            contents.packs.append(_packed(waiting))
            size += len(contents.packs[-1])
            waiting = {}
    if waiting:
        contents.packs.append(_packed(waiting))
    return contents


def _entry(run: Run, sampled: Sampled, pack: int | None) -> dict[str, Any]:
    return {
        "id": sampled.id,
        "question": _shortened(sampled.sample.question),
        "answer": _shortened(sampled.sample.answer),
        "scores": [_cell(sampled.scores[metric]) for metric in run.metrics],
        "pack": pack,
    }


def _cell(score: Score) -> float | str:
    if score.value is not None:
        return round(score.value, 4)
    return f"{'unscored' if score.state == 'unscored' else 'na'}:{reason(score.reason or '')}"


def _badness(run: Run, entry: Mapping[str, Any]) -> float:
    """The mean of the scores, lower-is-better ones turned: small is bad."""
    down = [metric.direction == "down" for metric in run.manifest.metrics]
    known = [1 - v if flip else v for v, flip in zip(entry["scores"], down, strict=True) if isinstance(v, float)]
    return math.fsum(known) / len(known) if known else 0.0


def _count_imported(totals: dict[tuple[str, str], tuple[float, int]], sampled: Sampled) -> None:
    for tool, named in sampled.sample.imported.items():
        for name, value in named.items():
            total, n = totals.get((tool, name), (0.0, 0))
            totals[tool, name] = (total + value, n + 1)


def _detail(sampled: Sampled) -> dict[str, Any]:
    sample = sampled.sample
    found = sampled.evidence[0] if sampled.evidence else Evidence(sample=sampled.id)
    useful, grades = found.useful(), {grade.context: grade.grade for grade in found.grades}
    contexts = []
    for k, context in enumerate(sample.contexts or ()):
        tags = []
        if k in useful:
            tags.append(say("html.useful") if useful[k] else say("html.not_useful"))
        if k in grades:
            tags.append(say("html.grade", grade=grades[k]))
        contexts.append({"text": context.text, "doc_id": context.doc_id, "tags": tags})
    return {
        "question": sample.question,
        "answer": sample.answer,
        "refuses": found.refusals.get("answer", False),
        "references": list(sample.references or ()),
        "contexts": contexts,
        "claims": [_claim(found, claim) for claim in found.claims],
        "scores": {metric: _score(score) for metric, score in sampled.scores.items()},
    }


def _claim(found: Evidence, claim: Claim) -> dict[str, Any]:
    finding = found.finding(claim.id, "contexts")
    quotes = finding.quotes if finding else ()
    return {
        "id": claim.id,
        "source": claim.source,
        "text": claim.text,
        "checkable": claim.checkable,
        "spans": [[span.start, span.end] for span in claim.spans],
        "verdict": finding.verdict if finding else None,
        "support": finding.support if finding else (),
        "joint": bool(finding and finding.joint),
        "against": finding.against if finding else (),
        "conflicts": [{"said": one.said, "found": one.found} for one in (finding.conflicts if finding else ())],
        "quotes": [{"source": q.source, "text": q.text, "start": q.start, "end": q.end} for q in quotes],
    }


def _score(score: Score) -> dict[str, Any]:
    return {
        "value": score.value,
        "state": score.state,
        "label": score.label,
        "reason": reason(score.reason) if score.reason else None,
        "lowest": score.lowest,
        "highest": score.highest,
        "n_asked": score.n_asked,
    }


def _packed(details: Mapping[str, Any]) -> str:
    encoded = msgspec.json.encode({key: _safe(value) for key, value in details.items()})
    return base64.b64encode(gzip.compress(encoded, compresslevel=6, mtime=0)).decode("ascii")


def _safe(value: Any) -> Any:
    """Data without lone surrogates, which no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8") if not value.isascii() else value
    if isinstance(value, dict):
        return {key: _safe(inner) for key, inner in value.items()}
    return [_safe(inner) for inner in value] if isinstance(value, list | tuple) else value


def _shortened(text: str | None) -> str:
    line = " ".join((text or "")[: 4 * SHORT].split()).encode("utf-8", "replace").decode("utf-8")
    return line if len(line) <= SHORT else f"{line[: SHORT - 1]}…"

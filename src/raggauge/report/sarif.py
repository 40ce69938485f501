"""A gate as SARIF 2.1.0: failed rules, and the samples below a threshold at their line of the dataset.

Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

import msgspec

from raggauge import __version__
from raggauge.errors import RaggaugeError
from raggauge.formats.reading import read
from raggauge.messages import say
from raggauge.report.decision import sentence
from raggauge.report.notes import marks
from raggauge.report.verdict import Verdict
from raggauge.run.run import Run

LEVELS: Final = {"fail": "error", "inconclusive": "warning", "pass": "none"}
MOST: Final = 5_000


def chunks(verdict: Verdict, /) -> Iterator[bytes]:
    """The document, UTF-8."""
    places = _places(verdict.run)
    results = [*_rulings(verdict, places), *_samples(verdict, places)][:MOST]
    rules = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "raggauge",
        "version": __version__,
        "rules": [{"id": rule, "shortDescription": {"text": rule}} for rule in rules],
    }
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if notes := marks(verdict.run):
        run["properties"] = {"notes": [_plain(line) for line in notes]}
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    yield msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _places(run: Run) -> dict[str, str]:
    """Where each sample stands: in the golden set, not in the kept answers, where a system was asked for them."""
    places = {sampled.id: sampled.sample.place for sampled in run}
    lineage = run.manifest.dataset.lineage
    file = lineage.get("path")
    if "target" not in lineage or not isinstance(file, str):
        return places
    try:
        found = {sample.id: sample.place for sample in read(file)}
    except (RaggaugeError, OSError):
        found = {}
    return {name: found.get(name) or f"{file}:1" for name in places}


def _rulings(verdict: Verdict, places: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    file = next((place.rpartition(":")[0] for place in places.values()), "")
    for ruling in verdict.decision.rulings if verdict.decision else ():
        if ruling.outcome != "pass":
            yield {
                "ruleId": f"{ruling.rule}/{ruling.about}",
                "level": LEVELS[ruling.outcome],
                "message": {"text": _plain(sentence(ruling))},
                **_location(f"{file}:1" if file else ""),
            }


def _samples(verdict: Verdict, places: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    bounds = [t for t in verdict.rules.thresholds if t.bound is not None and t.metric in verdict.run.metrics]
    for sampled in verdict.run if bounds else ():
        for threshold in bounds:
            value = sampled.scores[threshold.metric].value
            if value is not None and threshold.misses(value):
                said = say(
                    "gate.sample_low", id=sampled.id, metric=threshold.metric, value=value, bound=threshold.bound
                )
                yield {
                    "ruleId": f"sample/{threshold.metric}",
                    "level": "note",
                    "message": {"text": _plain(said)},
                    "partialFingerprints": {"sample/v1": f"{_plain(sampled.id)}:{threshold.metric}"},
                    **_location(places[sampled.id]),
                }


def _location(place: str) -> dict[str, Any]:
    file, _, line = place.rpartition(":")
    if not file or not line.isdigit():
        return {}
    where = PurePath(_plain(file))
    uri = where.as_posix() if not where.is_absolute() else where.as_uri()
    region = {"startLine": max(1, int(line))}
    return {"locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}]}


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")

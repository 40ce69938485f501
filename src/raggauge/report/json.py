"""A run as one JSON document, written sample by sample so that memory stays flat.

The form is published as a JSON schema beside this file (`schema-run-1.json`).
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec

from raggauge.run.run import Run, Sampled
from raggauge.score import Score

SCORE_KEYS = ("value", "state", "label", "reason", "lowest", "highest", "n_asked", "details")


def chunks(run: Run, /) -> Iterator[bytes]:
    """The document in pieces: `{"run", "summary", "samples", "usage"}`, with a final newline."""
    yield b'{"run":' + _encode(about(run)) + b',\n"summary":' + _encode(run.summary()) + b',\n"samples":['
    separator = b"\n"
    for sampled in run:
        yield separator + _encode(sample(sampled))
        separator = b",\n"
    yield b'\n],\n"usage":' + _encode(run.usage) + b"}\n"


def about(run: Run, /) -> dict[str, Any]:
    """The manifest as data, with the run's id and whether it is complete."""
    manifest: dict[str, Any] = msgspec.to_builtins(run.manifest)
    return {"id": run.id, "complete": run.complete, **manifest}


def sample(sampled: Sampled, /) -> dict[str, Any]:
    """One sample: id, scores, repeats, imported scores, measurements, evidence of every repeat."""
    return {
        "id": sampled.id,
        "scores": {name: score(one) for name, one in sampled.scores.items()},
        "repeats": [{name: score(one) for name, one in scores.items()} for scores in sampled.repeats],
        "imported": sampled.sample.imported,
        "measurements": sampled.measurements,
        "evidence": _evidence(sampled),
    }


def score(one: Score, /) -> dict[str, Any]:
    """A score with all keys of the stable core."""
    return {key: getattr(one, key) for key in SCORE_KEYS}


def schema() -> dict[str, Any]:
    """The published JSON schema of the document."""
    content: dict[str, Any] = msgspec.json.decode(files("raggauge.report").joinpath("schema-run-1.json").read_bytes())
    return content


def _evidence(sampled: Sampled) -> dict[str, Any]:
    """The first round's evidence; those of further repeats under `repeats`."""
    if not sampled.evidence:
        return {}
    first: dict[str, Any] = msgspec.to_builtins(sampled.evidence[0])
    if len(sampled.evidence) > 1:
        first["repeats"] = [msgspec.to_builtins(one) for one in sampled.evidence[1:]]
    return first


def _encode(value: Any) -> bytes:
    return msgspec.json.encode(value)

"""The encoder tier: cross-encoders and token classifiers exported to ONNX decide support; no remote code is run.

``encoder:DIR`` reads ``model.onnx`` (or ``onnx/model.onnx``), ``tokenizer.json`` and ``config.json`` of a folder; a hub
id such as ``org/name`` is looked up among the models that the hub's own client has downloaded. Two shapes are known:

* a **pair classifier** (MiniCheck, HHEM, NLI) reads (passage, claim); the labels come from ``config.json`` or the
  option ``labels`` (``"0=contradiction,1=neutral,2=entailment"``);
* a **token classifier** (LettuceDetect) reads (passages, answer) and marks the tokens that nothing supports.

Passages longer than the model are read in overlapping windows, never cut. All other questions (claims, refusals,
usefulness, grades, entities) are answered by the embedded judge, and the fingerprint says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec

from raggauge.errors import DataError, MissingExtra, UsageError
from raggauge.evidence import Claim, Evidence, Finding, Quote, Verdict
from raggauge.facets import Claims, Facet, Support
from raggauge.judge.embedded.examiner import EmbeddedJudge
from raggauge.judge.judge import Ask, Cost, Fingerprint
from raggauge.judge.windows import Encoded, batches, windows
from raggauge.sample import Sample

Shape = Literal["pair", "token"]
_SUPPORTS = ("entailment", "entail", "supported", "support", "consistent", "attributable", "faithful", "yes", "label_1")
_CONTRADICTS = ("contradiction", "contradict", "refuted", "refutes", "contradicted")
_LEAST_UNSURE = 0.35
_OPTIONS = frozenset(("labels", "shape", "threshold", "longest", "batch"))


class Config(msgspec.Struct, frozen=True):
    """What is read of ``config.json``: names of labels, architecture, longest input."""

    id2label: dict[str, str] = {}
    architectures: list[str] = []
    max_position_embeddings: int = 512
    model_type: str = ""


class EncoderJudge:
    """Decides support with an encoder, everything else as the embedded judge does."""

    batch = 8

    def __init__(self, folder: Path, /, *, options: Mapping[str, Any]) -> None:
        unknown = set(options) - _OPTIONS
        if unknown:
            raise UsageError("encoder.unknown_option", option=min(unknown), known=", ".join(sorted(_OPTIONS)))
        self._folder = folder
        self._config = _config(folder)
        self._labels = _labels(self._config, str(options.get("labels", "")))
        self._shape: Shape = _shape(self._config, str(options.get("shape", "")))
        self._bound = float(options.get("threshold", 0.5))
        spare = 2 if self._config.model_type in ("roberta", "xlm-roberta", "camembert") else 0
        self._longest = int(options.get("longest", min(self._config.max_position_embeddings - spare, 8192)))
        self._size = int(options.get("batch", 16))
        self._rest = EmbeddedJudge()
        self._loaded: tuple[Any, Any] | None = None
        self.fingerprint = Fingerprint(
            kind="encoder",
            model=f"{folder.name}@{_digest(_model_file(folder))}",
            parameters={
                "shape": self._shape,
                "labels": {str(k): label for k, label in self._labels.items()},
                "threshold": self._bound, "longest": self._longest,
                "other_facets": self._rest.fingerprint.model,
            },
            embedder=self._rest.fingerprint.embedder,
        )  # fmt: skip

    def can(self, facet: Facet, /) -> bool:
        """Say whether it can fill a facet: what the embedded judge can."""
        return self._rest.can(facet)

    def plan(self, ask: Ask, /) -> Cost:
        """Nothing: it makes no calls."""
        return Cost()

    async def examine(self, asks: Sequence[Ask], /) -> Sequence[Evidence]:
        """Fill the facets of every ask; the encoder runs in a thread, so that other tasks go on."""
        import asyncio

        first = await self._rest.examine([_without_support(ask) for ask in asks])
        return await asyncio.to_thread(self._judged, asks, first)

    def _judged(self, asks: Sequence[Ask], first: Sequence[Evidence]) -> list[Evidence]:
        return [self._sample(ask, evidence) for ask, evidence in zip(asks, first, strict=True)]

    def _sample(self, ask: Ask, evidence: Evidence) -> Evidence:
        findings: list[Finding] = []
        filled = [key for key in evidence.filled if key in {facet.key for facet in ask.facets}]
        gaps = dict(evidence.gaps)
        for facet in sorted(ask.facets, key=lambda facet: facet.key):
            if not isinstance(facet, Support):
                continue
            missing = [field for field in facet.fields if getattr(ask.sample, field) is None]
            if missing:
                gaps[facet.key] = f"missing {missing[0]}"
                continue
            claims = [c for c in evidence.claims if c.checkable and (c.source == "answer") == (facet.of == "answer")]
            findings += self._findings(ask.sample, claims, facet.premises)
            filled.append(facet.key)
        return msgspec.structs.replace(
            evidence, findings=tuple(findings), filled=tuple(sorted(filled)), gaps=gaps, judge=self.fingerprint.id
        )

    def _findings(self, sample: Sample, claims: Sequence[Claim], premises: str) -> list[Finding]:
        pairs: list[tuple[str, Claim]] = []
        found: list[tuple[Claim, str, list[int], list[str], range]] = []
        for claim in claims:
            for premise, ranks, texts in _premises(sample, claim, premises):
                pairs += [(text, claim) for text in texts]
                found.append((claim, premise, ranks, texts, range(len(pairs) - len(texts), len(pairs))))
        scores = self._scores(pairs, sample)
        return [
            _finding(claim, premise, ranks, texts, [scores[k] for k in places], self._bound)
            for claim, premise, ranks, texts, places in found
        ]

    def _scores(self, pairs: Sequence[tuple[str, Claim]], sample: Sample) -> list[tuple[float, float]]:
        """Give (support, contradiction) for each pair: the best window counts, for contradiction the worst."""
        tokenizer, _ = self._model()
        encoded: list[Encoded] = []
        owners: list[int] = []
        for k, (text, claim) in enumerate(pairs):
            whole = self._shape == "token" and claim.source == "answer" and bool(claim.spans)
            said = (sample.answer or "") if whole else claim.text
            for window in windows(tokenizer, text, said, longest=self._longest):
                encoded.append(window)
                owners.append(k)
        best = [(0.0, 0.0)] * len(pairs)
        for places, rows in batches(encoded, self._size):
            for place, logits in zip(places, self._run(rows), strict=True):
                k = owners[place]
                support, against = self._read(logits, encoded[place], pairs[k][1], sample)
                best[k] = (max(best[k][0], support), max(best[k][1], against))
        return best

    def _read(self, logits: Any, encoded: Encoded, claim: Claim, sample: Sample) -> tuple[float, float]:
        if self._shape == "pair":
            shares = _softmax(logits) if len(logits) > 1 else [1 - _sigmoid(logits[0]), _sigmoid(logits[0])]
            return (
                sum(shares[k] for k, label in self._labels.items() if label in _SUPPORTS and k < len(shares)),
                sum(shares[k] for k, label in self._labels.items() if label in _CONTRADICTS and k < len(shares)),
            )
        spans = [(s.start, s.end) for s in claim.spans] if claim.source == "answer" else [(0, len(claim.text))]
        marked = [
            _softmax(row)[1]
            for row, (side, start, end) in zip(logits, encoded.places, strict=False)
            if side == 1 and end > start and any(start < high and end > low for low, high in spans)
        ]
        return (1.0 - max(marked), 0.0) if marked else (0.0, 0.0)

    def _run(self, rows: Mapping[str, Any]) -> Any:
        _, session = self._model()
        wanted = {given.name for given in session.get_inputs()}
        return session.run(None, {name: value for name, value in rows.items() if name in wanted})[0]

    def _model(self) -> tuple[Any, Any]:
        if self._loaded is None:
            runtime, tokenizers = _library("onnxruntime"), _library("tokenizers")
            tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            tokenizer.no_truncation()
            tokenizer.no_padding()
            session = runtime.InferenceSession(str(_model_file(self._folder)), providers=["CPUExecutionProvider"])
            self._loaded = (tokenizer, session)
        return self._loaded


def make(spec: str, options: Mapping[str, Any], /) -> EncoderJudge:
    """Make the judge of ``encoder:PATH_OR_HUB_ID``; raises UsageError when no such model is here."""
    return EncoderJudge(_find(spec), options=options)


def _find(spec: str) -> Path:
    folder = Path(spec).expanduser()
    if folder.is_dir():
        return folder
    import os

    cache = Path(os.environ.get("HF_HOME", "~/.cache/huggingface")).expanduser() / "hub"
    snapshots = sorted((cache / f"models--{spec.replace('/', '--')}" / "snapshots").glob("*"))
    if not snapshots:
        raise UsageError("encoder.not_found", spec=spec)
    return snapshots[-1]


def _model_file(folder: Path) -> Path:
    for name in ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"):
        if (folder / name).is_file():
            return folder / name
    raise UsageError("encoder.no_model", folder=str(folder))


def _config(folder: Path) -> Config:
    path = folder / "config.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Config)
    except FileNotFoundError:
        return Config()
    except msgspec.MsgspecError as problem:
        raise DataError("encoder.bad_config", place=str(path), problem=str(problem)) from None


def _labels(config: Config, given: str) -> dict[int, str]:
    """Read the label map; one that names no supporting label must be given."""
    entries = dict(part.split("=", 1) for part in given.split(",") if "=" in part) or config.id2label
    labels = {int(k): label.strip().lower().replace("-", "_") for k, label in entries.items() if k.strip().isdigit()}
    if not labels:
        return {1: "supported"}
    token = any("Token" in name for name in config.architectures)
    if not token and not any(label in _SUPPORTS for label in labels.values()):
        raise UsageError("encoder.unclear_labels", labels=", ".join(f"{k}={v}" for k, v in labels.items()))
    return labels


def _shape(config: Config, given: str) -> Shape:
    if given in ("pair", "token"):
        return "pair" if given == "pair" else "token"
    return "token" if any("TokenClassification" in name for name in config.architectures) else "pair"


def _without_support(ask: Ask) -> Ask:
    """Ask for the claims that a support question needs in the place of the support."""
    rest = frozenset(facet for facet in ask.facets if not isinstance(facet, Support))
    needed = frozenset(Claims(facet.of) for facet in ask.facets if isinstance(facet, Support))
    return msgspec.structs.replace(ask, facets=rest | needed)


def _premises(sample: Sample, claim: Claim, premises: str) -> list[tuple[str, list[int], list[str]]]:
    """List what a claim is held against: (premise, ranks of single texts, texts, all together last)."""
    contexts = [context.text for context in sample.contexts or ()]
    if premises == "answer":
        return [("answer", [], [sample.answer or ""])]
    if premises == "references":
        return [(f"reference:{i}", [], [text]) for i, text in enumerate(sample.references or ())]
    ranks = list(range(len(contexts)))
    if premises == "cited":
        ranks = [n - 1 for n in claim.citations if 1 <= n <= len(contexts)]
    texts = [contexts[rank] for rank in ranks]
    return [(premises, ranks, [*texts, "\n\n".join(texts)] if len(texts) > 1 else texts)]


def _finding(
    claim: Claim, premise: str, ranks: list[int], texts: list[str], scores: list[tuple[float, float]], bound: float
) -> Finding:
    best = max((score for score, _ in scores), default=0.0)
    holders = tuple(rank for rank, (score, _) in zip(ranks, scores, strict=False) if score >= bound)
    joint = best >= bound and bool(ranks) and not holders
    against = tuple(rank for rank, (_, score) in zip(ranks, scores, strict=False) if score >= bound)
    refuted = bool(against) or (not ranks and any(score >= bound for _, score in scores))
    verdict: Verdict = "supported" if best >= bound else "contradicted" if refuted else "not_found"
    if verdict == "not_found" and best >= _LEAST_UNSURE * bound / 0.5:
        verdict = "unsure"
    chosen = holders[:1] if verdict == "supported" else ()
    return Finding(
        claim.id, premise, verdict, support=tuple(ranks) if joint else holders, joint=joint, against=against,
        quotes=tuple(_whole(rank, texts[ranks.index(rank)]) for rank in chosen),
        confidence=round(best, 6),
    )  # fmt: skip


def _whole(rank: int, text: str) -> Quote:
    return Quote(f"context:{rank}", text, 0, len(text))


def _softmax(values: Any) -> list[float]:
    import math

    top = max(float(value) for value in values)
    powers = [math.exp(float(value) - top) for value in values]
    return [power / sum(powers) for power in powers]


def _sigmoid(value: Any) -> float:
    import math

    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, float(value)))))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingExtra("encoder.missing_extra", package=name) from None

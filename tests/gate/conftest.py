"""Runs with scores as they are wanted, made without a judge."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Field
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.run import Run
from raggauge.run.start import evaluate
from raggauge.sample import Sample
from raggauge.score import Score, not_applicable, scored, unscored


@dataclasses.dataclass(frozen=True)
class Planted:
    """The score that stands in a sample's metadata: a number, None (unscored) or "n/a"."""

    name: ClassVar[str] = "planted"
    direction: ClassVar[str] = "up"
    fields: ClassVar[tuple[Field, ...]] = ()
    facets: ClassVar[frozenset[Facet]] = frozenset()

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        """What was planted."""
        value = sample.metadata[self.name]
        if value is None:
            return unscored("judge failed: planted")
        return not_applicable("abstained") if value == "n/a" else scored(value)


@dataclasses.dataclass(frozen=True)
class PlantedDown(Planted):
    """The same where lower is better."""

    name: ClassVar[str] = "planted_down"
    direction: ClassVar[str] = "down"


@dataclasses.dataclass(frozen=True)
class PlantedJudged(Planted):
    """The same, of a judge."""

    facets: ClassVar[frozenset[Facet]] = frozenset({Claims(of="answer")})


Maker = Callable[..., Run]


@pytest.fixture
def make_run() -> Maker:
    """A function that makes a run in memory from planted scores; further metadata by keyword.

    `weights` are those of the samples, `judged` says that a judge is asked.
    """

    def make(
        up: Sequence[Any],
        down: Sequence[Any] | None = None,
        *,
        asking: str = "question",
        weights: Sequence[float] = (),
        judged: bool = False,
        **more: Any,
    ) -> Run:
        rows = [
            {
                "id": f"q{i}",
                "question": f"{asking} {i}",
                "answer": "x",
                "weight": weights[i] if weights else 1.0,
                "metadata": {"planted": value, "planted_down": (down or up)[i], **{k: v[i] for k, v in more.items()}},
            }
            for i, value in enumerate(up)
        ]
        kinds: list[Any] = [Planted(), PlantedDown()] if down is not None else [Planted()]
        if judged:
            judge = ScriptedJudge(lambda ask: Evidence(sample=ask.sample.id))
            return evaluate([Sample(**row) for row in rows], metrics=[PlantedJudged()], judge=judge, out=False)
        return evaluate([Sample(**row) for row in rows], metrics=kinds, out=False)

    return make

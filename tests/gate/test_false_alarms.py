"""A system that did not change does not fail its gate: a small version of benchmarks/gate.py, all dice seeded."""

import importlib.util
from pathlib import Path
from typing import Any

import msgspec
import pytest

from raggauge.gate.decision import decide
from raggauge.gate.rules import read


@pytest.fixture(scope="module")
def bench() -> Any:
    """The benchmark as a module."""
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "gate.py"
    spec = importlib.util.spec_from_file_location("benchmark_gate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("repeats", [1, 2])
def test_pairs_without_a_change_fail_at_most_at_the_nominal_rate(bench: Any, repeats: int) -> None:
    """Over several metrics, judged by a judge that wavers, with and without confirmation."""
    pairs = 12
    shares = bench.share_failed(pairs, n=24, repeats=repeats)
    assert not any(bench.too_many(share, pairs) for share in shares)
    assert shares[1] <= shares[0]


def test_a_loss_is_found_also_when_confirmed(bench: Any) -> None:
    """Confirming must not wash a real fault away."""
    assert bench.share_failed(4, n=40, repeats=2, lost=0.4) == (1.0, 1.0)


def test_equal_seeds_give_equal_bytes(bench: Any) -> None:
    """Judged and decided twice, the decision is the same to the byte."""
    rules = read({"baseline": {"tolerance": "2%", "test": "non-inferiority"}}, {"faithfulness": 0.8})

    def decision() -> bytes:
        before, after = (bench.judged(bench.wavering(1, side), n=20, repeats=2) for side in ("before", "after"))
        return msgspec.json.encode(decide(after, rules, baseline=before))

    assert decision() == decision()

"""What asking the system under test took: latencies, tokens and failures, each with what it was counted over."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from raggauge.run.run import Sampled

TOKENS = ("prompt_tokens", "completion_tokens")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The system under test in numbers: `n` questions, of which `n_failed` got no answer.

    `p50` and `p95` are nearest ranks of the latency in seconds over the `n_timed` questions that have one, None where
    none has. `tokens` and `cost` are sums of what the system itself reported, over `n_counted` and `n_priced` answers.
    """

    n: int
    n_failed: int
    n_timed: int
    p50: float | None
    p95: float | None
    n_counted: int
    tokens: float | None
    n_priced: int
    cost: float | None


def asked(run: Iterable[Sampled], /) -> Asked:
    """What was measured of the system under test, over all samples of a run."""
    n = n_failed = 0
    latencies: list[float] = []
    tokens: list[float] = []
    costs: list[float] = []
    for sampled in run:
        told = sampled.sample.metadata.get("target")
        measured: dict[str, Any] = told if isinstance(told, dict) else {}
        n += 1
        n_failed += bool(sampled.sample.failure)
        latencies += _numbers(measured, "latency_s")
        costs += _numbers(measured, "cost")
        if counted := [number for name in TOKENS for number in _numbers(measured, name)]:
            tokens.append(math.fsum(counted))
    latencies.sort()
    return Asked(
        n=n,
        n_failed=n_failed,
        n_timed=len(latencies),
        p50=nearest_rank(latencies, 0.5),
        p95=nearest_rank(latencies, 0.95),
        n_counted=len(tokens),
        tokens=math.fsum(tokens) if tokens else None,
        n_priced=len(costs),
        cost=math.fsum(costs) if costs else None,
    )


def nearest_rank(ordered: Sequence[float], share: float, /) -> float | None:
    """The least value that at least this share of sorted values does not exceed; None of nothing."""
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)] if ordered else None


def _numbers(told: dict[str, Any], name: str) -> list[float]:
    value = told.get(name)
    fits = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return [float(value)] if fits and value is not None else []

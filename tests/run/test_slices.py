"""Slices that differ are found without looking for them, and chance differences are not."""

import numpy as np
import pytest

from raggauge.run.slices import Slice, Slices
from raggauge.score import scored


def _found(rows: list[tuple[dict[str, object], dict[str, float]]], level: float = 0.05) -> list[Slice]:
    gathered = Slices()
    for metadata, values in rows:
        gathered.add(metadata, {metric: scored(value) for metric, value in values.items()})
    return gathered.found(level=level)


def test_a_bad_slice_is_found() -> None:
    """One topic that fares worse in one metric comes out, with its numbers; the other keys do not."""
    rng = np.random.default_rng(1)
    topics = ["billing", "setup", "privacy"]
    rows = []
    for i in range(120):
        topic = topics[i % 3]
        base = 0.55 if topic == "privacy" else 0.9
        values = {"faithfulness": float(np.clip(rng.normal(base, 0.1), 0, 1)), "context_recall": float(rng.random())}
        rows.append(({"topic": topic, "shard": int(rng.integers(4)), "id": f"x{i}"}, values))
    found = _found(rows)
    assert (found[0].key, found[0].value, found[0].metric) == ("topic", "privacy", "faithfulness")
    assert found[0].n == 40
    assert found[0].difference == pytest.approx(-0.35, abs=0.05)
    assert {(slice.key, slice.metric) for slice in found} == {("topic", "faithfulness")}


def test_chance_finds_nothing_more_often_than_it_may() -> None:
    """Without any difference, at most about 5% of the runs name a slice."""
    rng = np.random.default_rng(2)
    n_false = 0
    for _ in range(200):
        rows = [
            ({"a": int(rng.integers(4)), "b": bool(rng.integers(2))}, {"m": float(rng.random() < 0.8)})
            for _ in range(60)
        ]
        n_false += bool(_found(rows))
    assert n_false <= 18


def test_p_is_that_of_two_means() -> None:
    """The p of one slice against the rest is Student's two-sample p (here: t = -3.6515, 8 degrees of freedom)."""
    rows = [({"k": "x"}, {"m": value}) for value in (0.1, 0.2, 0.3, 0.2, 0.2)]
    rows += [({"k": "y"}, {"m": value}) for value in (0.3, 0.4, 0.5, 0.3, 0.4)]
    slice = _found(rows, level=1.1)[0]
    first, second = np.array([0.1, 0.2, 0.3, 0.2, 0.2]), np.array([0.3, 0.4, 0.5, 0.3, 0.4])
    pooled = (first.var(ddof=1) + second.var(ddof=1)) / 2
    t = (first.mean() - second.mean()) / np.sqrt(pooled * 2 / 5)
    from raggauge.stats.special import t_cdf

    assert slice.p == pytest.approx(2 * t_cdf(-abs(float(t)), df=8), rel=1e-9)


def test_what_makes_no_slice_is_left_out() -> None:
    """Keys with many values, lists, small slices and metrics without spread are not tested."""
    rows = [
        ({"id": f"q{i}", "tags": ["x"], "rare": "one" if i < 3 else "two"}, {"m": 1.0 if i < 3 else 0.0})
        for i in range(40)
    ]
    assert _found(rows, level=1.1) == []
    assert _found([({"k": str(i % 2)}, {"m": 0.5}) for i in range(20)]) == []


def test_a_split_is_told_once() -> None:
    """Two slices that are each other's rest, or the same samples under another key, make one line: the worse side."""
    rng = np.random.default_rng(4)
    rows: list[tuple[dict[str, object], dict[str, float]]] = []
    for i in range(60):
        bad = i < 20
        metadata: dict[str, object] = {"lang": "zh" if bad else "en", "site": "cn" if bad else f"x{i % 3}"}
        value = float(np.clip(rng.normal(0.3 if bad else 0.9, 0.1), 0, 1))
        rows.append((metadata, {"faithfulness": value, "hallucination": 1 - value}))
    found = _found(rows)
    assert [(one.key, one.value, one.metric, one.also) for one in found if one.key == "lang"] == [
        ("lang", "zh", "faithfulness", ("site = cn",)),
        ("lang", "zh", "hallucination", ("site = cn",)),
    ]
    assert found[0].mean < found[0].rest

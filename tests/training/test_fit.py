"""The training code: signs, drops, edits, what may be fitted."""

import importlib.util
import json
import random
import sys
from pathlib import Path

import numpy as np
import pytest

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(name="load")
def _load(monkeypatch):
    """Give a function that imports a file of the training folder."""
    monkeypatch.syspath_prepend(str(TRAINING))

    def load(name):
        spec = importlib.util.spec_from_file_location(name, TRAINING / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def test_weights_keep_their_sign(load):
    """A feature that speaks against its direction gets no weight, one that speaks for it does."""
    solver = load("solver")
    rng = np.random.default_rng(1)
    labels = (np.arange(400) % 2).astype(float)
    rows = np.stack([labels + rng.normal(size=400), -labels + rng.normal(size=400)], axis=1)
    task = solver.Task(rows, labels, np.full(400, 1 / 400), np.zeros(400), ridge=0.001)
    v, _ = solver.solve(task, np.zeros(2), 0.0)
    assert v[0] > 0.5
    assert v[1] == 0.0


def test_drops_are_learnt(load):
    """Pairs that must fall give a weight to the feature that tells them apart."""
    solver = load("solver")
    rows, labels = np.zeros((10, 1)), (np.arange(10) % 2).astype(float)
    drops = solver.Drops(np.ones((5, 1)), np.full(5, 2.0), np.full(5, 0.2))
    task = solver.Task(rows, labels, np.full(10, 0.1), np.zeros(10), drops=drops, strength=10.0, ridge=0.001)
    v, _ = solver.solve(task, np.zeros(1), 0.0)
    assert v[0] == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize(
    ("kind", "claim"),
    [
        ("number", "It opened in 1911 with 30 rooms."),
        ("negation", "The tower is open on Mondays."),
        ("swap", "It runs from Paris to Lyon daily."),
        ("entity", "It was built by Gustave Eiffel alone."),
        ("word", "The museum increased its opening hours."),
        ("negation", "公司总部位于北京市海淀区。"),
        ("number", "公司成立于2010年，员工300人。"),
        ("entity", "公司总部位于北京市海淀区。"),
    ],
)
def test_edits_change_the_claim(load, kind, claim):
    """Every kind of edit changes the claim it applies to."""
    edits = load("edits")
    pool = edits.Pool(["Marie Curie", "Oslo Opera"], ["closing", "castle", "painted"], ["上海浦", "广州天"])
    new = edits.EDITS[kind](claim, claim, pool, random.Random(2))
    assert new is not None
    assert new != claim


def test_measured_sets_are_never_fitted(load, tmp_path):
    """Rows marked measure_only, and rows of other parts than train, are left out."""
    corpus = load("corpus")
    row = {"answer": "a", "contexts": ["b"], "question": "q", "human_label": 1, "label_kind": "faithfulness"}
    rows = [
        {**row, "split": "train", "use": "train_ok"},
        {**row, "split": "dev", "use": "train_ok"},
        {**row, "split": "train", "use": "measure_only"},
    ]
    (tmp_path / "some.jsonl").write_text("\n".join(json.dumps(r) for r in rows))
    assert len(corpus.labelled(tmp_path, "some")) == 1


def test_shared_sets_are_held_out_together(load, tmp_path):
    """Sets with passages in common are found."""
    corpus = load("corpus")
    for name, offset in (("one", 0), ("two", 0), ("three", 50)):
        rows = [{"contexts": [f"a passage number {offset + k} that is long enough"], "question": ""} for k in range(5)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(json.dumps(r) for r in rows))
    kin = corpus.shared(tmp_path, ("one", "two", "three"))
    assert kin == {"one": {"one", "two"}, "two": {"one", "two"}, "three": {"three"}}


def test_coefficients_point_the_right_way():
    """Every shipped weight has the sign that its feature declares, and the file is small."""
    from raggauge.judge.embedded.features import SIGNED
    from raggauge.judge.embedded.model import models

    for model in (models().support, models().support_zh):
        assert all(model.weights.get(name, 0.0) * sign >= 0 for name, sign in SIGNED)
        assert set(model.weights) <= {name for name, _ in SIGNED}
    data = TRAINING.parent / "src/raggauge/judge/embedded/data"
    assert sum(path.stat().st_size for path in data.iterdir()) < 200_000
    card = json.loads((data / "card.json").read_text())
    assert card["version"] == models().version
    assert {"licence_check", "fitted_on", "never_fitted", "code_sha256", "date"} <= set(card)
    assert {"evouna", "haluquestqa_pairwise", "cmrc_zh", "begin"} <= set(card["fitted_on"])

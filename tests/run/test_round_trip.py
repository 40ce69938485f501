"""Whatever a sample holds, it comes back from the run folder as it was."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import raggauge
from raggauge.judge.scripted import ScriptedJudge
from raggauge.sample import Context, Sample

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CONTEXTS = st.lists(
    st.builds(Context, text=TEXTS, doc_id=st.none() | TEXTS, score=st.none() | st.floats(-5, 5)), max_size=3
)


@st.composite
def datasets(draw: st.DrawFn) -> list[Sample]:
    """Up to five samples of any content, with unique ids."""
    ids = draw(st.lists(TEXTS.filter(bool), min_size=1, max_size=5, unique=True))
    return [
        Sample(
            id=id,
            question=draw(st.none() | TEXTS),
            answer=draw(TEXTS),
            contexts=tuple(draw(CONTEXTS)),
            metadata=draw(st.dictionaries(TEXTS, VALUES, max_size=3)),
            weight=draw(st.floats(0, 10)),
            cluster=draw(st.none() | TEXTS),
        )
        for id in ids
    ]


@given(datasets())
def test_samples_come_back(samples: list[Sample]) -> None:
    """Ids, texts, metadata, weights and order are those that went in; scores and summary those of the run."""

    def judge() -> Any:
        return ScriptedJudge({})

    with tempfile.TemporaryDirectory() as folder:
        written = raggauge.evaluate(samples, metrics=["faithfulness"], judge=judge(), out=Path(folder, "run"))
        read = raggauge.load(Path(folder, "run"))
        kept = raggauge.evaluate(samples, metrics=["faithfulness"], judge=judge(), out=False)
        assert [one.sample for one in read] == samples
        assert [one.scores for one in read] == [one.scores for one in kept]
        assert read.summary() == written.summary() == kept.summary()
        assert all(read[sample.id].sample == sample for sample in samples)

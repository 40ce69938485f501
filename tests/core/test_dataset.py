"""Datasets are read anew each time, keep ids unique and know what they are by their content."""

import msgspec
import pytest

from raggauge.dataset import Dataset
from raggauge.errors import DataError
from raggauge.sample import Sample

SAMPLES = [Sample(id="a", question="1", place="f:1"), Sample(id="b", question="2", place="f:2")]


def test_a_lazy_dataset_can_be_read_twice() -> None:
    """Iterating opens the source anew."""
    dataset = Dataset(lambda: iter(SAMPLES))
    assert [s.id for s in dataset] == [s.id for s in dataset] == ["a", "b"]


def test_a_second_sample_of_an_id_is_refused_with_both_places() -> None:
    """The error names the id, the second place and the first."""
    doubled = [*SAMPLES, Sample(id="a", place="f:9")]
    with pytest.raises(DataError, match=r"'a' occurs twice \(first: f:1\).*\(f:9\)"):
        list(Dataset(doubled))


def test_the_fingerprint_is_of_content_and_order_not_of_places() -> None:
    """Moving a row to another file changes nothing; another order or another text does."""
    moved = [msgspec.structs.replace(s, place="g:1") for s in SAMPLES]
    changed = [SAMPLES[0], msgspec.structs.replace(SAMPLES[1], question="3")]
    first = Dataset(SAMPLES).fingerprint()
    assert Dataset(moved, name="other").fingerprint() == first
    assert Dataset(SAMPLES[::-1]).fingerprint() != first
    assert Dataset(changed).fingerprint() != first


def test_half_a_character_is_refused_in_one_sentence() -> None:
    """A lone surrogate names the sample and the value."""
    with pytest.raises(DataError, match=r"sample 'a' holds half a character .*ud800"):
        Dataset([Sample(id="a", question="x\ud800")]).fingerprint()

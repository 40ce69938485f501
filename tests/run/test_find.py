"""Which run is meant: a path, a name, the beginning of an id, or last."""

from pathlib import Path
from typing import Any

import pytest

import raggauge
from raggauge.errors import StoreError, UsageError
from raggauge.run.find import find, last_unfinished


@pytest.fixture
def three_runs(scripted: Any, make_samples: Any) -> list[Path]:
    """Three runs, oldest first; the first two have the same name."""
    paths = []
    for name in ("nightly", "nightly", "other"):
        run = raggauge.evaluate(make_samples(2), metrics=["faithfulness"], judge=scripted, name=name)
        assert run.path is not None
        paths.append(run.path)
    return paths


def test_ways_to_name_a_run(three_runs: list[Path], tmp_path: Path) -> None:
    """The newest of a name; an unambiguous beginning of an id; the whole id; a path from anywhere."""
    assert find("last") == three_runs[2]
    assert find("nightly") == three_runs[1]
    assert find(three_runs[0].name) == three_runs[0]
    assert find(three_runs[0].name[:-1]) == three_runs[0]
    assert find(three_runs[0]) == three_runs[0]
    three_runs[0].rename(tmp_path / "moved")
    assert raggauge.load(tmp_path / "moved").complete


@pytest.mark.parametrize("text", ["no-such", "", "2"])
def test_what_fits_none_or_several_is_an_error(text: str, three_runs: list[Path]) -> None:
    """The sentence lists what fits, or says what can be given."""
    with pytest.raises(UsageError, match="fits several runs" if text == "2" else "there is no run"):
        find(text)


def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    """It is said that the manifest is missing."""
    with pytest.raises(StoreError, match="no run folder"):
        find(tmp_path)


def test_the_last_unfinished_run(three_runs: list[Path]) -> None:
    """Finished runs are passed over; with none left it is an error."""
    with pytest.raises(UsageError, match="no unfinished run"):
        last_unfinished()
    (three_runs[1] / "end.json").unlink()
    assert last_unfinished() == three_runs[1]

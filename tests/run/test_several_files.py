"""Several files are one data set."""

from pathlib import Path
from typing import Any

from raggauge.run.inputs import as_dataset


def _files(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{number}.csv" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(f"question,references\n{text}")
    return paths


def test_faulty_rows_of_all_files_are_counted(tmp_path: Path) -> None:
    """What was left out of any of the files is in the count, also when they are read again."""
    reading: dict[str, Any] = {"on_bad_row": "skip"}
    joined, inputs = as_dataset(_files(tmp_path, 'a,b\nc,"[\'d"\n', 'e,"[\'f"\ng,h\n'), reading)
    assert len(inputs) == 2
    for _ in range(2):
        assert [sample.question for sample in joined] == ["a", "g"]
        assert joined.skipped is not None
        assert len(joined.skipped) == 2
        places = [error.say().rpartition("/")[2] for error in joined.skipped.errors]
        assert places == ["0.csv:3)", "1.csv:2)"]


def test_numbers_of_rows_go_on(tmp_path: Path) -> None:
    """Rows without ids are numbered through all files, so that none counts as the repetition of another."""
    joined, _ = as_dataset(_files(tmp_path, "a,b\nc,d\n", "e,f\ng,h\n", "i,j\n"), {})
    assert [sample.id for sample in joined] == ["row-1", "row-2", "row-3", "row-4", "row-5"]
    assert joined.skipped is None

"""People read a part of a set: the part goes out as CSV or JSON Lines and comes back with verdicts."""

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from raggauge.errors import DataError, UsageError
from raggauge.formats.encodings import guess
from raggauge.goldens.history import stratified
from raggauge.messages import shown
from raggauge.sample import Sample

COLUMNS: Final = ("id", "kind", "question", "reference", "passages", "verdict", "note", "reviewed_by")
VERDICTS: Final = ("good", "bad", "")
# A cell that begins with one of these is a formula to a spreadsheet.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class Marks(msgspec.Struct, frozen=True):
    """What came back: the set with its marks, and how many items were read, were good and were bad."""

    samples: tuple[Sample, ...]
    n_read: int
    n_good: int
    n_bad: int


def draw(samples: Sequence[Sample], /, *, share: float, seed: int = 0) -> list[Sample]:
    """The part that people should read: a share of every kind, of what nobody has read yet.

    Items that were read already count towards the share. Raises UsageError for a share that is not in (0, 1].
    """
    if not 0 < share <= 1:
        raise UsageError("goldens.bad_part", value=share)
    unread = [sample for sample in samples if not sample.metadata.get("reviewed_by")]
    n = math.ceil(share * len(samples) - 1e-9) - (len(samples) - len(unread))
    return stratified(unread, n=max(0, n), seed=seed)


def write_part(samples: Sequence[Sample], path: Path, /) -> None:
    """Write the part with empty columns for verdict, note and reader: CSV, or JSON Lines by the ending .jsonl."""
    from raggauge.run.files import write_whole

    rows = [_row(sample) for sample in samples]
    if path.suffix == ".jsonl":
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        write_whole(path, text.encode())
        return
    if path.suffix != ".csv":
        raise UsageError("goldens.part_ending", file=shown(str(path), limit=200))
    target = io.StringIO()
    table = csv.DictWriter(target, COLUMNS, lineterminator="\r\n")
    table.writeheader()
    table.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    # the mark makes spreadsheets read it as UTF-8
    write_whole(path, b"\xef\xbb\xbf" + target.getvalue().encode())


def read_part(path: Path, /) -> list[dict[str, str]]:
    """The rows that came back, as texts. Raises DataError where a row has no id or a verdict that is not known."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix == ".jsonl":
            rows: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line.strip()]
        else:
            rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text)))
    except UnicodeDecodeError:
        told_by = guess(path.read_bytes())
        raise DataError("goldens.not_utf8", file=shown(str(path), limit=200), guess=told_by) from None
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise DataError("goldens.unreadable", place=str(path), file=shown(str(path)), problem=said) from None
    if not any(isinstance(row, dict) and {"id", "verdict"} <= row.keys() for row in rows):
        raise DataError("goldens.no_part", file=shown(str(path), limit=200))
    told = []
    for number, row in enumerate(rows, start=1):
        clean = {name: str(row.get(name) or "").strip() for name in COLUMNS} if isinstance(row, dict) else {}
        verdict = clean.get("verdict", "").lower()
        if not clean.get("id") or verdict not in VERDICTS:
            raise DataError("goldens.bad_verdict", place=f"{path.name}:{number}", value=shown(verdict))
        told.append({**clean, "verdict": verdict})
    return told


def _delimiter(text: str) -> str:
    """What stands between the columns; some spreadsheets save with semicolons or tabs."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def mark(samples: Sequence[Sample], rows: Sequence[Mapping[str, str]], /, *, by: str, at: str) -> Marks:
    """The set with who read what, and when; rows without a verdict were not read.

    `by` stands for rows that name no reader. Raises DataError for an id that the set does not have, and UsageError
    where nobody is named.
    """
    told = {row["id"]: row for row in rows if row["verdict"]}
    unknown = next((name for name in told if name not in {sample.id for sample in samples}), None)
    if unknown is not None:
        raise DataError("goldens.unknown_item", value=shown(unknown))
    marked = [_marked(sample, told[sample.id], by, at) if sample.id in told else sample for sample in samples]
    n_bad = sum(row["verdict"] == "bad" for row in told.values())
    return Marks(tuple(marked), len(told), len(told) - n_bad, n_bad)


def _marked(sample: Sample, row: Mapping[str, str], by: str, at: str) -> Sample:
    reader = row["reviewed_by"] or by
    if not reader:
        raise UsageError("goldens.nobody")
    note = {"review_note": row["note"]} if row["note"] else {}
    fresh = {"reviewed_by": reader, "reviewed_at": at, "review": row["verdict"], **note}
    return replace(sample, metadata={**sample.metadata, **fresh})


def _row(sample: Sample) -> dict[str, str]:
    return {
        "id": sample.id,
        "kind": str(sample.metadata.get("kind", "")),
        "question": sample.question or "",
        "reference": "\n".join(sample.references or ()),
        "passages": "\n\n".join(context.text for context in sample.reference_contexts or ()),
        "verdict": "",
        "note": "",
        "reviewed_by": "",
    }


def _cell(value: str) -> str:
    return f"'{value}" if value.startswith(_FORMULA) else value

"""A set over time: differences, versions, parts, readers, and documents that change."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from raggauge.cli.main import call
from raggauge.errors import DataError, UsageError
from raggauge.formats.reading import read
from raggauge.formats.writing import write
from raggauge.goldens.build import Plan, build, hashes
from raggauge.goldens.check import check
from raggauge.goldens.history import difference, read_versions, record_version, split, stratified
from raggauge.goldens.items import paths_of, place_of
from raggauge.goldens.passages import Document, passages
from raggauge.goldens.reading import draw, mark, read_part, write_part
from raggauge.goldens.stale import Library
from raggauge.goldens.update import update
from raggauge.sample import Sample


@pytest.fixture
def samples(documents: list[Document]) -> list[Sample]:
    """A set of twelve."""
    return list(build(documents, Plan(n=12, styles={"plain": 1})).samples)


def test_a_difference_names_items_and_fields(samples: list[Sample]) -> None:
    """Added, removed, changed with both values, and the same."""
    other = replace(samples[1], references=("Otherwise.",), metadata={**samples[1].metadata, "note": 1})
    found = difference(samples, [other, *samples[2:], replace(samples[0], id="new")])
    assert found.added == ("new",)
    assert found.removed == (samples[0].id,)
    assert found.changed[0].fields == {
        "references": (list(samples[1].references or ()), ["Otherwise."]),
        "metadata.note": (None, 1),
    }
    assert found.n_same == len(samples) - 2
    assert difference(samples, samples).equal
    assert difference(samples, samples[::-1]).reordered


def test_versions_know_their_parents(samples: list[Sample], tmp_path: Path) -> None:
    """Each state once, with what changed since the one before."""
    file = tmp_path / "g.jsonl"
    first = record_version(file, samples[:5], at="t1", note="first")
    assert first is not None
    assert record_version(file, samples[:5], at="t2") is None
    changed = replace(samples[1], question="Another one?")
    second = record_version(file, [changed, *samples[2:6]], at="t3", note="second")
    assert second is not None
    assert (second.parent, second.number) == (first.content, 2)
    assert second.added == (samples[5].id,)
    assert second.removed == (samples[0].id,)
    assert second.changed == (samples[1].id,)
    assert [version for version, _ in read_versions(file)] == [first, second]


def test_a_damaged_version_is_named(tmp_path: Path) -> None:
    """The file and the line."""
    (tmp_path / "g.versions.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(DataError, match="no version") as error:
        read_versions(tmp_path / "g.jsonl")
    assert error.value.place.endswith("g.versions.jsonl:1")


def test_parts_share_no_document(samples: list[Sample]) -> None:
    """Held-out items stand on documents that dev has not seen; nothing is lost; the same seed cuts the same."""
    parts = split(samples, fast=3, held_out=0.3, seed=1)
    assert {path for one in parts.dev for path in paths_of(one)}.isdisjoint(
        path for one in parts.held_out for path in paths_of(one)
    )
    assert sorted(one.id for one in (*parts.dev, *parts.held_out)) == sorted(one.id for one in samples)
    assert 0 < len(parts.held_out) < len(samples)
    assert len(parts.fast) == 3
    assert all(one in parts.dev for one in parts.fast)
    assert parts == split(samples, fast=3, held_out=0.3, seed=1)


def test_items_of_several_documents_join_them() -> None:
    """An item on two documents keeps the items of both on one side; one cluster cannot be split."""

    def item(name: str, *paths: str) -> Sample:
        contexts = [passages(Document(path, f"Text of {path}."))[0].as_context() for path in paths]
        return Sample(id=name, question=name, reference_contexts=tuple(contexts))

    joined = [item("a", "x"), item("b", "y"), item("ab", "x", "y")]
    with pytest.raises(UsageError, match="hang together"):
        split(joined, held_out=0.5)
    parts = split([*joined, item("c", "z")], held_out=0.25)
    assert [one.id for one in parts.held_out] == ["c"]


def test_a_stratified_part_keeps_the_shares() -> None:
    """Every kind in its share, to one item."""
    many = [Sample(id=f"{k}", metadata={"kind": "ab"[k % 10 == 0]}) for k in range(100)]
    kinds = [one.metadata["kind"] for one in stratified(many, n=20)]
    assert (kinds.count("a"), kinds.count("b")) == (18, 2)
    assert stratified(many, n=500) == many


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_part_goes_out_and_comes_back(samples: list[Sample], tmp_path: Path, ending: str) -> None:
    """Who read what, when, and what they said; the next part holds others."""
    path = tmp_path / f"part.{ending}"
    odd = [replace(samples[0], question="=1+1, is it, “so”?\nReally?"), *samples[1:]]
    drawn = draw(odd, share=0.25)
    assert len(drawn) == 3
    write_part(drawn, path)
    rows = read_part(path)
    assert [row["id"] for row in rows] == [one.id for one in drawn]
    filled = [
        {**rows[0], "verdict": "good"},
        {**rows[1], "verdict": "bad", "note": "vague", "reviewed_by": "bo"},
        rows[2],
    ]
    marks = mark(odd, filled, by="ana", at="2026-11-29")
    assert (marks.n_read, marks.n_good, marks.n_bad) == (2, 1, 1)
    told = {one.id: one.metadata for one in marks.samples}
    assert told[rows[0]["id"]]["reviewed_by"] == "ana"
    assert told[rows[1]["id"]] | {"reviewed_by": "bo", "review": "bad", "review_note": "vague"} == told[rows[1]["id"]]
    assert "reviewed_by" not in told[rows[2]["id"]]
    again = draw(marks.samples, share=0.5)
    assert len(again) == 4
    assert {rows[0]["id"], rows[1]["id"]}.isdisjoint(one.id for one in again)


def test_formulas_stay_text_in_spreadsheets(tmp_path: Path) -> None:
    """A cell that a spreadsheet would calculate is quoted."""
    write_part([Sample(id="a", question="=HYPERLINK(1)")], tmp_path / "p.csv")
    assert "'=HYPERLINK" in (tmp_path / "p.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "by", "message"),
    [
        ([{"id": "zz", "verdict": "good", "reviewed_by": "bo", "note": ""}], "", "no item 'zz'"),
        ([{"id": "a", "verdict": "good", "reviewed_by": "", "note": ""}], "", "nobody is named"),
    ],
)
def test_marks_that_cannot_be_recorded_are_refused(rows: list[dict[str, str]], by: str, message: str) -> None:
    """Another set's item, and no reader."""
    with pytest.raises((DataError, UsageError), match=message):
        mark([Sample(id="a")], rows, by=by, at="now")


def test_an_unknown_verdict_is_refused(tmp_path: Path) -> None:
    """With its row."""
    (tmp_path / "p.csv").write_text("id,verdict\na,perhaps\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"perhaps.*p.csv:1"):
        read_part(tmp_path / "p.csv")


NEW = """# Lumo Remote

Lumo Remote is a handheld switch that controls scenes without the network.

If you want to lock the remote, slide the switch on its back to the left side.
"""


def test_an_update_follows_the_documents(samples: list[Sample], documents: list[Document]) -> None:
    """Dead items retire with a reason, new documents get items, moved passages are placed anew, lineage is noted."""
    known = hashes([passage for document in documents for passage in passages(document)])
    hub = documents[1]
    now = [
        Document("hub.md", "Written anew in May.\n\n" + hub.text),
        documents[2],
        documents[3],
        Document("remote.md", NEW),
    ]
    made = update(samples, now, known=known, share=0.2)
    assert {one.metadata["retired"]["path"] for one in made.retired} == {"bridge.md"}
    assert {one.metadata["retired"]["reason"] for one in made.retired} == {"vanished"}
    added = [one for one in made.samples if one.id in made.added]
    assert added
    assert {one.cluster for one in added} <= {"remote.md", "hub.md"}
    assert {one.metadata["added_to"] for one in added} == {made.parent}
    assert made.moved > 0
    texts = {document.path: document.text for document in now}
    for one in made.samples:
        for context in one.reference_contexts or ():
            place = place_of(context)
            assert place is not None
            assert texts[place.path][place.start : place.end] == context.text
        if quote := one.metadata.get("quote"):
            assert texts[quote["path"]][quote["start"] : quote["end"]] == quote["text"]
    assert [fault for fault in check(made.samples, Library(now)).faults if fault.severity == "fault"] == []
    account = made.account({"passages": known, "n": 12})
    assert account["lineage"][0]["parent"] == made.parent
    assert set(account["lineage"][0]["retired"]) == {one.id for one in made.retired}


def test_an_update_without_changes_changes_nothing(samples: list[Sample], documents: list[Document]) -> None:
    """No new passage, no new item."""
    known = hashes([passage for document in documents for passage in passages(document)])
    made = update(samples, documents, known=known)
    assert (list(made.samples), made.added, made.retired) == (samples, (), ())


def test_the_commands_work_on_files(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From build over version, sample, update and diff to split."""
    monkeypatch.chdir(tmp_path)
    docs = str(folder)
    assert call(["goldens", "build", docs, "-n", "12", "-o", "g.jsonl"]) == 0
    assert call(["goldens", "version", "g.jsonl"]) == 2
    assert call(["goldens", "version", "g.jsonl", "--note", "first"]) == 0
    assert call(["goldens", "sample", "g.jsonl", "--share", "15%", "-o", "part.csv"]) == 0
    rows = read_part(tmp_path / "part.csv")
    (tmp_path / "part.jsonl").write_text(
        "".join(json.dumps({**row, "verdict": "good"}) + "\n" for row in rows), encoding="utf-8"
    )
    assert call(["goldens", "sample", "g.jsonl", "--read", "part.jsonl", "--by", "ana"]) == 0
    assert sum("reviewed_by" in one.metadata for one in read(tmp_path / "g.jsonl")) == len(rows) == 2
    (folder / "remote.md").write_text(NEW, encoding="utf-8")
    (folder / "bridge.md").unlink()
    assert call(["goldens", "update", "g.jsonl", "--docs", docs, "-o", "h.jsonl"]) == 0
    assert (tmp_path / "h.retired.jsonl").is_file()
    capsys.readouterr()
    assert call(["goldens", "diff", "g.jsonl", "h.jsonl"]) == 1
    printed = capsys.readouterr().out
    assert "- g-" in printed
    assert "+ g-" in printed
    assert call(["goldens", "diff", "h.jsonl", "h.jsonl"]) == 0
    assert call(["goldens", "version", "g.jsonl", "--note", "read"]) == 0
    assert call(["goldens", "version", "g.jsonl"]) == 0
    assert "nothing changed since version 2" in capsys.readouterr().out
    assert call(["goldens", "split", "h.jsonl", "--fast", "3", "--held-out", "25%"]) == 0
    assert len(list(read(tmp_path / "h-fast.jsonl"))) == 3
    assert call(["goldens", "split", "h.jsonl", "--held-out", "much"]) == 2


def test_csv_sets_keep_their_marks(samples: list[Sample], tmp_path: Path) -> None:
    """A set in a table reads back as the same set."""
    write(samples, tmp_path / "g.csv")
    assert difference(samples, list(read(tmp_path / "g.csv"))).equal


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_part_is_read_as_spreadsheets_save_it(tmp_path: Path, delimiter: str) -> None:
    """Semicolons and tabs part columns as well as commas do."""
    part = tmp_path / "part.csv"
    part.write_text(delimiter.join(("id", "verdict", "note")) + "\n" + delimiter.join(("a", "good", "clear")) + "\n")
    assert [(row["id"], row["verdict"], row["note"]) for row in read_part(part)] == [("a", "good", "clear")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n", "goldens.no_part"),
        (b"", "goldens.no_part"),
        (b"[1, 2]\n", "goldens.no_part"),
        ("id,verdict,note\na,good,这是对的，我没有意见\n".encode("gbk"), "goldens.not_utf8"),
    ],
)
def test_what_is_no_part_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """Another table, an empty file and another encoding are named, not read as nothing."""
    part = tmp_path / "part.csv"
    part.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_part(part)
    assert caught.value.message_id == message


def test_a_split_without_anything_to_develop_with_is_refused(tmp_path: Path, samples: list[Sample]) -> None:
    """No empty files are written."""
    write(samples, tmp_path / "set.jsonl")
    assert call(["goldens", "split", str(tmp_path / "set.jsonl"), "--held-out", "100%"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["set.jsonl"]


def test_a_plot_is_svg(tmp_path: Path, samples: list[Sample]) -> None:
    """Another ending is refused rather than given to what it is not."""
    write(samples, tmp_path / "set.jsonl")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("A lamp is a thing that gives light.\n")
    asked = ["goldens", "check", str(tmp_path / "set.jsonl"), "--docs", str(tmp_path / "docs")]
    assert call([*asked, "--plot", str(tmp_path / "plot.png")]) == 2
    assert call([*asked, "--plot", str(tmp_path / "plot.svg")]) == 1
    assert (tmp_path / "plot.svg").read_text().startswith("<")

"""Planted faults are found, each under its name; a sound set has none."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from raggauge.errors import UsageError
from raggauge.goldens.build import Plan, build
from raggauge.goldens.check import Coverage, as_json, check, plot
from raggauge.goldens.passages import Document, passages
from raggauge.goldens.stale import Library
from raggauge.sample import Context, Sample


@pytest.fixture
def samples(documents: list[Document]) -> list[Sample]:
    """A sound set."""
    return list(build(documents, Plan(n=12, styles={"plain": 1})).samples)


def found(samples: list[Sample], documents: list[Document]) -> dict[str, set[str]]:
    """The codes of the faults of each item."""
    told: dict[str, set[str]] = {}
    for fault in check(samples, Library(documents)).faults:
        told.setdefault(fault.sample, set()).add(fault.code)
    return told


def test_a_sound_set_has_no_fault(samples: list[Sample], documents: list[Document]) -> None:
    """What the builder makes passes its own check."""
    assert found(samples, documents) == {}


def item(documents: list[Document], **fields: object) -> Sample:
    """An item on the first passage of the hub's page."""
    passage = passages(documents[1])[0]
    given = {
        "id": "planted",
        "question": "How can you reset the network settings of the hub?",
        "references": ("Press both buttons until the ring turns red.",),
        "reference_contexts": (passage.as_context(),),
        "metadata": {"language": "en"},
    }
    return Sample(**{**given, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"references": ("Send the hub back to the maker in Oslo.",)}, "unsupported"),
        ({"references": ("Hold the round button for 90 seconds.",)}, "unsupported"),
        ({"question": "Which mountain did Ada climb in winter?"}, "unanswered"),
        ({"question": "如何重置中枢的网络设置呢？"}, "wrong_language"),
        ({"question": "  "}, "no_question"),
        ({"references": ()}, "no_answer"),
        ({"question": "To reset it, press both buttons until the ring turns red?"}, "answer_in_question"),
        ({"metadata": {"answerable": False}}, "answered"),
        ({"reference_contexts": (Context("No. Press both buttons until the ring turns red."),)}, "unknown"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(
    fields: dict[str, object], code: str, samples: list[Sample], documents: list[Document]
) -> None:
    """The planted item alone is accused, of what is wrong with it."""
    told = found([*samples, item(documents, **fields)], documents)
    assert code in told["planted"]
    assert set(told) == {"planted"}


def test_a_leak_is_found(samples: list[Sample], documents: list[Document]) -> None:
    """An answer that is the whole passage."""
    leak = item(documents, references=(passages(documents[1])[0].text.replace("\n", " "),))
    assert "leak" in found([*samples, leak], documents)["planted"]


def test_twins_are_found(samples: list[Sample], documents: list[Document]) -> None:
    """The same question with the same answer counts double; with another answer it is ambiguous."""
    twin = replace(samples[0], id="twin")
    other = replace(samples[0], id="other", references=("Nobody has measured that so far, ask in May.",))
    told = found([*samples, twin, other], documents)
    assert told["twin"] == {"duplicate"}
    assert "ambiguous" in told["other"]


def test_stale_passages_are_found(samples: list[Sample], documents: list[Document]) -> None:
    """Changed, moved, vanished and foreign documents are told apart; a moved passage is no fault."""
    hub = next(sample for sample in samples if sample.cluster == "hub.md" and "quote" in sample.metadata)
    quote = hub.metadata["quote"]["text"]
    text = documents[1].text

    def told(*now: Document) -> set[str]:
        return found([hub], list(now)).get(hub.id, set())

    assert told(Document("hub.md", "Words in front.\n\n" + text)) == set()
    assert told(Document("hub.md", text.replace(quote, "Nothing is said about it any more."))) == {"changed"}
    assert told(Document("else.md", text)) == {"vanished"}
    assert told(Document("hub.md", "# Bread\n\nFlour, water and salt are mixed by hand.")) == {"foreign"}


def test_a_change_beside_the_answer_is_a_note(documents: list[Document]) -> None:
    """As long as the quoted answer stands, the item stands; the difference is shown."""
    hub = next(s for s in build(documents, Plan(n=50)).samples if "night mode" in (s.references or ("",))[0])
    changed = Document("hub.md", documents[1].text.replace("up to 40 lamps", "up to 60 lamps"))
    fault = next(fault for fault in check([hub], Library([changed])).faults if fault.code == "answer_stands")
    assert fault.severity == "note"
    assert "60 lamps" in fault.diff


def test_coverage_counts_documents_and_passages(documents: list[Document], samples: list[Sample]) -> None:
    """Documents without an item are named and drawn."""
    extra = Document("empty.md", "# Extra\n\nNobody asked about this.")
    checked = check(samples, Library([*documents, extra]))
    assert checked.coverage is not None
    assert checked.coverage.bare == ["empty.md"]
    assert sum(checked.coverage.used.values()) >= 4
    drawn = plot(checked.coverage, title="Coverage")
    assert drawn.startswith("<svg")
    assert "empty.md (0)" in drawn
    assert as_json(checked)["coverage"]["bare"] == ["empty.md"]


def test_the_size_is_held_against_the_drop(samples: list[Sample]) -> None:
    """Few items see large drops only, and a smaller drop needs more of them."""
    small, large = check(samples, None, drop=0.02), check(samples, None, drop=0.2)
    assert small.n_needed > large.n_needed > 2
    assert small.usual[0] == "generated"
    assert small.coverage is None


def test_an_empty_set_is_refused() -> None:
    """There is nothing to check."""
    with pytest.raises(UsageError, match="empty"):
        check([], None)


def test_files_are_checked_from_the_command_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Built, checked with 0, then with 1 after a document went away."""
    from raggauge.cli.main import call

    out = tmp_path / "g.jsonl"
    assert call(["goldens", "build", str(folder), "-n", "10", "-o", str(out)]) == 0
    assert call(["goldens", "build", str(folder), "-n", "10", "-o", str(out)]) == 2
    assert call(["goldens", "check", str(out), "--docs", str(folder), "--plot", str(tmp_path / "c.svg")]) == 0
    (folder / "hub.md").unlink()
    capsys.readouterr()
    assert call(["goldens", "check", str(out), "--docs", str(folder)]) == 1
    assert "its document 'hub.md' is gone" in capsys.readouterr().out
    assert (tmp_path / "c.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_asked_in_another_style_stays_sound(language: str) -> None:
    """A greeting or a slip that would hide what is asked is left out: a set that was built passes its own check."""
    text = {
        "en": "# Shop\n\nYou may return any product within 30 days of delivery for a full refund. Boxes may be open.\n",
        "zh": "# 商店\n\n红灯表示发现漏水，阀门已经关闭。\n\n## 运费怎么计算？\n\n订单满99元免运费。\n",
    }[language]
    documents = [Document("shop.md", text)]
    for style in ("colloquial", "typo"):
        built = build(documents, Plan(n=4, styles={style: 1}))
        assert built.samples
        assert check(built.samples, Library(documents)).n_faulty == 0


def test_the_plot_tells_long_paths_by_their_ends() -> None:
    """The number of items stays in sight, and paths that begin alike differ."""
    names = [f"handbook/people/chapter-about-{name}.md" for name in ("leave", "travel")]
    drawn = plot(
        Coverage(items=dict.fromkeys(names, 3), passages=dict.fromkeys(names, 4), used=dict.fromkeys(names, 1)),
        title="t",
    )
    assert "about-leave.md (3)" in drawn
    assert "about-travel.md (3)" in drawn

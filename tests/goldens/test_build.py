"""Sets are built evenly, repeatably and with an account of what was left out."""

from pathlib import Path

import pytest

from raggauge.errors import UsageError
from raggauge.goldens.build import Plan, build
from raggauge.goldens.documents import read_documents
from raggauge.goldens.items import place_of
from raggauge.goldens.passages import Document


def test_the_same_seed_gives_the_same_set(documents: list[Document]) -> None:
    """Everything that is drawn comes from the seed."""
    first, again = build(documents, Plan(n=8, seed=3)), build(documents, Plan(n=8, seed=3))
    assert first == again
    assert first.samples != build(documents, Plan(n=8, seed=4)).samples


def test_offsets_slice_to_what_is_quoted(documents: list[Document]) -> None:
    """Passages and quotes are stretches of their documents, word for word."""
    texts = {document.path: document.text for document in documents}
    built = build(documents, Plan(n=50))
    assert len(built.samples) >= 10
    for sample in built.samples:
        for context in sample.reference_contexts or ():
            place = place_of(context)
            assert place is not None
            assert texts[place.path][place.start : place.end] == context.text
        quote = sample.metadata.get("quote")
        if quote:
            assert texts[quote["path"]][quote["start"] : quote["end"]] == quote["text"]


def test_every_draft_is_accounted_for(documents: list[Document]) -> None:
    """What was asked for and did not come is explained by what was dropped: taken and dropped are all there was."""
    built = build(documents, Plan(n=500))
    assert len(built.samples) + sum(built.dropped.values()) <= built.n_drafts
    assert sum(built.kinds.values()) == len(built.samples) < 500
    assert built.short


def test_an_exact_number_is_kept(documents: list[Document]) -> None:
    """As many as asked, spread over the documents."""
    built = build(documents, Plan(n=4))
    assert len(built.samples) == 4
    assert built.n_used >= 3


def test_items_say_what_they_are(documents: list[Document]) -> None:
    """Kind, origin, language and whether there is an answer stand in the metadata; nothing is marked as read."""
    for sample in build(documents, Plan(n=50)).samples:
        assert sample.metadata["origin"] == "generated"
        assert sample.metadata["language"] == ("zh" if sample.cluster == "zh/hub.md" else "en")
        assert sample.answerable is (sample.metadata["kind"] != "unanswerable")
        assert "reviewed_by" not in sample.metadata
        assert sample.references


def test_a_mix_is_followed(documents: list[Document]) -> None:
    """Only the kinds that were asked for."""
    built = build(documents, Plan(n=50, mix={"condition": 1}))
    assert set(built.kinds) == {"condition"}


def test_a_set_of_nothing_is_refused(documents: list[Document]) -> None:
    """At least one item."""
    with pytest.raises(UsageError, match="at least 1"):
        build(documents, Plan(n=0))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_real_documents_give_sound_sets(data_dir: Path, language: str) -> None:
    """A project's documents give the number asked for, from many documents, in their language."""
    documents = read_documents(data_dir / "docs" / "fastapi" / language)
    texts = {document.path: document.text for document in documents}
    built = build(documents, Plan(n=100, seed=5))
    assert len(built.samples) == 100
    assert built.n_used >= 50
    for sample in built.samples:
        assert sample.metadata["language"] == language
        for context in sample.reference_contexts or ():
            place = place_of(context)
            assert place is not None
            assert texts[place.path][place.start : place.end] == context.text

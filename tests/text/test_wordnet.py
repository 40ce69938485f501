"""A WordNet database is read as it is, or its absence says what to install."""

from pathlib import Path

import pytest

from raggauge.errors import MissingExtra
from raggauge.evidence import Evidence
from raggauge.metrics import get
from raggauge.sample import Sample
from raggauge.text import wordnet

LICENCE = "  1 This database has a licence, which stands at the top of every file.\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with two meanings: car = automobile = motor car, and to buy = to purchase."""
    noun = LICENCE + f"{len(LICENCE):08d} 06 n 03 car 0 Automobile 0 motor_car 0 000 | a vehicle\n"
    verb = LICENCE + f"{len(LICENCE):08d} 40 v 02 buy 0 purchase 0 000 00 | get for money\n"
    (tmp_path / "data.noun").write_text(noun)
    (tmp_path / "data.verb").write_text(verb)
    offset = f"{len(LICENCE):08d}"
    index = {"noun": ("car", "automobile", "motor_car"), "verb": ("buy", "purchase"), "adj": (), "adv": ()}
    for part, lemmas in index.items():
        lines = "".join(f"{lemma} {part[0]} 1 0 1 0 {offset}\n" for lemma in lemmas)
        (tmp_path / f"index.{part}").write_text(LICENCE + lines)
        (tmp_path / f"{part}.exc").write_text("bought buy\n" if part == "verb" else "")
        (tmp_path / f"data.{part}").touch()
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    for cached in (wordnet.synonyms, wordnet.database):
        cached.cache_clear()
    yield tmp_path  # type: ignore[misc]
    for cached in (wordnet.synonyms, wordnet.database):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("car", {"car", "Automobile"}),
        ("cars", {"cars", "car", "Automobile"}),
        ("bought", {"bought", "buy", "purchase"}),
        ("purchasing", {"purchasing", "buy", "purchase"}),
        ("tram", {"tram"}),
    ],
)
def test_words_with_a_common_meaning(small: Path, word: str, right: set[str]) -> None:
    """Base forms by ending and by exception; no words of several parts; unknown words stand for themselves."""
    assert wordnet.synonyms(word) == right


def test_meteor_matches_synonyms_where_asked(small: Path) -> None:
    """`meteor(synonyms=wordnet)` sees that bought and purchased are the same."""
    sample = Sample(id="q", answer="she purchased it", references=("she bought it",))
    plain, asked = (
        get(text).score(sample, Evidence(sample="q")).value for text in ("meteor", "meteor(synonyms=wordnet)")
    )
    assert plain is not None
    assert asked == 1.0
    assert plain < asked


def test_without_a_database_the_error_names_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is downloaded."""
    wordnet.database.cache_clear()
    monkeypatch.setattr(wordnet, "_places", lambda: iter([tmp_path]))
    with pytest.raises(MissingExtra, match="wordnet-base"):
        wordnet.database()

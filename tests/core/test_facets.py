"""What a metric can ask, as text and in words."""

import pytest

from raggauge import facets
from raggauge.facets import Rating, in_words
from raggauge.messages import has

NAMES = sorted(
    kind.name for kind in vars(facets).values() if isinstance(kind, type) and getattr(kind, "name", "") and kind.name
)


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_words(name: str) -> None:
    """People are told what a judge cannot give, not the key of a facet."""
    assert has(f"facet.{name}")


def test_the_parameters_of_a_facet_are_not_said() -> None:
    """The rule of a rating is long; the kind of question is enough. An unknown one is shown as it is."""
    key = Rating("toxicity", "Could it hurt somebody, or (worse) many?", 1).key
    assert in_words(key) == "ratings by a rule in words"
    assert in_words("telepathy(2)") == "telepathy(2)"

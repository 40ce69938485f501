"""Two things of a claim that the passage has in each other's place are seen; other orders of the same are not."""

import pytest

from raggauge.judge.embedded.matching import aligned, match
from raggauge.judge.embedded.reading import read, read_claim
from raggauge.judge.embedded.relations import exchanged
from raggauge.judge.embedded.support import support

RACE = "In the final at Oslo the skier Hanna Berg beat Lena Frost by two seconds."


def gain(claim: str, source: str) -> float:
    """How much better the claim would fit with two things exchanged."""
    reading = read_claim(claim)
    found = match(reading, read(source))
    exchange = exchanged(reading, found, aligned(reading, found))
    return exchange.gain if exchange else 0.0


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In the final at Oslo the skier Lena Frost beat Hanna Berg by two seconds.", RACE),
        ("The ferry runs from Split to Ancona.", "The ferry runs from Ancona to Split every day."),
        ("The plant grew from 40 to 12 workers.", "The plant grew from 12 to 40 workers in a year."),
        ("Wolves are larger than bears.", "Bears are larger than wolves in these woods."),
    ],
)
def test_things_in_each_others_place_are_seen(claim, source):
    """Names, numbers and words that changed places would fit better where the other stands."""
    assert gain(claim, source) >= 0.5


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (RACE, RACE),
        ("The choir sang in Lyon, Turin and Basel.", "The choir sang in Turin, Basel and Lyon."),
        ("The bridge was designed by Ivo Marek.", "Ivo Marek designed the bridge."),
        ("In 1990, Ada Klein founded the firm.", "Ada Klein founded the firm in 1990."),
    ],
)
def test_another_order_of_the_same_is_none(claim, source):
    """Copies, lists in another order, the passive and moved dates are no exchange."""
    assert gain(claim, source) == 0.0


def test_an_exchange_in_a_copy_is_named():
    """The conflict is named with the words of both sides, and the claim counts as contradicted."""
    source = "On the last day of the long season in the hills, Hanna Berg beat Lena Frost in front of a crowd at home."
    claim = "On the last day of the long season in the hills, Lena Frost beat Hanna Berg in front of a crowd at home."
    decision = support(claim, [source])
    assert decision.verdict == "contradicted"
    ((_, named),) = decision.conflicts
    assert named.kind == "order"
    assert (named.said, named.found) == ("Lena Frost beat Hanna Berg", "Hanna Berg beat Lena Frost")

"""Ratings from preferences: laws of the scale, and what was planted is found."""

import math

import numpy as np
import pytest

from raggauge.errors import UsageError
from raggauge.stats import Game, bradley_terry

STRENGTHS = {"a": 0.8, "b": 0.0, "c": -0.3, "d": -0.5}


def _games(n: int, seed: int = 0, order: float = 0.3, tie: float = 0.5) -> list[Game]:
    r = np.random.default_rng(seed)
    games = []
    for i in range(n):
        first, second = (str(x) for x in r.choice(list(STRENGTHS), 2, replace=False))
        d = STRENGTHS[first] - STRENGTHS[second] + order
        weights = np.array([math.exp(d / 2), math.exp(-d / 2), tie])
        outcome = ("first", "second", "tie")[r.choice(3, p=weights / weights.sum())]
        games.append(Game(first=first, second=second, outcome=outcome, case=i // 2))  # type: ignore[arg-type]
    return games


def test_planted_strengths_are_found() -> None:
    """Ratings, order effect and tie weight come out within their intervals, best first."""
    ranking = bradley_terry(_games(1_500))
    assert [rating.name for rating in ranking.ratings][:2] == ["a", "b"]
    for rating in ranking.ratings:
        assert rating.elo.low < 1000 + 400 / math.log(10) * STRENGTHS[rating.name] < rating.elo.high
    assert ranking.order_effect is not None
    assert ranking.order_effect.low < 0.3 * 400 / math.log(10) < ranking.order_effect.high
    assert ranking.tie_weight == pytest.approx(0.5, abs=0.1)
    assert not ranking.shrunk


def test_ratings_are_conserved_and_order_of_games_is_irrelevant() -> None:
    """Ratings sum to 1000 a system, and a shuffled list gives the same bytes."""
    games = _games(120)
    shuffled = [games[i] for i in np.random.default_rng(1).permutation(len(games))]
    ranking = bradley_terry(games)
    assert sum(rating.elo.estimate for rating in ranking.ratings) == pytest.approx(4_000, abs=1e-8)
    assert bradley_terry(shuffled) == ranking


def test_two_systems_have_the_closed_form() -> None:
    """30 wins to 10 are log 3 apart, and three in four points."""
    games = [Game(first="a", second="b", outcome="first")] * 30 + [Game(first="a", second="b", outcome="second")] * 10
    ranking = bradley_terry(games, with_order=False)
    gap = ranking.ratings[0].elo.estimate - ranking.ratings[1].elo.estimate
    assert gap == pytest.approx(400 * math.log10(3), abs=1e-6)
    assert ranking.win_share("a", "b") == pytest.approx(0.75)
    assert (ranking.ratings[0].n_won, ranking.ratings[0].n_lost, ranking.ratings[0].n_tied) == (30, 10, 0)


def test_who_never_lost_is_not_at_infinity() -> None:
    """Five wins of five give a finite rating with a wide interval, and say so."""
    ranking = bradley_terry([Game(first="a", second="b", outcome="first")] * 5, with_order=False)
    assert ranking.shrunk
    assert 1050 < ranking.ratings[0].elo.estimate < 1500
    assert ranking.ratings[0].elo.low < 1100


def test_games_of_one_case_count_as_one() -> None:
    """Ten copies of each game, named as one case, do not shrink the interval."""
    once = [Game(first=g.first, second=g.second, outcome=g.outcome) for g in _games(200)]
    copies = [
        Game(first=g.first, second=g.second, outcome=g.outcome, case=i) for i, g in enumerate(once) for _ in range(10)
    ]
    single, copied = bradley_terry(once).ratings[0].elo, bradley_terry(copies).ratings[0].elo
    assert copied.estimate == pytest.approx(single.estimate, abs=1e-6)
    assert copied.width > 0.75 * single.width


@pytest.mark.parametrize("games", [[], [Game(first="a", second="a", outcome="tie")]])
def test_games_without_a_rival_are_refused(games: list[Game]) -> None:
    """Ratings need a game between two systems."""
    with pytest.raises(UsageError, match="two different systems"):
        bradley_terry(games)

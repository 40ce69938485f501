"""Ratings from pairwise preferences: Bradley and Terry's model with ties and an effect of the order shown."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, share
from raggauge.stats.interval import Interval
from raggauge.stats.special import normal_quantile

ELO_CENTRE = 1000.0
ELO_SCALE = 400.0 / math.log(10.0)
PRIOR = 0.1
Outcome = Literal["first", "second", "tie"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One comparison: `first` was shown first; `case` names what it was about, where several games share it."""

    first: str
    second: str
    outcome: Outcome
    case: Hashable = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One system's rating in Elo points, with its interval and record."""

    name: str
    elo: Interval
    n_won: int
    n_lost: int
    n_tied: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """All ratings, best first.

    They sum to 1000 times their number. `order_effect` is what being shown first is worth in Elo points (None where it
    was not asked for), `tie_weight` Davidson's parameter (0 without ties). `shrunk` says that the results alone would
    put somebody at infinity (never lost, or never met the others), so that ratings were drawn to the centre.
    """

    ratings: tuple[Rating, ...]
    order_effect: Interval | None
    tie_weight: float
    shrunk: bool

    def win_share(self, first: str, second: str, /) -> float:
        """The expected points of `first` against `second` (a tie counts half), without an order effect."""
        place = {rating.name: rating.elo.estimate for rating in self.ratings}
        gap = (place[first] - place[second]) / ELO_SCALE
        win, loss = math.exp(gap / 2), math.exp(-gap / 2)
        return (win + self.tie_weight / 2) / (win + loss + self.tie_weight)


def bradley_terry(games: Sequence[Game], /, *, with_order: bool = True, level: float = 0.95) -> Ranking:
    """Fit ratings to pairwise comparisons by maximum likelihood.

    The chance that the first wins, loses or ties is as exp(d/2) : exp(-d/2) : v, where d is the difference of strengths
    plus, `with_order`, an advantage of the one shown first. Games of the same `case` count as one when the uncertainty
    is measured; games without a case are independent. The order of games does not matter. It misleads when preferences
    run in circles, and says nothing of systems that no chain of games joins.

    Intervals: normal, from the information, or the sandwich covariance where cases hold several games. Raises
    UsageError without games or with a system against itself. Source: Bradley and Terry (1952); Davidson (1970) for
    ties; Davidson and Beaver (1977) for order.
    """
    share(level, name="level")
    rows = sorted(games, key=lambda g: (g.first, g.second, g.outcome, str(g.case)))
    if not rows or any(game.first == game.second for game in rows):
        raise UsageError("stats.bad_games", n=len(rows))
    names = sorted({name for game in rows for name in (game.first, game.second)})
    design = np.zeros((len(rows), len(names) + 1))
    for i, game in enumerate(rows):
        design[i, names.index(game.first)] = 1.0
        design[i, names.index(game.second)] = -1.0
        design[i, -1] = float(with_order)
    result = np.array([{"first": 1.0, "second": -1.0, "tie": 0.0}[game.outcome] for game in rows])
    model = _Model(design, result)
    theta, shrunk = model.fitted(_identified(rows, names, with_order))
    covariance = model.covariance(theta, _case_codes(rows), PRIOR if shrunk else 0.0)
    half = normal_quantile(0.5 + level / 2) * np.sqrt(np.maximum(np.diag(covariance), 1e-12)) * ELO_SCALE
    elo = theta * ELO_SCALE

    def interval(i: int, centre: float) -> Interval:
        at = centre + float(elo[i])
        return Interval(
            low=at - float(half[i]),
            high=at + float(half[i]),
            method="bradley-terry",
            n=len(rows),
            estimate=at,
            level=level,
        )

    ratings = [_rating(name, interval(i, ELO_CENTRE), rows) for i, name in enumerate(names)]
    return Ranking(
        ratings=tuple(sorted(ratings, key=lambda rating: (-rating.elo.estimate, rating.name))),
        order_effect=interval(len(names), 0.0) if with_order else None,
        tie_weight=math.exp(float(theta[-1])) if (result == 0).any() else 0.0,
        shrunk=shrunk,
    )


class _Model:
    """The likelihood of Davidson's model; parameters are the strengths, the order effect and the log tie weight."""

    def __init__(self, design: Floats, result: Floats) -> None:
        self.design, self.result = design, result
        self.has_ties = bool((result == 0).any())

    def fitted(self, identified: bool) -> tuple[Floats, bool]:
        """The parameters, and whether they had to be shrunk."""
        theta = np.zeros(self.design.shape[1] + 1)
        weight = 0.0 if identified else PRIOR
        for _ in range(200):
            gradient, hessian = self._derivatives(theta, weight)
            step = np.linalg.pinv(hessian, rcond=1e-12, hermitian=True) @ gradient
            step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
            theta = theta + step
            if float(np.abs(step).max()) < 1e-13:
                break
        theta[: self.design.shape[1] - 1] -= theta[: self.design.shape[1] - 1].mean()
        return theta, not identified

    def covariance(self, theta: Floats, codes: NDArray[np.intp], weight: float) -> Floats:
        """The inverse information; the sandwich, scores summed within cases, where cases hold several games."""
        _, hessian = self._derivatives(theta, weight)
        bread = np.linalg.pinv(hessian, rcond=1e-10, hermitian=True)
        if weight > 0 or int(codes.max()) + 1 == codes.size:
            return np.asarray(bread, dtype=np.float64)
        scores = self._scores(theta)
        n_cases = int(codes.max()) + 1
        summed = np.zeros((n_cases, scores.shape[1]))
        np.add.at(summed, codes, scores)
        meat = summed.T @ summed * (n_cases / max(n_cases - 1, 1))
        return np.asarray(bread @ meat @ bread, dtype=np.float64)

    def _chances(self, theta: Floats) -> tuple[Floats, Floats, Floats]:
        d = self.design @ theta[:-1]
        tie = math.exp(float(theta[-1])) if self.has_ties else 0.0
        win, loss = np.exp(d / 2), np.exp(-d / 2)
        total = win + loss + tie
        return win / total, loss / total, np.asarray(tie / total)

    def _scores(self, theta: Floats) -> Floats:
        win, loss, tie = self._chances(theta)
        slope = 0.5 * (self.result - (win - loss))
        return np.column_stack((self.design * slope[:, None], ((self.result == 0) - tie) * self.has_ties))

    def _derivatives(self, theta: Floats, weight: float) -> tuple[Floats, Floats]:
        win, loss, tie = self._chances(theta)
        lean = win - loss
        curve = 0.25 * (win + loss - lean**2)
        inner = (self.design * curve[:, None]).T @ self.design
        cross = -0.5 * (self.design.T @ (lean * tie))
        corner = float((tie * (1 - tie)).sum())
        hessian = np.block([[inner, cross[:, None]], [cross[None, :], np.array([[corner]])]])
        gradient = self._scores(theta).sum(axis=0) - weight * theta
        return gradient, hessian + weight * np.eye(theta.size)


def _identified(rows: Sequence[Game], names: Sequence[str], with_order: bool) -> bool:
    """Whether the likelihood has a finite maximum.

    Everybody must be reachable from everybody by "did not lose to" (Ford, 1957), and, with an order effect, both places
    must have been worth something within some chain of games; the plain check of the last is a win for each place.
    """
    beats: dict[str, set[str]] = {name: set() for name in names}
    for game in rows:
        if game.outcome != "second":
            beats[game.first].add(game.second)
        if game.outcome != "first":
            beats[game.second].add(game.first)
    reversed_beats = {name: {other for other in names if name in beats[other]} for name in names}
    joined = all(len(_reached(graph, names[0])) == len(names) for graph in (beats, reversed_beats))
    outcomes = {game.outcome for game in rows}
    decided = outcomes != {"tie"}
    return joined and decided and (not with_order or {"first", "second"} <= outcomes)


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    seen, queue = {start}, [start]
    while queue:
        for other in graph[queue.pop()] - seen:
            seen.add(other)
            queue.append(other)
    return seen


def _case_codes(rows: Sequence[Game]) -> NDArray[np.intp]:
    seen: dict[Hashable, int] = {}
    keys = [("alone", i) if game.case is None else ("case", game.case) for i, game in enumerate(rows)]
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.intp)


def _rating(name: str, elo: Interval, rows: Sequence[Game]) -> Rating:
    won = sum((g.first == name and g.outcome == "first") or (g.second == name and g.outcome == "second") for g in rows)
    tied = sum(name in (g.first, g.second) and g.outcome == "tie" for g in rows)
    played = sum(name in (g.first, g.second) for g in rows)
    return Rating(name=name, elo=elo, n_won=won, n_lost=played - won - tied, n_tied=tied)

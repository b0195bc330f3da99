"""Baselines without ratings: the share of wins, and average points."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from zarleague.standings.ratings.history import Comparisons, Floats, History
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, LogisticRater, Ratings

PRIOR_HANDS: Final = 5.0
"""Hands at the league's mean that each player is credited with, so that one lucky hand is not a
verdict."""
STEPS: Final = 25
CLOSE_ENOUGH: Final = 1e-9
"""Newton step after which to stop: what is left is of the order of its square."""


def win_share(history: History) -> Floats:
    """Return (P,) hands won per hand, drawn towards the league's mean."""
    wins = np.bincount(history.player, history.won, history.players)
    return _drawn_in(wins.astype(np.float64), history)


def points_saved(history: History) -> Floats:
    """Return (P,) points per hand with the better higher, drawn towards the league's mean."""
    saved = np.bincount(history.player, -history.cost, history.players)
    return _drawn_in(saved.astype(np.float64), history)


@dataclass(frozen=True)
class Baseline(LogisticRater):
    """Turn a figure per player into chances. The figure orders the players; logistic regression on
    past comparisons finds the slope, that is how much a difference is worth.
    """

    key: str
    figure: Callable[[History], Floats]
    settled_hands: int = 30

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands."""
        hands = history.hands_played()
        played = np.flatnonzero(hands)
        if not len(played):
            none = np.zeros(0)
            return Ratings(history.player_ids[played], none, None, hands[played], none > 0)
        figure = self.figure(history)
        figure = figure - figure[played].mean()
        found = [_apart(figure, Comparisons.of(part)) for part in history.parts()]
        apart, score = (np.concatenate(column) for column in zip(*found, strict=True))
        slope = _slope(apart, score)
        return Ratings(
            player_ids=history.player_ids[played],
            rating=MIDDLE + PER_LOGIT * slope * figure[played],
            deviation=None,
            hands=hands[played],
            provisional=hands[played] < self.settled_hands,
        )

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """See `Rater.after_each_evening`."""
        for evening, _ in history.by_evening(since):
            yield evening, self.fit(history.upto(evening))


def _drawn_in(total: Floats, history: History) -> Floats:
    rows = max(len(history.player), 1)
    mean = total.sum() / rows
    return np.asarray((total + PRIOR_HANDS * mean) / (history.hands_played() + PRIOR_HANDS))


def _apart(figure: Floats, found: Comparisons) -> tuple[Floats, Floats]:
    """Return (N,) by how much the figure of the first is higher, and the score."""
    return figure[found.first] - figure[found.second], found.score


def _slope(apart: Floats, score: Floats) -> float:
    """Return the slope of a logistic regression through the origin, never below 0.

    The figures are put on a common scale first, and a prior of deviation 1 on that scale keeps the
    slope finite when the past is all one way.
    """
    scale = float(np.sqrt(np.mean(apart**2))) if len(apart) else 0.0
    if scale == 0.0:
        return 0.0
    unit = apart / scale
    slope = 0.0
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-slope * unit))
        gradient = float(np.vdot(unit, score - chance)) - slope
        curvature = float(np.vdot(unit**2, chance * (1.0 - chance))) + 1.0
        slope += (step := gradient / curvature)
        if abs(step) < CLOSE_ENOUGH:
            break
    return max(slope, 0.0) / scale

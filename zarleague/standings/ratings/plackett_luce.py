"""Openskill's Plackett–Luce, hand after hand, as an alternative a league may choose.

Its mean and deviation are turned into rating points so that equal differences mean about equal
chances: a difference of x between two players whose means are known exactly is a chance of
Phi(x / (sqrt(2) beta)), whose slope at 0 is set equal to that of the rating scale.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike

from zarleague.standings.ratings.history import Floats, History, Ints
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, Ratings

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3.0
BETA: Final = MEAN / 6.0
"""Spread of a player's performance from hand to hand, openskill's default."""
POINTS_PER_UNIT: Final = PER_LOGIT * 4.0 / (2.0 * BETA * math.sqrt(math.pi))
"""Rating points to one unit of openskill's mean."""


@dataclass(frozen=True, kw_only=True)
class OpenskillPlackettLuce:
    """openskill's ``PlackettLuce`` with its defaults, fed each hand's places as ranks.

    Depends on the order of hands, and with level places on the model's own treatment of them, see
    the documentation of the raters.
    """

    settled_deviation: float = 4.0
    """Deviation in openskill's units above which a rating is provisional; it starts at 8.33."""
    key: str = "openskill"

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands."""
        model = _model()
        players = [model.rating() for _ in range(history.players)]
        _play(model, players, history)
        return self._ratings(history, players, history.hands_played())

    def after_each_evening(self, history: History) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it) in order."""
        model = _model()
        players = [model.rating() for _ in range(history.players)]
        hands = np.zeros(history.players, dtype=np.int64)
        for evening, played in history.by_evening():
            _play(model, players, played)
            hands += played.hands_played()
            yield evening, self._ratings(history, players, hands)

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`; as openskill's ``predict_win`` for two."""
        apart = (ratings.look_up(first) - ratings.look_up(second)) / POINTS_PER_UNIT
        unknown = DEVIATION * POINTS_PER_UNIT
        own, other = (
            ratings.look_up_deviation(side, unknown) / POINTS_PER_UNIT for side in (first, second)
        )
        doubt = 2.0 * BETA**2 + own**2 + other**2
        return np.array([_normal(x) for x in np.ravel(apart / np.sqrt(doubt))])

    def _ratings(
        self, history: History, players: "list[PlackettLuceRating]", hands: Ints
    ) -> Ratings:
        played = np.flatnonzero(hands)
        mean = np.array([players[at].mu for at in played])
        deviation = np.array([players[at].sigma for at in played])
        return Ratings(
            player_ids=history.player_ids[played],
            rating=MIDDLE + POINTS_PER_UNIT * (mean - MEAN),
            deviation=POINTS_PER_UNIT * deviation,
            hands=hands[played],
            provisional=deviation > self.settled_deviation,
        )


def _model() -> "PlackettLuce":
    # Imported here because leagues that do not choose it need not wait for it to load.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _play(model: "PlackettLuce", players: "list[PlackettLuceRating]", history: History) -> None:
    player, place = history.player.tolist(), history.place.tolist()
    bounds = history.start.tolist()
    for begin, end in pairwise(bounds):
        if end - begin < 2:
            continue
        seats = player[begin:end]
        moved = model.rate([[players[at]] for at in seats], ranks=place[begin:end])
        for at, (rating,) in zip(seats, moved, strict=True):
            players[at] = rating


def _normal(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0

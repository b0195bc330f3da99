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
POINTS: Final = 401
"""At which the chance to be best is summed: the sum is exact as soon as they are closer than half a
spread, and they are closer than a fifth."""


@dataclass(frozen=True, kw_only=True)
class OpenskillPlackettLuce:
    """openskill's ``PlackettLuce`` with its defaults, fed each hand's places as ranks.

    Depends on the order of hands, and with level places on the model's own treatment of them, see
    the documentation of the raters.
    """

    start_deviation: float = DEVIATION
    """Deviation of a new player, in openskill's units."""
    beta: float = BETA
    """Spread of a player's performance from hand to hand, in openskill's units."""
    settled_deviation: float = 4.0
    """Deviation in openskill's units above which a rating is provisional; it starts at 8.33."""
    key: str = "openskill"

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands."""
        model = self._model()
        players = [model.rating() for _ in range(history.players)]
        _play(model, players, history)
        return self._ratings(history, players, history.hands_played())

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """See `Rater.after_each_evening`."""
        model = self._model()
        players = [model.rating() for _ in range(history.players)]
        hands = np.zeros(history.players, dtype=np.int64)
        if since is not None:
            earlier = history.before(since)
            _play(model, players, earlier)
            hands += earlier.hands_played()
        for evening, played in history.by_evening(since):
            _play(model, players, played)
            hands += played.hands_played()
            yield evening, self._ratings(history, players, hands)

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        """See `Rater.chance`; as openskill's ``predict_win`` for two."""
        apart = (ratings.look_up(first) - ratings.look_up(second)) / POINTS_PER_UNIT
        unknown = self.start_deviation * POINTS_PER_UNIT
        own, other = (
            ratings.look_up_deviation(side, unknown) / POINTS_PER_UNIT for side in (first, second)
        )
        variance = 2.0 * self.beta**2 + own**2 + other**2
        return _below(np.ravel(apart / np.sqrt(variance)))

    def with_history(self, history: History) -> "OpenskillPlackettLuce":
        """See `Rater.with_history`; nothing is learned."""
        return self

    def first(self, ratings: Ratings, player_ids: ArrayLike) -> Floats:
        """See `Rater.first`.

        A performance is normal around the mean with the variance beta^2 + sigma^2, as in `chance`;
        the chance to be best is the integral of one density times the others' distributions.
        """
        unknown = self.start_deviation * POINTS_PER_UNIT
        mean = ratings.look_up(player_ids) / POINTS_PER_UNIT
        deviation = ratings.look_up_deviation(player_ids, unknown) / POINTS_PER_UNIT
        spread = np.sqrt(self.beta**2 + deviation**2)
        reach = 8.0 * spread.max(initial=0.0)
        at = np.linspace(mean.min(initial=0.0) - reach, mean.max(initial=0.0) + reach, POINTS)
        standard = (at[:, None] - mean) / spread
        below = np.log(np.maximum(_below(standard), np.finfo(np.float64).tiny))
        others = below.sum(axis=1, keepdims=True) - below
        density = np.exp(others - standard**2 / 2.0) / spread
        chance = np.trapezoid(density, at, axis=0)
        return np.asarray(chance / chance.sum())

    def _model(self) -> "PlackettLuce":
        # Imported here because leagues that do not choose it need not wait for it to load.
        from openskill.models import PlackettLuce

        return PlackettLuce(sigma=self.start_deviation, beta=self.beta)

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


def _below(standard: Floats) -> Floats:
    """Return the chance that a normal variable of mean 0 and deviation 1 is below each value."""
    chances = [math.erfc(-value / math.sqrt(2.0)) / 2.0 for value in standard.ravel().tolist()]
    return np.array(chances).reshape(standard.shape)

"""Pairwise Elo: quick, familiar, and dependent on the order of the hands."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zarleague.standings.ratings.history import Floats, History, Ints
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, LogisticRater, Ratings


@dataclass(frozen=True, kw_only=True)
class Elo(LogisticRater):
    """Every hand is a round robin of its places, a level place a draw.

    All ratings are updated at once, from the ratings before the hand. The change is ``step`` times
    the mean over the opponents of result minus expectation, so it stays below ``step`` for any
    number of players.
    """

    step: float = 24.0
    """Rating points."""
    settled_hands: int = 30
    """Hands below which a rating is provisional."""
    key: str = "elo"

    def fit(self, history: History) -> Ratings:
        """Return the ratings after all hands."""
        rating = np.full(history.players, MIDDLE)
        self._play(rating, history)
        return self._ratings(history, rating, history.hands_played())

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """See `Rater.after_each_evening`."""
        rating = np.full(history.players, MIDDLE)
        hands = np.zeros(history.players, dtype=np.int64)
        if since is not None:
            earlier = history.before(since)
            self._play(rating, earlier)
            hands += earlier.hands_played()
        for evening, played in history.by_evening(since):
            self._play(rating, played)
            hands += played.hands_played()
            yield evening, self._ratings(history, rating, hands)

    def _play(self, rating: Floats, history: History) -> None:
        for begin, end in zip(history.start[:-1], history.start[1:], strict=True):
            if end - begin < 2:
                continue
            players, place = history.player[begin:end], history.place[begin:end]
            before = rating[players]
            result = (1.0 + np.sign(place[None, :] - place[:, None])) / 2.0
            expected = 1.0 / (1.0 + np.exp((before[None, :] - before[:, None]) / PER_LOGIT))
            # Against oneself both are one half, so the diagonal adds nothing.
            rating[players] += self.step * (result - expected).sum(axis=1) / (end - begin - 1)

    def _ratings(self, history: History, rating: Floats, hands: Ints) -> Ratings:
        played = np.flatnonzero(hands)
        return Ratings(
            player_ids=history.player_ids[played],
            rating=rating[played],
            deviation=None,
            hands=hands[played],
            provisional=hands[played] < self.settled_hands,
        )

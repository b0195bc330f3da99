"""Which players a rating list cannot tell apart."""

from typing import NamedTuple

import numpy as np

from zarleague.standings.ratings.history import Floats
from zarleague.standings.ratings.interface import INTERVAL, Ratings


class Band(NamedTuple):
    """One player's rank by rating, and the ranks the data do not rule out."""

    player_id: int
    rank: int
    """From 1, by unrounded rating, equal ones sharing the better rank."""
    best: int
    """One more than the players surely above."""
    worst: int
    """P less the players surely below."""


def rank_bands(ratings: Ratings) -> tuple[Band, ...]:
    """Return a band per player, best rank first, then by id; "3rd to 6th cannot be told apart".

    One player is surely above another if the difference of their ratings is more than 1.96 of its
    own deviations. Without a covariance, errors are taken as independent. Raises ValueError if the
    rater knows no deviations.
    """
    apart = ratings.rating[:, None] - ratings.rating[None, :]
    sure = apart > INTERVAL * _deviation_of_difference(ratings)
    count = len(ratings.player_ids)
    rank = 1 + (apart.T > 0).sum(axis=1)
    best = 1 + sure.sum(axis=0)
    worst = count - sure.sum(axis=1)
    return tuple(
        Band(int(ratings.player_ids[at]), int(rank[at]), int(best[at]), int(worst[at]))
        for at in np.lexsort((ratings.player_ids, rank))
    )


def _deviation_of_difference(ratings: Ratings) -> Floats:
    if ratings.deviation is None:
        raise ValueError("these ratings have no deviations")
    own = ratings.deviation**2
    both = own[:, None] + own[None, :]
    if ratings.covariance is not None:
        both = both - 2.0 * ratings.covariance
    return np.asarray(np.sqrt(np.maximum(both, 0.0)))

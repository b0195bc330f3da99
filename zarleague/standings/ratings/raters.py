"""The raters a league may choose, by key."""

from collections.abc import Callable, Mapping
from typing import Final

from zarleague.standings.ratings.baselines import Baseline, points_saved, win_share
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.elo import Elo
from zarleague.standings.ratings.interface import Rater
from zarleague.standings.ratings.plackett_luce import OpenskillPlackettLuce

RATERS: Final[Mapping[str, Callable[[], Rater]]] = {
    "bradley-terry": BradleyTerry,
    "openskill": OpenskillPlackettLuce,
    "elo": Elo,
}
MODEL: Final = 4
"""Raised when the same hands give other ratings than before; stored ones are then recomputed.

2: the prior is learned, comparisons weigh 3 / (n + 1), groups that never met are ranked apart.
3: the prior is the mean by the evidence and not the likeliest one, and mere luck has a chance.
4: mere luck is likelier before any hand, and believed in part by the intervals.
"""
DEFAULT_RATER: Final = "bradley-terry"


def rater(key: str) -> Rater:
    """Return the rater of a key. Raises KeyError for an unknown one."""
    return RATERS[key]()


def contenders() -> tuple[Rater, ...]:
    """Return all raters a league may choose and the two baselines, for a backtest."""
    return (
        *(make() for make in RATERS.values()),
        Baseline("win-count", win_share),
        Baseline("average-points", points_saved),
    )

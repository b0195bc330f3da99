"""The raters a league may choose, by key.

They are loaded when they are first used: numpy takes time and memory, which a site without rated
hands, and the processes that only serve pages, do not need.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zarleague.standings.ratings.interface import Rater

RATER_KEYS: Final = ("bradley-terry", "openskill", "elo")
MODEL: Final = 5
"""Raised when the same hands give other ratings than before; stored ones are then recomputed.

2: the prior is learned, comparisons weigh 3 / (n + 1), groups that never met are ranked apart.
3: the prior is the mean by the evidence and not the likeliest one, and mere luck has a chance.
4: mere luck is likelier before any hand, and believed in part by the intervals.
5: intervals are about what the hands alone say.
"""
DEFAULT_RATER: Final = "bradley-terry"


def rater(key: str) -> "Rater":
    """Return the rater of a key. Raises KeyError for an unknown one."""
    from zarleague.standings.ratings.bradley_terry import BradleyTerry
    from zarleague.standings.ratings.elo import Elo
    from zarleague.standings.ratings.plackett_luce import OpenskillPlackettLuce

    made: dict[str, type[Rater]] = {
        "bradley-terry": BradleyTerry,
        "openskill": OpenskillPlackettLuce,
        "elo": Elo,
    }
    return made[key]()


def contenders() -> "tuple[Rater, ...]":
    """Return all raters a league may choose and the two baselines, for a backtest."""
    from zarleague.standings.ratings.baselines import Baseline, points_saved, win_share

    return (
        *(rater(key) for key in RATER_KEYS),
        Baseline("win-count", win_share),
        Baseline("average-points", points_saved),
    )

"""The ranks of a season's leading players by evening, for their form, the last changes of rank and
the bump chart."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from zarleague.leagues.models import Season
from zarleague.play.selectors import eventful_evenings
from zarleague.reports.rank_history.metric_series import thinned
from zarleague.standings.table import Row
from zarleague.storage.sql import evening_ranks

MOST_EVENINGS: Final = 24
"""Evenings of a line; between more nobody could follow it."""
FORM: Final = 8
"""The last evenings, as a player's form."""
NO_RANK: Final = (None,)

Ranks = tuple[int | None, ...]
"""A player's rank after each of some evenings, None without one."""


class Moved(NamedTuple):
    """A player whose rank changed on the last evening."""

    player: int
    before: int
    after: int

    @property
    def places(self) -> int:
        """Return how many places were gained; negative: lost."""
        return self.before - self.after


class RankSeries(NamedTuple):
    """Ranks along a season. Evenings are ordinals, in order; ranks are by player id, in the order
    of the table now."""

    evenings: tuple[int, ...]
    ranks: Mapping[int, Ranks]
    """After each of the evenings."""
    form: Mapping[int, Ranks]
    """After each of the last evenings, no more than `FORM` and one before them."""

    def moved(self, player: int) -> Moved | None:
        """Return how the last evening changed a player's rank; None if the player was or is
        unranked."""
        line = self.form[player]
        before, after = line[-2:] if len(line) > 1 else (None, None)
        return None if before is None or after is None else Moved(player, before, after)

    def movers(self, gained: int, lost: int) -> list[Moved]:
        """Return the players whose rank changed on the last evening, the largest gain first: at
        most ``gained`` who gained ranks and ``lost`` who lost some."""
        found = [moved for player in self.ranks if (moved := self.moved(player)) and moved.places]
        found.sort(key=lambda one: -one.places)
        return found[:gained] + found[gained:][-lost:]


def rank_series(season: Season, rows: Sequence[Row]) -> RankSeries:
    """Return the ranks of some players, given by their rows of the table now. A day with only a
    penalty or a drawing of lots is an evening, too.

    Earlier ranks are stored, so the cost is one row per player and evening shown and does not grow
    with the hands.
    """
    days = eventful_evenings(season)
    steps, last = thinned(days, MOST_EVENINGS), days[-FORM - 1 :]
    known = evening_ranks.after_evenings(
        season.key, {*steps, *last} - {*days[-1:]}, [row.player_id for row in rows]
    )

    def line(row: Row, evenings: Sequence[int]) -> Ranks:
        before = (known.get((row.player_id, day), NO_RANK)[0] for day in evenings[:-1])
        return (*before, row.rank) if evenings else ()

    return RankSeries(
        tuple(steps),
        {row.player_id: line(row, steps) for row in rows},
        {row.player_id: line(row, last) for row in rows},
    )

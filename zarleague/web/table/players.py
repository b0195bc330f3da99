"""The players of a match, as its pages show them."""

from dataclasses import dataclass

from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match, MatchSeat
from zarleague.standings.totals import MatchTotals


@dataclass(frozen=True, slots=True)
class Column:
    """One player of a match: whom the results count for, where they sit, points so far.

    ``place`` is 0 for a player without a hand; ``present`` is False for one who has left.
    """

    player: int
    name: str
    total: int | None
    place: int
    present: bool


def columns_of(match: Match, totals: MatchTotals) -> list[Column]:
    """Everybody who sat or sits at the table, in the order of their seats."""
    into = aliases(match.season.league_id)
    names = {seat.player_id: seat.player.name for seat in _seats(match)}
    present: dict[int, bool] = {}
    for seat in _seats(match):
        player = into.get(seat.player_id, seat.player_id)
        present[player] = present.get(player, False) or seat.until_hand is None
    missing = [player for player in present if player not in names]
    if missing:
        names |= dict(match.season.league.players.filter(pk__in=missing).values_list("pk", "name"))
    standing = totals.standing()
    return [
        Column(
            player,
            names[player],
            totals.points.get(player),
            standing[player][0] if player in standing else 0,
            is_here,
        )
        for player, is_here in present.items()
    ]


def _seats(match: Match) -> list[MatchSeat]:
    return list(match.seats.select_related("player").order_by("number", "from_hand"))

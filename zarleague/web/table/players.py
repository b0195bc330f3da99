"""The players of a match in the form its pages show."""

from dataclasses import dataclass

from zarleague.leagues.selectors import aliases
from zarleague.leagues.selectors import names as league_names
from zarleague.play.models import Match
from zarleague.play.selectors import seats_ever
from zarleague.standings.totals import MatchTotals


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """One player of a match: the player the results count for, the seat, the points.

    ``place`` is 0 for a player without a hand; ``present`` is False for a player who has left;
    ``played_by`` is the name of the substitute who sits there for them, "" without one.
    """

    player: int
    name: str
    total: int | None
    place: int
    present: bool
    played_by: str = ""


def columns_of(match: Match, totals: MatchTotals) -> list[PlayerColumn]:
    """Return everybody who sits or sat in the match, in the order of their seats; not who was
    listed by mistake or left before a hand."""
    into = aliases(match.season.league_id)
    seats = [
        seat
        for seat in seats_ever(match)
        if seat.until_hand is None or seat.until_hand >= seat.from_hand
    ]
    names = {seat.player_id: seat.player.name for seat in seats}
    present: dict[int, bool] = {}
    played_by: dict[int, str] = {}
    for seat in seats:
        player = into.get(seat.scores_for, seat.scores_for)
        present[player] = present.get(player, False) or seat.until_hand is None
        if seat.until_hand is None and player != into.get(seat.player_id, seat.player_id):
            played_by[player] = seat.player.name
    missing = [player for player in present if player not in names]
    if missing:
        everybody = league_names(match.season.league)
        names |= {player: everybody[player] for player in missing}
    standing = totals.standing()
    return [
        PlayerColumn(
            player,
            names[player],
            totals.points.get(player),
            standing[player].place if player in standing else 0,
            is_here,
            played_by.get(player, ""),
        )
        for player, is_here in present.items()
    ]

"""One player's hands."""

import datetime
from dataclasses import dataclass

from zarleague.leagues.models import Player, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The result of a player in one hand, and the hand's match and number."""

    hand: int
    match: int
    season: int
    number: int
    game: str
    played_on: datetime.date
    points: int
    place: int
    won: bool
    evidence: int


def player_history(
    player: Player, *, season: Season | None = None, limit: int | None = None
) -> list[PlayedHand]:
    """Return the hands that count for a player, latest first."""
    merged = [guest for guest, into in aliases(player.league_id).items() if into == player.pk]
    hands = Hand.objects.filter(confirmed__results__player__in=[player.pk, *merged])
    if season is not None:
        hands = hands.filter(match__season=season)
    rows = hands.order_by("-match__played_on", "-match", "-number").values_list(
        "pk",
        "match_id",
        "match__season_id",
        "number",
        "match__game",
        "match__played_on",
        "confirmed__results__points",
        "confirmed__results__place",
        "confirmed__results__won",
        "confirmed__evidence",
    )
    # Never NULL here: the hand has results. mypy cannot see that.
    return [PlayedHand(*row) for row in rows[:limit]]  # type: ignore[arg-type]

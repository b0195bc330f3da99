"""Compare ratings before a season's first evening and after its last."""

from datetime import date
from typing import Any

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import HandResult
from zarleague.reports.ratings.chosen import rater_key
from zarleague.reports.ratings.hands import history_of
from zarleague.standings.ratings.interface import PlayerRating, Ratings
from zarleague.standings.ratings.raters import MODEL, rater


def movement(season: Season, game: str, first: date, last: date) -> dict[str, Any]:
    """Return for every player who played a game in the season the rating and interval before and
    after, highest first; ``first`` and ``last`` are the season's evenings. There is no rating
    before a player's first hand."""
    key = rater_key(season.league)
    history = history_of(season.league, game)
    model = rater(key).with_history(history.upto(last.toordinal()))
    before = model.fit(history.upto(first.toordinal() - 1))
    after = model.fit(history.upto(last.toordinal()))
    played = _played(season, game)
    return {
        "game": game,
        "rater": key,
        "model": MODEL,
        "rows": [
            {
                "player": shown.player_id,
                "before": _plain(_of(before, shown.player_id)),
                "after": _plain(shown),
            }
            for shown in after.ranked()
            if shown.player_id in played
        ],
    }


def _played(season: Season, game: str) -> set[int]:
    """Return the players of the season's hands of a game."""
    into = aliases(season.league_id)
    players = HandResult.objects.filter(
        version__confirmed_for__match__season=season, version__confirmed_for__match__game=game
    ).values_list("player_id", flat=True)
    return {into.get(player, player) for player in players.distinct().order_by()}


def _of(ratings: Ratings, player: int) -> PlayerRating | None:
    return ratings.of(player) if player in ratings.index else None


def _plain(shown: PlayerRating | None) -> dict[str, Any] | None:
    if shown is None:
        return None
    return {
        "rating": shown.rating,
        "low": shown.low,
        "high": shown.high,
        "provisional": shown.provisional,
    }

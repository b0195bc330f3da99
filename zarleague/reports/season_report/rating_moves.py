"""Compare ratings before a season's first evening and after its last."""

from typing import Any

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import HandResult, Match
from zarleague.reports.ratings.hands import history_of
from zarleague.reports.ratings.lists import rater_key
from zarleague.standings.ratings.interface import PlayerRating, Ratings
from zarleague.standings.ratings.raters import MODEL, rater


def movements(season: Season) -> list[dict[str, Any]]:
    """Return for each game of the season every player who played it: rating and interval before
    and after, highest first. There is no rating before a player's first hand."""
    days = Match.objects.filter(season=season).order_by("played_on")
    games = sorted(set(days.values_list("game", flat=True)))
    first = days.values_list("played_on", flat=True).first()
    last = days.values_list("played_on", flat=True).last()
    if first is None or last is None:
        return []
    key = rater_key(season.league)
    found: list[dict[str, Any]] = []
    for game in games:
        history = history_of(season.league, game)
        model = rater(key).with_history(history.upto(last.toordinal()))
        before = model.fit(history.upto(first.toordinal() - 1))
        after = model.fit(history.upto(last.toordinal()))
        played = _played(season, game)
        found.append(
            {
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
        )
    return found


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

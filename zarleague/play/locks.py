"""Row locks that serialise concurrent writes.

Every write to a match's hands or a season's totals first locks the season's row, and reads what it
needs after that. A transaction takes its locks in one order: account, league, seasons by their ids,
rows of a season. Who may make a player locks the league, and so does it before the season. On
SQLite a transaction locks the whole database, and this code locks nothing.
"""

from collections.abc import Collection, Iterable

from django.db import connection

from zarleague.leagues.models import Season
from zarleague.play.models import Hand, Match
from zarleague.storage import sql


def lock_match(match_id: int) -> Match:
    """Lock the season of a match until the transaction ends; return the match, read again."""
    season = _locked_season("(SELECT season_id FROM play_match WHERE id = %s)", match_id)
    (match,) = sql.instances(Match, "league_id = %s AND id = %s", season.league_id, match_id)
    match.season = season
    return match


def lock_matches(match_ids: Collection[int]) -> list[Match]:
    """Lock the seasons of some matches until the transaction ends; return the matches by their
    ids, read again. Matches of one season have one object for it."""
    ids = Match.objects.filter(pk__in=match_ids).values_list("season_id", flat=True)
    seasons = {season.pk: season for season in lock_seasons(set(ids.order_by()))}
    matches = list(Match.objects.filter(pk__in=match_ids).order_by("pk"))
    for match in matches:
        # It may have been moved since its season was read.
        match.season = seasons.get(match.season_id) or lock_season(match.season_id)
    return matches


def lock_hand(hand_id: int) -> Hand:
    """Lock the season of a hand until the transaction ends; return hand and match, read again."""
    match_id = Hand.objects.values_list("match_id", flat=True).get(pk=hand_id)
    match = lock_match(match_id)
    hand = Hand.objects.select_related("confirmed").get(pk=hand_id)
    hand.match = match
    return hand


def lock_season(season_id: int) -> Season:
    """Lock a season until the transaction ends; return it, read again."""
    return _locked_season("%s", season_id)


def lock_seasons(season_ids: Iterable[int]) -> list[Season]:
    """Lock several seasons, always in the same order, so that two writers cannot deadlock."""
    return [lock_season(season_id) for season_id in sorted(season_ids)]


def _locked_season(which: str, key: int) -> Season:
    # FOR NO KEY UPDATE: rows that refer to the season may be inserted meanwhile.
    lock = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    (season,) = sql.instances(Season, f"id = {which}{lock}", key)
    return season

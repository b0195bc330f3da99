"""Row locks, so that two who write at once do so one after the other.

Every write to a match's hands or a season's totals first takes the season's row, and reads what
it needs after that. On SQLite a transaction has the whole database to itself, and the same code
locks nothing.
"""

from collections.abc import Iterable

from django.db import connection

from zarleague.leagues import sql
from zarleague.leagues.models import Season
from zarleague.play.models import Hand, Match


def lock_match(match_id: int) -> Match:
    """The match and its season as they are now; the season is locked until the transaction ends."""
    season = _lock("(SELECT season_id FROM play_match WHERE id = %s)", match_id)
    (match,) = sql.instances(Match, "id = %s", match_id)
    match.season = season
    return match


def lock_hand(hand_id: int) -> Hand:
    """The hand as it is now, with its match; the season is locked until the transaction ends."""
    match_id = Hand.objects.values_list("match_id", flat=True).get(pk=hand_id)
    match = lock_match(match_id)
    hand = Hand.objects.select_related("confirmed").get(pk=hand_id)
    hand.match = match
    return hand


def lock_season(season_id: int) -> Season:
    """The season as it is now, until the transaction ends."""
    return _lock("%s", season_id)


def lock_seasons(season_ids: Iterable[int]) -> list[Season]:
    """Several seasons, always in the same order, so that nobody waits in a circle."""
    return [lock_season(season_id) for season_id in sorted(season_ids)]


def _lock(which: str, key: int) -> Season:
    # No key update: rows that refer to the season may be inserted meanwhile.
    lock = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    (season,) = sql.instances(Season, f"id = {which}{lock}", key)
    return season

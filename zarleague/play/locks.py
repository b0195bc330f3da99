"""Row locks, so that two who write at once do so one after the other.

Every write to a match's hands or a season's totals first takes the season's row. On SQLite a
transaction has the whole database to itself, and the same code locks nothing.
"""

from collections.abc import Iterable

from zarleague.leagues.models import Season
from zarleague.play.models import Hand, Match


def lock_match(match_id: int) -> Match:
    """The match and its season as they are now, until the transaction ends."""
    return (
        Match.objects.select_related("season__league")
        .select_for_update(of=("self", "season"), no_key=True)
        .get(pk=match_id)
    )


def lock_hand(hand_id: int) -> Hand:
    """The hand as it is now, its match and season locked."""
    match_id = Hand.objects.values_list("match_id", flat=True).get(pk=hand_id)
    match = lock_match(match_id)
    hand = Hand.objects.select_related("confirmed").get(pk=hand_id)
    hand.match = match
    return hand


def lock_season(season_id: int) -> Season:
    """The season as it is now, until the transaction ends."""
    return (
        Season.objects.select_related("league")
        .select_for_update(of=("self",), no_key=True)
        .get(pk=season_id)
    )


def lock_seasons(season_ids: Iterable[int]) -> list[Season]:
    """Several seasons, always in the same order, so that nobody waits in a circle."""
    return [lock_season(season_id) for season_id in sorted(season_ids)]

"""A small season of which everything is derived, and what differs from it made anew."""

import datetime

from tests import factories
from tests.factories import Club
from tests.reports.season import small_season
from zarleague.reports import services, tasks
from zarleague.reports.background_work import checking
from zarleague.reports.rank_history import ranks


def derived_season() -> Club:
    """Return a club whose small season is derived completely."""
    club = factories.club()
    small_season(club)
    ranks.refresh_ranks(club.season.pk)
    services.refresh_ratings(club.league)
    tasks.compare_raters(club.league.pk)
    tasks.refresh_all_time(club.league.pk)
    assert not differing(club)
    return club


def differing(club: Club) -> list[str]:
    """The models of derived data that are not as rebuilt."""
    return [
        *checking.rebuild_season(club.season, keep=False),
        *checking.rebuild_ratings(club.league, keep=False),
    ]


def play_unheard(club: Club) -> None:
    """A hand of another evening; that its messages are lost is up to the test."""
    evening = factories.FIRST_EVENING + datetime.timedelta(days=70)
    match = factories.match(club, "Ann", "Bob", "Cat", played_on=evening)
    factories.hand(club, match, 9, 0, 2, winner=1)

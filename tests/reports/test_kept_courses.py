"""Courses of a season's leaders that are kept: those that would be computed now, without reading
them again."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import Season
from zarleague.play import services as play
from zarleague.play.models import Hand
from zarleague.play.selectors import named_table
from zarleague.reports.rank_history.metric_series import metric_series
from zarleague.reports.rank_history.rank_series import rank_series
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.rank_history.series_cache import leaders_metric, leaders_ranks

pytestmark = pytest.mark.django_db

LATER = factories.FIRST_EVENING + datetime.timedelta(days=7)


@pytest.fixture
def played(club: Club) -> Hand:
    """Two evenings, the ranks after them stored. Few points are good: Ann 5, Bob 5, Cat 9."""
    first = factories.hand(club, factories.match(club), 0, 5, 7)
    factories.hand(club, factories.match(club, played_on=LATER), 5, 0, 2, winner=1)
    refresh_ranks(club.season.pk)
    return first


def correct(club: Club, hand: Hand) -> None:
    factories.correction(club, hand, 0, 9, 1)


def enter(club: Club, hand: Hand) -> None:
    factories.hand(club, hand.match, 0, 20, 30)


def penalise(club: Club, hand: Hand) -> None:
    ann = club.players["Ann"]
    play.add_penalty(
        club.season, ann, 20, reason="Late", actor=club.boss, key=factories.key(), evening=LATER
    )


def draw_lots(club: Club, hand: Hand) -> None:
    order = [club.players["Bob"], club.players["Ann"]]
    play.draw_lots(club.season, order, actor=club.boss, key=factories.key(), evening=LATER)


def rank_otherwise(club: Club, hand: Hand) -> None:
    rules = {"preset": "hands-won", "options": {}}
    play.set_season_rules(club.season, rules, actor=club.boss, key=factories.key())


def merge(club: Club, hand: Hand) -> None:
    (guest,) = club.add("Cat's cousin", guest=True)
    factories.hand(club, factories.match(club, "Ann", "Bob", guest.name), 0, 3, 4)
    play.merge_guest(guest, club.add("Dee")[0], actor=club.boss, key=factories.key())


def courses(club: Club) -> tuple[Any, Any, Any, Any]:
    """The kept courses, and those computed now."""
    season = Season.objects.get(pk=club.season.pk)
    rows = named_table(season).rows
    return (
        leaders_metric(season, rows),
        leaders_ranks(season, rows),
        metric_series(season, rows),
        rank_series(season, rows),
    )


@pytest.mark.parametrize("change", [correct, enter, penalise, draw_lots, rank_otherwise, merge])
def test_what_is_kept_is_what_would_be_computed(
    club: Club, played: Hand, change: Callable[[Club, Hand], None]
) -> None:
    for step in (lambda: None, lambda: change(club, played), lambda: refresh_ranks(club.season.pk)):
        step()
        for _ in range(2):  # it is kept by the first, if at all
            metric, ranks, metric_now, ranks_now = courses(club)
            assert metric == metric_now
            assert ranks == ranks_now
            assert list(metric.metric) == list(metric_now.metric)


def test_only_whether_the_ranks_are_up_to_date_is_asked_again(
    club: Club, played: Hand, django_assert_num_queries: Any
) -> None:
    season = Season.objects.get(pk=club.season.pk)
    rows = named_table(season).rows
    leaders_metric(season, rows)
    leaders_ranks(season, rows)
    with django_assert_num_queries(1):
        leaders_metric(season, rows)
    with django_assert_num_queries(1):
        leaders_ranks(season, rows)


def test_nothing_is_kept_while_the_ranks_are_behind(
    club: Club, played: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = Season.objects.get(pk=club.season.pk)
    rows = named_table(season).rows
    Season.objects.filter(pk=season.pk).update(revision=season.revision + 1)
    season.refresh_from_db()
    monkeypatch.setattr(cache, "set", lambda *args: pytest.fail("it was kept"))
    leaders_metric(season, rows)
    leaders_ranks(season, rows)

"""Data derived after a hand's transaction, and the command that rebuilds it."""

import datetime
import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import TestCase

from tests import factories
from tests.factories import FIRST_EVENING, Club
from zarleague import live
from zarleague.play import notify
from zarleague.play.models import Match, SeasonTotal
from zarleague.reports import tasks
from zarleague.reports.models import EveningRank

SECOND_EVENING = FIRST_EVENING + datetime.timedelta(days=7)


def test_the_ranks_after_each_evening_follow_the_hands(club: Club, match: Match) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        factories.hand(club, match, 0, 4, 9)
        later = factories.match(club, played_on=SECOND_EVENING)
        factories.hand(club, later, 0, 9, 2)
    ann, bob, cat = (club.players[name].pk for name in ("Ann", "Bob", "Cat"))
    # Total points, low wins: 0, 4, 9 and then 0, 13, 11.
    assert factories.stored_ranks(club.season) == {
        FIRST_EVENING: {ann: 1, bob: 2, cat: 3},
        SECOND_EVENING: {ann: 1, cat: 2, bob: 3},
    }


def test_a_refresh_may_run_twice(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    tasks.refresh_season(club.season.pk)
    once = factories.stored_ranks(club.season)
    tasks.refresh_season(club.season.pk)
    assert factories.stored_ranks(club.season) == once


def test_many_hands_before_it_begins_queue_one_refresh(
    club: Club, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued: list[tuple[int]] = []
    monkeypatch.setattr(
        tasks.refresh_season, "apply_async", lambda args, countdown: queued.append(args)
    )

    def ask() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            tasks.queue_refresh(type(club.season), club.season.pk)

    for _ in range(3):
        ask()
    assert queued == [(club.season.pk,)]
    tasks.refresh_season(club.season.pk)
    ask()
    assert queued == [(club.season.pk,)] * 2


def test_open_pages_are_told_of_a_hand(
    club: Club, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    monkeypatch.setattr(live, "publish", lambda *channels, **event: told.append((channels, event)))
    assert notify.live is live
    hand = factories.hand(club, match, 0, 4, 9)
    data = {"match": match.pk, "hand": hand.pk, "number": 1, "version": 1}
    channels = (f"match-{match.pk}", f"season-{club.season.pk}", f"league-{club.league.pk}")
    assert told == [(channels, {"event": "hand", "data": data})]


def rebuild(**options: Any) -> str:
    output = io.StringIO()
    call_command("rebuild", stdout=output, **options)
    return output.getvalue()


def test_rebuild_repairs_what_was_spoilt(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    tasks.refresh_season(club.season.pk)
    assert "unchanged" in rebuild()
    SeasonTotal.objects.filter(player=club.players["Bob"]).update(metric=1)
    EveningRank.objects.all().delete()
    with pytest.raises(CommandError):
        rebuild(check=True)
    assert not EveningRank.objects.exists()
    assert "differs in play.SeasonTotal, reports.EveningRank" in rebuild(season=club.season.pk)
    assert "unchanged" in rebuild(check=True)

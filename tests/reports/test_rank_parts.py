"""The ranks of a long season are derived some evenings at a time: what is stored stays, and others
get their turn."""

import dataclasses
import datetime
import json
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.factories import Club
from tests.reports.season import EVENINGS, FIRST, SECOND, THIRD, small_season
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues import services as leagues
from zarleague.play import services as play
from zarleague.play.models import Hand
from zarleague.play.notify import season_changed
from zarleague.reports import tasks
from zarleague.reports.background_work import checking, out_of_date, time_slice
from zarleague.reports.models import DerivedPart, EveningRank, SeasonProgress
from zarleague.reports.rank_history import ranks
from zarleague.reports.rank_history.rank_lease import RankLease
from zarleague.reports.rank_history.ranks import rank_next_evenings, refresh_ranks
from zarleague.reports.season_report.build import make_next_part

FOURTH = THIRD + datetime.timedelta(days=7)
TURNS = 4
"""Each ranks one of three evenings, and the last finds no fourth."""


@pytest.fixture
def hands(club: Club) -> Iterator[dict[int, Hand]]:
    """The small season, played while no task heard of it."""
    season_changed.disconnect(dispatch_uid="reports.queue_refresh")
    yield small_season(club)
    season_changed.connect(tasks.queue_refresh, dispatch_uid="reports.queue_refresh")


@pytest.fixture(autouse=True)
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part ends with its first evening, and the next follows at once."""
    monkeypatch.setattr(tasks.refresh_season, "queue_once", tasks.refresh_season)
    monkeypatch.setattr(ranks, "RANKED_FOR", 0)
    monkeypatch.setattr(time_slice, "monotonic", lambda: 0)


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch) -> list[datetime.date]:
    """The evenings whose ranks have been compared with the stored ones."""
    found: list[datetime.date] = []
    original = ranks._compare

    def watched(season: Any, evening: int, rows: Any) -> Any:
        found.append(datetime.date.fromordinal(evening))
        return original(season, evening, rows)

    monkeypatch.setattr(ranks, "_compare", watched)
    return found


def killed(*_: object) -> None:
    """End as a process does that is killed: nothing is recorded."""
    raise KeyboardInterrupt


def silent_for_long() -> None:
    """Let the last sign of life be longer ago than that of a process that is alive."""
    long_ago = timezone.now() - 2 * STALE_AFTER
    SeasonProgress.objects.update(seen_at=long_ago)


def ranks_of(*orders: str) -> dict[datetime.date, dict[str, int]]:
    """Return ranks after each evening of the small season, given by the players in their order."""
    return {
        day: {name: rank for rank, name in enumerate(order.split(), 1)}
        for day, order in zip(EVENINGS, orders, strict=False)
    }


def stored(club: Club) -> dict[datetime.date, dict[str, int | None]]:
    """Return the stored ranks after each evening, by name."""
    names = {player.pk: name for name, player in club.players.items()}
    return {
        day: {names[player]: rank for player, rank in found.items()}
        for day, found in factories.stored_ranks(club.season).items()
    }


PLAYED = ranks_of("Bob Ann Dee Cat", "Cat Ann Bob Dee", "Ann Bob Dee Cat")
"""Points of Ann, Bob, Cat, Dee: 4, 3, 11, 9, then 14, 14, 11, 18, then 15, 18, 23, 18. Ann and Bob
won a hand each by the second evening, were ahead of each other twice and had no points once; that
evening Ann had 10 and Bob 11. In the end Bob had won two hands and Dee none."""
CORRECTED = ranks_of("Bob Dee Cat Ann", "Cat Bob Dee Ann", "Bob Dee Cat Ann")
"""With 20, 0, 5, 7 in the first hand: 24, 0, 11, 9, then 34, 11, 11, 18, then 35, 15, 23, 18. Bob
and Cat won two hands each by the second evening, were ahead of each other twice and had no points
once; that evening Cat had 0 and Bob 11."""


def correct_the_first_hand(club: Club, hands: dict[int, Hand]) -> None:
    factories.correction(club, hands[1], 20, 0, 5, 7, winner=1)


def take_up(club: Club) -> None:
    """Do what the clock asks for, and check that nothing is left to do."""
    tasks.take_up_lost_work()
    assert not out_of_date.seasons_behind().exists()
    assert checking.rebuild_season(club.season, keep=False) == []


def test_ranks_in_many_parts_are_those_of_one_go(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date]
) -> None:
    for part in range(1, TURNS):
        assert rank_next_evenings(club.season.pk)
        assert stored(club) == {day: PLAYED[day] for day in EVENINGS[:part]}
        assert list(out_of_date.seasons_behind()) == [club.season]
    assert not rank_next_evenings(club.season.pk)
    assert ranked == list(EVENINGS)
    assert not out_of_date.seasons_behind().exists()
    in_parts = list(EveningRank.objects.order_by("evening", "player").values_list("rank", "metric"))
    EveningRank.objects.all().delete()
    assert refresh_ranks(club.season.pk, every_evening=True)
    rows = EveningRank.objects.order_by("evening", "player")
    assert list(rows.values_list("rank", "metric")) == in_parts


@pytest.mark.parametrize("parts", range(TURNS))
def test_whose_task_is_lost_between_two_parts_goes_on_where_it_was(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date], parts: int
) -> None:
    for _ in range(parts):
        rank_next_evenings(club.season.pk)
    if parts:
        assert (
            not out_of_date.seasons_to_refresh().exists()
        )  # the next task is queued, as far as known
    silent_for_long()
    assert list(out_of_date.seasons_to_refresh()) == [club.season]
    tasks.take_up_lost_work()
    assert ranked == list(EVENINGS)
    assert stored(club) == PLAYED
    take_up(club)


@pytest.mark.parametrize(
    ("at", "again"), [(FIRST, EVENINGS), (SECOND, EVENINGS), (THIRD, (SECOND, THIRD))]
)
def test_a_killed_part_has_stored_its_evenings_but_the_last_ones(
    club: Club,
    hands: dict[int, Hand],
    ranked: list[datetime.date],
    monkeypatch: pytest.MonkeyPatch,
    at: datetime.date,
    again: tuple[datetime.date, ...],
) -> None:
    """An evening is recorded with the first rows of the next."""
    monkeypatch.setattr(ranks, "RANKED_FOR", 1)
    original = ranks._store

    def store(season: Any, evening: datetime.date, part: Any) -> None:
        original(season, evening, part)
        if evening == at:
            killed()

    with monkeypatch.context() as broken:
        broken.setattr(ranks, "_store", store)
        with pytest.raises(KeyboardInterrupt):
            rank_next_evenings(club.season.pk)
    assert stored(club) == {day: PLAYED[day] for day in EVENINGS if day < at}
    before = len(ranked)
    assert not rank_next_evenings(club.season.pk)  # it may still be at work
    silent_for_long()
    assert not rank_next_evenings(club.season.pk)
    assert ranked[before:] == list(again)
    assert stored(club) == PLAYED
    take_up(club)


@pytest.mark.parametrize("parts", range(1, TURNS))
def test_a_correction_of_an_early_evening_meanwhile_is_taken_up_after_the_last(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date], parts: int
) -> None:
    for _ in range(parts):
        rank_next_evenings(club.season.pk)
    correct_the_first_hand(club, hands)
    tasks.refresh_season(club.season.pk)
    assert ranked == [*EVENINGS, *EVENINGS]
    assert stored(club) == CORRECTED
    take_up(club)


def test_a_hand_of_a_later_evening_meanwhile_is_ranked_when_it_is_its_turn(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date]
) -> None:
    rank_next_evenings(club.season.pk)
    factories.hand(club, factories.match(club, "Ann", "Bob", played_on=FOURTH), 9, 0, winner=1)
    tasks.refresh_season(club.season.pk)
    # It has changed since the first evening was read, so its evening is compared once more.
    assert ranked == [*EVENINGS, FOURTH, FOURTH]
    # 24 points for Ann, 18 for Bob, who has won three hands, and for Dee, 23 for Cat.
    later = {"Bob": 1, "Dee": 2, "Cat": 3, "Ann": 4}
    assert stored(club) == PLAYED | {FOURTH: later}
    take_up(club)


def test_other_rules_meanwhile_rank_every_evening_again(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date]
) -> None:
    for _ in range(2):
        rank_next_evenings(club.season.pk)
    play.draw_lots(
        club.season,
        club.add("Cat", "Dee"),
        actor=club.boss,
        key=factories.key(),
        evening=FIRST,
    )
    tasks.refresh_season(club.season.pk)
    assert ranked == [FIRST, SECOND, *EVENINGS]
    take_up(club)


def test_a_part_ends_when_another_process_has_taken_it_over(
    club: Club, hands: dict[int, Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    original = ranks._store

    def overtaken(*args: Any) -> None:
        original(*args)
        RankLease.take(club.season.pk, take_over=True)

    monkeypatch.setattr(ranks, "RANKED_FOR", 1)
    monkeypatch.setattr(ranks, "_store", overtaken)
    assert not rank_next_evenings(club.season.pk)
    assert stored(club) == {FIRST: PLAYED[FIRST]}
    assert not out_of_date.seasons_to_refresh().exists()  # the other process is at work


def test_a_small_league_is_served_before_a_large_one_is_finished(
    club: Club, hands: dict[int, Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: deque[int] = deque()
    monkeypatch.setattr(tasks.refresh_season, "queue_once", waiting.append)
    league = leagues.create_league(owner=club.boss.user, name="Small", key=factories.key())
    season = leagues.start_season(
        league, name="One", starts=FIRST, actor=club.boss, rules=None, key=factories.key()
    )
    small = dataclasses.replace(club, league=league, season=season)
    factories.hand(small, factories.match(small, "Eve", "Fay"), 0, 3)
    tasks.take_up_lost_work()
    assert list(waiting) == [club.season.pk, season.pk]
    turns, finished = 0, {}
    while waiting:
        at = waiting.popleft()
        tasks.refresh_season(at)
        turns += 1
        if not out_of_date.seasons_behind().filter(pk=at).exists():
            finished.setdefault(at, turns)
    # They take turns: one evening of the small league and finding no second, four of the other.
    assert finished == {season.pk: 4, club.season.pk: 2 + TURNS}


def test_a_report_waits_part_by_part_for_the_ranks_of_its_revision(
    club: Club, hands: dict[int, Hand], ranked: list[datetime.date]
) -> None:
    rank_next_evenings(club.season.pk)
    correct_the_first_hand(club, hands)
    assert make_next_part(club.season)  # the evenings
    for _ in range(2 * TURNS - 1):
        assert not DerivedPart.objects.filter(kind=DerivedPart.Kind.PLAYER).exists()
        assert make_next_part(club.season)
    assert DerivedPart.objects.filter(kind=DerivedPart.Kind.PLAYER).count() == 4
    assert ranked == [*EVENINGS, *EVENINGS]
    ann = DerivedPart.objects.get(kind=DerivedPart.Kind.PLAYER, number=club.players["Ann"].pk)
    assert json.loads(ann.body)["ranks"] == [[day.toordinal(), 4] for day in EVENINGS]

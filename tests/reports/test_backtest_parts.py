"""A backtest is run some evenings at a time: it goes on where it was, and others get their turn."""

import dataclasses
import datetime
import json
from collections import deque
from typing import Any

import pytest

from tests import factories
from tests.factories import Club
from tests.reports.season import FIRST, SECOND, THIRD, small_season
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues import services as leagues
from zarleague.reports import selectors, services, tasks
from zarleague.reports.background_work import time_slice
from zarleague.reports.models import Backtest, DerivedPart, Job
from zarleague.reports.ratings import backtests
from zarleague.reports.ratings.hands import history_of
from zarleague.standings.ratings.backtest import Marks, backtest
from zarleague.standings.ratings.raters import MODEL, contenders

LATER = THIRD + datetime.timedelta(days=7)
FIRST_RATER = contenders()[0].key
TURNS = 3 * 3 + 2 + 1
"""Of the small season: Bradley-Terry and two baselines forecast two evenings and find no third; Elo
and openskill forecast both at once; all are stored."""


# The parts of a job, and who is next: no database changes them.
pytestmark = pytest.mark.sqlite


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part ends with its first evening."""
    monkeypatch.setattr(backtests, "MARKED_FOR", 0)
    monkeypatch.setattr(time_slice, "monotonic", lambda: 0)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, datetime.date]]:
    """The raters and the evenings whose forecasts have been marked."""
    found: list[tuple[str, datetime.date]] = []
    original = backtests.sums_by_evening

    def watched(history: Any, rater: Any, after: int | None) -> Any:
        for evening, sums in original(history, rater, after):
            found.append((rater.key, datetime.date.fromordinal(evening)))
            yield evening, sums

    monkeypatch.setattr(backtests, "sums_by_evening", watched)
    return found


def killed(*_: object) -> None:
    """End as a process does that is killed: nothing is recorded."""
    raise KeyboardInterrupt


def whole(club: Club) -> tuple[Marks, ...]:
    """The marks of one go."""
    return backtest(history_of(club.league, "zar"), contenders())


def check(club: Club, wanted: tuple[Marks, ...], hands: int) -> None:
    """Check that the stored backtest is the wanted one, and that nothing else is left."""
    test = selectors.backtest_of(club.league, "zar")
    assert test is not None
    assert (test.hands, test.model) == (hands, MODEL)
    assert [one["key"] for one in test.marks] == [marks.key for marks in wanted]
    assert [one["pairs"] for one in test.marks] == [marks.pairs for marks in wanted]
    losses = [marks.log_loss for marks in wanted]
    assert [one["log_loss"] for one in test.marks] == pytest.approx(losses, abs=1e-9)
    bins = [part for marks in wanted for part in marks.calibration]
    stored = [part for one in test.marks for part in one["calibration"]]
    assert [part[0] for part in stored] == [part.pairs for part in bins]
    assert not DerivedPart.objects.exists()
    assert Job.objects.get(kind="backtest").state == Job.State.DONE


def test_a_backtest_in_many_parts_is_that_of_one_go(club: Club, one_by_one: None) -> None:
    small_season(club)
    for _ in range(TURNS - 1):
        assert services.mark_next_evenings(club.league)
        assert not Backtest.objects.exists()
    assert not services.mark_next_evenings(club.league)
    check(club, whole(club), hands=6)


def test_raters_that_play_hand_after_hand_do_so_once(
    club: Club, one_by_one: None, marked: list[tuple[str, datetime.date]]
) -> None:
    small_season(club)
    for _ in range(5):
        services.mark_next_evenings(club.league)
    assert marked[2:] == [(rater, day) for rater in ("openskill", "elo") for day in (SECOND, THIRD)]


@pytest.mark.parametrize(
    ("clock", "evenings"),
    [
        # It begins at 100 and has marked its first evening at 104: it goes on to 114.
        ([100, 104, 113, 114], 3),
        # It marks its first evening after 20 seconds, and goes on for as long.
        ([100, 120, 139, 139.9, 140], 4),
        ([100, 104, 114], 2),
        # It marks its first evening after 90 seconds, and ends 120 after it began.
        ([100, 190, 219, 220], 3),
    ],
)
def test_a_part_marks_evenings_for_as_long_as_it_prepared_but_ten_seconds_at_least(
    club: Club,
    marked: list[tuple[str, datetime.date]],
    monkeypatch: pytest.MonkeyPatch,
    clock: list[float],
    evenings: int,
) -> None:
    small_season(club)
    for days in (7, 14, 21):
        match = factories.match(club, played_on=THIRD + datetime.timedelta(days=days))
        factories.hand(club, match, 0, 4, 9)
    times = iter(clock)
    monkeypatch.setattr(time_slice, "monotonic", lambda: next(times))
    assert services.mark_next_evenings(club.league)
    assert [rater for rater, _ in marked] == [FIRST_RATER] * evenings
    part = json.loads(DerivedPart.objects.get().body)
    assert (part["evening"], part["finished"]) == (marked[-1][1].toordinal(), False)


def test_a_backtest_whose_process_is_killed_goes_on_where_it_was(
    club: Club,
    one_by_one: None,
    marked: list[tuple[str, datetime.date]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small_season(club)
    assert services.mark_next_evenings(club.league)
    with monkeypatch.context() as broken:
        broken.setattr(backtests.Sums, "__add__", killed)
        with pytest.raises(KeyboardInterrupt):
            services.mark_next_evenings(club.league)
    job = Job.objects.get(kind="backtest")
    assert job.is_open
    # It has shown no sign of life for a while, so another run may claim it.
    Job.objects.update(seen_at=job.seen_at - 2 * STALE_AFTER)
    services.run_backtests(club.league)
    # Only what the killed part was at is done twice.
    assert marked[:3] == [(FIRST_RATER, SECOND), (FIRST_RATER, THIRD), (FIRST_RATER, THIRD)]
    assert len(marked) == 5 * 2 + 1
    assert len(set(marked)) == 5 * 2
    check(club, whole(club), hands=6)


def test_all_raters_are_marked_on_the_hands_there_were_when_it_began(
    club: Club, one_by_one: None
) -> None:
    small_season(club)
    wanted = whole(club)
    assert services.mark_next_evenings(club.league)
    factories.hand(club, factories.match(club, "Ann", "Bob", played_on=LATER), 0, 4)
    services.run_backtests(club.league)
    check(club, wanted, hands=6)


def test_a_correction_meanwhile_does_not_disturb_it(club: Club, one_by_one: None) -> None:
    hands = small_season(club)
    assert services.mark_next_evenings(club.league)
    factories.correction(club, hands[1], 9, 3, 5, 7, winner=1)
    services.run_backtests(club.league)
    test = selectors.backtest_of(club.league, "zar")
    assert test is not None
    assert {one["pairs"] for one in test.marks} == {18}


def test_what_an_earlier_model_marked_is_marked_again(
    club: Club, one_by_one: None, marked: list[tuple[str, datetime.date]]
) -> None:
    small_season(club)
    assert services.mark_next_evenings(club.league)
    DerivedPart.objects.update(stamp=f"{MODEL - 1}")
    assert services.mark_next_evenings(club.league)
    assert marked == [(FIRST_RATER, SECOND)] * 2
    services.run_backtests(club.league)
    check(club, whole(club), hands=6)


def test_the_raters_of_a_small_league_do_not_wait_for_a_large_one(
    club: Club, one_by_one: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: deque[int] = deque()
    monkeypatch.setattr(tasks.compare_raters, "queue_once", waiting.append)
    small_season(club)
    league = leagues.create_league(owner=club.boss.user, name="Small", key=factories.key())
    season = leagues.start_season(
        league, name="One", starts=FIRST, actor=club.boss, rules=None, key=factories.key()
    )
    small = dataclasses.replace(club, league=league, season=season)
    for day in (FIRST, SECOND):
        factories.hand(small, factories.match(small, "Eve", "Fay", played_on=day), 0, 3)
    for of in (club.league, league):
        tasks.queue_job(services.ask_for_backtest(of, actor=club.boss))
    assert list(waiting) == [club.league.pk, league.pk]
    turns, stored = 0, {}
    while waiting:
        at = waiting.popleft()
        tasks.compare_raters(at)
        turns += 1
        if Backtest.objects.filter(league=at).exists():
            stored.setdefault(at, turns)
    # They take turns. In the small league there is one evening to forecast: 3 * 2 + 2 + 1 turns.
    assert stored == {league.pk: 2 * 9, club.league.pk: 9 + TURNS}


def test_its_job_says_how_far_it_is(club: Club, one_by_one: None) -> None:
    """Two evenings to forecast for each of five raters, and storing them. The third turn finds no
    third evening of Bradley-Terry, and the fourth does both of openskill."""
    small_season(club)
    for done in (1, 2, 2, 4):
        services.mark_next_evenings(club.league)
        job = Job.objects.get(kind="backtest")
        assert (job.state, job.done, job.total) == ("running", done, 11)

"""Derived data is right again within a minute of a crash, without help."""

import contextlib
import datetime
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone

from tests import factories, migrated
from tests.factories import Club
from tests.reports.season import EVENINGS, small_season
from tests.reports.test_killed_worker import Workers
from tests.waiting import PATIENCE, until
from tools.services import free_port
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues.models import Season
from zarleague.play import services as play
from zarleague.play.models import SeasonEvening, SeasonTotal
from zarleague.play.notify import season_changed
from zarleague.reports import services, tasks
from zarleague.reports.background_work import checking, jobs, out_of_date
from zarleague.reports.models import EveningRank, Job, RatingRow, RebuildCheck, SeasonProgress
from zarleague.reports.rank_history import rank_lease, ranks
from zarleague.reports.rank_history.rank_lease import RankLease
from zarleague.reports.ratings import lists
from zarleague.standings.results import Result

SECOND = datetime.timedelta(seconds=1)
WITHIN = 60
"""Seconds in which a site has repaired itself."""
PLAY_AND_DIE = """
import django, os, signal, sys
django.setup()
from django.core.management import CommandError, call_command
from tests import factories, migrated
from zarleague.reports import services
from zarleague.reports.rank_history.ranks import refresh_ranks
club = factories.club()
match = factories.match(club)
factories.hand(club, match, 0, 4, 9)
refresh_ranks(club.season.pk)
services.refresh_ratings(club.league)
call_command("rebuild", check=True)
factories.hand(club, match, 5, 0, 9, winner=1)
try:
    call_command("rebuild", check=True)
except CommandError:
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit("nothing is left to repair")
"""
UNTIL_CLEAN = """
import django, time
django.setup()
from django.core.management import CommandError, call_command
from django.db import OperationalError
while True:
    try:
        call_command("rebuild", check=True)
        break
    except (CommandError, OperationalError):
        time.sleep(1)  # each look counts everything anew, beside the site that is to do it
"""


def run(program: str, environment: dict[str, str]) -> int:
    """Run a program of the site to its end; return its exit status."""
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, env=environment, capture_output=True, timeout=PATIENCE
    ).returncode


@pytest.mark.long
def test_a_site_killed_right_after_a_hand_repairs_itself_when_it_is_started(
    tmp_path: Path,
) -> None:
    """The tasks that the hand queued were in the memory of the process."""
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(settings.BASE_DIR),
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
        "DATA_DIR": str(tmp_path),
        "PORT": str(port),
    }
    migrated.sqlite(tmp_path / "zarleague.sqlite3")
    assert run(PLAY_AND_DIE, environment) == -signal.SIGKILL
    command = [sys.executable, "-m", "zarleague"]
    site = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        assert run(UNTIL_CLEAN, environment) == 0
    finally:
        site.send_signal(signal.SIGKILL)
        site.wait(60)


SERVE_LONG = """
from zarleague.reports.background_work import subprocess_or_inline
from zarleague.standings.ratings import dense

subprocess_or_inline.LONG = 1
dense.dense_maximum = None  # cannot be called here

from zarleague.__main__ import serve
serve()
"""


def processes_of(group: int) -> list[str]:
    """Return the status lines of the processes of a group that are not only waited for."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            facts = path.read_text().rpartition(")")[2].split()
            if int(facts[2]) == group and facts[0] != "Z":
                found.append(path.read_text())
    return found


@pytest.mark.long
def test_long_seasons_are_derived_in_processes_that_end_with_the_site(tmp_path: Path) -> None:
    """Every season counts as long here, and the serving process itself cannot rate players."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(settings.BASE_DIR),
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
        "DATA_DIR": str(tmp_path),
        "PORT": str(free_port()),
    }
    migrated.sqlite(tmp_path / "zarleague.sqlite3")
    assert run(PLAY_AND_DIE, environment) == -signal.SIGKILL
    command = [sys.executable, "-c", SERVE_LONG]
    site = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert run(UNTIL_CLEAN, environment) == 0
    finally:
        site.send_signal(signal.SIGKILL)
        site.wait(60)
    until(lambda: not processes_of(site.pid), "its processes have ended")


@pytest.fixture
def played(transactional_db: None) -> Club:
    """A club whose small season is derived completely."""
    club = factories.club()
    small_season(club)
    ranks.refresh_ranks(club.season.pk)
    services.refresh_ratings(club.league)
    assert not differing(club)
    return club


@pytest.fixture
def silent() -> Iterator[None]:
    """Lose every message that something is to be derived."""
    season_changed.disconnect(dispatch_uid="reports.queue_refresh")
    yield
    season_changed.connect(tasks.queue_refresh, dispatch_uid="reports.queue_refresh")


def differing(club: Club) -> list[str]:
    """The models of derived data that are not as rebuilt."""
    return [
        *checking.rebuild_season(club.season, keep=False),
        *checking.rebuild_ratings(club.league, keep=False),
    ]


def play_unheard(club: Club) -> None:
    """A hand of another evening, whose messages are lost."""
    evening = factories.FIRST_EVENING + datetime.timedelta(days=70)
    match = factories.match(club, "Ann", "Bob", "Cat", played_on=evening)
    factories.hand(club, match, 9, 0, 2, winner=1)


@pytest.mark.postgresql  # with which the site has workers
def test_workers_take_up_what_the_broker_has_lost(
    played: Club, silent: None, redis_url: str
) -> None:
    play_unheard(played)
    assert differing(played) == [
        "reports.EveningRank",
        "reports.RatingHistory",
        "reports.RatingRow",
    ]
    Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    workers = Workers(redis_url)
    with workers.worker():
        workers.send("zarleague.reports.tasks.take_up_lost_work")
        derived = SeasonProgress.objects.filter(
            ranks=F("season__revision"), ratings=F("season__revision")
        )
        until(derived.exists, "ranks and ratings are derived")
    assert not differing(played)


def test_the_clock_takes_up_lost_work_several_times_a_minute() -> None:
    (every,) = (
        entry["schedule"]
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == tasks.take_up_lost_work.name
    )
    # What is noticed last waits for a silent refresh, the queued task's key, and the clock.
    assert STALE_AFTER.total_seconds() + tasks.LOST_AFTER + every < WITHIN


def test_a_refresh_that_is_at_work_is_not_begun_twice(played: Club, silent: None) -> None:
    """One that has just ended holds nothing up."""
    play_unheard(played)
    assert list(out_of_date.leagues_behind()) == [played.league]
    Job.objects.update(state="running", seen_at=timezone.now())
    assert not out_of_date.leagues_behind().exists()
    Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    assert list(out_of_date.leagues_behind()) == [played.league]


def test_a_sign_of_life_from_the_future_is_none(played: Club, silent: None) -> None:
    """The machine's clock was ahead when the worker was killed, and be it by seconds."""
    play_unheard(played)
    Job.objects.update(state="running", seen_at=timezone.now() + datetime.timedelta(seconds=20))
    assert list(out_of_date.leagues_behind()) == [played.league]
    assert set(jobs.stale_jobs()) == set(Job.objects.all())
    services.refresh_ratings(played.league)
    tasks.compare_raters(played.league.pk)
    tasks.refresh_all_time(played.league.pk)
    assert not jobs.stale_jobs().exists()


def test_another_rater_leaves_the_ratings_behind(played: Club) -> None:
    Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    assert not out_of_date.leagues_behind().exists()
    services.choose_rater(played.league, "elo", actor=played.boss)
    assert list(out_of_date.leagues_behind()) == [played.league]


def test_the_nightly_check_repairs_what_it_finds_and_says_so(
    played: Club, caplog: pytest.LogCaptureFixture
) -> None:
    EveningRank.objects.filter(player=played.players["Ann"]).update(rank=77)
    EveningRank.objects.filter(player=played.players["Bob"]).first().delete()
    tasks.check_derived_data()
    of_season, of_ratings = RebuildCheck.objects.order_by("season")
    if of_season.season is None:
        of_season, of_ratings = of_ratings, of_season
    assert (of_season.differences, of_season.repaired) == (["reports.EveningRank"], True)
    assert (of_ratings.differences, of_ratings.repaired) == ([], False)
    assert "has been repaired" in caplog.text
    assert not differing(played)


def test_ranks_that_are_only_behind_are_no_fault(
    played: Club, silent: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither before the check, nor by a hand that is saved while it looks."""
    play_unheard(played)
    assert checking.rebuild_season(played.season, keep=False) == ["reports.EveningRank"]
    assert checking.check_season(played.season).differences == []
    original = ranks.tables_by_evening

    def interrupted(*args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        play_unheard(played)
        return original(*args, **kwargs)

    monkeypatch.setattr(ranks, "tables_by_evening", interrupted)
    EveningRank.objects.filter(player=played.players["Ann"]).update(rank=77)
    checking.check_season(played.season)
    assert "repaired" not in caplog.text
    assert checking.check_season(played.season).differences == []
    assert "reports.EveningRank" not in differing(played)


def test_ratings_that_are_only_behind_are_no_fault(
    played: Club, silent: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither before the check, which brings them up to date, nor by a hand saved while it looks;
    what is wrong is still found."""
    play_unheard(played)
    assert "reports.RatingRow" in checking.rebuild_ratings(played.league, keep=False)
    assert checking.check_ratings(played.league).differences == []
    assert not checking.rebuild_ratings(played.league, keep=False)
    original = lists.rank_bands

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.undo()
        play_unheard(played)
        return original(*args, **kwargs)

    monkeypatch.setattr(lists, "rank_bands", interrupted)
    RatingRow.objects.update(rank=77)
    assert checking.check_ratings(played.league).differences == []
    assert checking.check_ratings(played.league).differences == []
    assert not checking.rebuild_ratings(played.league, keep=False)
    assert "repaired" not in caplog.text
    RatingRow.objects.update(rank=77)
    assert checking.check_ratings(played.league).differences == ["reports.RatingRow"]


def test_the_command_tells_what_is_only_behind_from_what_is_wrong(
    played: Club, silent: None
) -> None:
    play_unheard(played)
    with pytest.raises(CommandError, match=r"^Nothing is wrong\. Older than the hands") as behind:
        call_command("rebuild", check=True, stdout=io.StringIO())
    assert behind.value.returncode == 2
    SeasonTotal.objects.filter(player=played.players["Ann"]).update(metric=99)
    with pytest.raises(CommandError, match=r"^Wrong: ") as wrong:
        call_command("rebuild", check=True, stdout=(said := io.StringIO()))
    assert wrong.value.returncode == 1
    season, ratings = said.getvalue().splitlines()
    assert season.endswith(": differs in play.SeasonTotal; behind in reports.EveningRank")
    assert "differs" not in ratings


class TestLocks:
    """Nothing is worked out while a lock is held: on SQLite it would hold up every save."""

    def test_ranks(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        self.watch(monkeypatch, ranks, "tables_by_evening")
        EveningRank.objects.all().delete()
        assert ranks.refresh_ranks(played.season.pk, every_evening=True)
        assert not differing(played)

    def test_ratings(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        self.watch(monkeypatch, lists, "rank_bands")
        self.watch(monkeypatch, lists, "history_of")
        services.choose_rater(played.league, "openskill", actor=played.boss)
        services.refresh_ratings(played.league)
        checking.rebuild_ratings(played.league, keep=True)

    def test_totals(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        self.watch(monkeypatch, play.seasons.totals, "find_differences")
        assert play.rebuild(played.season) == []

    @staticmethod
    def watch(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
        """Fail if the function is called within a transaction."""
        original = getattr(module, name)

        def outside(*args: object, **kwargs: object) -> object:
            assert not connection.in_atomic_block
            return original(*args, **kwargs)

        monkeypatch.setattr(module, name, outside)


def test_a_hand_confirmed_while_ranks_are_worked_out_leaves_the_season_behind(
    played: Club, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = ranks.tables_by_evening

    def interrupted(*args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        play_unheard(played)
        return original(*args, **kwargs)

    monkeypatch.setattr(ranks, "tables_by_evening", interrupted)
    ranks.refresh_ranks(played.season.pk, every_evening=True)
    assert list(out_of_date.seasons_behind()) == [played.season]
    ranks.refresh_ranks(played.season.pk, every_evening=True)
    assert not out_of_date.seasons_behind().exists()
    assert "reports.EveningRank" not in differing(played)


def test_an_older_refresh_does_not_overwrite_a_newer_one(
    played: Club, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = ranks.tables_by_evening

    def overtaken(*args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        older = original(*args, **kwargs)
        play_unheard(played)
        ranks.refresh_ranks(played.season.pk, every_evening=True, take_over=True)
        return older

    monkeypatch.setattr(ranks, "tables_by_evening", overtaken)
    ranks.refresh_ranks(played.season.pk, every_evening=True)
    assert not out_of_date.seasons_behind().exists()
    assert "reports.EveningRank" not in differing(played)


def test_of_two_writers_at_once_the_later_has_the_last_word(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = played.season
    EveningRank.objects.all().delete()
    SeasonProgress.objects.update(ranks=-1)
    season.refresh_from_db()
    original = ranks._differences

    def overtaken(*args: object) -> object:
        found = list(original(*args))  # type: ignore[arg-type]
        monkeypatch.undo()
        RankLease.take(season.pk, take_over=True)
        return found

    monkeypatch.setattr(ranks, "_differences", overtaken)
    ranks.refresh_ranks(season.pk)
    assert not EveningRank.objects.exists()
    assert list(out_of_date.seasons_behind()) == [season]


def silent_for(time: datetime.timedelta) -> None:
    """Make the last sign of life of the process that derives the ranks a second older than this."""
    SeasonProgress.objects.update(seen_at=timezone.now() - time - SECOND)


def test_a_refresh_of_ranks_goes_on_although_hands_are_confirmed(
    played: Club, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a long season it takes a minute. If every hand restarted it, it would never finish."""
    original = ranks.tables_by_evening
    begun: list[str] = []

    def interrupted(*args: object, **kwargs: object) -> object:
        begun.append("first" if not begun else "second")
        if len(begun) == 1:
            play_unheard(played)
            tasks.refresh_season(played.season.pk)
            assert not out_of_date.seasons_to_refresh().exists()  # somebody is at work
            assert list(out_of_date.seasons_behind()) == [played.season]
        return original(*args, **kwargs)

    monkeypatch.setattr(ranks, "tables_by_evening", interrupted)
    EveningRank.objects.all().delete()
    SeasonProgress.objects.update(ranks=-1)
    tasks.refresh_season(played.season.pk)
    assert begun == ["first"]
    # The evening of the hand that came in between is the last, and was refreshed by itself.
    assert not out_of_date.seasons_behind().exists()
    assert "reports.EveningRank" not in differing(played)


def test_ranks_of_a_process_without_a_sign_of_life_are_begun_anew(played: Club) -> None:
    EveningRank.objects.all().delete()
    SeasonProgress.objects.update(ranks=-1)
    played.season.refresh_from_db()
    assert RankLease.take(played.season.pk) is not None  # and its process is killed
    assert not ranks.refresh_ranks(played.season.pk)
    assert not out_of_date.seasons_to_refresh().exists()
    silent_for(STALE_AFTER)
    assert list(out_of_date.seasons_to_refresh()) == [played.season]
    assert ranks.refresh_ranks(played.season.pk)
    assert "reports.EveningRank" not in differing(played)


@pytest.mark.parametrize("stored", [None, EVENINGS[0].toordinal()])
def test_a_long_refresh_of_ranks_gives_signs_of_life(
    played: Club, monkeypatch: pytest.MonkeyPatch, stored: int | None
) -> None:
    """Also where nothing is to be written, and while evenings before those are added up."""
    monkeypatch.setattr(rank_lease, "SEEN_EVERY", -1)
    original = ranks.results_by_evening
    added_up: list[int] = []

    def old(season: Season) -> Iterator[tuple[int, list[Result]]]:
        for evening, results in original(season):
            silent_for(STALE_AFTER)
            yield evening, results
            added_up.append(evening)
            assert not out_of_date.seasons_to_refresh().exists()

    monkeypatch.setattr(ranks, "results_by_evening", old)
    SeasonProgress.objects.update(ranks=-1, ranks_evening=stored)
    assert not ranks.refresh_ranks(played.season.pk)
    assert added_up == [day.toordinal() for day in EVENINGS]


def test_a_season_whose_evenings_were_never_counted_is_counted(played: Club) -> None:
    assert not out_of_date.seasons_uncounted().exists()
    SeasonEvening.objects.all().delete()  # as on a site updated from a version without them
    assert list(out_of_date.seasons_uncounted()) == [played.season]
    tasks.take_up_lost_work()
    assert not out_of_date.seasons_uncounted().exists()
    assert not differing(played)

"""Derived data is right again within a minute of a crash, without help."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils import timezone

from tests import migrated
from tests.factories import Club
from tests.reports.derived import derived_season, differing, play_unheard
from tests.reports.test_killed_worker import Workers
from tests.waiting import PATIENCE, until
from tools.services import free_port
from zarleague.background.lease import STALE_AFTER
from zarleague.play import services as play
from zarleague.play.totals import rebuilding
from zarleague.reports import services, tasks
from zarleague.reports.background_work import checking, out_of_date
from zarleague.reports.models import EveningRank, Job, SeasonProgress
from zarleague.reports.rank_history import ranks
from zarleague.reports.ratings import lists

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


@pytest.fixture(scope="module")
def killed_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a site that was killed right after a hand."""
    folder = tmp_path_factory.mktemp("killed")
    migrated.sqlite(folder / "zarleague.sqlite3")
    assert run(PLAY_AND_DIE, environment_of(folder)) == -signal.SIGKILL
    return folder


def environment_of(data: Path) -> dict[str, str]:
    """Return the environment of a site with its data in a folder, on any free port."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(settings.BASE_DIR),
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
        "DATA_DIR": str(data),
        "PORT": str(free_port()),
    }


@pytest.mark.long
def test_a_site_killed_right_after_a_hand_repairs_itself_when_it_is_started(
    killed_site: Path, tmp_path: Path
) -> None:
    """The tasks that the hand queued were in the memory of the process."""
    environment = environment_of(shutil.copytree(killed_site, tmp_path / "data"))
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
def test_long_seasons_are_derived_in_processes_that_end_with_the_site(
    killed_site: Path, tmp_path: Path
) -> None:
    """Every season counts as long here, and the serving process itself cannot rate players."""
    environment = environment_of(shutil.copytree(killed_site, tmp_path / "data"))
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
def played(transactional_db: None, underived: None) -> Club:
    return derived_season()


@pytest.mark.postgresql  # with which the site has workers
def test_workers_take_up_what_the_broker_has_lost(played: Club, redis_url: str) -> None:
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


@pytest.mark.sqlite  # where a lock holds up every save
class TestLocks:
    """Nothing is worked out while a lock is held."""

    def test_ranks(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        called = self.watch(monkeypatch, ranks, "tables_by_evening")
        EveningRank.objects.all().delete()
        assert ranks.refresh_ranks(played.season.pk, every_evening=True)
        assert not differing(played)
        assert set(called) == {"tables_by_evening"}

    def test_ratings(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        called = self.watch(monkeypatch, lists, "rank_bands", "history_of")
        services.choose_rater(played.league, "openskill", actor=played.boss)
        services.refresh_ratings(played.league)
        checking.rebuild_ratings(played.league, keep=True)
        assert set(called) == {"rank_bands", "history_of"}

    def test_totals(self, played: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        called = self.watch(monkeypatch, rebuilding, "find_differences")
        assert play.rebuild(played.season) == []
        assert called == ["find_differences"]

    @staticmethod
    def watch(monkeypatch: pytest.MonkeyPatch, module: object, *names: str) -> list[str]:
        """Fail if a function is called within a transaction; return a list of those called."""
        called: list[str] = []

        def watched(name: str) -> Callable[..., object]:
            original = getattr(module, name)

            def outside(*args: object, **kwargs: object) -> object:
                assert not connection.in_atomic_block
                called.append(name)
                return original(*args, **kwargs)

            return outside

        for name in names:
            monkeypatch.setattr(module, name, watched(name))
        return called


@pytest.mark.sqlite  # no database changes which evening is refreshed
def test_a_refresh_of_ranks_goes_on_although_hands_are_confirmed(
    played: Club, monkeypatch: pytest.MonkeyPatch
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

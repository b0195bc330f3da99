"""What is derived is known to be behind, told from what is wrong, and made good."""

import datetime
import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.factories import Club
from tests.fixtures.shared import made_once
from tests.reports.derived import derived_season, differing, play_unheard
from tests.reports.season import EVENINGS
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues.models import Season
from zarleague.play.models import SeasonEvening, SeasonTotal
from zarleague.reports import services, tasks
from zarleague.reports.background_work import checking, jobs, out_of_date
from zarleague.reports.models import EveningRank, Job, RatingRow, RebuildCheck, SeasonProgress
from zarleague.reports.rank_history import rank_lease, ranks
from zarleague.reports.rank_history.rank_lease import RankLease
from zarleague.reports.ratings import lists
from zarleague.standings.results import Result

SECOND = datetime.timedelta(seconds=1)


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A club whose small season is derived completely."""
    return derived_season()


@pytest.fixture
def played(club: Club) -> Club:
    """Nobody hears of what a test does: it commits nothing."""
    return club


def test_a_refresh_that_is_at_work_is_not_begun_twice(played: Club) -> None:
    """One that has just ended holds nothing up."""
    play_unheard(played)
    assert list(out_of_date.leagues_behind()) == [played.league]
    Job.objects.update(state="running", seen_at=timezone.now())
    assert not out_of_date.leagues_behind().exists()
    Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    assert list(out_of_date.leagues_behind()) == [played.league]


def test_a_sign_of_life_from_the_future_is_none(played: Club) -> None:
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
    played: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
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
    played: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
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


def test_the_command_tells_what_is_only_behind_from_what_is_wrong(played: Club) -> None:
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


def test_a_hand_confirmed_while_ranks_are_worked_out_leaves_the_season_behind(
    played: Club, monkeypatch: pytest.MonkeyPatch
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
    played: Club, monkeypatch: pytest.MonkeyPatch
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

"""The commands, the nightly checks, and what pages see of a job."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from tests import factories
from tests.factories import Club
from tests.reports.season import small_season
from zarleague.leagues.models import Season
from zarleague.play.errors import SeasonBusy
from zarleague.play.models import SeasonTotal
from zarleague.reports import selectors, services, tasks
from zarleague.reports.background_work import checking, jobs
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.models import (
    Job,
    RatingHistory,
    RatingList,
    RatingRow,
    RebuildCheck,
)
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.ratings import backtests, lists
from zarleague.standings.ratings.raters import MODEL


def test_backtest_marks_every_rater_and_both_baselines(club: Club) -> None:
    small_season(club)
    said = io.StringIO()
    call_command("backtest", club.league.slug, stdout=said)
    # The second evening has two hands of six pairs, the third two of three.
    assert "zar: 18 pairs" in said.getvalue()
    for key in ("bradley-terry", "openskill", "elo", "win-count", "average-points"):
        assert f"\n{key}" in said.getvalue()


def test_backtest_says_which_leagues_and_games_there_are(club: Club) -> None:
    with pytest.raises(CommandError, match=club.league.slug):
        call_command("backtest", "nowhere")
    small_season(club)
    with pytest.raises(CommandError, match="zar"):
        call_command("backtest", club.league.slug, game="chess")


def test_the_nightly_check_notes_what_differs_and_repairs_it(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    small_season(club)
    refresh_ranks(club.season.pk)
    services.refresh_ratings(club.league)
    tasks.check_derived_data()
    assert [check.differences for check in RebuildCheck.objects.all()] == [[], []]
    assert not caplog.records
    SeasonTotal.objects.filter(player=club.players["Ann"]).update(metric=99)
    tasks.check_season(club.season.pk)
    check = RebuildCheck.objects.first()
    assert check is not None
    assert check.differences == ["play.SeasonTotal"]
    assert check.repaired
    assert "Derived data was not as rebuilt and has been repaired" in caplog.text
    assert not SeasonTotal.objects.filter(metric=99).exists()


def test_a_season_that_is_never_at_rest_is_checked_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task and the command go on with the other seasons."""
    rebuilt = checking.rebuild_season
    other = Season.objects.create(league=club.league, name="Other", starts=club.season.starts)

    def busy(season: Season, *, keep: bool) -> list[str]:
        if season == club.season:
            raise SeasonBusy
        return rebuilt(season, keep=keep)

    queued: list[tuple[int, ...]] = []
    monkeypatch.setattr(checking, "rebuild_season", busy)
    monkeypatch.setattr(
        tasks.check_season,
        "apply_async",
        lambda given, countdown: queued.append((*given, countdown)),
    )
    tasks.check_season(club.season.pk)
    assert queued == [(club.season.pk, tasks.CHECK_AGAIN_AFTER)]
    said = io.StringIO()
    with pytest.raises(CommandError, match=str(club.season)):
        call_command("rebuild", check=True, stdout=said)
    assert f"{other}: unchanged" in said.getvalue()


def test_progress_can_be_seen_while_a_job_runs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zarleague.reports.background_work.jobs.INTERVAL", 0)

    def work(progress: Progress) -> None:
        progress.add(4)
        progress.step()
        seen = selectors.job_of(Job.Kind.RATINGS, club.league)
        assert seen is not None
        assert (seen.state, seen.done, seen.total) == ("running", 1, 4)

    jobs.run(Job.Kind.RATINGS, work, club.league)
    assert selectors.job_of(Job.Kind.RATINGS, club.league).state == "done"


def test_two_workers_never_do_the_same_job_and_what_was_asked_meanwhile_is_done(club: Club) -> None:
    runs: list[str] = []

    def other(progress: Progress) -> None:
        runs.append("other")

    def work(progress: Progress) -> None:
        runs.append("first")
        if len(runs) == 1:
            # Another worker comes while this one is at it: it leaves the job alone.
            assert jobs.run(Job.Kind.RATINGS, other, club.league) is None

    jobs.run(Job.Kind.RATINGS, work, club.league)
    # The first starts over for the sake of the second, and once is enough.
    assert runs == ["first", "first"]
    assert Job.objects.get().state == "done"


def test_a_run_that_lost_its_job_writes_no_more_progress(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zarleague.reports.background_work.jobs.INTERVAL", 0)

    def work(progress: Progress) -> None:
        Job.objects.update(holder="somebody else")
        progress.step()
        raise AssertionError("not reached")

    assert jobs.run(Job.Kind.RATINGS, work, club.league) is None
    assert Job.objects.get().state == "running"


def test_the_check_of_ratings_holds_no_transaction_while_it_computes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_season(club)
    services.refresh_ratings(club.league)
    depth, inside = len(connection.savepoint_ids), []
    compute = lists.Computed.of

    def seen(*arguments: object) -> object:
        inside.append(len(connection.savepoint_ids) - depth)
        return compute(*arguments)

    monkeypatch.setattr(lists.Computed, "of", seen)
    RatingRow.objects.filter(player=club.players["Ann"]).update(rating=F("rating") + 1)
    assert checking.rebuild_ratings(club.league, keep=False) == ["reports.RatingRow"]
    assert checking.rebuild_ratings(club.league, keep=True) == ["reports.RatingRow"]
    assert checking.rebuild_ratings(club.league, keep=False) == []
    assert inside == [0, 0, 0]


@pytest.mark.parametrize("fingerprint", [{"fingerprint": "earlier"}, {}])
def test_lists_of_an_earlier_model_are_recomputed_by_one_job_with_progress(
    club: Club, fingerprint: dict[str, str]
) -> None:
    def rows() -> list[list[tuple[Any, ...]]]:
        return [
            list(RatingRow.objects.order_by("pk").values_list("player", "rating")),
            list(RatingHistory.objects.order_by("pk").values_list("player", "figures")),
        ]

    small_season(club)
    services.refresh_ratings(club.league)
    before = rows()
    # As the model before left them: other figures, whether or not the fingerprint shows it.
    RatingList.objects.update(model=1, prior_deviation=None, **fingerprint)
    RatingRow.objects.update(rating=1500)
    RatingHistory.objects.update(figures=b"")
    services.recompute_old_ratings()
    assert rows() == before
    found = RatingList.objects.get()
    assert (found.model, found.prior_deviation is None) == (MODEL, False)
    job = Job.objects.get(kind="recompute")
    assert (job.state, job.league) == ("done", None)


def test_the_clock_finds_lists_of_an_earlier_model_and_asks_for_them_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_season(club)
    services.refresh_ratings(club.league)
    queued: list[Job] = []
    monkeypatch.setattr(tasks, "queue_job", queued.append)
    tasks.take_up_lost_work()
    assert not [job for job in queued if job.kind == Job.Kind.RECOMPUTE]
    RatingList.objects.update(model=MODEL - 1)
    tasks.take_up_lost_work()
    tasks.take_up_lost_work()
    (asked,) = [job for job in queued if job.kind == Job.Kind.RECOMPUTE]
    assert (asked.state, asked.league) == ("waiting", None)


def test_the_backtest_runs_by_itself_once_there_are_evenings_enough(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    small_season(club)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.refresh_ratings(club.league.pk)
    test = selectors.backtest_of(club.league, "zar")
    assert test is not None
    assert (test.hands, test.model) == (6, MODEL)
    assert not backtests.is_due(club.league)


def test_no_backtest_runs_by_itself_after_two_evenings(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    for day in (6, 7):
        evening = factories.FIRST_EVENING.replace(day=day)
        factories.hand(club, factories.match(club, "Ann", "Bob", played_on=evening), 0, 4)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.refresh_ratings(club.league.pk)
    assert selectors.backtest_of(club.league, "zar") is None


def test_asking_again_does_not_disturb_what_is_under_way(club: Club) -> None:
    first = jobs.ask(Job.Kind.BACKTEST, club.league)
    Job.objects.update(state=Job.State.RUNNING, done=3, total=9)
    again = jobs.ask(Job.Kind.BACKTEST, club.league)
    assert (again.pk, again.state, again.done) == (first.pk, "running", 3)


def test_hands_of_two_games_have_lists_of_their_own(club: Club) -> None:
    factories.hand(club, factories.match(club, "Ann", "Bob"), 0, 4)
    factories.match(club, "Ann", "Cat", game="uno")  # nobody has played a hand of it yet
    services.refresh_ratings(club.league)
    found = selectors.rating_list(club.league, "uno")
    assert found is not None
    assert (found.hands, selectors.rows_of(found)) == (0, [])
    assert len(selectors.rows_of(selectors.rating_list(club.league, "zar"))) == 2

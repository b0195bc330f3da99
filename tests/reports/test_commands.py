"""The commands, the nightly checks, and what pages see of a job."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tests.factories import Club
from tests.reports.season import small_season
from zarleague.play.models import SeasonTotal
from zarleague.reports import jobs, selectors, services, tasks
from zarleague.reports.models import Job, RebuildCheck


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


def test_the_nightly_check_notes_what_differs_and_changes_nothing(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    small_season(club)
    services.refresh_ranks(club.season.pk)
    services.refresh_ratings(club.league)
    tasks.check_derived_data()
    assert [check.differences for check in RebuildCheck.objects.all()] == [[], []]
    assert not caplog.records
    SeasonTotal.objects.filter(player=club.players["Ann"]).update(metric=99)
    tasks.check_season(club.season.pk)
    check = RebuildCheck.objects.first()
    assert check is not None
    assert check.differences == ["play.SeasonTotal"]
    assert "Derived data is not as rebuilt" in caplog.text
    assert SeasonTotal.objects.filter(metric=99).exists()


def test_progress_can_be_seen_while_a_job_runs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zarleague.reports.progress.EVERY", 0)
    with jobs.running(Job.Kind.RATINGS, club.league) as progress:
        progress.add(4)
        progress.step()
        seen = selectors.job_of(Job.Kind.RATINGS, club.league)
        assert seen is not None
        assert (seen.state, seen.done, seen.total) == ("running", 1, 4)
    seen.refresh_from_db()
    assert seen.state == "done"


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

"""Services that write derived figures. Idempotent, also when run concurrently."""

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Season
from zarleague.play.selectors import hands_of_league
from zarleague.reports.background_work import jobs, out_of_date
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.revisions import revisions
from zarleague.reports.background_work.subprocess_or_inline import compute
from zarleague.reports.models import Job, LeagueRater
from zarleague.reports.ratings.chosen import leagues_of_earlier_models
from zarleague.standings.ratings.raters import RATER_KEYS


def refresh_ratings(league: League) -> None:
    """Update the league's rating lists to its confirmed hands."""
    from zarleague.reports.ratings import lists

    def work(progress: Progress) -> None:
        read = revisions(league)
        if compute(hands_of_league(league), lists.refresh, league, progress):
            out_of_date.note(Job.Kind.RATINGS, read)

    jobs.run(Job.Kind.RATINGS, work, league)


def mark_next_evenings(league: League) -> bool:
    """Do the next part of the backtests of the league's games; return whether parts are left."""
    from zarleague.reports.ratings import backtests

    return jobs.run_part(
        Job.Kind.BACKTEST, lambda progress: backtests.mark_next(league, progress), league
    )


def run_backtests(league: League) -> None:
    """Do all parts of the backtests of the league's games."""
    while mark_next_evenings(league):
        pass


def recompute_old_ratings() -> None:
    """Recompute all rating lists of an earlier model, league by league, as one job."""

    def work(progress: Progress) -> None:
        old = leagues_of_earlier_models()
        progress.add(len(old))
        for league in old:
            refresh_ratings(league)
            progress.step()

    jobs.run(Job.Kind.RECOMPUTE, work)


@transaction.atomic
def choose_rater(league: League, rater: str, *, actor: Actor) -> None:
    """Choose the league's rater; its lists are recomputed in the background."""
    access.require(access.can_organise(actor, league))
    if rater not in RATER_KEYS:
        raise Invalid("rater", gettext_noop("There’s no such rating method."))
    present = LeagueRater.objects.filter(league=league).first()
    LeagueRater.objects.update_or_create(league=league, defaults={"rater": rater})
    audit.record(
        "choose_rater",
        league,
        actor,
        topic=audit.Topic.RULES,
        before={"rater": present.rater if present else ""},
        after={"rater": rater},
    )
    # Mark the ratings as out of date, even if the task queued next is lost.
    out_of_date.forget_ratings(league)


@transaction.atomic
def ask_for_backtest(league: League, *, actor: Actor) -> Job:
    """Ask for a backtest of the raters in the background. Organisers only."""
    access.require(access.can_organise(actor, league))
    return jobs.ask(Job.Kind.BACKTEST, league)


@transaction.atomic
def ask_for_report(season: Season, *, actor: Actor) -> Job:
    """Ask for the season's report in the background. Any member of the league may."""
    access.require(access.can_see(actor, season.league) and actor.role(season.league_id) != "")
    return jobs.ask(Job.Kind.REPORT, season.league, season)

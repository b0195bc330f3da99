"""Writes of derived figures. Each may run twice, late or beside itself, and ends the same."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Season
from zarleague.play.locks import lock_season
from zarleague.play.selectors import season_lots, season_penalties, season_results
from zarleague.reports import jobs
from zarleague.reports.models import EveningRank, Job, LeagueRater
from zarleague.reports.ratings import backtests, lists
from zarleague.standings.ratings.raters import RATERS
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import tables_after_each_evening


@transaction.atomic
def refresh_ranks(season_id: int) -> None:
    """Make the ranks after each evening of a season anew from its confirmed hands."""
    season = lock_season(season_id)
    tables = tables_after_each_evening(
        season_results(season),
        rules_from_json(season.rules),
        penalties=season_penalties(season),
        lots=season_lots(season),
    )
    EveningRank.objects.filter(season=season).delete()
    EveningRank.objects.bulk_create(
        (
            EveningRank(
                season=season,
                evening=datetime.date.fromordinal(evening),
                player_id=row.player_id,
                rank=row.rank,
            )
            for evening, rows in tables
            for row in rows
        ),
        batch_size=1000,
    )


def refresh_ratings(league: League) -> None:
    """Bring the league's rating lists up to its confirmed hands."""
    with jobs.running(Job.Kind.RATINGS, league) as progress:
        lists.refresh(league, progress)


def refresh_backtests(league: League) -> None:
    """Mark anew how well each rater would have predicted the league's hands."""
    with jobs.running(Job.Kind.BACKTEST, league) as progress:
        backtests.refresh(league, progress)


@transaction.atomic
def choose_rater(league: League, rater: str, *, actor: Actor) -> None:
    """Rate the league by another rater; its lists follow in the background."""
    access.require(access.can_organise(actor, league))
    if rater not in RATERS:
        raise Invalid("rater", gettext_noop("There is no such way to rate."))
    LeagueRater.objects.update_or_create(league=league, defaults={"rater": rater})


@transaction.atomic
def ask_for_backtest(league: League, *, actor: Actor) -> Job:
    """Have the raters compared in the background."""
    access.require(access.can_organise(actor, league))
    return jobs.ask(Job.Kind.BACKTEST, league)


@transaction.atomic
def ask_for_report(season: Season, *, actor: Actor) -> Job:
    """Have the season's report made in the background, by anybody who plays in the league."""
    access.require(access.can_see(actor, season.league) and actor.role(season.league_id) != "")
    return jobs.ask(Job.Kind.REPORT, season.league, season)

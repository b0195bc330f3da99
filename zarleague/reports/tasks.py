"""Celery tasks for derived figures. A task may run twice, late or concurrently: each computes from
the hands confirmed at the time and stores the result in one transaction.
"""

import logging
from typing import Any, Final

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from zarleague.background import queueing, task_process
from zarleague.background.celery import always
from zarleague.leagues.models import League, Season
from zarleague.play.errors import SeasonBusy
from zarleague.play.selectors import hands_of, hands_of_league
from zarleague.reports import season_ends, selectors, services
from zarleague.reports.all_time import build
from zarleague.reports.background_work import checking, jobs, out_of_date
from zarleague.reports.background_work.subprocess_or_inline import compute, runs_apart, takes_long
from zarleague.reports.models import Experiment, Job
from zarleague.reports.questions import experiments, slow_questions
from zarleague.reports.rank_history.ranks import rank_next_evenings, ranks_take_long
from zarleague.reports.season_report.build import make_next_part, make_report
from zarleague.reports.season_report.files import pdf_storage

LOST_AFTER: Final = 15
"""Seconds after which a refresh that was queued and never began may be queued again."""
STARTUP_DELAY: Final = 60
"""Seconds after the start of a site before it does work that can wait."""
CHECK_AGAIN_AFTER: Final = 600
"""Seconds until a season is checked again whose hands were saved during the check."""
DEBOUNCE: Final = 2
"""Seconds a refresh of ratings waits for more hands, so that one fit serves several."""

logger = logging.getLogger(__name__)


def _is_long_season(season_id: int) -> bool:
    return takes_long(hands_of(Season.objects.get(pk=season_id)))


def _is_long_league(league_id: int) -> bool:
    return takes_long(hands_of_league(League.objects.get(pk=league_id)))


def _is_in_long_league(season_id: int) -> bool:
    return takes_long(hands_of_league(League.objects.get(seasons=season_id)))


@shared_task(about=Season, lost_after=LOST_AFTER, is_long=staticmethod(ranks_take_long))
def refresh_season(season_id: int) -> None:
    """Recompute the ranks after some evenings of a season. Queue the task again for the others,
    behind the tasks of other leagues; after the last queue its league's ratings and stale
    reports."""
    if rank_next_evenings(season_id):
        queue_refresh(Season, season_id)
        return
    # Hands may have been confirmed meanwhile.
    if out_of_date.seasons_to_refresh().filter(pk=season_id).exists():
        queue_refresh(Season, season_id)
    season = Season.objects.select_related("league").get(pk=season_id)
    queue_ratings(season.league_id)
    refresh_all_time.queue_once(season.league_id, countdown=DEBOUNCE)
    # The hands of a season affect the ratings of later seasons.
    for stale in selectors.stale_reports(moved_by=season):
        queue_job(jobs.ask(Job.Kind.REPORT, stale.league, stale))


@shared_task(about=League, lost_after=LOST_AFTER, is_long=staticmethod(_is_long_league))
def refresh_ratings(league_id: int) -> None:
    """Update a league's rating lists to its hands."""
    from zarleague.reports.ratings import backtests  # loads numpy

    league = League.objects.get(pk=league_id)
    services.refresh_ratings(league)
    if backtests.is_due(league):
        queue_job(jobs.ask(Job.Kind.BACKTEST, league))


@shared_task(about=League, lost_after=LOST_AFTER, is_long=staticmethod(_is_long_league))
def refresh_all_time(league_id: int) -> None:
    """Add up what players have done over all seasons of a league."""
    build.refresh_all_time(League.objects.get(pk=league_id))


@shared_task(lost_after=LOST_AFTER, is_long=staticmethod(always))
def recompute_old_ratings() -> None:
    """Recompute the rating lists of an earlier model."""
    services.recompute_old_ratings()


@shared_task(about=League, lost_after=LOST_AFTER, is_long=staticmethod(_is_long_league))
def compare_raters(league_id: int) -> None:
    """Mark one rater on some evenings of a league. Queue the task again for the others, behind the
    tasks of other leagues. In a process of its own mark all at once."""
    league = League.objects.get(pk=league_id)
    hands = hands_of_league(league)
    if runs_apart(hands):
        compute(hands, services.run_backtests, league)
    elif services.mark_next_evenings(league):
        queue_job(jobs.ask(Job.Kind.BACKTEST, league))


@shared_task(about=Season, lost_after=LOST_AFTER, is_long=staticmethod(_is_long_season))
def answer_season(season_id: int) -> None:
    """Answer one question about a season. Queue the task again for further ones, behind the tasks
    of other leagues."""
    season = Season.objects.select_related("league").get(pk=season_id)
    if slow_questions.answer_next(season):
        queue_job(jobs.ask(Job.Kind.ANSWERS, season.league, season))


@shared_task(about=Season, lost_after=LOST_AFTER, is_long=staticmethod(_is_in_long_league))
def report_season(season_id: int) -> None:
    """Make some parts of a season's report. Queue the task again for the others, behind the tasks
    of other leagues. In a process of its own make all parts at once."""
    season = Season.objects.select_related("league").get(pk=season_id)
    hands = hands_of_league(season.league)  # its ratings are of all seasons
    if runs_apart(hands):
        compute(hands, make_report, season)
    elif make_next_part(season):
        report_season.queue_once(season_id)


@shared_task
def store_report_prints() -> None:
    """Move PDFs of reports from the database into the store, if there is one. PDFs that the store
    does not accept stay in the database until the next run."""
    try:
        pdf_storage.store_prints()
    except pdf_storage.PrintAwayError as error:
        logger.warning("PDFs of reports stay in the database for now: %s", error)


@shared_task(about=Experiment)
def play_experiment(experiment_id: int) -> None:
    """Play one part of an experiment. Queue the task again for the next part, behind the tasks of
    other leagues, and a little later if there is no time for it."""
    seconds = experiments.play_next(experiment_id)
    if seconds is not None:
        play_experiment.apply_async((experiment_id,), countdown=seconds)


@shared_task
def end_seasons() -> None:
    """Finish the seasons whose last evening is over, an hour after the site has started or the
    machine's clock has jumped; queue missing reports of finished seasons."""
    now = timezone.now()
    if queueing.goes_steadily("end-seasons", now):
        season_ends.end_seasons(now)
    for job in season_ends.missing_reports():
        queue_job(job)


@shared_task
def take_up_lost_work() -> None:
    """Queue tasks for derived data that is out of date and for jobs whose process was killed.
    Celery beat runs this often, so that derived data is up to date within a minute of any crash.
    """
    for season in out_of_date.seasons_uncounted():
        check_season.delay(season.pk)
    for season in out_of_date.seasons_to_refresh():
        queue_refresh(Season, season.pk)
    for league in out_of_date.leagues_behind():
        queue_ratings(league.pk)
    for league in out_of_date.leagues_behind(Job.Kind.ALL_TIME):
        refresh_all_time.queue_once(league.pk, countdown=DEBOUNCE)
    if out_of_date.is_model_behind():
        queue_job(jobs.ask(Job.Kind.RECOMPUTE))
    for job in jobs.stale_jobs():
        queue_job(job)
    for experiment in experiments.stale_experiments():
        queue_experiment(experiment)


@shared_task
def check_derived_data() -> None:
    """Compare everything derived with a rebuild and repair it: a task per season and league. Each
    queues the next one, behind the tasks of people who wait."""
    _check_next_season(0)


@shared_task(about=Season, is_long=staticmethod(_is_long_season))
def check_season(season_id: int, *, and_next: bool = False) -> None:
    """Compare one season with its rebuild, and repair it. If hands are saved all the time, try
    again later. With ``and_next``, go on with the next season."""
    try:
        checking.check_season(Season.objects.select_related("league").get(pk=season_id))
    except SeasonBusy:
        check_season.apply_async((season_id,), countdown=CHECK_AGAIN_AFTER)
    finally:
        if and_next:
            _check_next_season(season_id)


@shared_task(about=League, is_long=staticmethod(_is_long_league))
def check_ratings(league_id: int, *, and_next: bool = False) -> None:
    """Compare one league's ratings with their rebuild, and repair them. With ``and_next``, go on
    with the next league."""
    try:
        checking.check_ratings(League.objects.get(pk=league_id))
    finally:
        if and_next:
            _check_next_league(league_id)


def _check_next_season(checked: int) -> None:
    """Queue the check of the next season; after the last one, that of the first league."""
    season = Season.objects.filter(pk__gt=checked).order_by("pk").first()
    if season is None:
        _check_next_league(0)
    else:
        check_season.delay(season.pk, and_next=True)


def _check_next_league(checked: int) -> None:
    league = League.objects.filter(pk__gt=checked).order_by("pk").first()
    if league is not None:
        check_ratings.delay(league.pk, and_next=True)


@shared_task
def clean_up() -> None:
    """Delete expired sessions, old checks, and PDFs of reports that were replaced."""
    call_command("clearsessions")
    checking.delete_old_checks()
    pdf_storage.remove_dropped()


def catch_up() -> None:
    """Queue the periodic tasks that were due while a site on one machine was off. Such a machine
    may be off every night; nightly tasks then run soon after it starts."""
    take_up_lost_work.delay()
    end_seasons.delay()
    if not checking.checked_today():
        check_derived_data.apply_async(countdown=STARTUP_DELAY)
        clean_up.apply_async(countdown=STARTUP_DELAY)


def queue_refresh(sender: type[Season], season_id: int, **_: Any) -> None:
    """Queue a refresh of the season, once for several hands."""
    refresh_season.queue_once(season_id)


def queue_ratings(league_id: int) -> None:
    """Queue a refresh of the league's ratings, once for several hands."""
    refresh_ratings.queue_once(league_id, countdown=DEBOUNCE)


def queue_experiment(experiment: Experiment) -> None:
    """Queue the tasks that play an experiment side by side: on a site of one process only one, so
    that other leagues' tasks have a thread."""
    for _ in range(1 if task_process.starts() else experiments.PARTS_AT_ONCE):
        play_experiment.delay_on_commit(experiment.pk)


def queue_job(job: Job) -> None:
    """Queue the task of a job when the transaction commits, once for several requests."""
    match job.kind:
        case Job.Kind.RATINGS:
            refresh_ratings.queue_once(job.league_id)
        case Job.Kind.ALL_TIME:
            refresh_all_time.queue_once(job.league_id)
        case Job.Kind.BACKTEST:
            compare_raters.queue_once(job.league_id)
        case Job.Kind.RECOMPUTE:
            recompute_old_ratings.queue_once()
        case Job.Kind.REPORT:
            if job.season_id is not None:
                report_season.queue_once(job.season_id)
        case Job.Kind.ANSWERS:
            if job.season_id is not None:
                answer_season.queue_once(job.season_id)

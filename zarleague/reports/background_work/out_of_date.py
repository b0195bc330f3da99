"""Find the derived data that is out of date.

A season's revision is incremented in the transaction that changes its results. Ranks and ratings
are stored with the revision they were derived from. If a message, a worker or the broker is lost in
between, the numbers differ until a task has done the work.
"""

import datetime
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from zarleague.background.lease import STALE_AFTER
from zarleague.background.queueing import stale_for
from zarleague.leagues.models import League, Season
from zarleague.play.models import MatchTotal, SeasonEvening
from zarleague.reports.models import Job, SeasonProgress
from zarleague.reports.rank_history import rank_lease
from zarleague.reports.ratings.chosen import leagues_of_earlier_models
from zarleague.storage import deadlocks

ASKED_AGAIN_AFTER: Final = datetime.timedelta(minutes=1)
"""Time after which recomputing is queued again if lists of an earlier model are left."""
_DERIVED: Final = {Job.Kind.RATINGS: "ratings", Job.Kind.ALL_TIME: "all_time"}
"""The field of `SeasonProgress` for what is derived from a whole league."""


def seasons_behind() -> QuerySet[Season]:
    """Return the seasons whose ranks are older than their results."""
    behind = Q(progress__isnull=True) | Q(progress__ranks__lt=F("revision"))
    return Season.objects.filter(behind).order_by("pk")


def seasons_to_refresh() -> QuerySet[Season]:
    """Return the seasons whose ranks are behind, without those being derived."""
    at_work = SeasonProgress.objects.filter(rank_lease.at_work())
    return seasons_behind().exclude(pk__in=at_work.values("season"))


def seasons_uncounted() -> QuerySet[Season]:
    """Return the seasons with hands whose evenings were never counted: those of a site that was
    updated from a version that did not count them."""
    own = {"league": OuterRef("league"), "season": OuterRef("pk")}
    has_hands = Exists(MatchTotal.objects.filter(**own))
    is_counted = Exists(SeasonEvening.objects.filter(**own))
    return Season.objects.filter(has_hands, ~is_counted).order_by("pk")


def leagues_behind(kind: Job.Kind = Job.Kind.RATINGS) -> QuerySet[League]:
    """Return the leagues whose ratings, or all-time figures, are older than their results, without
    those being recomputed, or whose last attempt has just failed."""
    at_work = Job.objects.filter(~stale_for(STALE_AFTER), kind=kind).exclude(state=Job.State.DONE)
    return _leagues_behind(kind).exclude(pk__in=at_work.values("league")).order_by("pk")


def _leagues_behind(kind: Job.Kind) -> QuerySet[League]:
    behind = Season.objects.filter(
        Q(progress__isnull=True) | Q(**{f"progress__{_DERIVED[kind]}__lt": F("revision")})
    )
    return League.objects.filter(pk__in=behind.values("league"))


def are_ratings_behind(league: League) -> bool:
    """Return whether ratings of a league are older than its results, or an earlier model's."""
    older = _leagues_behind(Job.Kind.RATINGS).filter(pk=league.pk)
    return older.exists() or league in leagues_of_earlier_models()


def is_model_behind() -> bool:
    """Return whether ratings of an earlier model are left and recomputing was not queued lately."""
    lately = ~stale_for(ASKED_AGAIN_AFTER, "asked_at")
    asked = Job.objects.filter(lately, kind=Job.Kind.RECOMPUTE)
    return bool(leagues_of_earlier_models()) and not asked.exists()


def ranks_derived_from(season: Season) -> SeasonProgress:
    """Return the revision that the ranks of a season were last derived from."""
    return SeasonProgress.objects.filter(season=season).first() or SeasonProgress(season=season)


@transaction.atomic
def note(kind: Job.Kind, revisions: Mapping[int, int]) -> None:
    """Record that ratings or all-time figures rest on these revisions, by season id."""
    for season_id, revision in sorted(revisions.items()):
        defaults = {_DERIVED[kind]: revision}
        SeasonProgress.objects.update_or_create(season_id=season_id, defaults=defaults)


@transaction.atomic
def forget_ratings(league: League) -> None:
    """Mark the ratings of all seasons of a league as out of date."""
    progress = SeasonProgress.objects.filter(season__league=league)
    deadlocks.lock_in_order(progress)
    progress.update(ratings=-1)

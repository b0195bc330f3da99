"""Find the derived data that is out of date.

A season's revision is incremented in the transaction that changes its results. Ranks and ratings
are stored with the revision they were derived from. If a message, a worker or the broker is lost in
between, the numbers differ until a task has done the work.
"""

import datetime
import secrets
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from zarleague.leagues.models import League, Season
from zarleague.play.locks import lock_season
from zarleague.play.models import MatchTotal, SeasonEvening
from zarleague.reports.jobs import stale_for
from zarleague.reports.models import Job, SeasonProgress
from zarleague.reports.ratings.lists import leagues_of_earlier_models

STALE_AFTER: Final = datetime.timedelta(seconds=20)
"""Age of the last sign of life after which a refresh of ranks or ratings is started again."""
SEEN_EVERY: Final = 2
"""Seconds between two signs of life of a refresh of ranks that has nothing to write."""
ASKED_AGAIN_AFTER: Final = datetime.timedelta(minutes=1)
"""Time after which recomputing is queued again if lists of an earlier model are left."""


def seasons_behind() -> QuerySet[Season]:
    """Return the seasons whose ranks are older than their results."""
    behind = Q(progress__isnull=True) | Q(progress__ranks__lt=F("revision"))
    return Season.objects.filter(behind).order_by("pk")


def seasons_to_refresh() -> QuerySet[Season]:
    """Return the seasons whose ranks are behind, without those being derived."""
    at_work = SeasonProgress.objects.filter(_derives_ranks())
    return seasons_behind().exclude(pk__in=at_work.values("season"))


def seasons_uncounted() -> QuerySet[Season]:
    """Return the seasons with hands whose evenings were never counted: those of a site that was
    updated from a version that did not count them."""
    has_hands = Exists(MatchTotal.objects.filter(season=OuterRef("pk")))
    is_counted = Exists(SeasonEvening.objects.filter(season=OuterRef("pk")))
    return Season.objects.filter(has_hands, ~is_counted).order_by("pk")


def leagues_behind() -> QuerySet[League]:
    """Return the leagues whose ratings are older than their results, without those being
    recomputed."""
    behind = Season.objects.filter(
        Q(progress__isnull=True) | Q(progress__ratings__lt=F("revision"))
    )
    at_work = Job.objects.filter(~stale_for(STALE_AFTER), kind=Job.Kind.RATINGS)
    leagues = League.objects.filter(pk__in=behind.values("league"))
    return leagues.exclude(pk__in=at_work.values("league")).order_by("pk")


def is_model_behind() -> bool:
    """Return whether ratings of an earlier model are left and recomputing was not queued lately."""
    long_ago = timezone.now() - ASKED_AGAIN_AFTER
    asked = Job.objects.filter(kind=Job.Kind.RECOMPUTE, asked_at__gt=long_ago)
    return bool(leagues_of_earlier_models()) and not asked.exists()


def ranks_derived_from(season: Season) -> SeasonProgress:
    """Return the revision that the ranks of a season were last derived from."""
    return SeasonProgress.objects.filter(season=season).first() or SeasonProgress(season=season)


@transaction.atomic
def claim_ranks(season: Season, *, take_over: bool = False) -> int | None:
    """Claim the ranks of a season for writing, derived from the revision it was loaded with. Return
    a negative number that marks them as unfinished and identifies this writer. Return None if they
    are already derived from a later revision, or if another writer is at work and is not to be
    replaced by ``take_over``: in a long season a refresh takes a minute, and would never end if
    every hand restarted it.
    """
    lock_season(season.pk)
    progress, _ = SeasonProgress.objects.get_or_create(season=season)
    if progress.ranks > season.revision:
        return None
    if not take_over and SeasonProgress.objects.filter(_derives_ranks(), season=season).exists():
        return None
    progress.ranks, progress.ranks_seen_at = -1 - secrets.randbits(62), timezone.now()
    progress.save(update_fields=["ranks", "ranks_seen_at"])
    return progress.ranks


def hold_ranks(season_id: int, claim: int) -> bool:
    """Give a sign of life; return whether this writer still holds its claim on the ranks."""
    held = SeasonProgress.objects.filter(season=season_id, ranks=claim)
    return held.update(ranks_seen_at=timezone.now()) > 0


def note_ranks(season: Season, claim: int, rest_on: str) -> None:
    """Record that the ranks are derived from the revision the season was loaded with, and from
    which inputs."""
    held = SeasonProgress.objects.filter(season=season, ranks=claim)
    held.update(ranks=season.revision, ranks_rest_on=rest_on, ranks_seen_at=None)


@transaction.atomic
def note_ratings(revisions: Mapping[int, int]) -> None:
    """Record that ratings are derived from these revisions, given by season id."""
    for season_id, revision in sorted(revisions.items()):
        SeasonProgress.objects.update_or_create(season_id=season_id, defaults={"ratings": revision})


def _derives_ranks() -> Q:
    """Return the condition for the progress of a season whose ranks a process is deriving."""
    return Q(ranks__lt=0, ranks_seen_at__isnull=False) & ~stale_for(STALE_AFTER, "ranks_seen_at")

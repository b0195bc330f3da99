"""The lease of a season's ranks, and how far they are derived.

The season's `SeasonProgress` says which process derives them, the evening up to which they are
stored, and the revision they are derived from. If a process is killed, the next one goes on after
the evening of its last sign of life. A hand that is confirmed or corrected meanwhile does not
restart the work, or a long season would never be finished: when all evenings are stored, the ranks
are derived again from the first changed evening on.
"""

import datetime
import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.db.models import F, Min, Q

from zarleague.background.lease import STALE_AFTER, Lease, is_free
from zarleague.background.queueing import stale_for
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.locks import lock_season
from zarleague.play.models import SeasonEvening
from zarleague.reports.models import SeasonProgress

SEEN_EVERY: Final = 2
"""Seconds between two signs of life of a process that has nothing to write."""


@dataclass
class RankLease:
    """The lease of one process on the ranks of a season."""

    season: Season
    """As it was when the lease was taken."""
    lease: Lease
    since: int | None
    """The first evening whose ranks may differ; None if those of all evenings may."""
    reached: int | None
    """The last evening whose ranks are stored; None if none are known to be."""
    seen_at: float = field(default_factory=time.monotonic)
    """When the last sign of life was given."""

    @classmethod
    @transaction.atomic
    def take(
        cls, season_id: int, *, every_evening: bool = False, take_over: bool = False
    ) -> "RankLease | None":
        """Take the ranks of a season from the first evening on that is not stored or has changed;
        with ``every_evening`` from the first of all. Return None if another process is at work and
        is not to be replaced by ``take_over``.
        """
        season = lock_season(season_id)
        SeasonProgress.objects.get_or_create(season=season)
        since, revision = (None, season.revision) if every_evening else cls.start(season)
        reached = None if since is None else since - 1
        lease = Lease.take(
            SeasonProgress.objects.all(),
            season.pk,
            take_over=take_over,
            ranks=-1,
            ranks_rest_on=_rest_on(season),
            ranks_evening=reached,
            ranks_revision=revision,
        )
        return None if lease is None else cls(season, lease, since, reached)

    @classmethod
    def start(cls, season: Season) -> tuple[int | None, int]:
        """Return the first evening whose ranks are not stored or have changed, None for the first
        of all, and the revision that the ranks rest on from there."""
        progress = SeasonProgress.objects.filter(season=season).first()
        if progress is None or progress.ranks_rest_on != _rest_on(season):
            return None, season.revision
        if progress.ranks >= 0:
            later = SeasonEvening.objects.filter(season=season, revision__gt=progress.ranks)
            moved = later.aggregate(first=Min("evening"))["first"]
            return datetime.date.max.toordinal() if moved is None else moved, season.revision
        if progress.ranks_evening is not None:
            return progress.ranks_evening + 1, progress.ranks_revision
        return None, season.revision

    def hold(self) -> None:
        """Give a sign of life, and record the evening that was reached. Raise `LeaseLostError` if
        another process has taken the ranks."""
        self.lease.keep(ranks_evening=self.reached)
        self.seen_at = time.monotonic()

    def keep(self) -> None:
        """Do the same if the last sign of life is a while ago."""
        if time.monotonic() - self.seen_at > SEEN_EVERY:
            self.hold()

    def let_go(self) -> None:
        """Leave the later evenings to the next process that takes the ranks. Raise
        `LeaseLostError` as `hold` does."""
        self.lease.let_go(ranks_evening=self.reached)

    def finish(self) -> None:
        """Record that the ranks of all evenings are stored."""
        self.lease.held().update(ranks=F("ranks_revision"), ranks_evening=None, holder="")


def at_work() -> Q:
    """Return the condition for the progress of a season whose ranks are being derived, or were
    until a moment ago and are queued."""
    let_go = Q(ranks_evening__isnull=False) & ~stale_for(STALE_AFTER)
    return ~is_free() | let_go


def _rest_on(season: Season) -> str:
    """Return a stamp of everything that affects the ranks of all evenings."""
    facts = [season.rules, season.lots, sorted(aliases(season.league_id).items())]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

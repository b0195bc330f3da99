"""Claim the ranks of a season for writing, and record how far they are derived.

The season's `SeasonProgress` says which process derives them, the evening up to which they are
stored, and the revision they are derived from. If a process is killed, the next one goes on after
the evening of its last sign of life. A hand that is confirmed or corrected meanwhile does not
restart the work, or a long season would never be finished: when all evenings are stored, the ranks
are derived again from the first changed evening on.
"""

import datetime
import hashlib
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from zarleague.background.queueing import stale_for
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.locks import lock_season
from zarleague.reports.jobs import STALE_AFTER
from zarleague.reports.models import SeasonProgress
from zarleague.reports.progress import ClaimLostError
from zarleague.storage.sql import season_totals

SEEN_EVERY: Final = 2
"""Seconds between two signs of life of a process that has nothing to write."""
NOBODY: Final = -1
"""`SeasonProgress.ranks` while they are unfinished and no process is at work on them."""

_OF_RANKS: Final = ("ranks", "ranks_rest_on", "ranks_seen_at", "ranks_evening", "ranks_revision")


@dataclass
class RankClaim:
    """The claim of one process on the ranks of a season."""

    season: Season
    """As it was when its ranks were claimed."""
    number: int
    """Marks the ranks as unfinished and identifies the process."""
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
    ) -> "RankClaim | None":
        """Claim the ranks of a season from the first evening on that is not stored or has changed;
        with ``every_evening`` from the first of all. Return None if another process is at work and
        is not to be replaced by ``take_over``.
        """
        season = lock_season(season_id)
        progress, _ = SeasonProgress.objects.get_or_create(season=season)
        others = SeasonProgress.objects.filter(at_work(), season=season).exclude(ranks=NOBODY)
        if not take_over and others.exists():
            return None
        rest_on, since, revision = _rest_on(season), None, season.revision
        if not every_evening and progress.ranks_rest_on == rest_on:
            if progress.ranks >= 0:
                moved = season_totals.first_change_after(season.key, progress.ranks)
                since = datetime.date.max.toordinal() if moved is None else moved
            elif progress.ranks_evening is not None:
                since, revision = progress.ranks_evening + 1, progress.ranks_revision
        reached = None if since is None else since - 1
        claim = cls(season, NOBODY - 1 - secrets.randbits(62), since, reached)
        progress.ranks, progress.ranks_rest_on = claim.number, rest_on
        progress.ranks_evening, progress.ranks_revision = reached, revision
        progress.ranks_seen_at = timezone.now()
        progress.save(update_fields=_OF_RANKS)
        return claim

    def hold(self) -> None:
        """Give a sign of life, and record the evening that was reached. Raise `ClaimLostError` if
        another process has claimed the ranks."""
        self._record(self.number)
        self.seen_at = time.monotonic()

    def keep(self) -> None:
        """Do the same if the last sign of life is a while ago."""
        if time.monotonic() - self.seen_at > SEEN_EVERY:
            self.hold()

    def let_go(self) -> None:
        """Leave the later evenings to the next process that claims the ranks. Raise
        `ClaimLostError` as `hold` does."""
        self._record(NOBODY)

    def finish(self) -> None:
        """Record that the ranks of all evenings are stored."""
        self._held().update(ranks=F("ranks_revision"), ranks_evening=None, ranks_seen_at=None)

    def _record(self, ranks: int) -> None:
        now = timezone.now()
        if not self._held().update(ranks=ranks, ranks_evening=self.reached, ranks_seen_at=now):
            raise ClaimLostError(str(self.season))

    def _held(self) -> QuerySet[SeasonProgress]:
        return SeasonProgress.objects.filter(season=self.season, ranks=self.number)


def at_work() -> Q:
    """Return the condition for the progress of a season whose ranks are being derived, or were
    until a moment ago and are queued."""
    return Q(ranks__lt=0, ranks_seen_at__isnull=False) & ~stale_for(STALE_AFTER, "ranks_seen_at")


def _rest_on(season: Season) -> str:
    """Return a stamp of everything that affects the ranks of all evenings."""
    facts = [season.rules, season.lots, sorted(aliases(season.league_id).items())]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
